"""Notices that camera or board was moved, and poses the board anew."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.models import Array, BoardPose, LensModel
from calibration.outcome import Failed
from calibration.planes import project
from calibration.pose import pose_from_points

MOVED_PX = 2.5
"""Median distance from which known points count as moved, in pictures 1280 wide."""

PATIENCE = 3
"""Pictures in a row that must agree: a hand that nudges a marker is not a moved board."""


@dataclass(frozen=True, slots=True)
class Drift:
    """What one picture says.

    Attributes:
        median_px: How far known points are from where they should be.
        moved: Whether that is too far.
        pose: The pose this picture suggests, where it is too far and one could be found.
    """

    median_px: float
    moved: bool
    pose: BoardPose | None = None


def look(lens: LensModel, pose: BoardPose, points_mm: Array, seen_px: Array) -> Drift:
    """Compare known points of the board, float64 (N, 3) mm, with where they are seen now."""
    apart = np.linalg.norm(project(lens, pose, points_mm) - seen_px, axis=1)
    median = float(np.median(apart))
    if median <= MOVED_PX * lens.width_px / 1280:
        return Drift(median, moved=False)
    found = pose_from_points(
        lens, points_mm, seen_px, pitch_mm=pose.pitch_mm, squares=pose.squares
    )
    return Drift(median, True, None if isinstance(found, Failed) else found)


@dataclass(frozen=True, slots=True)
class DriftWatch:
    """Follows the board from picture to picture; `step` returns the next state.

    Attributes:
        pose: What is believed.
        suspects: Pictures in a row that said it has moved.
        moves: How often it was posed anew.
    """

    pose: BoardPose
    suspects: int = 0
    moves: int = 0

    def step(self, lens: LensModel, points_mm: Array, seen_px: Array) -> DriftWatch:
        """Return the state after one more picture; its pose is new when the board moved."""
        if len(points_mm) < 4:
            return self
        drift = look(lens, self.pose, points_mm, seen_px)
        if not drift.moved:
            return DriftWatch(self.pose, 0, self.moves)
        if self.suspects + 1 < PATIENCE or drift.pose is None:
            return DriftWatch(self.pose, self.suspects + 1, self.moves)
        return DriftWatch(drift.pose, 0, self.moves + 1)
