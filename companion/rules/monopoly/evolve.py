"""Folding one event into the state. Total: what cannot be done leaves the state alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.board.money import Dollars
from companion.board.tiles import Tile
from companion.errors import RuleViolation
from companion.rules.crossword.bag import token
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.crossword.scoring import score_play
from companion.rules.engine import messages as shared
from companion.rules.monopoly import messages
from companion.rules.monopoly.state import (
    State,
    TurnTaken,
    own_placements,
    put,
    story_added,
)
from companion.text import Said, listed, said


def evolve(state: State, event: messages.Event) -> State:  # noqa: C901  # one case a kind
    """Return the state after an event of the game's own."""
    match event:
        case shared.TilesPlayed() | shared.TurnPassed() | shared.TilesExchanged():
            return _turn_taken(state, event)
        case shared.PlayWithdrawn(number=number):
            return _withdrawn(state, number)
        case shared.TileCorrected():
            return _tile_corrected(state, event)
        case (
            messages.TilesBought()
            | messages.BoughtTilesReturned()
            | messages.BankRackSeen()
            | messages.BankRefilled()
        ):
            return _bank_rack(state, event)
        case messages.BlankSwapped():
            return _blank_swapped(state, event)
        case messages.DeedTaken() | messages.MoneyPaid() | messages.TokenMoved():
            return _moved(state, event)
        case shared.PlayChallenged(by=by, words=words):
            doubt = _doubt(state.names[by], words)
            taken = replace(state.turns[-1], doubt=doubt)
            return replace(state, turns=(*state.turns[:-1], taken))
        case shared.StartDrawn(first=first):
            return replace(state, on_turn=first)
        case messages.StepsSet(steps=steps):
            return replace(state, todo=steps)
        case messages.GameClosed(out=out):
            return replace(state, ended=True, went_out=out, todo=())
        case _:
            return _player_changed(state, event)


def _doubt(player: str, words: tuple[Judged, ...]) -> Said:
    judged = (
        said("{word} (good)", word=word.word)
        if word.known
        else said("{word} (unknown)", word=word.word)
        for word in words
    )
    return said("{player} doubts {words}.", player=player, words=listed(judged, "comma"))


def _turn_taken(
    state: State, event: shared.TilesPlayed | shared.TurnPassed | shared.TilesExchanged
) -> State:
    before = replace(state, before_play=None)
    match event:
        case shared.TilesPlayed(player=player, placements=placements):
            own = own_placements(placements, state.bought)
            try:
                play = score_play(
                    state.position,
                    placements,
                    state.layout,
                    state.setup.tiles,
                    rack_size=max(len(placements), 1),
                    bonus=0,
                )
            except RuleViolation:
                return state
            taken = TurnTaken(
                player, "play", play, len(placements), own_tiles=own, story=state.prelude
            )
            return replace(
                state,
                position=state.position.with_tiles({p.square: p.tile for p in placements}),
                racks=_added(state.racks, player, -own),
                bought=(),
                bought_free=0,
                turns=(*state.turns, taken),
                in_turn=True,
                prelude=(),
                before_play=before,
            )
        case shared.TurnPassed(player=player):
            taken = TurnTaken(player, "pass", story=state.prelude)
        case shared.TilesExchanged(player=player, count=count, tiles=tiles):
            taken = TurnTaken(player, "exchange", count=count, tiles=tiles, story=state.prelude)
    return replace(
        state, turns=(*state.turns, taken), in_turn=True, prelude=(), before_play=None
    )


def _withdrawn(state: State, number: int) -> State:
    """The play never was; tiles bought for it lie on the bank's rack again."""
    before = state.before_play
    if before is None or not 1 <= number <= len(state.turns):
        return state
    taken = replace(state.turns[number - 1], withdrawn=True, story=before.prelude)
    rack = None if before.bank_rack is None else (*before.bank_rack, *before.bought)
    return replace(
        before,
        turns=(*state.turns[: number - 1], taken),
        bought=(),
        bought_free=0,
        bank_tiles=before.bank_tiles + len(before.bought),
        bank_rack=rack,
        on_turn=taken.player,
        in_turn=True,
        prelude=(),
        tokens=state.tokens,
        ended=False,
        went_out=None,
    )


