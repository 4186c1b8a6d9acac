from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.position import Position
from companion.board.square import Square
from companion.inference.shifted import misplaced, shifted_corners
from tests.doubles.readings import CORNERS, laid, reading_of
from tests.inference.test_propose import any_readings

HUT = laid("8G", "HUT")
UNTO = laid("9H", "NTO", "down")
ARTE = laid("10F", "AR.E")


def moved(position: Position, rows: int, cols: int) -> Position:
    squares = {Square(s.row + rows, s.col + cols): t for s, t in position.items()}
    return Position(squares)


@pytest.mark.parametrize("shift", [(1, 0), (-1, 0), (0, 1), (2, -1)])
def test_a_grid_some_squares_off_is_found(shift: tuple[int, int]) -> None:
    boards = [Position(HUT | UNTO), Position(HUT | UNTO | ARTE), Position(HUT | UNTO | ARTE)]
    readings = [reading_of(b) for b in boards]
    readings[1] = reading_of(moved(boards[1], *shift))
    assert misplaced(readings) == {1: (-shift[0], -shift[1])}


def test_the_first_picture_is_judged_by_the_second() -> None:
    board = Position(HUT | UNTO)
    full = reading_of(Position(HUT | UNTO | ARTE))
    readings = [reading_of(moved(board, 0, 1)), None, full]
    assert misplaced([*readings, full]) == {0: (0, -1)}
    assert misplaced(readings) == {0: (0, -1)}


def test_pictures_that_fit_are_left_alone() -> None:
    boards = [Position(HUT), Position(HUT | UNTO), Position(HUT | UNTO | ARTE), Position(HUT)]
    assert misplaced([reading_of(b) for b in boards]) == {}
    assert misplaced([]) == {}


def test_corners_move_by_whole_squares() -> None:
    assert shifted_corners(CORNERS, (0, 0), 15) == CORNERS
    moved_down = shifted_corners(CORNERS, (-1, 0), 15)
    assert moved_down[0] == pytest.approx((0.0, 10.0))
    assert moved_down[2] == pytest.approx((150.0, 160.0))


def test_corners_on_one_line_are_no_fault() -> None:
    assert len(shifted_corners(((0, 0), (1, 1), (2, 2), (3, 3)), (1, 1), 15)) == 4


@given(st.integers(-2, 2), st.integers(-2, 2))
def test_a_shift_and_its_opposite_cancel_out_in_any_perspective(rows: int, cols: int) -> None:
    steep = ((40.0, 10.0), (300.0, 42.0), (350.0, 330.0), (5.0, 260.0))
    there = shifted_corners(steep, (rows, cols), 15)
    back = shifted_corners(there, (-rows, -cols), 15)
    for one, other in zip(steep, back, strict=True):
        assert one == pytest.approx(other, abs=1e-6)


@given(st.lists(any_readings() | st.none(), max_size=4))
@settings(max_examples=20, deadline=None)
def test_no_readings_make_it_fail(readings: list) -> None:  # type: ignore[type-arg]
    misplaced(readings)
