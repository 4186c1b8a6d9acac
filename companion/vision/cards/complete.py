"""Finds the cards whose outlines do not close, once some cards of the table are known.

Where white cards lie on each other, a rim may show for half its length only. The size and the
perspective are known from the cards already found, so two straight pieces that meet in a right
angle say where a whole card would lie; how much of its four sides is seen as straight pieces
says whether it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Array = NDArray[np.float64]

LONGER_SIDE_PX = 1100
"""At which straight pieces are sought."""

_LEAST_PIECE_PX = 14.0
_MOST_PIECES = 600
_MOST_CORNERS = 700
_ENOUGH = 0.5
_SOLID = 0.6
_SMALL = 0.8
_OVERLAP = 0.3
_BINS = 48
_FORMAT = 88 / 63
"""Long to short side; a deck's own may differ a little."""


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """The straight edges of a picture.

    Attributes:
        pieces: (N, 4): x, y of both ends, in px of the picture made smaller.
        ratio: How much smaller.
        size: Of the smaller picture: height, width.
    """

    pieces: Array
    ratio: float
    size: tuple[int, int]

    @classmethod
    def of(cls, image: Image) -> Rims:
        """Look for straight edges in a picture, uint8 (H, W, 3) BGR."""
        ratio = min(1.0, LONGER_SIDE_PX / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
        pieces = straight_pieces(np.asarray(small, np.uint8), _LEAST_PIECE_PX)
        return cls(pieces, ratio, (small.shape[0], small.shape[1]))


def complete(rims: Rims, quads: Sequence[Array]) -> tuple[list[Array], float]:
    """Return the cards with those added, or put right, that straight pieces show; and a rank.

    The rank grows with the cards' number, their area and how well their sides are seen.

    Args:
        rims: Of the picture.
        quads: Cards found, (4, 2) px, at least one; corner 0 to 1 is a short side.
    """
    ratio, pieces = rims.ratio, rims.pieces
    known = [quad * ratio for quad in quads]
    areas = [_area(quad) for quad in known]
    whole = [q for q, area in zip(known, areas, strict=True) if area >= np.median(areas) * 0.97]
    width = float(np.mean([np.linalg.norm(q[1] - q[0]) for q in whole]))
    expected = [_area(_like(whole, quad.mean(axis=0))) for quad in known]
    pool, solid = [], []
    for quad, area, wanted in zip(known, areas, expected, strict=True):
        shown = support(quad, pieces)
        full = area >= _SMALL * wanted
        pool.append((shown + 0.15 if full else shown * 0.6, quad))
        if full and shown > _SOLID:
            solid.append(quad)
    for quad in _guesses(pieces, whole, width):
        if _area(_inside(quad, rims.size)) < 0.9 * _area(quad):
            continue
        if any(_common(quad, other) >= _OVERLAP for other in solid):
            continue
        shown = support(quad, pieces)
        if shown >= _ENOUGH:
            pool.append((shown, quad))
    chosen: list[Array] = []
    cover = 0.0
    for shown, quad in sorted(pool, key=lambda pair: -pair[0]):
        if all(_common(quad, other) < _OVERLAP for other in chosen):
            chosen.append(quad)
            cover += min(shown, 1.0) ** 2 * _area(quad)
    return [quad / ratio for quad in chosen], cover * len(chosen) ** 0.5


def straight_pieces(image: Image, least_px: float) -> Array:
    """Return straight edges as (N, 4): x, y of both ends; the longest."""
    found = []
    detector = cv2.createLineSegmentDetector()
    for channel in cv2.split(image):
        lines = detector.detect(channel)[0]
        if lines is not None:
            found.append(np.asarray(lines, np.float64).reshape(-1, 4))
    if not found:
        return np.zeros((0, 4))
    pieces = np.vstack(found)
    length = np.hypot(pieces[:, 2] - pieces[:, 0], pieces[:, 3] - pieces[:, 1])
    order = np.argsort(-length)[:_MOST_PIECES]
    return np.asarray(pieces[order[length[order] >= least_px]])


def support(quad: Array, pieces: Array) -> float:
    """Return which share of a figure's sides is seen as straight pieces, 0..1.

    A figure with a side that is not seen at all counts for less.
    """
    if not len(pieces):
        return 0.0
    shares = []
    ends_a, ends_b = pieces[:, :2], pieces[:, 2:]
    run = ends_b - ends_a
    run = run / np.maximum(np.linalg.norm(run, axis=1, keepdims=True), 1e-9)
    for k in range(4):
        start, end = quad[k], quad[(k + 1) % 4]
        length = float(np.linalg.norm(end - start))
        along = (end - start) / max(length, 1e-9)
        normal = np.array([-along[1], along[0]])
        near = np.maximum(np.abs((ends_a - start) @ normal), np.abs((ends_b - start) @ normal))
        fits = (np.abs(run @ along) > 0.985) & (near < 0.03 * length + 1.5)
        bins = np.zeros(_BINS, bool)
        a, b = (ends_a[fits] - start) @ along, (ends_b[fits] - start) @ along
        for low, high in zip(np.minimum(a, b), np.maximum(a, b), strict=True):
            first, last = (round(float(x) / max(length, 1e-9) * _BINS) for x in (low, high))
            bins[max(first, 0) : max(last, 0)] = True
        shares.append(float(bins.mean()))
    return float(np.mean(shares) * 0.7 + min(shares) * 0.3)


def _guesses(pieces: Array, whole: Sequence[Array], width: float) -> list[Array]:
    """Whole cards that begin where two pieces meet at about a right angle."""
    first, second = pieces[:, None, :], pieces[None, :, :]
    d1, d2 = first[..., 2:] - first[..., :2], second[..., 2:] - second[..., :2]
    l1, l2 = np.linalg.norm(d1, axis=-1), np.linalg.norm(d2, axis=-1)
    cross = d1[..., 0] * d2[..., 1] - d1[..., 1] * d2[..., 0]
    upright = np.abs(cross) > 0.9 * l1 * l2
    gap = second[..., :2] - first[..., :2]
    safe = np.where(np.abs(cross) > 1e-9, cross, 1.0)
    t = (gap[..., 0] * d2[..., 1] - gap[..., 1] * d2[..., 0]) / safe
    s = (gap[..., 0] * d1[..., 1] - gap[..., 1] * d1[..., 0]) / safe
    away1 = np.minimum(np.abs(t), np.abs(t - 1)) * l1
    away2 = np.minimum(np.abs(s), np.abs(s - 1)) * l2
    near = (away1 < 0.22 * width) & (away2 < 0.22 * width)
    weight = np.where(upright & near, l1 + l2, 0.0)
    weight[np.tril_indices(len(pieces))] = 0.0
    order = np.argsort(-weight, axis=None)[:_MOST_CORNERS]
    out: list[Array] = []
    for i, j in zip(*np.unravel_index(order, weight.shape), strict=True):
        if weight[i, j] <= 0:
            break
        corner = pieces[i, :2] + t[i, j] * (pieces[i, 2:] - pieces[i, :2])
        rays = [_farther(pieces[k], corner) - corner for k in (i, j)]
        out += _cards_at(corner, rays, whole)
    # Parallel pieces, one for each colour channel, say the same many times.
    once = {tuple(np.round(quad / (0.03 * width)).astype(int).ravel()): quad for quad in out}
    return list(once.values())


def _farther(piece: Array, point: Array) -> Array:
    a, b = piece[:2], piece[2:]
    return a if np.linalg.norm(a - point) > np.linalg.norm(b - point) else b


def _cards_at(corner: Array, rays: Sequence[Array], whole: Sequence[Array]) -> list[Array]:
    """The two cards with a corner there: either ray may be the short side."""
    shape = _nearest(whole, corner)
    frame = np.column_stack(
        [
            (shape[1] - shape[0] + shape[2] - shape[3]) / 2,
            (shape[3] - shape[0] + shape[2] - shape[1]) / 2 / _FORMAT,
        ]
    )
    if abs(np.linalg.det(frame)) < 1e-6:
        return []
    there = [np.linalg.solve(frame, ray) for ray in rays]
    units = [ray / max(float(np.linalg.norm(ray)), 1e-9) for ray in there]
    out = []
    for short, long in ((0, 1), (1, 0)):
        across, down = frame @ units[short], frame @ units[long] * _FORMAT
        quad = np.array([corner, corner + across, corner + across + down, corner + down])
        out.append(quad)
    return out


def _nearest(whole: Sequence[Array], point: Array) -> Array:
    return min(whole, key=lambda quad: float(np.linalg.norm(quad.mean(axis=0) - point)))


def _like(whole: Sequence[Array], point: Array) -> Array:
    """The size to be expected at a point: of the three nearest whole cards the largest."""
    near = sorted(whole, key=lambda quad: float(np.linalg.norm(quad.mean(axis=0) - point)))[:3]
    return max(near, key=_area)


def _inside(quad: Array, shape: tuple[int, ...]) -> Array:
    return np.clip(quad, [0, 0], [shape[1] - 1, shape[0] - 1])


def _area(quad: Array) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def _common(one: Array, other: Array) -> float:
    both, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(both) / max(min(_area(one), _area(other)), 1.0)
