"""Cameras that the set-up and the game share: one opens them, both look."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.reading import Unreadable
from companion.camera import Lack, LatestFrame, Opener, Source
from companion.errors import CameraError
from companion.runtime.pictures import as_jpeg, straightened
from companion.runtime.pipeline import Eyes, Seen
from companion.vision.types import Frame, Image
from companion.web.port import Corners

FIRST_S = 10.0
"""How long a camera may take to its first picture."""

OLD_S = 5.0
"""From this age on a camera's picture is not shown as what lies there."""

WAIT_S = 1.0
SAME_SHAPE = 0.02
PREVIEW_PX = 960
"""Longest side of a picture on the set-up page."""


class SharedCamera:
    """A source that several look at: the game's pipeline, and whoever sets things up.

    What is not a camera but files waits: the set-up sees its first picture until the game takes
    the next. Thread-safe.
    """

    def __init__(self, source: str, open_: Callable[[], Source] | None = None) -> None:
        """Open a source.

        Args:
            source: Its name, as `companion.camera.open_source` takes it.
            open_: Opens it, if it is none of those.

        Raises:
            CameraError: It cannot be opened even once.
            InputError: The text means nothing that gives frames.
        """
        opener = open_ or Opener(source)
        first = opener()
        self._live = first.live
        first.close()  # a wrong name is told at once, not retried for ever
        self.source = source
        self._latest = LatestFrame(opener)
        self._held: Frame | None = None
        self._watched = False
        self._lock = threading.Lock()

    @property
    def ended(self) -> bool:
        """Whether the source has come to its end."""
        return self._latest.ended

    @property
    def trouble(self) -> str:
        """Why there are no pictures; empty if there are."""
        return self._latest.trouble

    @property
    def lack(self) -> Lack | None:
        """Why there are no new pictures; None if there is nothing to say."""
        return self._latest.lack

    @property
    def age_s(self) -> float:
        """How old the newest picture is."""
        return self._latest.age_s

    def newest(self) -> Frame:
        """Return the newest picture.

        Raises:
            CameraError: There is none, or it is too old to be what lies there.
        """
        with self._lock:
            if self._held is None:
                self._held = self._latest.take(FIRST_S)
            elif self._live and not self._watched:
                self._held = self._latest.take(WAIT_S) or self._held
            if self._held is None or (self._live and self.age_s > OLD_S):
                raise CameraError(self.trouble or f"{self.source} gives no pictures.")
            return self._held

    def frames(self, stop: threading.Event) -> Iterator[Frame | None]:
        """Yield every newest picture until the end or `stop`; None for a second without one."""
        with self._lock:
            self._watched, held = True, self._held
        try:
            if held is not None:
                yield held
            while not stop.is_set():
                frame = self._latest.take(WAIT_S)
                if frame is None and self.ended:
                    return  # only now: the last picture may have waited when the end was seen
                if frame is not None:
                    with self._lock:
                        self._held = frame
                yield frame
        finally:
            with self._lock:
                self._watched = False

    def close(self) -> None:
        """Let go of it."""
        self._latest.close()


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

    def read(self, image: Image, **more: Any) -> Any:
        """Return what the board shows, or why that cannot be said.

        Corners count for pictures of the shape that they were shown in: a camera that is turned
        sees the board elsewhere.
        """
        shape = image.shape[1] / image.shape[0]
        self._shape = self._shape or shape
        if abs(shape / self._shape - 1) > SAME_SHAPE:
            return self._eyes.read(image, **more)
        return self._eyes.read(image, corners_px=in_pixels(image, self._corners), **more)

    def around(self, make: Callable[[Eyes], Eyes]) -> Cornered:
        """Return the same corners for eyes made from those inside."""
        return Cornered(make(self._eyes), self._corners)


def in_pixels(image: Image, corners: Corners) -> NDArray[np.float64]:
    """Return corners in pixels of a picture: float64 (4, 2)."""
    height, width = image.shape[:2]
    return np.array(corners, dtype=np.float64) * [width, height]


def preview(frame: Frame) -> bytes:
    """Return a picture, made smaller, as JPEG."""
    height, width = frame.image.shape[:2]
    ratio = min(1.0, PREVIEW_PX / max(height, width))
    if ratio < 1:
        size = (round(width * ratio), round(height * ratio))
        small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
        return as_jpeg(np.asarray(small, dtype=np.uint8))
    return as_jpeg(frame.image)


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
