"""Is something moving over the board? Cheap enough to ask of every frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cells import rectify

Array = NDArray[np.float64]

_PX_PER_CELL = 6
_LEVEL = 14.0
"""Change of a pixel, of 255, that is more than a sensor's noise; light changes all of them."""

_LIGHT_CELLS = 2.5
"""How smooth a change must be to count as light."""

_BURNT = 248.0
"""A pixel at the end of its scale says nothing about change."""

MOVING = 0.012
"""Share of the board that changes from frame to frame while a hand is at work."""

JOLT = 0.35
"""Share of the board that changes when the camera or the board is pushed."""


@dataclass(frozen=True, slots=True)
class Motion:
    """What changed between two frames.

    Attributes:
        moved: Share 0..1 of the board whose look changed.
        light: Common change of brightness, of 255.
    """

    moved: float
    light: float

    @property
    def still(self) -> bool:
        """Whether nothing moves."""
        return self.moved < MOVING

    @property
    def jolted(self) -> bool:
        """Whether so much changed that the board or the camera has moved."""
        return self.moved > JOLT


class MotionWatch:
    """Compares each frame of one camera with the one before.

    Args:
        homography: (3, 3), board units to px; where to look.
    """

    def __init__(self, homography: Array) -> None:
        self._homography = homography
        self._before: NDArray[np.float32] | None = None

    def look(self, image: NDArray[np.uint8]) -> Motion:
        """Return what changed since the last call; nothing at the first."""
        small = rectify(image, self._homography, px_per_cell=_PX_PER_CELL, margin=1.0)
        now = cv2.GaussianBlur(small, (0, 0), 1.0).astype(np.float32)
        before, self._before = self._before, np.asarray(now, dtype=np.float32)
        if before is None:
            return Motion(0.0, 0.0)
        difference = (now - before).mean(axis=2)
        # A lamp changes wide parts at once; what is left after taking that out has moved.
        light = float(np.median(difference))
        wide = _LIGHT_CELLS * _PX_PER_CELL
        gain = (cv2.GaussianBlur(now, (0, 0), wide) + 4) / (
            cv2.GaussianBlur(before, (0, 0), wide) + 4
        )
        burnt = (now > _BURNT) | (before > _BURNT)
        left = np.where(burnt, 0, np.abs(now - before * gain)).max(axis=2)
        return Motion(float((left > _LEVEL).mean()), light)
