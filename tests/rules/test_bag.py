from __future__ import annotations

import pytest
from hypothesis import given

from companion.board.position import Position
from companion.board.tiles import BLANK, Tile
from companion.rules.crossword.bag import (
    Excess,
    bag_count,
    check_bag,
    excess,
    unseen,
    unseen_count,
)
from companion.rules.engine.violations import BagExceeded
from tests.doubles.crossword import ENGLISH, board, positions


def test_unseen_counts_by_kind_blanks_by_being_blank() -> None:
    left = unseen(board(("8H", "QaA")), ENGLISH)
    assert (left["Q"], left["A"], left["?"]) == (0, 8, 1)


@given(positions())
def test_tiles_are_conserved(position: Position) -> None:
    assert unseen_count(position, ENGLISH) + len(position) == 100
    assert all(count >= 0 for count in unseen(position, ENGLISH).values())
    check_bag((tile for _, tile in position.items()), ENGLISH)


@pytest.mark.parametrize(
    ("laid", "players", "expect"), [("", 2, 86), ("AB", 2, 84), ("AB", 4, 70)]
)
def test_the_bag_holds_what_is_on_no_rack(laid: str, players: int, expect: int) -> None:
    position = board(("8H", laid)) if laid else Position()
    assert bag_count(position, ENGLISH, players=players) == expect


def test_the_bag_is_never_less_than_empty() -> None:
    assert bag_count(Position(), ENGLISH, players=4, rack_size=30) == 0


def test_excess_names_the_kind_and_the_counts() -> None:
    tiles = [Tile("Q"), Tile("Q"), BLANK, BLANK, Tile("E", blank=True)]
    assert excess(tiles, ENGLISH) == (Excess("Q", 1, 2), Excess("?", 2, 3))
    with pytest.raises(BagExceeded, match="holds 1 of the tile Q, but 2"):
        check_bag(tiles, ENGLISH)
    with pytest.raises(BagExceeded, match="holds 2 blanks, but 3"):
        check_bag(tiles[2:], ENGLISH)
