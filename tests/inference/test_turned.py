from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.position import Position
from companion.board.square import Square
from companion.inference.turned import misturned, turned_corners, turned_square
from tests.doubles.readings import CORNERS, laid, reading_of
from tests.inference.test_propose import any_readings, random_board


def turned(position: Position, quarters: int) -> Position:
    return Position({turned_square(s, quarters, 15): t for s, t in position.items()})


def test_four_quarters_are_a_whole_turn() -> None:
    square = Square(2, 5)
    assert turned_square(square, 1, 15) == Square(5, 12)
    assert turned_square(square, 4, 15) == square
    assert turned_square(turned_square(square, 1, 15), 3, 15) == square


def test_the_corners_turn_with_the_squares() -> None:
    """Clockwise by a quarter: what was read as the bottom left corner is the top left one."""
    assert turned_corners(CORNERS, 1)[0] == CORNERS[3]
    assert turned_corners(turned_corners(CORNERS, 1), 3) == CORNERS


@given(st.integers(0, 2**32), st.integers(1, 3))
@settings(max_examples=30, deadline=None)
def test_a_turned_picture_of_a_lopsided_board_is_found(seed: int, quarters: int) -> None:
    board, _ = random_board(random.Random(seed), 4)
    later = board.with_tiles(laid("1A", "ZEBRA", "down"))
    fits = [len({s for s, _ in turned(board, q).items()} & {s for s, _ in board.items()})
            / max(1, len(board)) for q in range(4)]  # fmt: skip
    if len(board) < 4 or max(fits[1:]) > 0.6:
        return
    readings = [reading_of(turned(board, quarters)), None, reading_of(later)]
    assert misturned(readings) == {0: (4 - quarters) % 4}


def test_pictures_that_fit_are_left_alone() -> None:
    hut = Position(laid("8G", "HUT"))
    more = hut.with_tiles(laid("9G", "OX"))
    readings = [reading_of(Position()), reading_of(hut), reading_of(more), reading_of(hut)]
    assert misturned(readings) == {}
    assert misturned([]) == {}
    assert misturned([None, None]) == {}


@given(st.lists(any_readings() | st.none(), max_size=4))
@settings(max_examples=20, deadline=None)
def test_no_readings_make_it_fail(readings: list) -> None:  # type: ignore[type-arg]
    assert set(misturned(readings).values()) <= {1, 2, 3}
