"""What every game owes its screens and its log, tested over all games of the registry at once.

Random games with every kind of correction are played; `GAMES_EACH` says another number of them
for the long run.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import RuleViolation
from companion.rules.api import Scoreboard
from companion.rules.engine.codec import from_json, kebab
from companion.rules.engine.codec import to_json as event_to_json
from companion.rules.engine.game import TurnGame
from companion.rules.engine.messages import Exchange, GameEnded, Pass, PlayTiles, Redo, Undo
from companion.rules.game import Game
from companion.rules.monopoly.messages import CardDrawn, DrawCard, LetStand
from companion.rules.registry import GAMES, game
from tests.doubles.corrections import correction
from tests.doubles.invariants import CHECKS
from tests.doubles.random_games import RandomGame
from tests.rules.test_any_command import value_for

KEYS = tuple(key for each in GAMES.values() for key in each.editions if key != "super")
FEW, EACH = 5, int(os.environ.get("GAMES_EACH", "300"))
STEPS = 45
EVERY = 9
"""Steps between two looks at all orders there are."""


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.timeout(300)
def test_a_few_games_keep_the_contract(key: str) -> None:
    for seed in range(FEW):
        keeps_the_contract(key, seed)


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.timeout(6 * 3600)
def test_many_games_keep_the_contract(key: str) -> None:
    for seed in range(1000, 1000 + EACH):
        keeps_the_contract(key, seed)


def keeps_the_contract(key: str, seed: int) -> None:
    table = RandomGame(game(key), seed)
    if key == "monopoly-cards" and seed % 2:
        setup = replace(table.setup, options=(*table.setup.options, ("deal", "table")))
        table.setup, table.whole = setup, table.ruleset.start(setup)
    for step in range(STEPS):
        if step % 5 == 4:
            tried(table, correction(table))
        elif not table.board.ended:
            table.step()
        board_holds(table.board, table)
        CHECKS[table.ruleset.key](table)
        if step % EVERY == 0:
            orders_hold(table, random.Random(seed * 1000 + step))
    told_again(table)
    there_and_back(table)


def tried(table: RandomGame, command: object | None) -> None:
    """Do what may be refused; then nothing has changed."""
    if command is None:
        return
    before, board = table.whole, table.board
    try:
        table.do(command)
    except RuleViolation as refusal:
        is_sentence(refusal)
        assert table.whole is before
        assert table.ruleset.scoreboard(table.whole) == board
        return
    past_holds(before.turns, table.whole.turns, command)


def past_holds(before: Any, after: Any, command: object) -> None:
    """Turns before the corrected one stay as they were, and cards that were drawn are drawn."""
    number = getattr(command, "number", None)
    if number is not None:
        first = min(number, getattr(command, "later", True) + number - 1)
        assert list(map(_facts, after[: first - 1])) == list(map(_facts, before[: first - 1]))
    for turn in after:
        for did in turn.done:
            drawn = [fact.card for fact in did.facts if isinstance(fact, CardDrawn)]
            if isinstance(did.order, DrawCard) and did.order.card and drawn:
                assert drawn == [did.order.card - 1]


def _facts(turn: Any) -> list[object]:
    """What came of a turn; the end of a game, whose racks may no longer fit, stands apart."""
    return [fact for fact in turn.facts if not isinstance(fact, GameEnded)]


def is_sentence(refusal: RuleViolation) -> None:
    text = str(refusal)
    assert text.strip().endswith((".", ".)", '."', "?")), text
    assert text[0].isupper() or text[0] in "'\"$?", text  # a word may begin with a blank


def board_holds(board: Scoreboard, table: RandomGame) -> None:
    """Who is on turn, who has won, what may be done, and what is hidden."""
    seats = range(len(table.setup.players))
    assert [row.player for row in board.rows] == list(table.setup.players)
    assert [row.on_turn for row in board.rows] == [seat == board.on_turn for seat in seats]
    assert board.on_turn is None or board.on_turn in seats
    assert not board.ended or board.on_turn is None
    winners_hold(board)
    turns_hold(board)
    commands = {kebab(kind) for kind in table.ruleset.commands}
    offered = [action.command for action in board.actions]
    assert len(set(offered)) == len(offered)
    assert set(offered) <= commands
    assert ("undo" in offered) == bool(table.whole.past)
    assert ("redo" in offered) == bool(table.whole.future)
    if board.open and not board.ended:  # nobody's own things are on a board for all
        assert not any(panel.kind == "held" for panel in board.panels)
        assert not board.racks


def winners_hold(board: Scoreboard) -> None:
    seats = tuple(range(len(board.rows)))
    assert tuple(sorted(set(board.winners))) == board.winners
    is_open = any(action.command == "end-game" for action in board.actions)
    if not board.ended or is_open:  # racks that are not known may decide
        assert board.winners == ()
    elif board.team:
        assert board.winners in ((), seats)
    else:
        assert board.winners
        best = max(row.total for row in board.rows)
        assert {board.rows[seat].total for seat in board.winners} == {best}


def turns_hold(board: Scoreboard) -> None:
    assert [row.number for row in board.turns] == list(range(1, len(board.turns) + 1))
    for row in board.turns:
        assert row.player == board.rows[row.seat].player
        assert set(row.marks) <= {"bingo", "withdrawn", "corrected", "impossible", "over-bag"}
        if "impossible" in row.marks:
            assert row.detail
            assert row.score == 0


def orders_hold(table: RandomGame, rng: random.Random) -> None:
    """Orders of every kind, of this game and of others, in whatever phase it is in."""
    before, board = table.whole, table.board
    offered = {action.command for action in board.actions}
    for kind in table.ruleset.commands:
        for _ in range(3):
            command = value_for(kind, rng)
            answered(table, command)
        if kebab(kind) in offered and (command := table.command(kebab(kind))) is not None:
            assert table.ruleset.decide(table.whole, command)
    for other in GAMES.values():
        for kind in set(other.commands) - set(table.ruleset.commands):
            with pytest.raises(RuleViolation) as refusal:
                table.ruleset.decide(table.whole, value_for(kind, rng))
            is_sentence(refusal.value)
    stale_orders_are_refused(table, board)
    assert table.whole is before
    assert table.ruleset.scoreboard(before) == board


def answered(table: RandomGame, command: object) -> None:
    try:
        events = table.ruleset.decide(table.whole, command)
    except RuleViolation as refusal:
        is_sentence(refusal)
        return
    assert events
    after = table.whole
    for event in events:
        after = table.ruleset.evolve(after, event)
    board_holds(table.ruleset.scoreboard(after), _at(table, after))


def _at(table: RandomGame, state: Any) -> RandomGame:
    at = object.__new__(RandomGame)
    at.__dict__.update(table.__dict__)
    at.whole, at._shown = state, None
    return at


def stale_orders_are_refused(table: RandomGame, board: Scoreboard) -> None:
    """An order in the name of somebody who is not on turn any more, or of a turn long past."""
    known, next_on = table.ruleset.commands, after_the_doubt(table)
    for seat in range(-1, len(board.rows) + 1):
        if seat in (board.on_turn, next_on):
            continue
        for command in (PlayTiles((), seat), Pass(seat), Exchange(1, (), seat)):
            if isinstance(command, known):
                with pytest.raises(RuleViolation) as refusal:
                    table.ruleset.decide(table.whole, command)
                is_sentence(refusal.value)


def after_the_doubt(table: RandomGame) -> int | None:
    """Who goes on if nobody challenges: that player's order says so as well."""
    if LetStand not in table.ruleset.commands:
        return None
    try:
        events = table.ruleset.decide(table.whole, LetStand())
    except RuleViolation:
        return None
    after = table.whole
    for event in events:
        after = table.ruleset.evolve(after, event)
    return table.ruleset.scoreboard(after).on_turn


