"""Whether a frame is worth reading: nothing moves, and something is new since the last."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.watching.following.motion import View, compare, view_of

CHANGED = 0.001
"""Share of the board that must look new for a new reading: a third of a square."""

CLOSE_S = 0.2
"""Frames farther apart than this say what is new, but not whether anything moves."""

QUIET_S = 0.25
"""How long nothing must have moved before a board counts as still."""

LONGEST_S = 3.0
"""After so long of nothing but motion it is a flicker or a shadow: look all the same."""

LIGHT = 6.0
"""A common change of brightness, of 255, that tells of a lamp and not of hands."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame says before it is read.

    Attributes:
        moving: Something moves, or did just now.
        jolted: So much is new that the board or the camera may have moved.
        changed: Something is new since the last reading.
        restless: It has been moving for so long that it is looked at all the same.
        moved: Share 0..1 of the board that moved since the frame before.
    """

    moving: bool
    jolted: bool
    changed: bool
    restless: bool = False
    moved: float = 0.0


class Stillness:
    """Watches the frames of one camera.

    Args:
        homography: (3, 3), board units to px of the picture as it comes; where to look.
    """

    def __init__(self, homography: NDArray[np.float64]) -> None:
        self._homography = homography
        self._before: View | None = None
        self._read: View | None = None
        self._before_s = 0.0
        self._moved_s: float | None = None
        self._since_s: float | None = None

    def look(self, image: NDArray[np.uint8], t_s: float) -> Look:
        """Return what a frame shows that is new.

        Args:
            image: uint8 (H, W, 3) BGR.
            t_s: Its time; times that jump backwards are those of a camera opened anew.
        """
        now = view_of(image, self._homography)
        close = 0.0 <= t_s - self._before_s <= CLOSE_S
        moving, jolted, moved = False, False, 0.0
        if self._before is not None and close:
            step = compare(self._before, now)
            jolted, moved = step.jolted, step.moved
            moving = not step.still and abs(step.light) < LIGHT
        self._before, self._before_s = now, t_s
        if self._read is None:
            changed = True
        else:
            since = compare(self._read, now)
            changed = since.moved >= CHANGED
            jolted |= since.jolted
        unquiet = self._unquiet(moving, t_s, close)
        restless = not unquiet and self._since_s is not None
        return Look(unquiet, jolted, changed, restless, moved)

    def read(self) -> None:
        """Remember the last frame as the one that was read."""
        self._read = self._before

    def _unquiet(self, moving: bool, t_s: float, close: bool) -> bool:
        if moving:
            self._moved_s = t_s
            if self._since_s is None:
                self._since_s = t_s
        quiet = self._moved_s is None or not 0.0 <= t_s - self._moved_s < QUIET_S
        if quiet or not close:
            self._since_s = self._moved_s = None
            return False
        return self._since_s is not None and t_s - self._since_s < LONGEST_S
