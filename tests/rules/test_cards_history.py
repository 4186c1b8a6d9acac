"""Hands of the table that are over can be corrected; money and the end follow."""

from __future__ import annotations

import json
import random

import pytest

from companion.rules.cards.messages import (
    AmendHand,
    CorrectBalance,
    DeleteHand,
    InsertHand,
    LayDown,
    MoveHand,
    NextHand,
)
from companion.rules.engine.codec import from_json
from companion.rules.engine.codec import to_json as event_to_json
from companion.rules.engine.messages import Redo, Undo
from tests.doubles.at_table import AtTable
from tests.doubles.cards import cards, command_for, hand, ruled

RICH = hand("RRR12YYYgg")
POOR = hand("P1LLMMOO2g")
BARE = hand("MOLPGDU3t1")


def at_table(**options: int | str) -> AtTable:
    return cards(2, deal="table", **options)


def laid(one: tuple[str, ...], two: tuple[str, ...], out: int | None = 0) -> LayDown:
    return LayDown((one, two), out)


def money(table: AtTable) -> list[int]:
    return [row.total for row in table.board.rows]


def totals(table: AtTable) -> list[list[int]]:
    return [[h.total for h in result.hands] for result in table.now.results]


def test_an_amended_hand_is_reckoned_anew_and_the_others_stay() -> None:
    table = at_table().do(laid(RICH, POOR), NextHand(), laid(RICH, BARE))
    first, second = totals(table)
    assert money(table) == [a + b for a, b in zip(first, second, strict=True)]
    table.do(AmendHand(1, (POOR, RICH), 1))
    assert totals(table) == [first[::-1], second]
    assert money(table) == [a + b for a, b in zip(first[::-1], second, strict=True)]
    assert table.now.ledger.total == 0


def test_a_hand_is_inserted_deleted_and_moved() -> None:
    table = at_table().do(laid(RICH, POOR), NextHand(), laid(POOR, RICH, 1), NextHand())
    one, two = totals(table)
    table.do(InsertHand(2, (POOR, BARE)))
    assert [result.number for result in table.now.results] == [1, 2, 3]
    assert table.now.number == 4
    table.do(MoveHand(3))
    assert totals(table)[1] == two
    table.do(DeleteHand(3))
    assert totals(table) == [one, two]
    assert table.now.number == 3
    before = money(table)
    table.do(Undo(), Undo(), Undo(), Redo(), Redo(), Redo())
    assert money(table) == before


def test_corrected_money_stays_corrected() -> None:
    table = at_table().do(laid(RICH, POOR), CorrectBalance(1, 450))
    table.do(DeleteHand(1))
    assert money(table)[1] == 450 - 200


def test_nobody_has_less_than_nothing_when_the_hand_behind_a_correction_is_deleted() -> None:
    table = at_table().do(laid(RICH, POOR), CorrectBalance(1, 50))  # 150 of 200 were not there
    table.do(DeleteHand(1))
    assert money(table) == [0, 50], "what was said then"
    assert table.now.ledger.total == 0
    table.do(InsertHand(1, (POOR, RICH)), DeleteHand(1), Undo(), Undo(), Undo())
    assert money(table)[1] == 50


def test_the_end_comes_and_goes_with_the_hands() -> None:
    table = cards(2, text=ruled(target="1500"), deal="table").do(laid(RICH, POOR))
    assert table.board.ended
    table.do(AmendHand(1, (POOR, BARE)))
    assert not table.board.ended
    table.do(NextHand(), laid(POOR, BARE, None))
    table.do(AmendHand(1, (RICH, POOR), 0))
    assert table.board.ended
    assert "played after the end" in str(table.panel("End of the game").lines[1])


@pytest.mark.parametrize(
    "command",
    [
        AmendHand(0, (POOR, RICH)), AmendHand(2, (POOR, RICH)), InsertHand(3, (POOR, RICH)),
        DeleteHand(2), MoveHand(1), MoveHand(1, later=True), AmendHand(1, (POOR,)),
        AmendHand(1, (RICH, RICH)), AmendHand(1, (BARE, RICH), 0),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_a_sentence(command: object) -> None:
    assert at_table().do(laid(RICH, POOR)).refuses(command).endswith(".")


def test_a_game_that_the_app_deals_is_corrected_by_taking_steps_back() -> None:
    assert "take steps back" in cards(3).refuses(DeleteHand(1))


@pytest.mark.parametrize("seed", range(6))
def test_random_games_at_the_table_replay_and_conserve(seed: int) -> None:
    rng = random.Random(seed)
    table = cards(2 + seed % 4, deal="table", seed=seed)
    for _ in range(60):
        if table.board.ended and rng.random() < 0.5:
            break
        actions = [action.command for action in table.board.actions]
        command = command_for(rng.choice(actions), table, rng)
        if command is not None:
            table.do(command)
        assert table.now.ledger.total == 0
    state = table.ruleset.start(table.setup)
    for event in table.events:
        written = json.loads(json.dumps(event_to_json(event)))
        state = table.ruleset.evolve(state, from_json(written, table.ruleset.events))
    assert state == table.whole
