"""Is something moving over the board? Cheap enough to ask of every frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.reading.cells import rectify

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


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A board made small, for comparing.

    Attributes:
        near: float32 (S, S, 3) BGR, noise smoothed away.
        wide: float32 (S, S, 3), only what light could have made of it.
    """

    near: NDArray[np.float32]
    wide: NDArray[np.float32]


def view_of(image: NDArray[np.uint8], homography: Array) -> View:
    """Return the board of a picture, small.

    Args:
        image: uint8 (H, W, 3) BGR.
        homography: (3, 3), board units to px; where to look.
    """
    small = rectify(image, homography, px_per_cell=_PX_PER_CELL, margin=1.0)
    near = cv2.GaussianBlur(small, (0, 0), 1.0).astype(np.float32)
    wide = cv2.GaussianBlur(near, (0, 0), _LIGHT_CELLS * _PX_PER_CELL) + 4
    return View(near, np.asarray(wide, dtype=np.float32))


def compare(before: View, now: View) -> Motion:
    """Return what changed between two views through one homography."""
    # A lamp changes wide parts at once; what is left after taking that out has moved.
    light = float(np.median((now.near - before.near).mean(axis=2)))
    gain = now.wide / before.wide
    burnt = (now.near > _BURNT) | (before.near > _BURNT)
    left = np.where(burnt, 0, np.abs(now.near - before.near * gain)).max(axis=2)
    return Motion(float((left > _LEVEL).mean()), light)
