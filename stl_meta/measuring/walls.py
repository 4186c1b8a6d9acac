"""The grid of a mesh with holes in it, from the upright planes of its walls alone.

Sections of a mesh with missing faces do not close. Its walls still stand at regular distances:
those that look to +x repeat with the pitch, and so do those that look to -x.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stl_meta.mesh import Array
from stl_meta.pose import Laid

_ALONG = 0.985
_LEAST_WALLS = 3


@dataclass(frozen=True, slots=True)
class WallGrid:
    """What the walls say of one direction.

    Attributes:
        pitch: Distance of walls that look the same way.
        gap: Clear distance between two walls that face each other.
        first: Where the first gap begins.
        count: Whole gaps.
        residual: Largest distance of a wall from its place.
    """

    pitch: float
    gap: float
    first: float
    count: int
    residual: float


def wall_grid(laid: Laid, axis: int) -> WallGrid | None:
    """Return what the walls across an axis (0: x, 1: y) say; None where they are no grid."""
    ahead = _planes(laid, axis, 1.0)
    behind = _planes(laid, axis, -1.0)
    if len(ahead) < _LEAST_WALLS or len(behind) < _LEAST_WALLS:
        return None
    first, second = _train(ahead), _train(behind)
    if first is None or second is None:
        return None
    (pitch_a, start_a, n_a, res_a), (pitch_b, start_b, n_b, res_b) = first, second
    if abs(pitch_a - pitch_b) > 0.01 * pitch_a:
        return None
    pitch = (pitch_a * n_a + pitch_b * n_b) / (n_a + n_b)
    # A gap opens at a wall that looks ahead and ends at the next that looks back.
    gap = (start_b - start_a) % pitch
    last = min(start_a + pitch * n_a, start_b + pitch * n_b)
    count = int(np.floor((last - start_a - gap) / pitch + 0.02)) + 1
    return WallGrid(pitch, float(gap), start_a, max(count, 1), max(res_a, res_b))


def _planes(laid: Laid, axis: int, sign: float) -> Array:
    """Places of the large upright planes that look along an axis."""
    wanted = laid.normals[:, axis] * sign > _ALONG
    if not wanted.any():
        return np.zeros(0)
    at = laid.mesh.vertices[:, axis][laid.mesh.faces[wanted]].mean(axis=1)
    area = laid.areas[wanted]
    order = np.argsort(at, kind="stable")
    at, area = at[order], area[order]
    size = float(np.ptp(laid.mesh.vertices[:, axis]))
    starts = np.flatnonzero(np.concatenate([[True], np.diff(at) > 0.001 * size]))
    total = np.add.reduceat(area, starts)
    place = np.add.reduceat(at * area, starts) / total
    return np.asarray(place[total > 0.3 * np.sort(total)[-min(4, len(total))]])


def _train(planes: Array) -> tuple[float, float, int, float] | None:
    """Pitch, start, steps and residual of the longest regular row of planes."""
    gaps = np.diff(planes)
    best: tuple[int, float, Array] | None = None
    for gap in np.unique(np.round(gaps, 3)):
        if gap <= 0:
            continue
        steps = np.round((planes[:, None] - planes[None]) / gap)
        fits = np.abs(planes[:, None] - planes[None] - steps * gap) < 0.02 * gap
        base = int(np.argmax(fits.sum(axis=0)))
        number = len(np.unique(steps[fits[:, base], base]))
        if best is None or number > best[0]:
            best = (number, float(gap), planes[fits[:, base]])
    if best is None or best[0] < _LEAST_WALLS:
        return None
    _, gap, row = best
    numbers = np.round((row - row[0]) / gap)
    pitch, start = np.polyfit(numbers, row, 1)
    residual = float(np.abs(row - (start + pitch * numbers)).max())
    return float(pitch), float(start), int(numbers.max()), residual
