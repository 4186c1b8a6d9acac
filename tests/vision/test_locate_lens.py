"""Lenses that bend lines, found from the lattice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.finding.fit import CELLS, homography_from_corners, transform
from companion.vision.finding.lens import fit_lens, lens_of

SIZE = (1280, 960)
PLANE = homography_from_corners(np.array([[310.0, 80], [980, 120], [1040, 880], [220, 820]]))


def lattice() -> np.ndarray:
    steps = np.linspace(-0.5, CELLS + 0.5, 17)
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


@settings(max_examples=25)
@given(st.floats(-0.12, 0.12))
def test_undistorting_undoes_distorting(k: float) -> None:
    lens = lens_of(*SIZE, k=k)
    points = np.random.default_rng(1).uniform((0, 0), SIZE, (40, 2))
    assert lens.undistort(lens.distort(points)) == pytest.approx(points, abs=1.0)


@pytest.mark.parametrize("k", [-0.08, -0.03, 0.05])
def test_a_bent_lattice_tells_the_lens_and_the_plane(k: float) -> None:
    cells = lattice()
    rng = np.random.default_rng(2)
    seen = lens_of(*SIZE, k=k).distort(transform(PLANE, cells))
    heard = cells + rng.normal(0, 0.02, cells.shape)
    lens, plane = fit_lens(seen, heard, np.ones(len(cells)), *SIZE)
    assert lens.k == pytest.approx(k, abs=0.01)
    corners = np.array([[0.0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]])
    found = lens.distort(transform(plane, corners))
    truth = lens_of(*SIZE, k=k).distort(transform(PLANE, corners))
    assert found == pytest.approx(truth, abs=2.0)


def test_a_straight_lattice_is_left_straight() -> None:
    cells = lattice()
    heard = cells + np.random.default_rng(3).normal(0, 0.03, cells.shape)
    lens, plane = fit_lens(transform(PLANE, cells), heard, np.ones(len(cells)), *SIZE)
    assert lens.k == 0.0
    picture = np.random.default_rng(4).integers(0, 255, (96, 128, 3), dtype=np.uint8)
    assert lens.straightened(picture) is picture
    assert transform(plane, cells) == pytest.approx(transform(PLANE, cells), abs=1.0)


def test_a_straightened_picture_shows_points_where_a_straight_lens_would() -> None:
    lens = lens_of(200, 160, k=-0.1)
    straight = np.array([[150.0, 120.0]])
    (x, y) = lens.distort(straight)[0]
    picture = np.zeros((160, 200, 3), np.uint8)
    row, col = round(float(y)), round(float(x))
    picture[row - 2 : row + 3, col - 2 : col + 3] = 255
    ys, xs = np.nonzero(lens.straightened(picture)[:, :, 0] > 100)
    assert (xs.mean(), ys.mean()) == pytest.approx((150, 120), abs=1.0)
