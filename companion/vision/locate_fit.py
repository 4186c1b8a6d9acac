"""The geometry of finding a board: quadrilaterals, homographies, robust fits. No networks here.

Board coordinates are in cells: u to the right, v down, the 15 x 15 grid spans 0..15 both ways.
Homographies named `homography` map them to picture pixels (pixel centres on integers).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

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


def quads_from_maps(
    mask: NDArray[np.float32], heat: NDArray[np.float32], *, limit: int = 3
) -> list[tuple[float, FloatArray]]:
    """Boards proposed by a mask of the grid and a map of its corners.

    Args:
        mask: (h, w), probability 0..1 that a point lies inside the grid.
        heat: (h, w), 0..1, high at corners.
        limit: How many to return.

    Returns:
        (score, corners (4, 2) in map pixels) with the best first; scores 0..about 2.
    """
    outline = quad_from_mask(mask)
    peaks = heat_peaks(heat, limit=8)
    options = quads_from_sides(mask)
    options += [_snapped(quad, peaks) for quad in options]
    if outline is not None:
        options += [outline, _snapped(outline, peaks)]
    for four in combinations(range(len(peaks)), 4):
        corners = clockwise(peaks[list(four), :2])
        if corners is not None:
            options.append(corners)
    scored = [
        (_quad_score(quad, mask, heat), quad)
        for quad in options
        if is_board_shaped(quad, least_side_px=3)
    ]
    scored.sort(key=lambda pair: -pair[0])
    chosen: list[tuple[float, FloatArray]] = []
    for score, quad in scored:
        if score < 0.2:
            break
        if all(corner_error_cells(quad, other) > 1.0 for _, other in chosen):
            chosen.append((score, quad))
        if len(chosen) == limit:
            break
    return chosen


def mask_hull(mask: NDArray[np.float32]) -> NDArray[np.int32] | None:
    """The convex hull (n, 1, 2) of the largest region of a mask, or None."""
    binary = (mask > 0.5).astype(np.uint8)
    contours, _ = cv2.findContours(binary, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    if cv2.contourArea(largest) < 30:
        return None
    return np.asarray(cv2.convexHull(largest), dtype=np.int32)


def quads_from_sides(mask: NDArray[np.float32]) -> list[FloatArray]:
    """Quadrilaterals (4, 2) by four long sides of a mask made to meet.

    They get over a corner that is covered or outside the picture.
    """
    hull = mask_hull(mask)
    if hull is None:
        return []
    shape = cv2.approxPolyDP(hull, 0.015 * cv2.arcLength(hull, True), True).reshape(-1, 2)
    start = shape.astype(np.float64)
    side = np.roll(start, -1, axis=0) - start
    length = np.hypot(side[:, 0], side[:, 1])
    longest = np.sort(np.argsort(-length)[:6])
    quads = []
    for four in combinations(longest, 4):
        corners = [_meeting(start[i], side[i], start[j], side[j]) for i, j in _round(four)]
        if all(corner is not None for corner in corners):
            ordered = clockwise(np.array(corners, dtype=np.float64))
            if ordered is not None:
                quads.append(ordered)
    return quads


def _round(four: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(four[k], four[(k + 1) % 4]) for k in range(4)]


def _meeting(
    p: FloatArray, along_p: FloatArray, q: FloatArray, along_q: FloatArray
) -> FloatArray | None:
    """Where two lines meet, or None where they nearly run side by side."""
    cross = along_p[0] * along_q[1] - along_p[1] * along_q[0]
    if abs(cross) < 0.2 * np.hypot(*along_p) * np.hypot(*along_q):
        return None
    gap = q - p
    along = (gap[0] * along_q[1] - gap[1] * along_q[0]) / cross
    return np.asarray(p + along * along_p, dtype=np.float64)


def quad_from_mask(mask: NDArray[np.float32]) -> FloatArray | None:
    """The quadrilateral (4, 2) around the largest region of a mask, or None."""
    hull = mask_hull(mask)
    if hull is None:
        return None
    length = cv2.arcLength(hull, True)
    for tolerance in np.linspace(0.02, 0.2, 19):
        shape = cv2.approxPolyDP(hull, float(tolerance) * length, True)
        if len(shape) == 4:
            break
    else:
        shape = cv2.boxPoints(cv2.minAreaRect(hull))
    return clockwise(np.asarray(shape, dtype=np.float64).reshape(-1, 2))


def clockwise(points: FloatArray) -> FloatArray | None:
    """Four points in clockwise order, or None when they are not corners of a convex figure."""
    hull = cv2.convexHull(np.asarray(points, dtype=np.float32))
    if len(hull) != 4:
        return None
    return upright(np.asarray(hull, dtype=np.float64).reshape(4, 2))


def heat_peaks(heat: NDArray[np.float32], *, limit: int, least: float = 0.08) -> FloatArray:
    """Peaks (n, 3) as x, y, height of a heat map, sub-pixel, the highest first."""
    smooth = cv2.GaussianBlur(heat, (3, 3), 0)
    top = cv2.dilate(smooth, np.ones((5, 5), np.uint8))
    ys, xs = np.nonzero((smooth >= top) & (smooth > least))
    order = np.argsort(-smooth[ys, xs])[:limit]
    rows = []
    for y, x in zip(ys[order], xs[order], strict=True):
        y0, x0 = max(y - 2, 0), max(x - 2, 0)
        patch = np.asarray(smooth[y0 : y + 3, x0 : x + 3], dtype=np.float64)
        gy, gx = np.mgrid[y0 : y0 + patch.shape[0], x0 : x0 + patch.shape[1]]
        total = patch.sum()
        rows.append(((gx * patch).sum() / total, (gy * patch).sum() / total, smooth[y, x]))
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def _snapped(quad: FloatArray, peaks: FloatArray) -> FloatArray:
    """The quadrilateral with each corner moved to a peak nearby, where there is one."""
    if not len(peaks):
        return quad
    reach = 0.2 * np.sqrt(abs(signed_area(quad)))
    snapped = quad.copy()
    for i, corner in enumerate(quad):
        distance = np.hypot(*(peaks[:, :2] - corner).T)
        worth = peaks[:, 2] * np.exp(-((distance / reach) ** 2))
        if worth.max() > 0.05:
            snapped[i] = peaks[int(np.argmax(worth)), :2]
    return snapped


def _quad_score(
    quad: FloatArray, mask: NDArray[np.float32], heat: NDArray[np.float32]
) -> float:
    """Overlap with the mask plus the mean heat at the corners."""
    inside = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad * 16).astype(np.int32), 1, shift=4)
    common = float((mask * inside).sum())
    overlap = common / max(float(mask.sum()) + float(inside.sum()) - common, 1e-6)
    height, width = heat.shape
    xs = np.clip(np.round(quad[:, 0]).astype(int), 0, width - 1)
    ys = np.clip(np.round(quad[:, 1]).astype(int), 0, height - 1)
    return overlap + float(heat[ys, xs].mean())
