"""The geometry of finding a board, without networks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.finding.fit import (
    BOARD_CORNERS,
    CELLS,
    View,
    corner_error_cells,
    corners_from_homography,
    fit_homography,
    fit_robustly,
    homography_from_corners,
    is_board_shaped,
    signed_area,
    transform,
    upright,
)
from companion.vision.finding.quads import clockwise, quads_from_maps

seeds = st.integers(0, 2**32 - 1)


def random_quad(seed: int, side: float = 300.0) -> np.ndarray:
    """Four corners of a square turned by any angle and moved a little each."""
    rng = np.random.default_rng(seed)
    angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    turned = square @ np.array([[c, s], [-s, c]])
    return turned + rng.uniform(-0.12, 0.12, (4, 2)) * side + rng.uniform(200, 400, 2)


@settings(max_examples=25)
@given(seeds)
def test_a_homography_puts_the_grid_on_its_corners(seed: int) -> None:
    quad = random_quad(seed)
    assert corners_from_homography(homography_from_corners(quad)) == pytest.approx(
        quad, abs=1e-3
    )


@settings(max_examples=25)
@given(seeds, st.integers(0, 3), st.booleans())
def test_upright_does_not_depend_on_the_order_it_is_given(
    seed: int, turns: int, mirrored: bool
) -> None:
    quad = random_quad(seed)
    other = np.roll(quad[::-1] if mirrored else quad, turns, axis=0)
    assert upright(other) == pytest.approx(upright(quad))
    assert signed_area(upright(other)) > 0
    edges = np.roll(upright(quad), -1, axis=0) - upright(quad)
    rightness = edges[:, 0] / np.hypot(*edges.T)
    assert rightness[0] == rightness.max()


@settings(max_examples=25)
@given(seeds, st.integers(0, 3))
def test_corner_error_is_blind_to_quarter_turns_only(seed: int, turns: int) -> None:
    quad = random_quad(seed)
    assert corner_error_cells(quad, np.roll(quad, turns, axis=0)) == pytest.approx(0, abs=1e-9)
    moved = transform(homography_from_corners(quad), BOARD_CORNERS + np.array([1.0, 0.0]))
    assert 0.5 < corner_error_cells(quad, moved) < 2.0


@settings(max_examples=25)
@given(seeds)
def test_a_homography_is_recovered_from_exact_points(seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = homography_from_corners(random_quad(seed))
    points = rng.uniform(0, CELLS, (30, 2))
    fitted = fit_homography(points, transform(matrix, points), np.ones(30))
    assert corners_from_homography(fitted) == pytest.approx(
        corners_from_homography(matrix), abs=1e-3
    )


@settings(max_examples=20)
@given(seeds)
def test_outliers_do_not_pull_the_robust_fit(seed: int) -> None:
    rng = np.random.default_rng(seed)
    lattice = View(224, 2.5).lattice(14).reshape(-1, 2)
    truth = homography_from_corners(BOARD_CORNERS + rng.normal(0, 0.5, (4, 2)))
    target = transform(truth, lattice) + rng.normal(0, 0.03, lattice.shape)
    wrong = rng.random(len(lattice)) < 0.25
    target[wrong] += [1.0, 0.3]
    fitted, distance = fit_robustly(lattice, target, np.ones(len(lattice)))
    error = np.hypot(*(corners_from_homography(fitted) - corners_from_homography(truth)).T)
    assert error.max() < 0.15
    assert np.median(distance[~wrong]) < 0.1


def test_a_fit_needs_four_points() -> None:
    points = np.zeros((5, 2))
    with pytest.raises(ValueError, match="four points"):
        fit_homography(points, points, np.array([1.0, 1, 1, 0, 0]))


def test_figures_that_no_camera_makes_of_a_board_are_told_apart() -> None:
    square = np.array([[0.0, 0], [100, 0], [100, 100], [0, 100]])
    assert is_board_shaped(square)
    assert is_board_shaped(square[::-1])
    assert not is_board_shaped(square[[0, 2, 1, 3]]), "sides cross"
    assert not is_board_shaped(square * [1.0, 0.1]), "a sliver"
    assert not is_board_shaped(np.array([[0.0, 0], [100, 0], [30, 30], [0, 100]])), "a dart"
    assert not is_board_shaped(square * np.nan)
    assert not is_board_shaped(square, least_side_px=200)


def drawn_maps(quad: np.ndarray, side: int = 48) -> tuple[np.ndarray, np.ndarray]:
    mask = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 1, shift=4)
    y, x = np.mgrid[0:side, 0:side]
    heat = np.zeros((side, side), np.float32)
    for cx, cy in quad:
        np.maximum(heat, np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / 2.9), out=heat)
    return mask.astype(np.float32), heat


@settings(max_examples=20)
@given(seeds)
def test_a_board_is_read_out_of_clean_maps(seed: int) -> None:
    quad = (random_quad(seed) - random_quad(seed).mean(axis=0)) / 300 * 26 + 23.5
    proposals = quads_from_maps(*drawn_maps(quad))
    score, found = proposals[0]
    assert score > 1.3
    assert corner_error_cells(quad, found) < 0.6


def test_a_covered_corner_is_still_proposed() -> None:
    quad = np.array([[10.0, 9], [38, 11], [37, 39], [8, 37]])
    mask, heat = drawn_maps(quad)
    mask[30:, 28:] = 0
    heat[30:, 30:] = 0
    assert any(
        corner_error_cells(quad, found) < 2.6 for _, found in quads_from_maps(mask, heat)
    )


def test_empty_maps_propose_nothing() -> None:
    nothing = np.zeros((48, 48), np.float32)
    assert quads_from_maps(nothing, nothing) == []


def test_points_in_a_line_are_no_quadrilateral() -> None:
    assert clockwise(np.array([[0.0, 0], [1, 1], [2, 2], [3, 3]])) is None


def test_a_view_shows_the_grid_with_its_margin() -> None:
    view = View(side_px=200, margin_cells=2.5)
    first, last = transform(view.matrix, np.array([[0.0, 0.0], [15.0, 15.0]]))
    assert first == pytest.approx([24.5, 24.5])
    assert last == pytest.approx([174.5, 174.5])
    lattice = view.lattice(20)
    assert lattice[0, 0] == pytest.approx([-2.0, -2.0])
    assert lattice[3, 7] == pytest.approx([5.0, 1.0])