def _tile_corrected(state: State, event: shared.TileCorrected) -> State:
    """The tile always was another one: also before the last play, which is scored anew."""
    square, at = event.square, event.number - 1
    if square not in state.position or not 0 <= at < len(state.turns):
        return state
    before = state.before_play
    if before is not None and square in before.position:
        before = _tile_corrected(before, event)
    position = state.position.with_tiles({square: event.tile})
    turns = put(state.turns, at, _with_tile(state.turns[at], event))
    if before is not None:
        turns = put(turns, len(turns) - 1, _scored_anew(turns[-1], before))
    return replace(state, position=position, turns=turns, before_play=before)


def _with_tile(turn: TurnTaken, event: shared.TileCorrected) -> TurnTaken:
    if turn.play is None:
        return turn
    placements = tuple(
        replace(p, tile=event.tile) if p.square == event.square else p
        for p in turn.play.placements
    )
    return replace(turn, play=replace(turn.play, placements=placements), corrected=True)


def _scored_anew(turn: TurnTaken, before: State) -> TurnTaken:
    if turn.play is None:
        return turn
    placements, tiles = turn.play.placements, before.setup.tiles
    try:
        play = score_play(
            before.position, placements, before.layout, tiles,
            rack_size=len(placements), bonus=0,
        )  # fmt: skip
    except RuleViolation:
        return turn
    return replace(turn, play=play)


