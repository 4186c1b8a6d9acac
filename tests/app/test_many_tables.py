"""Tables with cameras side by side in one program: each reads its own game, all of it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from companion.board.layout import STANDARD
from companion.board.placement import Placement
from companion.board.position import Position
from companion.rules.crossword.legality import check_placements
from companion.tilesets import load
from companion.vision.types import Image
from tests.doubles.true_eyes import TrueEyes, encoded
from tools.soak import memory_mb
from tools.soak_tables import plays, soak

ENGLISH = load("english")


def shown(board: Position, hand: bool, number: int) -> Image:
    return encoded(board.cells(), ENGLISH, hand=hand)


def test_two_tables_read_their_own_games(tmp_path: Path) -> None:
    told = soak(
        2, 6, turns=3, rate_hz=30, idle_s=0, memory_mb=memory_mb, folder=tmp_path,
        eyes=TrueEyes, render=shown,
    )  # fmt: skip
    laid = told["turns"]["laid"]
    assert laid >= 4
    assert told["turns"] == {"laid": laid, "right": laid, "mended": 0, "wrong": 0, "missed": 0}
    assert told["boards_right"] == 2


def test_games_of_the_soak_are_legal_and_differ() -> None:
    games = [list(plays(seed, ENGLISH, 6)) for seed in (1, 2)]
    assert games[0] != games[1]
    assert games[0] == list(plays(1, ENGLISH, 6))
    for game in games:
        assert len(game) == 6
        for before, after in pairwise((Position(), *game)):
            laid = [Placement(s, t) for s, t in after.items() if s not in before]
            check_placements(before, tuple(laid), STANDARD, ENGLISH)


@pytest.mark.long
def test_no_turn_is_read_wrong_at_twelve_tables_in_ten_minutes() -> None:
    told = soak(12, 600, turns=12, rate_hz=10, idle_s=10, memory_mb=memory_mb)
    turns = told["turns"]
    assert (turns["wrong"], turns["missed"]) == (0, 0)
    assert turns["right"] + turns["mended"] == turns["laid"]
    assert turns["laid"] >= 12 * 6
    assert told["boards_right"] == 12
    assert told["frames"]["taken_least"] > told["frames"]["taken_most"] / 2  # nobody starves
