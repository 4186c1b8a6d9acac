"""Finds cards on a table: closed outlines with four sides, all of about one size.

A card is an area without strong edges behind a closed outline; its print lies inside. Edges are
sought at several scales and strengths, for a soft shadow shall not cut a card and a faint rim
shall still close. Of all outlines found the one size is kept that covers most of the table
with the most cards: frames, bands and pictures inside the cards are smaller, cards that run
together are fewer.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.complete import Rims, complete

Image = NDArray[np.uint8]
Quad = NDArray[np.float64]

SCALES_PX = (1500, 900, 560)
"""Longer sides at which outlines are sought."""

_STRENGTHS = (10.0, 20.0, 40.0, 80.0, 160.0)
_THICK_PX = (3, 7)
_LEAST_SHARE, _MOST_SHARE = 0.004, 0.6
_ASPECT = (1.15, 1.85)
_SAME_SIZE = 1.75
_SIZES_TRIED = 4


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    quad: Quad
    area: float
    fill: float
    """Share of the four-sided figure that the outline encloses."""


def find_hands(image: Image) -> list[list[Quad]]:
    """Return what may be the cards of a picture, the likeliest set first.

    Each card is (4, 2): its corners in px, clockwise in the picture. The sides from corner 0 to
    1 and from 2 to 3 are the short ones. Which of them is the top is not known here.

    Args:
        image: uint8 (H, W, 3) BGR.
    """
    found: list[_Found] = []
    longest = max(image.shape[:2])
    for scale_px in SCALES_PX:
        ratio = min(1.0, scale_px / longest)
        small = cv2.resize(image, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
        for mask, inside_px in _areas(np.asarray(small, np.uint8)):
            found += _outlines(mask, ratio, inside_px)
        if ratio == 1.0:
            break
    if not found:
        return []
    rims = Rims.of(image)
    hands = [
        complete(rims, [long_sides_last(f.quad) for f in figures])
        for figures in _by_size(found)
    ]
    hands.sort(key=lambda hand: -hand[1])
    return [[long_sides_last(quad) for quad in quads] for quads, _ in hands]


def _areas(image: Image) -> list[tuple[Image, float]]:
    """Masks of the places without edges, and of the edges, for each strength.

    With each goes by how many pixels an outline in it lies inside the true one.
    """
    calm = np.asarray(cv2.medianBlur(image, 5), np.uint8)
    slopes = [_slopes(np.ascontiguousarray(channel)) for channel in cv2.split(calm)]
    masks: list[tuple[Image, float]] = []
    for strength in _STRENGTHS:
        edges = np.zeros(image.shape[:2], np.uint8)
        for dx, dy in slopes:
            edges |= np.asarray(cv2.Canny(dx, dy, strength * 1.6, strength * 4), np.uint8)
        for width in _THICK_PX:
            thick = np.asarray(cv2.dilate(edges, np.ones((width, width), np.uint8)), np.uint8)
            masks.append((np.asarray(255 - thick, np.uint8), width / 2 + 0.5))
            masks.append((thick, -width / 2 + 0.5))
    return masks


def _slopes(channel: Image) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    dx = cv2.Sobel(channel, cv2.CV_16S, 1, 0)
    dy = cv2.Sobel(channel, cv2.CV_16S, 0, 1)
    return np.asarray(dx, np.int16), np.asarray(dy, np.int16)


def _outlines(mask: Image, ratio: float, inside_px: float) -> list[_Found]:
    total = mask.shape[0] * mask.shape[1]
    contours, _ = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    out = []
    for contour in contours:
        area = cv2.contourArea(contour)
        if not _LEAST_SHARE * 0.6 * total < area < _MOST_SHARE * total:
            continue
        hull = cv2.convexHull(contour)[:, 0].astype(np.float64)
        quad = _four_sides(hull)
        if quad is None or not _card_like(quad):
            continue
        quad = _grown(quad, inside_px)
        size = cv2.contourArea(quad.astype(np.float32))
        fill = area / max(size, 1.0)
        if fill > 0.78 and size > _LEAST_SHARE * total:
            out.append(_Found(quad / ratio, size / ratio**2, fill))
    return out


def _four_sides(hull: Quad) -> Quad | None:
    """Return the four-sided figure that a hull with rounded corners suggests."""
    rough = _rough_quad(hull)
    if rough is None:
        return None
    dense = _walk(hull)
    lines = []
    for k in range(4):
        start, end = rough[k], rough[(k + 1) % 4]
        length = float(np.linalg.norm(end - start))
        along = (dense - start) @ (end - start) / max(length, 1e-6) ** 2
        normal = np.array([start[1] - end[1], end[0] - start[0]]) / max(length, 1e-6)
        away = np.abs((dense - start) @ normal)
        near = dense[(along > 0.12) & (along < 0.88) & (away < 0.06 * length + 2)]
        if len(near) < 8:
            return None
        vx, vy, x, y = cv2.fitLine(
            near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01
        ).ravel()
        lines.append((np.array([x, y], np.float64), np.array([vx, vy], np.float64)))
    corners = []
    for k in range(4):
        (p, d), (q, e) = lines[k - 1], lines[k]
        cross = d[0] * e[1] - d[1] * e[0]
        if abs(cross) < 0.3:
            return None
        step = ((q - p)[0] * e[1] - (q - p)[1] * e[0]) / cross
        corners.append(p + step * d)
    return np.array(corners)


def _rough_quad(hull: Quad) -> Quad | None:
    length = cv2.arcLength(hull.astype(np.float32), closed=True)
    for share in (0.02, 0.03, 0.045, 0.06, 0.08, 0.1):
        rough = cv2.approxPolyDP(hull.astype(np.float32), share * length, closed=True)[:, 0]
        if len(rough) == 4:
            return np.asarray(rough, np.float64)
        if len(rough) < 4:
            return None
    return None


def _walk(hull: Quad) -> Quad:
    """Points along a hull, about one a pixel."""
    closed = np.vstack([hull, hull[:1]])
    parts = []
    for start, end in itertools.pairwise(closed):
        steps = max(1, round(float(np.linalg.norm(end - start))))
        parts.append(start + (end - start) * (np.arange(steps) / steps)[:, None])
    return np.vstack(parts)


def _sides(quad: Quad) -> NDArray[np.float64]:
    return np.asarray(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1))


def _card_like(quad: Quad) -> bool:
    sides = _sides(quad)
    if sides.min() < 12:
        return False
    pairs = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2))
    if not _ASPECT[0] < pairs[1] / pairs[0] < _ASPECT[1]:
        return False
    if max(sides[0], sides[2]) > 1.5 * min(sides[0], sides[2]):
        return False
    if max(sides[1], sides[3]) > 1.5 * min(sides[1], sides[3]):
        return False
    edges = (np.roll(quad, -1, axis=0) - quad) / sides[:, None]
    cosines = np.abs(np.sum(edges * np.roll(edges, -1, axis=0), axis=1))
    return bool(np.all(cosines < 0.5))


def _grown(quad: Quad, by_px: float) -> Quad:
    middle = quad.mean(axis=0)
    away = quad - middle
    return np.asarray(
        middle + away * (1 + by_px * 1.4 / np.linalg.norm(away, axis=1, keepdims=True))
    )


def _by_size(found: list[_Found]) -> list[list[_Found]]:
    """Return for the most promising sizes the figures of that size that do not overlap."""
    ranked: list[tuple[float, list[_Found]]] = []
    for area in {round(3 * math.log(f.area)): f.area for f in found}.values():
        chosen = _apart([f for f in found if area / _SAME_SIZE < f.area < area * 1.25])
        # A card more counts for more than its area: two that run together lose to the two.
        ranked.append((sum(f.area for f in chosen) * len(chosen) ** 0.7, chosen))
    best: list[list[_Found]] = []
    for _, chosen in sorted(ranked, key=lambda pair: -pair[0]):
        size = _middle_area(chosen)
        if all(abs(math.log(size / _middle_area(other))) > 0.2 for other in best):
            best.append(chosen)
    return best[:_SIZES_TRIED]


def _middle_area(found: list[_Found]) -> float:
    return float(np.median([f.area for f in found]))


def _apart(found: list[_Found]) -> list[_Found]:
    chosen: list[_Found] = []
    for candidate in sorted(found, key=lambda f: -f.area * f.fill**2):
        if all(_common(candidate, other) < 0.35 for other in chosen):
            chosen.append(candidate)
    return chosen


def _common(one: _Found, other: _Found) -> float:
    """Share of the smaller that lies in the other."""
    reach = (one.area**0.5 + other.area**0.5) * 1.2
    if np.linalg.norm(one.quad.mean(axis=0) - other.quad.mean(axis=0)) > reach:
        return 0.0
    both, _ = cv2.intersectConvexConvex(
        one.quad.astype(np.float32), other.quad.astype(np.float32)
    )
    return float(both) / max(min(one.area, other.area), 1.0)


def long_sides_last(quad: Quad) -> Quad:
    """Clockwise in the picture, beginning so that corner 0 to 1 is a short side."""
    turned = quad
    x, y = quad[:, 0], quad[:, 1]
    if np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) < 0:
        turned = quad[::-1]
    sides = _sides(turned)
    if sides[0] + sides[2] > sides[1] + sides[3]:
        turned = np.roll(turned, -1, axis=0)
    return np.asarray(turned)
