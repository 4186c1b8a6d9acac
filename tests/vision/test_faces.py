"""The plane of the faces is fitted to the many and bends to the one."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.reading.board_net import Occupancy
from companion.vision.reading.faces import OWN_LIMIT, fit_faces


def _occupancy(offset: np.ndarray, tiles: list[tuple[int, int]]) -> Occupancy:
    tile = np.full((15, 15), 0.01)
    for square in tiles:
        tile[square] = 0.99
    return Occupancy(tile, np.zeros((15, 15)), offset)


def test_without_tiles_nothing_moves() -> None:
    plane = fit_faces(_occupancy(np.zeros((15, 15, 2)), []))
    assert np.allclose(plane.offset, 0)


def test_a_shift_and_a_stretch_are_found_and_hold_for_squares_without_tiles() -> None:
    grid = np.stack(np.meshgrid(np.arange(15) - 7.0, np.arange(15) - 7.0), axis=-1)
    truth = np.array([0.1, -0.2]) + 0.01 * grid
    tiles = [(r, c) for r in range(0, 15, 2) for c in range(0, 15, 3)]
    plane = fit_faces(_occupancy(truth, tiles))
    assert plane.shift == pytest.approx([0.1, -0.2], abs=0.01)
    assert plane.stretch == pytest.approx(0.01, abs=0.002)
    assert plane.offset[1, 1] == pytest.approx(truth[1, 1], abs=0.03)


def test_one_wild_answer_does_not_move_the_others() -> None:
    truth = np.full((15, 15, 2), 0.05)
    tiles = [(r, 7) for r in range(15)]
    wild = truth.copy()
    wild[7, 7] = [0.9, 0.9]
    plane = fit_faces(_occupancy(wild, tiles))
    assert plane.offset[3, 7] == pytest.approx([0.05, 0.05], abs=0.04)
    assert np.abs(plane.offset[7, 7] - 0.05).max() < OWN_LIMIT + 0.05


def test_a_nudged_tile_keeps_most_of_its_own_place() -> None:
    truth = np.zeros((15, 15, 2))
    truth[4, 4] = [0.15, 0.0]
    tiles = [(4, c) for c in range(15)]
    plane = fit_faces(_occupancy(truth, tiles))
    assert 0.09 < plane.offset[4, 4, 0] < 0.16