def told_again(table: RandomGame) -> None:
    """The log, written and read, tells the same game; and telling it decides nothing."""
    rules = table.ruleset
    written = json.loads(json.dumps([event_to_json(event) for event in table.events]))
    read = [from_json(event, rules.events) for event in written]
    assert read == table.events
    for evolve in (rules.evolve, undeciding(rules)):
        state = rules.start(table.setup)
        for event in read:
            state = evolve(state, event)
        assert state == table.whole
        assert state.now == table.now
        assert rules.scoreboard(state) == table.board


def undeciding(rules: Game) -> Callable[[Any, Any], Any]:
    """A game's fold, but whatever decides in it fails."""

    def decides(*_: object) -> Any:
        raise AssertionError("folding a log decided something")

    turns = getattr(rules.evolve, "__self__", None)
    assert isinstance(turns, TurnGame)
    book = replace(
        turns.book,
        decide=decides, again=decides, go_on=decides, taken=decides, open=decides,
        laid=decides, check_letter=decides, order_of=decides,
    )  # fmt: skip
    if book.own is not None:
        book = replace(book, own=replace(book.own, follows=decides, instead=decides))
    return replace(turns, book=book, asks=decides).evolve


def there_and_back(table: RandomGame) -> None:
    """Steps taken back and done again leave the game as it was."""
    whole, board = table.whole, table.board
    steps = len(whole.past)
    for _ in range(steps):
        table.do(Undo())
    assert table.whole.moment == table.ruleset.start(table.setup).moment
    assert table.now == table.ruleset.start(table.setup).now
    with pytest.raises(RuleViolation):
        table.do(Undo())
    for _ in range(steps):
        table.do(Redo())
    assert table.whole.moment == whole.moment
    assert table.now == whole.now
    after = table.board
    offers = [a for a in after.actions if a.command != "redo"]
    assert replace(after, actions=tuple(offers)) == replace(
        board, actions=tuple(a for a in board.actions if a.command != "redo")
    )
