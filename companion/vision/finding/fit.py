"""The geometry of finding a board: views, homographies, robust fits. No networks here.

Board coordinates are in cells: u to the right, v down, the 15 x 15 grid spans 0..15 both ways.
Homographies named `homography` map them to picture pixels (pixel centres on integers).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

CELLS = 15
"""Squares along a side of the grid."""

BOARD_CORNERS = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], dtype=np.float64)
"""Outer corners of the grid in cells: top left, top right, bottom right, bottom left."""

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """A square picture that shows the board as seen from above, with a margin around it.

    Attributes:
        side_px: Side of the picture.
        margin_cells: What is shown beyond the grid on each side.
    """

    side_px: int
    margin_cells: float

    @property
    def cell_px(self) -> float:
        """Pixels of the view along one cell."""
        return self.side_px / (CELLS + 2 * self.margin_cells)

    @property
    def matrix(self) -> FloatArray:
        """(3, 3), board cells to pixels of the view."""
        scale, shift = self.cell_px, self.margin_cells * self.cell_px - 0.5
        return np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1]], dtype=np.float64)

    def lattice(self, count: int) -> FloatArray:
        """Board coordinates of the centres of count x count equal parts: (count, count, 2)."""
        span = CELLS + 2 * self.margin_cells
        steps = (np.arange(count) + 0.5) * span / count - self.margin_cells
        return np.stack(np.meshgrid(steps, steps), axis=-1)


def transform(matrix: FloatArray, points: FloatArray) -> FloatArray:
    """Points (..., 2) carried through a homography (3, 3)."""
    flat = points.reshape(-1, 2)
    lifted = np.concatenate([flat, np.ones((len(flat), 1))], axis=1) @ matrix.T
    depth = lifted[:, 2:]
    depth = np.where(np.abs(depth) < 1e-12, 1e-12, depth)
    return np.asarray((lifted[:, :2] / depth).reshape(points.shape), dtype=np.float64)


def inverse(matrix: FloatArray) -> FloatArray:
    """The homography (3, 3) back."""
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)


def homography_from_corners(corners_px: FloatArray) -> FloatArray:
    """The homography (3, 3), cells to pixels, that puts the grid on four corners (4, 2)."""
    matrix = cv2.getPerspectiveTransform(
        BOARD_CORNERS.astype(np.float32), np.asarray(corners_px, dtype=np.float32)
    )
    return np.asarray(matrix, dtype=np.float64)


def corners_from_homography(homography: FloatArray) -> FloatArray:
    """The outer corners (4, 2) of the grid in pixels."""
    return transform(homography, BOARD_CORNERS)


def upright(corners_px: FloatArray) -> FloatArray:
    """The same corners, clockwise, from the one whose edge points most nearly to the right."""
    corners = np.asarray(corners_px, dtype=np.float64)
    if signed_area(corners) < 0:
        corners = corners[::-1]
    edges = np.roll(corners, -1, axis=0) - corners
    rightness = edges[:, 0] / np.maximum(np.hypot(edges[:, 0], edges[:, 1]), 1e-9)
    return np.roll(corners, -int(np.argmax(rightness)), axis=0)


def signed_area(corners_px: FloatArray) -> float:
    """Area in square pixels, positive when the corners run clockwise as seen."""
    x, y = corners_px[:, 0], corners_px[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def in_mirror(points_px: FloatArray, width_px: int) -> FloatArray:
    """Where points (..., 2) of a picture lie in its mirror image, and the other way round."""
    return np.asarray(points_px * (-1.0, 1.0) + (width_px - 1.0, 0.0), dtype=np.float64)


def is_board_shaped(corners_px: FloatArray, *, least_side_px: float = 1.0) -> bool:
    """Can these four corners be a square board seen by a camera?

    Convex, no side shorter than `least_side_px`, opposite sides at most 1 : 3, adjacent ones
    at most 1 : 4, no corner sharper than 25 or blunter than 155 degrees.
    """
    corners = np.asarray(corners_px, dtype=np.float64)
    if not np.isfinite(corners).all():
        return False
    edges = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    if lengths.min() < least_side_px or lengths.max() > 4 * lengths.min():
        return False
    if max(lengths[0] / lengths[2], lengths[2] / lengths[0]) > 3:
        return False
    if max(lengths[1] / lengths[3], lengths[3] / lengths[1]) > 3:
        return False
    before = np.roll(edges, 1, axis=0)
    turn = before[:, 0] * edges[:, 1] - before[:, 1] * edges[:, 0]
    sine = turn / (lengths * np.roll(lengths, 1))
    return bool((sine > 0.42).all() or (sine < -0.42).all())


def local_scale(matrix: FloatArray, x: float, y: float) -> float:
    """How much longer short lines become where a homography carries something to (x, y)."""
    middle = transform(inverse(matrix), np.array([[x, y]]))[0]
    near = np.array([middle, [middle[0] + 1, middle[1]], [middle[0], middle[1] + 1]])
    origin, right, down = transform(matrix, near)
    (a, b), (c, d) = right - origin, down - origin
    return float(np.sqrt(abs(a * d - b * c)))


def halving(fx: float, fy: float) -> FloatArray:
    """Pixels of a picture to pixels of its copy resized by fx and fy (3, 3)."""
    return np.array([[fx, 0, fx / 2 - 0.5], [0, fy, fy / 2 - 0.5], [0, 0, 1]])


def corner_error_cells(truth_px: FloatArray, found_px: FloatArray) -> float:
    """Distance of the worst corner in cells of the true board, up to quarter turns."""
    truth, found = upright(truth_px), upright(found_px)
    side = float(np.mean(np.hypot(*(np.roll(truth, -1, axis=0) - truth).T)))
    worst = [np.hypot(*(np.roll(found, k, axis=0) - truth).T).max() for k in range(4)]
    return float(min(worst)) / (side / CELLS)


def fit_homography(source: FloatArray, target: FloatArray, weight: FloatArray) -> FloatArray:
    """The homography (3, 3) from source to target (N, 2) by weighted, normalised DLT.

    Raises:
        ValueError: Fewer than four points carry weight.

    Source: Hartley & Zisserman, 2nd ed., algorithm 4.2, with row weights.
    """
    kept = weight > 1e-6
    if int(kept.sum()) < 4:
        raise ValueError("a homography needs four points")
    source, target, weight = source[kept], target[kept], weight[kept]
    to_source, to_target = _normaliser(source, weight), _normaliser(target, weight)
    p, q = transform(to_source, source), transform(to_target, target)
    lifted = np.concatenate([p, np.ones((len(p), 1))], axis=1)
    zero = np.zeros_like(lifted)
    rows = np.concatenate(
        [
            np.concatenate([lifted, zero, -q[:, :1] * lifted], axis=1),
            np.concatenate([zero, lifted, -q[:, 1:] * lifted], axis=1),
        ]
    )
    both = np.concatenate([weight, weight])[:, None]
    normal = rows.T @ (rows * both)
    solution = np.linalg.eigh(normal)[1][:, 0].reshape(3, 3)
    matrix = np.linalg.inv(to_target) @ solution @ to_source
    scale = matrix[2, 2] if abs(matrix[2, 2]) > 1e-12 else 1.0
    return np.asarray(matrix / scale, dtype=np.float64)


def _normaliser(points: FloatArray, weight: FloatArray) -> FloatArray:
    """The similarity that brings points to mean 0 and mean distance root two."""
    centre = np.average(points, axis=0, weights=weight)
    spread = float(np.average(np.hypot(*(points - centre).T), weights=weight))
    scale = np.sqrt(2) / max(spread, 1e-9)
    return np.array([[scale, 0, -scale * centre[0]], [0, scale, -scale * centre[1]], [0, 0, 1]])


def fit_robustly(
    source: FloatArray,
    target: FloatArray,
    weight: FloatArray,
    *,
    scale_cells: float = 0.08,
    rounds: int = 6,
) -> tuple[FloatArray, FloatArray]:
    """A homography that outliers do not pull, and the residuals it leaves.

    Args:
        source: (N, 2).
        target: (N, 2).
        weight: (N,), not negative.
        scale_cells: Residuals well beyond this count for little (Cauchy weights).
        rounds: Rounds of reweighting; the first ones forgive more.

    Returns:
        The matrix (3, 3) and the distances (N,) between its prediction and the target.
    """
    current = np.asarray(weight, dtype=np.float64)
    matrix, distance = np.eye(3), np.zeros(len(source))
    for k in range(rounds):
        matrix = fit_homography(source, target, current)
        distance = np.hypot(*(transform(matrix, source) - target).T)
        scale = scale_cells * max(1.0, 2.0 ** (3 - k))
        current = weight / (1.0 + (distance / scale) ** 2)
    return matrix, distance
