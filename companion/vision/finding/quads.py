"""Quadrilaterals read out of a mask of the grid and a map of its corners."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finding.fit import (
    FloatArray,
    corner_error_cells,
    is_board_shaped,
    signed_area,
    upright,
)

LEAST_SCORE = 0.5
"""Of a quadrilateral that is proposed: overlap plus heat, 0..2."""


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
        if score < LEAST_SCORE:
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
