"""What the set-up of a game sees: a picture, where the board is in it, what lies there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.board.reading import Unreadable
from companion.errors import CameraError
from companion.vision.types import Frame, Image
from companion.watching.pipeline import Eyes, Seen
from companion.watching.views import as_jpeg, small, straightened

SAME_SHAPE = 0.02
"""By how much the ratio of a picture's sides may differ for corners to count."""

Corners = tuple[tuple[float, float], ...]
"""Four points (x, y) as parts 0..1 of the picture's sides, clockwise from the top left."""


class SizedEyes:
    """Eyes made anew for pictures of another size, on which depends what is known of a camera.

    Args:
        make: Makes those for pictures of a size, (width, height).
    """

    def __init__(self, make: Callable[[tuple[int, int]], Eyes]) -> None:
        self._make = make
        self._made: tuple[tuple[int, int], Eyes] | None = None

    def read(self, image: Image, **more: Any) -> Any:
        """Return what the board shows, or why that cannot be said."""
        size = size_of(image)
        if self._made is None or self._made[0] != size:
            self._made = size, self._make(size)
        return self._made[1].read(image, **more)


class Cornered:
    """Eyes for which somebody has shown where the board is.

    Args:
        eyes: Read with corners given.
        corners: As parts of the picture's sides, from the top left as read.
    """

    def __init__(self, eyes: Eyes, corners: Corners) -> None:
        self._eyes = eyes
        self._corners = corners
        self._shape = 0.0

    def read(
        self, image: Image, *, corners_px: NDArray[np.float64] | None = None, **more: Any
    ) -> Any:
        """Return what the board shows, or why that cannot be said.

        The corners count where a caller knows none, as a pipeline does, and for pictures of the
        shape that they were shown in: a camera that is turned sees the board elsewhere.
        """
        shape = image.shape[1] / image.shape[0]
        self._shape = self._shape or shape
        if corners_px is None and abs(shape / self._shape - 1) <= SAME_SHAPE:
            corners_px = in_pixels(image, self._corners)
        return self._eyes.read(image, corners_px=corners_px, **more)

    def around(self, make: Callable[[Eyes], Eyes]) -> Cornered:
        """Return the same corners for eyes made from those inside."""
        return Cornered(make(self._eyes), self._corners)


def size_of(image: Image) -> tuple[int, int]:
    """Return the width and the height of a picture."""
    return image.shape[1], image.shape[0]


def in_pixels(image: Image, corners: Corners) -> NDArray[np.float64]:
    """Return corners in pixels of a picture: float64 (4, 2)."""
    height, width = image.shape[:2]
    return np.array(corners, dtype=np.float64) * [width, height]


def preview(frame: Frame) -> bytes:
    """Return a picture, made smaller, as JPEG."""
    return as_jpeg(small(frame.image))


def reading_json(frame: Frame, eyes: Eyes, corners: Corners | None) -> Mapping[str, Any]:
    """Return what is read in a picture: `status`, `detail`, `corners`, `cells`, `doubtful`."""
    looking: Any = Cornered(eyes, corners) if corners else eyes
    reading = looking.read(frame.image, seq=frame.seq, t_s=frame.t_s, source=frame.source)
    if isinstance(reading, Unreadable):
        return {"status": reading.reason.value, "detail": reading.detail}
    height, width = frame.image.shape[:2]
    return {
        "status": "ok",
        "detail": "",
        "corners": [[round(x / width, 4), round(y / height, 4)] for x, y in reading.corners_px],
        "cells": reading.position().cells(),
        "doubtful": [square.name for square in reading.doubtful],
    }


def straight_jpeg(frame: Frame, eyes: Eyes, corners: Corners | None) -> bytes:
    """Return the board of a picture as seen from above, exactly its squares, as JPEG.

    Raises:
        CameraError: No board is found.
    """
    if corners is None:
        reading: Any = eyes.read(frame.image, seq=frame.seq)
        if isinstance(reading, Unreadable):
            raise CameraError(reading.detail)
        at = reading.corners_px
    else:
        at = tuple((float(x), float(y)) for x, y in in_pixels(frame.image, corners))
    return as_jpeg(straightened(Seen(frame.image, at), margin=0.0))
