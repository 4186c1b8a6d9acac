"""A corrected game is the game played right from the start, in every game there is.

Random games with corrections of every kind: turns amended, inserted, deleted, moved and taken
off, letters corrected later, steps undone and done again. An account beside the game says what
was then played, and that is played once more from the start, order by order, as where nobody
erred: points, money, deeds, goals, board and racks have to agree. `GAMES_EACH` says another
number of games for the long run.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import RuleViolation
from companion.rules.engine.messages import Redo, Undo
from companion.rules.registry import GAMES, game
from tests.doubles.corrections import correction
from tests.doubles.played_right import Account, played_right
from tests.doubles.random_games import RandomGame

KEYS = tuple(key for each in GAMES.values() for key in each.editions if key != "super")
FEW, EACH = 15, int(os.environ.get("GAMES_EACH", "1000"))
HOLDS = {
    "monopoly-scrabble": (
        "ledger", "owners", "places", "jailed", "racks", "bag", "bank_tiles", "out", "chance",
        "chest",
    ),
    "together": ("done", "open", "pile", "helpers", "racks", "bag", "won", "colors"),
    "monopoly-cards": ("ledger", "phase", "hands", "piles", "draw"),
}  # fmt: skip
"""What else a game keeps that has to agree."""


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.timeout(300)
def test_some_corrected_games_are_those_played_right_from_the_start(key: str) -> None:
    for seed in range(FEW):
        corrected(key, seed)


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.timeout(6 * 3600)
def test_a_thousand_corrected_games_are_those_played_right_from_the_start(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    did: Counter[str] = Counter()
    for seed in range(5000, 5000 + EACH):
        did += corrected(key, seed)
    with capsys.disabled():
        print(f"\n{key}: {EACH} games, corrected by {dict(did)}")  # noqa: T201  # the figures


def corrected(key: str, seed: int) -> Counter[str]:
    table = RandomGame(game(key), seed)
    _with_rules_of_a_club(table, seed)
    account, did = Account(table), Counter[str]()
    for step in range(random.Random(seed).choice((20, 30, 50))):
        command: Any = _next(table, step)
        before = table.board
        if command is None:
            continue
        try:
            table.do(command)
        except RuleViolation:
            continue
        account.follow(command, before)
        account.holds()
        if step % 4 == 3 or isinstance(command, Undo | Redo):
            did[type(command).__name__] += 1
    agrees(table, played_right(table))
    return did


def _with_rules_of_a_club(table: RandomGame, seed: int) -> None:
    """Some tables challenge late, some deal real cards."""
    options: tuple[tuple[str, Any], ...] = ()
    if table.ruleset.is_crossword:
        rule = ("single", "double", "points", "10-point")[seed % 4]
        options = (("challenge", rule), ("challenge_window", ("hard", "soft")[seed // 4 % 2]))
    elif table.ruleset.key == "monopoly-cards" and seed % 3:
        options = (("deal", "table"),)
    table.setup = replace(table.setup, options=(*table.setup.options, *options))
    table.whole = table.ruleset.start(table.setup)


def _next(table: RandomGame, step: int) -> object | None:
    """Every fourth time a correction, else one of the offered actions."""
    board, rng = table.board, table.rng
    if step % 4 == 3:
        back = [kind() for kind, left in ((Undo, table.whole.past), (Redo, table.whole.future))
                if left]  # fmt: skip
        return rng.choice(back) if back and rng.random() < 0.15 else correction(table)
    return table.offered() if not board.ended else None


def agrees(table: RandomGame, right: RandomGame) -> None:
    one, other = table.board, right.board
    assert [row.total for row in other.rows] == [row.total for row in one.rows]
    assert other.position == one.position
    assert (other.on_turn, other.ended, other.winners) == (one.on_turn, one.ended, one.winners)
    assert other.bag_count == one.bag_count
    for name in HOLDS.get(table.ruleset.key, ()):
        assert getattr(right.now, name) == getattr(table.now, name), name
