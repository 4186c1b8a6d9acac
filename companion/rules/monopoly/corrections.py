"""Making the record agree with the table: tiles, balances, tokens, deeds, racks."""

from __future__ import annotations

from typing import assert_never

from companion.rules.crossword.bag import check_bag
from companion.rules.engine.messages import CorrectTile, TileCorrected
from companion.rules.engine.violations import (
    NoSuchPlayer,
    UnknownLetter,
)
from companion.rules.letters import check_lies, laid_by
from companion.rules.monopoly import messages
from companion.rules.monopoly.draft import Draft
from companion.rules.monopoly.state import BANK, State, account
from companion.rules.monopoly.steps import ChallengeDue
from companion.rules.monopoly.turn import after_play
from companion.rules.monopoly.violations import (
    BadCount,
    NoSuchDeed,
    NoSuchToken,
    NotInHundreds,
)
from companion.text import said

Correction = (
    CorrectTile
    | messages.SeeBankRack
    | messages.CorrectBalance
    | messages.CorrectToken
    | messages.CorrectOwner
    | messages.CorrectRack
    | messages.ChooseToken
)


def correct(draft: Draft, command: Correction) -> None:  # noqa: C901  # one case a kind
    """Do what a correcting command says. Raises RuleViolation."""
    match command:
        case CorrectTile():
            _tile(draft, command)
        case messages.SeeBankRack():
            _bank_rack(draft, command)
        case messages.CorrectBalance(player=player, amount=amount):
            _check_player(draft.state, player)
            if amount < 0 or amount % 100:
                raise NotInHundreds(amount)
            more = amount - draft.state.cash(player)
            source, target = (BANK, account(player)) if more > 0 else (account(player), BANK)
            draft.pay(source, target, abs(more), said("corrected"))
        case messages.CorrectToken(player=player, space=space):
            _check_player(draft.state, player)
            track = draft.state.board.track
            if not 0 <= space < len(track):
                raise BadCount(
                    said("the track has the spaces 0 to {last}", last=len(track) - 1)
                )
            draft.move(player, space, said("corrected"))
        case messages.CorrectOwner(deed=key, player=owner):
            deed = draft.state.board.deed_index(key)
            if deed is None:
                raise NoSuchDeed(key, (d.key for d in draft.state.board.deeds))
            if owner is not None:
                _check_player(draft.state, owner)
            draft.take_deed(deed, owner, said("corrected"))
        case messages.CorrectRack():
            _rack(draft, command)
        case messages.ChooseToken(player=player, token=token):
            _check_player(draft.state, player)
            free = draft.state.free_tokens()
            if token not in free:
                raise NoSuchToken(token, free)
            number = draft.state.board.tokens.index(token)
            draft.add(messages.TokenChosen(player, number))
        case _:
            assert_never(command)


def _check_player(state: State, player: int) -> None:
    if not 0 <= player < len(state.names):
        raise NoSuchPlayer(player, len(state.names))


def _tile(draft: Draft, command: CorrectTile) -> None:
    """In logs of version 0.1 alone; since then a letter corrected later is right all along."""
    state, tile, square = draft.state, command.tile, command.square
    check_lies(state.position, state.layout, state.setup.tiles, command)
    number = laid_by(state.turns, square)
    draft.add(TileCorrected(number, square, tile))
    if isinstance(state.due, ChallengeDue):  # nothing has moved yet: go by the right score
        draft.set_steps(after_play(draft.state))


def _bank_rack(draft: Draft, command: messages.SeeBankRack) -> None:
    state, tiles = draft.state, command.tiles
    for tile in tiles:
        if not tile.blank and tile.letter not in state.setup.tiles:
            raise UnknownLetter(tile.letter, state.setup.tiles.title)
    most = state.board.bank_rack_size - len(state.bought)  # those may still be given back
    if len(tiles) > most:
        raise BadCount(said("the bank's rack holds at most {most} now", most=most))
    if state.bag + state.bank_tiles - len(tiles) < 0:
        raise BadCount(said("the bag does not hold so many"))
    check_bag((*(t for _, t in state.position.items()), *tiles), state.setup.tiles)
    draft.add(messages.BankRackSeen(tiles))


def _rack(draft: Draft, command: messages.CorrectRack) -> None:
    state = draft.state
    _check_player(state, command.player)
    more = command.count - state.racks[command.player]
    if not 0 <= command.count <= state.board.rack_size + 1:
        raise BadCount(
            said("a player holds 0 to {rack_size}", rack_size=state.board.rack_size + 1)
        )
    if more > state.bag:
        raise BadCount(said("the bag holds only {bag}", bag=state.bag))
    draft.add(messages.RackRefilled(command.player, more))
