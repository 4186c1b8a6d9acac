"""Plays, passes and exchanges, and the challenges that follow a play.

Source: rulebook "Monopoly Scrabble" (facts S0), Gameplay and Challenges.
"""

from __future__ import annotations

from collections import Counter

from companion.rules.crossword.bag import check_bag, token
from companion.rules.crossword.challenges.rules import all_known, check_named, check_words
from companion.rules.crossword.scoring import score_play
from companion.rules.engine import messages as shared
from companion.rules.engine import violations
from companion.rules.monopoly.draft import Draft
from companion.rules.monopoly.messages import (
    BoughtTilesReturned,
    PlayStood,
    TurnsForfeited,
    TurnSkipped,
)
from companion.rules.monopoly.purchases import named
from companion.rules.monopoly.refusals import refuse_unless
from companion.rules.monopoly.state import POT, State, account, own_placements
from companion.rules.monopoly.steps import ChallengeDue, PlayDue, TurnEndDue
from companion.rules.monopoly.turn import after_no_play, after_play, begin_next, run
from companion.rules.monopoly.violations import (
    MustLayBought,
    NotAChallenger,
    NotEnoughTiles,
    NothingToChallenge,
    RackTooFull,
)
from companion.text import said


def decide_turn(
    draft: Draft, command: shared.PlayTiles | shared.Pass | shared.Exchange
) -> None:
    """Take a turn. A play still open to challenge stands once the next player plays."""
    if isinstance(draft.state.due, ChallengeDue) and command.player != draft.state.on_turn:
        let_stand(draft)
    state = draft.state
    refuse_unless(state, PlayDue)
    player = state.on_turn if command.player is None else command.player
    if not 0 <= player < len(state.names):
        raise violations.NoSuchPlayer(player, len(state.names))
    if player != state.on_turn:
        raise violations.NotYourTurn(state.names[player], state.names[state.on_turn])
    match command:
        case shared.PlayTiles():
            _play(draft, command)
        case shared.Pass():
            _refuse_bought(state)
            _check_rack(state, player, 0)
            draft.add(shared.TurnPassed(player))
            run(draft, after_no_play(draft.state))
        case shared.Exchange():
            _refuse_bought(state)
            _check_rack(state, player, 0)
            _check_exchange(state, command)
            draft.add(shared.TilesExchanged(player, command.count, command.tiles))
            run(draft, after_no_play(draft.state))


def _play(draft: Draft, command: shared.PlayTiles) -> None:
    state, placements = draft.state, tuple(sorted(command.placements, key=lambda p: p.square))
    player = state.on_turn
    most = state.racks[player] + len(state.bought)
    score_play(
        state.position, placements, state.layout, state.setup.tiles,
        rack_size=max(most, len(placements), 1), bonus=0,
    )  # fmt: skip
    laid = Counter(token(p.tile) for p in placements)
    if Counter(token(tile) for tile in state.bought) - laid:
        raise MustLayBought(named(state.bought))
    own = own_placements(placements, state.bought)
    if own > state.racks[player]:
        raise NotEnoughTiles(state.names[player], state.racks[player], own)
    _check_rack(state, player, own)
    on_board = (t for _, t in state.position.items())
    check_bag((*on_board, *(p.tile for p in placements)), state.setup.tiles)
    draft.add(shared.TilesPlayed(player, placements))
    run(draft, after_play(draft.state))


def _refuse_bought(state: State) -> None:
    if state.bought:
        raise MustLayBought(named(state.bought))


def _check_rack(state: State, player: int, laid: int) -> None:
    size = state.board.rack_size
    kept = state.racks[player] - laid
    if kept > size and not state.board.rulings.blank_swap_rack_may_be_eight:
        raise RackTooFull(size)


def _check_exchange(state: State, command: shared.Exchange) -> None:
    held = state.racks[state.on_turn]
    listed = len(command.tiles)
    if not 1 <= command.count <= held or (listed and listed != command.count):
        raise violations.BadExchange(command.count, held)
    needed = max(state.setup.option("exchange_min_bag", 7), command.count)
    if state.bag < needed:
        raise violations.BagTooLow(state.bag, needed)


def let_stand(draft: Draft) -> None:
    """Close the challenge of the last play and go on with the turn."""
    state = draft.state
    draft.add(PlayStood(state.on_turn))
    run(draft, state.todo[1:])


def challenge(draft: Draft, command: shared.Challenge) -> None:
    """Settle a challenge: the play comes off, or the challenger loses a turn."""
    state, number = draft.state, len(draft.state.turns)
    play = state.turns[-1].play if state.turns else None
    if play is None or not challengeable(state) or command.turn not in (None, number):
        raise NothingToChallenge
    player = state.turns[-1].player
    by = next_seat(state, player) if command.by is None else command.by
    if by == player or by not in state.still_in():
        raise NotAChallenger
    check_words(command.words, play.words)
    check_named(command.words)
    draft.add(shared.PlayChallenged(number, by, player, command.words))
    if not all_known(command.words):
        _take_back(draft)
        return
    draft.add(TurnsForfeited(by, 1, said("challenged a good word")))
    if isinstance(state.due, ChallengeDue):
        let_stand(draft)
    else:
        draft.add(PlayStood(player))
        if by == draft.state.on_turn:  # the turn that comes next has begun, and is the one lost
            draft.add(TurnSkipped(by))
            run(draft, begin_next(draft))


def next_seat(state: State, seat: int) -> int:
    """Return the next seat that is in the game."""
    players = len(state.names)
    others = ((seat + step) % players for step in range(1, players))
    return next((other for other in others if not state.out[other]), seat)


def challengeable(state: State) -> bool:
    """Whether the last play may still be challenged."""
    if isinstance(state.due, ChallengeDue):
        return True
    late = state.board.rulings.challenge_window == "until_next_turn"
    return late and can_withdraw(state) and not state.bought


def can_withdraw(state: State) -> bool:
    """Whether the last turn is a play that can be taken off, with all it led to."""
    return state.before_play is not None


def withdraw(draft: Draft, number: int | None) -> None:
    """Take the last play off the board; all it led to on the track is undone."""
    state = draft.state
    turns = len(state.turns)
    if turns and state.turns[-1].withdrawn and number in (None, turns):
        raise violations.AlreadyWithdrawn(turns)
    if not can_withdraw(state) or number not in (None, turns):
        raise violations.NothingToWithdraw(number)
    _take_back(draft)


def _take_back(draft: Draft) -> None:
    state = draft.state
    player, before = state.turns[-1].player, state.before_play
    if before is None:
        raise violations.GameOver
    draft.add(shared.PlayWithdrawn(len(state.turns), player))
    _refund(draft, before, player)
    run(draft, (TurnEndDue(),))


def _refund(draft: Draft, bought: State, player: int) -> None:
    """Pay for bought tiles of a play that came off, if the rule is so."""
    board = bought.board
    if board.rulings.bank_tile_on_failed_play == "tile_back_refund":
        paid = (len(bought.bought) - bought.bought_free) * board.prices.bank_tile_price
        draft.pay(POT, account(player), paid, said("bank tiles given back"))


def never_laid(draft: Draft) -> None:
    """End the turn of a play that is taken off later as if it had come off at once."""
    state = draft.state
    if state.bought:
        draft.add(BoughtTilesReturned(state.on_turn, 0))
        _refund(draft, state, state.on_turn)
    draft.add(shared.TurnPassed(state.on_turn))
    run(draft, (TurnEndDue(),))
