"""Where the faces of the tiles appear: one plane for all, and what each tile adds to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.reading.board_net import Occupancy

Array = NDArray[np.float64]

OWN_SHARE = 0.8
"""How far a single tile's own place is believed against the plane of all."""

OWN_LIMIT = 0.22
"""Farthest a tile may lie off that plane's place for its square, in cells."""

MEASURING = 0.08
"""How far a face may be measured, and the grid be found, beside where it is, in cells."""


@dataclass(frozen=True, slots=True, eq=False)
class FacePlane:
    """Places of the faces on the straightened plane.

    Attributes:
        offset: float64 (15, 15, 2), right and down of each square's middle, in cells.
        shift: Common offset (2,) in the middle of the board.
        stretch: Growth of the offset per cell from the middle: the plane is nearer (positive)
            or farther than the one that was straightened.
    """

    offset: Array
    shift: Array
    stretch: float


def fit_faces(
    occupancy: Occupancy, common: Array | None = None, room: float | None = None
) -> FacePlane:
    """Fit the plane of the faces to the tiles that are sure, then let each tile deviate.

    The picture of a plane at another height is a shift and a stretch of this one (a point of
    view fixes three numbers), so that is all that is fitted, robustly.

    Args:
        occupancy: What the board network says.
        common: Where the faces of all tiles must appear, float64 (15, 15, 2), where camera and
            height are known; nothing is fitted then.
        room: How far tiles can lie off the middle of their squares, in cells, where the set is
            known.
    """
    limit = OWN_LIMIT if room is None else min(OWN_LIMIT, room + MEASURING)
    if common is not None:
        return FacePlane(common + _own(occupancy, common, limit), common[7, 7], 0.0)
    rows, cols = np.nonzero(occupancy.tile > 0.8)
    grid = np.stack(np.meshgrid(np.arange(15) - 7.0, np.arange(15) - 7.0), axis=-1)
    shift, stretch = np.zeros(2), 0.0
    if len(rows) >= 2:
        places = grid[rows, cols]
        seen = occupancy.offset[rows, cols]
        weight = np.ones(len(rows))
        for _ in range(5):
            shift, stretch = _weighted(places, seen, weight)
            miss = np.linalg.norm(seen - shift - stretch * places, axis=1)
            weight = 1 / np.maximum(miss / 0.05, 1.0)
    common = shift + stretch * grid
    return FacePlane(common + _own(occupancy, common, limit), shift, float(stretch))


def _own(occupancy: Occupancy, common: Array, limit: float) -> Array:
    """What each tile adds, as far as it is believed, float64 (15, 15, 2)."""
    own = np.clip(occupancy.offset - common, -limit, limit)
    share = OWN_SHARE * np.clip((occupancy.tile - 0.3) / 0.5, 0.0, 1.0)
    return np.asarray(share[..., None] * own)


def _weighted(places: Array, seen: Array, weight: Array) -> tuple[Array, float]:
    total = weight.sum()
    mean_place = (weight[:, None] * places).sum(axis=0) / total
    mean_seen = (weight[:, None] * seen).sum(axis=0) / total
    spread = places - mean_place
    # A ridge: few tiles, or tiles close together, say little about the stretch.
    slope = float((weight[:, None] * spread * (seen - mean_seen)).sum())
    stretch = slope / (float((weight[:, None] * spread**2).sum()) + 40.0)
    return mean_seen - stretch * mean_place, stretch
