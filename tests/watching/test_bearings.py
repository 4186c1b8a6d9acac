"""Boards read the wrong way round or some squares off, mended by what is known."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.demo_game import boards
from companion.board.position import Position
from companion.board.square import Square
from companion.inference.turned import turned_square
from companion.watching.following.bearings import STRAIGHT, Bearing, bearing, clarity, shows
from tests.doubles.readings import CORNERS, cell, laid, reading_of

BOARDS = tuple(boards())[2:]


def seen_as(known: Position, found: Bearing) -> Position:
    """The position as a reading has it that `found` mends."""
    out = {}
    for square, tile in known.items():
        back = Square(square.row - found.rows, square.col - found.cols)
        out[turned_square(back, -found.quarters % 4, 15)] = tile
    return Position(out)


@pytest.mark.parametrize("known", BOARDS)
@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_board_is_told(known: Position, quarters: int) -> None:
    found = Bearing(quarters)
    assert bearing(reading_of(seen_as(known, found)), known) == found


@given(st.sampled_from((-1, 0, 1)), st.sampled_from((-1, 0, 1)))
def test_a_grid_laid_some_squares_off_is_told(rows: int, cols: int) -> None:
    known, found = BOARDS[0], Bearing(0, rows, cols)
    assert bearing(reading_of(seen_as(known, found)), known) == found


def test_new_tiles_and_few_that_are_missing_change_nothing() -> None:
    for before, after in pairwise(BOARDS):
        assert bearing(reading_of(after), before) == STRAIGHT
        assert bearing(reading_of(before), after) == STRAIGHT


def test_few_tiles_tell_nothing_and_strange_ones_fit_nothing() -> None:
    assert bearing(reading_of(Position(laid("1A", "HUT"))), BOARDS[0]) == STRAIGHT
    assert bearing(reading_of(Position(laid("1A", "STRANGE"))), BOARDS[-1]) is None


def test_corners_go_with_the_turn() -> None:
    same = STRAIGHT.corners(CORNERS, 15)
    assert [pytest.approx(corner) for corner in CORNERS] == list(same)
    turned = Bearing(2).corners(CORNERS, 15)
    assert turned[0] == pytest.approx(CORNERS[2])
    moved = Bearing(0, 1, 0).corners(CORNERS, 15)
    assert moved[0] == pytest.approx((0.0, -10.0))


def test_letters_must_agree_too() -> None:
    known = BOARDS[0]
    assert shows(reading_of(known), known)
    other = [cell(s, 0.99, ("W", 0.9)) for s, _ in known.items()]
    assert not shows(reading_of(known, *other), known)


def test_letters_that_stand_on_their_heads_tell_little() -> None:
    clear = clarity(reading_of(Position(laid("8G", "QUEER"))))
    assert clear > 4 * clarity(reading_of(Position(laid("8G", "NOISX"))))
    assert clarity(reading_of(Position())) == 0.0
