"""The flat heights of a part: where its faces lie that look straight up or down."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stl_meta.pose import Flags, Laid, facing_up

_LEAST_SHARE = 0.002
"""Of the part's box in plan; smaller flats are bevels and rounding."""

_GAP = 0.006
"""Of the thickness; flats nearer to each other are one."""


@dataclass(frozen=True, slots=True)
class Level:
    """Flats of one height.

    Attributes:
        z_mm: Above the part's lowest point.
        share: Their area as part of the part's box in plan.
    """

    z_mm: float
    share: float


def levels_up(laid: Laid) -> tuple[Level, ...]:
    """Return the heights of the flats that look up, lowest first."""
    return _levels(laid, facing_up(laid))


def _levels(laid: Laid, wanted: Flags) -> tuple[Level, ...]:
    if not wanted.any():
        return ()
    box = laid.size
    plan = max(float(box[0] * box[1]), 1e-12)
    z = laid.mesh.vertices[:, 2][laid.mesh.faces[wanted]].mean(axis=1)
    area = laid.areas[wanted]
    order = np.argsort(z, kind="stable")
    z, area = z[order], area[order]
    starts = np.flatnonzero(np.concatenate([[True], np.diff(z) > _GAP * box[2]]))
    total = np.add.reduceat(area, starts)
    height = np.add.reduceat(z * area, starts) / np.maximum(total, 1e-300)
    return tuple(
        Level(float(h), float(a / plan))
        for h, a in zip(height, total, strict=True)
        if a > _LEAST_SHARE * plan
    )