def without(rack: tuple[Tile, ...], tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return a rack with these tiles taken away; all blanks are one kind."""
    gone = Counter(token(tile) for tile in tiles)
    kept = []
    for tile in rack:
        if gone[token(tile)]:
            gone[token(tile)] -= 1
        else:
            kept.append(tile)
    return tuple(kept)


def _bank_rack(
    state: State,
    event: messages.TilesBought
    | messages.BoughtTilesReturned
    | messages.BankRackSeen
    | messages.BankRefilled,
) -> State:
    rack = state.bank_rack
    match event:
        case messages.TilesBought(player=player, tiles=tiles, free=free):
            return replace(
                state,
                bank_tiles=state.bank_tiles - len(tiles),
                bank_rack=None if rack is None else without(rack, tiles),
                bought=(*state.bought, *tiles),
                bought_free=state.bought_free + free,
                free_tiles=_added(state.free_tiles, player, -free),
                before_play=None,
            )
        case messages.BoughtTilesReturned(player=player, free=free):
            return replace(
                state,
                bank_tiles=state.bank_tiles + len(state.bought),
                bank_rack=None if rack is None else (*rack, *state.bought),
                bought=(),
                bought_free=0,
                free_tiles=_added(state.free_tiles, player, free),
            )
        case messages.BankRackSeen(tiles=tiles):
            return replace(
                state,
                bank_rack=tiles,
                bank_tiles=len(tiles),
                bag=state.bag + state.bank_tiles - len(tiles),
            )
        case messages.BankRefilled(count=count):
            return replace(
                state,
                bank_tiles=state.bank_tiles + count,
                bag=state.bag - count,
                bank_rack=rack if count == 0 else None,
            )


def _blank_swapped(state: State, event: messages.BlankSwapped) -> State:
    held = state.position.get(event.square)
    if held is None or not held.blank or not held.letter:
        return state
    tile = Tile(held.letter)
    swapped = replace(
        state, position=state.position.with_tiles({event.square: tile}), before_play=None
    )
    if not event.from_bank:
        return swapped
    rack = None if state.bank_rack is None else without(state.bank_rack, (tile,))
    return replace(
        swapped,
        bank_tiles=state.bank_tiles - 1,
        bank_rack=rack,
        racks=_added(state.racks, event.player, 1),
    )


def _moved(
    state: State, event: messages.DeedTaken | messages.MoneyPaid | messages.TokenMoved
) -> State:
    match event:
        case messages.DeedTaken(deed=deed, player=player, source=source, reason=reason):
            told = said(
                "{player}: {deed} from {source} ({reason}).",
                player=state.name_of(player),
                deed=state.board.deeds[deed].told,
                source=state.giver(source),
                reason=reason,
            )
            changed = replace(state, owners=put(state.owners, deed, player))
        case messages.MoneyPaid(
            source=source_name, target=target, amount=amount, reason=reason
        ):
            told = said(
                "${amount} from {source} to {target} ({reason}).",
                amount=amount,
                source=state.giver(source_name),
                target=state.taker(target),
                reason=reason,
            )
            ledger = state.ledger.moved(Dollars(amount), source_name, target)
            changed = replace(state, ledger=ledger)
        case messages.TokenMoved(player=seat, space=space, reason=reason):
            told = said(
                "{player} to {space} ({reason}).",
                player=state.names[seat],
                space=state.board.track[space].told,
                reason=reason,
            )
            changed = replace(state, places=put(state.places, seat, space))
    return story_added(changed, told)


def _player_changed(state: State, event: messages.Event) -> State:  # noqa: C901  # one case a kind
    match event:
        case messages.JailEntered(player=player):
            jail = state.board.first_space("jail")
            told = story_added(
                state, said("{player} goes to jail.", player=state.names[player])
            )
            return replace(
                told,
                jailed=put(state.jailed, player, True),
                places=put(state.places, player, jail),
            )
        case messages.JailLeft(player=player):
            return replace(state, jailed=put(state.jailed, player, False))
        case messages.TurnsForfeited(player=player, count=count, reason=reason):
            name = state.names[player]
            text = said("{player} loses a turn ({reason}).", player=name, reason=reason)
            told = story_added(state, text)
            return replace(told, skips=_added(state.skips, player, count))
        case messages.TokenChosen(player=player, token=token):
            before = state.tokens or (None,) * len(state.names)
            return replace(state, tokens=put(before, player, token))
        case messages.TurnSkipped(player=player):
            return replace(state, skips=_added(state.skips, player, -1))
        case messages.CardDrawn():
            return _card_drawn(state, event)
        case messages.FreeTilesGranted(player=player, count=count):
            return replace(state, free_tiles=_added(state.free_tiles, player, count))
        case messages.PlayerBankrupt(player=player):
            return _bankrupt(state, player)
        case messages.RackRefilled(player=player, count=count):
            racks = _added(state.racks, player, count)
            return replace(state, racks=racks, bag=state.bag - count)
        case messages.TurnBegan(player=player):
            return replace(state, on_turn=player, in_turn=False, prelude=())
        case messages.PlayStood():
            return state
        case _:
            return state


def _bankrupt(state: State, player: int) -> State:
    told = story_added(state, said("{player} is bankrupt.", player=state.names[player]))
    to_bag = state.racks[player] if state.board.rulings.bankrupt_tiles_to_bag else 0
    bought = len(state.bought) if player == state.on_turn else 0
    return replace(
        told,
        out=put(state.out, player, True),
        racks=put(state.racks, player, state.racks[player] - to_bag),
        bag=state.bag + to_bag,
        bank_tiles=state.bank_tiles + bought,
        bought=state.bought if not bought else (),
        skips=put(state.skips, player, 0),
    )


def _card_drawn(state: State, event: messages.CardDrawn) -> State:
    order = state.deck(event.deck)
    if event.card not in order:
        return state
    at = order.index(event.card)
    moved = (*order[:at], *order[at + 1 :], event.card)
    text = state.board.deck(event.deck)[event.card].text
    told = story_added(state, said("Card: {text}", text=text))
    if event.deck == "chance":
        return replace(told, chance=moved)
    return replace(told, chest=moved)


def _added(values: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    return put(values, index, values[index] + amount) if 0 <= index < len(values) else values
