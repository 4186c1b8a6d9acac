"""Corners that neither tremble nor leap."""

from __future__ import annotations

import numpy as np
import pytest

from companion.watching.following.steady import SteadyCorners, apart_cells, in_order

SQUARE = np.array([[0.0, 0.0], [150.0, 0.0], [150.0, 150.0], [0.0, 150.0]])
CELL = 10.0


def stepped(corners: SteadyCorners, *measured: np.ndarray) -> SteadyCorners:
    for each in measured:
        corners = corners.step(each)
    return corners


def test_what_trembles_is_held() -> None:
    rng = np.random.default_rng(1)
    corners, seen = SteadyCorners(SQUARE), []
    for _ in range(60):
        corners = corners.step(SQUARE + rng.uniform(-0.2, 0.2, (4, 2)))
        seen.append(corners.corners_px)
    assert np.abs(np.diff(seen, axis=0)).max() < 0.05
    assert corners.moves == 0


def test_a_single_leap_is_not_believed() -> None:
    corners = stepped(SteadyCorners(SQUARE), SQUARE + 0.8 * CELL, SQUARE)
    assert np.array_equal(corners.corners_px, SQUARE)
    assert corners.moves == 0


def test_a_leap_seen_twice_is_a_move() -> None:
    away = SQUARE + np.array([0.8, 0.1]) * CELL
    once = SteadyCorners(SQUARE).step(away)
    assert once.moving
    assert np.array_equal(once.corners_px, SQUARE)
    twice = once.step(away + 0.1)
    assert not twice.moving
    assert twice.moves == 1
    assert apart_cells(twice.corners_px, away) < 0.02


def test_two_leaps_to_different_places_confirm_nothing() -> None:
    corners = stepped(SteadyCorners(SQUARE), SQUARE + 0.8 * CELL, SQUARE - 0.8 * CELL)
    assert corners.moves == 0
    assert np.array_equal(corners.corners_px, SQUARE)


def test_a_small_shift_is_followed_and_not_announced() -> None:
    near = SQUARE + 0.07 * CELL
    corners = stepped(SteadyCorners(SQUARE), near, near)
    assert corners.moves == 0
    assert apart_cells(corners.corners_px, near) < 0.01


@pytest.mark.parametrize("first", range(4))
def test_a_push_never_turns_the_board(first: int) -> None:
    angle = np.radians(20)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    pushed = (SQUARE - 75) @ turn + 90
    assert np.allclose(in_order(np.roll(pushed, first, axis=0), SQUARE), pushed)
