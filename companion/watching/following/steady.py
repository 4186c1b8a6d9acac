"""Corners that neither tremble nor leap: what is measured in each picture, made steady."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

SAME_CELLS = 0.03
"""Measured places that differ by less are noise of the measuring."""

MOVED_CELLS = 0.12
"""From here on the board has moved, and people are told."""

AGREE_CELLS = 0.06
"""How near two measures in a row must be to confirm each other."""

_BLEND = 0.1
"""Share of a new measure that agrees: corners follow a sagging tripod, slowly."""


@dataclass(frozen=True, slots=True, eq=False)
class SteadyCorners:
    """The corners that are believed. Immutable: `step` returns the next.

    Attributes:
        corners_px: float64 (4, 2), outer corners of the grid in the order as read.
        suspect_px: A measure somewhere else that waits for a second one; None if there is none.
        moves: How often the board was found to have moved.
    """

    corners_px: Array
    suspect_px: Array | None = None
    moves: int = 0

    def step(self, measured_px: Array) -> SteadyCorners:
        """Return the corners after one more measure, which may begin at any corner."""
        measured = in_order(measured_px, self.corners_px)
        away = apart_cells(measured, self.corners_px)
        if away < SAME_CELLS:
            blended = (1 - _BLEND) * self.corners_px + _BLEND * measured
            return replace(self, corners_px=blended, suspect_px=None)
        if self.suspect_px is None or apart_cells(measured, self.suspect_px) > AGREE_CELLS:
            return replace(self, suspect_px=measured)
        moved = away >= MOVED_CELLS
        return SteadyCorners(measured, None, self.moves + moved)

    @property
    def moving(self) -> bool:
        """Whether the board seems to lie elsewhere now, which is not confirmed yet."""
        if self.suspect_px is None:
            return False
        return apart_cells(self.suspect_px, self.corners_px) >= MOVED_CELLS


def in_order(measured_px: Array, known_px: Array) -> Array:
    """Return corners (4, 2) beginning with the one that was the first before.

    A board looks alike from four sides; one that was pushed has not turned by a quarter.
    """
    shape = known_px - known_px.mean(axis=0)
    turns = [np.roll(measured_px, -k, axis=0) for k in range(4)]
    misses = [float(np.square(t - t.mean(axis=0) - shape).sum()) for t in turns]
    return np.asarray(turns[int(np.argmin(misses))], dtype=np.float64)


def apart_cells(one_px: Array, other_px: Array, *, squares: int = 15) -> float:
    """Return how far the worst of four corners lies from where it is in the other, in cells."""
    edges = np.hypot(*(np.roll(other_px, -1, axis=0) - other_px).T)
    return float(np.hypot(*(one_px - other_px).T).max() / (edges.mean() / squares))
