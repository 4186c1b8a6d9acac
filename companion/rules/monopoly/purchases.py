"""Buying tiles of the bank's rack, and replacing a blank on the board.

Source: rulebook "Monopoly Scrabble" (facts S0), Buying Letter Tiles, Blank tiles.
"""

from __future__ import annotations

from collections import Counter

from companion.board.tiles import Tile
from companion.rules.crossword.bag import token
from companion.rules.engine.violations import BagExceeded, NoTiles, UnknownLetter
from companion.rules.monopoly.draft import Draft
from companion.rules.monopoly.messages import (
    BlankSwapped,
    BoughtTilesReturned,
    SwapBlank,
    TilesBought,
)
from companion.rules.monopoly.refusals import refuse_unless
from companion.rules.monopoly.state import POT, State, account
from companion.rules.monopoly.steps import PlayDue
from companion.rules.monopoly.violations import (
    CannotAfford,
    NoBlankThere,
    NotEnoughTiles,
    NothingBought,
    NotOnBankRack,
)
from companion.text import Said, listed, said, said_n


def named(tiles: tuple[Tile, ...]) -> Said:
    """Tiles for people: `A, Q, ?`."""
    return listed(map(token, tiles), "comma") or said("nothing")


def buy(draft: Draft, tiles: tuple[Tile, ...]) -> None:
    """Take tiles off the bank's rack; the money goes under Free Parking."""
    refuse_unless(draft.state, PlayDue)
    state = draft.state
    player = state.on_turn
    if not tiles:
        raise NoTiles
    _check_held(state, tiles)
    free = min(state.free_tiles[player], len(tiles))
    price = (len(tiles) - free) * state.board.prices.bank_tile_price
    _check_cash(state, price)
    draft.add(TilesBought(player, tiles, free))
    draft.pay(account(player), POT, price, said("bank tiles {tiles}", tiles=named(tiles)))


def give_back(draft: Draft) -> None:
    """Return tiles bought but not laid: a purchase is final only when the play is made."""
    refuse_unless(draft.state, PlayDue)
    state = draft.state
    if not state.bought:
        raise NothingBought
    paid = (len(state.bought) - state.bought_free) * state.board.prices.bank_tile_price
    draft.add(BoughtTilesReturned(state.on_turn, state.bought_free))
    draft.pay(POT, account(state.on_turn), paid, said("bank tiles given back"))


def swap_blank(draft: Draft, command: SwapBlank) -> None:
    """Replace a blank on the board, with a tile of one's own or one of the bank's."""
    refuse_unless(draft.state, PlayDue)
    state = draft.state
    player, prices = state.on_turn, state.board.prices
    held = state.position.get(command.square)
    if held is None or not held.blank or not held.letter:
        raise NoBlankThere(command.square.name)
    tile = Tile(held.letter)
    _check_set(state, tile)
    if not command.from_bank and state.racks[player] < 1:
        raise NotEnoughTiles(state.names[player], 0, 1)
    if command.from_bank:
        _check_held(state, (tile,))
    price = prices.blank_swap_fee + command.from_bank * prices.bank_tile_price
    _check_cash(state, price)
    draft.add(BlankSwapped(player, command.square, command.from_bank))
    if command.from_bank:
        reason = said("bank tile {tile}", tile=tile.letter)
        draft.pay(account(player), POT, prices.bank_tile_price, reason)
    draft.pay(account(player), POT, prices.blank_swap_fee, said("replacing a blank"))


def _check_set(state: State, tile: Tile) -> None:
    on_board = sum(t == tile for _, t in state.position.items())
    if on_board >= state.setup.tiles.count(tile):
        held = state.setup.tiles.count(tile)
        raise BagExceeded(tile.letter, held, on_board + 1)


def _check_held(state: State, tiles: tuple[Tile, ...]) -> None:
    letters = state.setup.tiles
    for tile in tiles:
        if tile.letter and not tile.blank and tile.letter not in letters:
            raise UnknownLetter(tile.letter, letters.title)
    if len(tiles) > state.bank_tiles:
        wanted = said_n("{n} tile", "{n} tiles", len(tiles))
        raise NotOnBankRack(wanted, state.bank_tiles)
    if state.bank_rack is None:
        return
    if Counter(map(token, tiles)) - Counter(token(tile) for tile in state.bank_rack):
        raise NotOnBankRack(named(tiles), named(state.bank_rack))


def _check_cash(state: State, price: int) -> None:
    cash = state.cash(state.on_turn)
    if cash < price:
        raise CannotAfford(state.names[state.on_turn], cash, price)
