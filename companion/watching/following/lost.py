"""When a board that was not found is looked for again."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.reading import Unreadable
from companion.vision.types import Image

LOST_S = 0.3
"""How soon at the earliest: looking for a board takes as long as many frames."""

LONGEST_LOST_S = 4.8
"""How late at the latest: a picture in which nothing changes is looked through ever more
rarely, as an empty table or a dark room shows the same for hours."""

SMALL = (48, 27)
"""Size, (width, height), in which pictures are compared: noise is gone, a board is not."""

CHANGED = 6.0
"""Levels of 255 by which one part of the small picture must differ: a lamp, a board, a hand."""


class Lost:
    """Remembers in what picture no board was found, and why. Belongs to one thread."""

    def __init__(self) -> None:
        self._why: Unreadable | None = None
        self._small: NDArray[np.uint8] = np.zeros((1, 1), np.uint8)
        self._at_s = 0.0
        self._wait_s = LOST_S

    def still(self, image: Image, t_s: float) -> Unreadable | None:
        """Why no board was found a moment ago; None when it is to be looked for."""
        since_s = t_s - self._at_s
        if self._why is None or not 0.0 < since_s < self._wait_s:
            return None
        return None if since_s >= LOST_S and self._differs(_small(image)) else self._why

    def note(self, image: Image, t_s: float, why: Unreadable) -> None:
        """Remember that no board was found in a picture."""
        small = _small(image)
        again = self._why is not None and not self._differs(small)
        self._wait_s = min(2 * self._wait_s, LONGEST_LOST_S) if again else LOST_S
        self._why, self._small, self._at_s = why, small, t_s

    def forget(self) -> None:
        """The board was found, or another picture is looked at."""
        self._why = None

    def _differs(self, small: NDArray[np.uint8]) -> bool:
        return float(cv2.absdiff(small, self._small).max()) >= CHANGED


def _small(image: Image) -> NDArray[np.uint8]:
    grey = cv2.cvtColor(
        cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
    )
    return np.asarray(grey, dtype=np.uint8)
