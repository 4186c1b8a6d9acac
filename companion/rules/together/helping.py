"""The six helpers, each used once a game.

Source: rulebook "Scrabble Together" (facts S1), Helper Cards.
"""

from __future__ import annotations

from typing import assert_never

from companion.rules.engine.violations import UnknownLetter
from companion.rules.together import messages
from companion.rules.together.draft import Draft, check_open_turn, turn_up, won
from companion.rules.together.state import State
from companion.rules.together.violations import (
    BadTiles,
    HelperGone,
    NotAnOpenGoal,
    OneHelperATurn,
)
from companion.text import said, said_n

HelperCommand = (
    messages.CompleteGoal
    | messages.ExchangeTiles
    | messages.ExtraTile
    | messages.MakeBlank
    | messages.RefreshGoals
    | messages.TradeTiles
)


def use(draft: Draft, command: HelperCommand) -> None:
    """Use a helper; the turn goes on, with a word or a pass."""
    match command:
        case messages.CompleteGoal():
            _complete(draft, command.goal)
        case messages.ExchangeTiles(count=count):
            _exchange(draft, count)
        case messages.ExtraTile():
            _take(draft, "extra-tile")
            _extra(draft)
        case messages.MakeBlank():
            _make_blank(draft, command)
        case messages.RefreshGoals():
            _take(draft, "refresh-goals")
            draft.add(messages.GoalsPutUnder())
            turn_up(draft)
        case messages.TradeTiles(count=count):
            _trade(draft, count)
        case _:
            assert_never(command)


def _check(state: State, helper: messages.Helper) -> None:
    check_open_turn(state)
    if helper not in state.helpers:
        raise HelperGone(messages.TITLES[helper])
    if state.helped and state.goals.rulings.one_helper_per_turn:
        raise OneHelperATurn


def _take(draft: Draft, helper: messages.Helper, count: int = 0) -> None:
    _check(draft.state, helper)
    draft.add(messages.HelperUsed(draft.state.on_turn, helper, count))


def _complete(draft: Draft, key: str) -> None:
    state = draft.state
    _check(state, "complete-goal")
    index = state.goals.index(key)
    if index is None or index not in state.open:
        raise NotAnOpenGoal(key, (state.goal(i).key for i in state.open))
    _take(draft, "complete-goal")
    draft.add(messages.GoalsCompleted(state.on_turn, (index,), by_helper=True))
    if not won(draft):
        turn_up(draft)


def _exchange(draft: Draft, count: int) -> None:
    """Set aside, draw as many, put those aside in the bag; a short bag gives what it has."""
    state = draft.state
    _check(state, "exchange-tiles")
    held = state.racks[state.on_turn]
    if not 1 <= count <= held:
        raise BadTiles(
            said_n("an exchange swaps {n} tile", "an exchange swaps 1 to {n} tiles", held)
        )
    if count > state.bag and not state.goals.rulings.short_bag_deals_what_it_has:
        raise BadTiles(said("the bag holds only {bag}", bag=state.bag))
    _take(draft, "exchange-tiles", count)
    short = count - min(count, state.bag)
    if short:
        draft.add(messages.TilesDrawn(state.on_turn, -short))


def _extra(draft: Draft) -> None:
    players = len(draft.state.names)
    for step in range(players):
        seat = (draft.state.on_turn + step) % players
        if draft.state.bag:
            draft.add(messages.TilesDrawn(seat, 1))


def _make_blank(draft: Draft, command: messages.MakeBlank) -> None:
    state, tile = draft.state, command.tile
    _check(state, "make-blank")
    if state.racks[state.on_turn] < 1:
        raise BadTiles(said("{player} holds none", player=state.names[state.on_turn]))
    if tile is not None:
        if tile.blank:
            raise BadTiles(said("a blank is a blank already"))
        if tile.letter not in state.tiles or not state.tiles.count(tile):
            raise UnknownLetter(tile.letter, state.tiles.title)
        on_board = sum(t == tile for _, t in state.position.items())
        if on_board >= state.tiles.count(tile):
            raise BadTiles(said("all {letter} lie on the board", letter=tile.letter))
    _take(draft, "make-blank")
    draft.add(messages.TileTurned(state.on_turn, tile))


def _trade(draft: Draft, count: int) -> None:
    """One tile for one: the number on every rack stays what it was."""
    state = draft.state
    _check(state, "trade-tiles")
    held = state.racks[state.on_turn]
    others = sum(state.racks) - held
    if not 1 <= count <= min(held, others):
        most = min(held, others)
        raise BadTiles(said_n("{n} tile can be traded", "1 to {n} tiles can be traded", most))
    _take(draft, "trade-tiles", count)
