"""A camera that sends its pictures by itself: a phone whose page is open."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import cv2
import numpy as np

from companion.camera.files import decode_image
from companion.errors import CameraError
from companion.vision.types import Frame, Image

PHONE = "phone"
"""Name of the source."""

SILENT_S = 5.0
"""How long a phone may send nothing before that is a trouble."""

LONGEST_WAIT_S = 2.0
BUSY_EVERY_S, QUIET_EVERY_S = 0.25, 1.0
"""From one picture to the next while something moves, and while nothing does."""

BUSY_S = 5.0
"""How long after the last movement pictures are wanted often."""

MOVED = 4.0
"""Mean difference in grey levels of two pictures, made tiny, from which on something moved."""


class Slot:
    """Holds the newest picture that a phone sent: one, whoever is slow. Thread-safe.

    Calling it opens the phone as a source.

    Args:
        clock: Monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._fresh = threading.Condition()
        self._data: bytes | None = None
        self._tiny: Image | None = None
        self._moved_s = clock()
        self.dropped = 0
        self.offered = False
        """Whether a phone has claimed to be the camera."""

    def __call__(self) -> Pushed:
        """Return the phone as a source; pictures may come later."""
        return Pushed(self, self._clock)

    def put(self, data: bytes) -> float:
        """Take a picture in place of one that nobody has looked at yet.

        Returns:
            After how many seconds the next one is wanted.
        """
        with self._fresh:
            self.dropped += self._data is not None
            self._data = data
            self._fresh.notify_all()
        busy = self._clock() - self._moved_s < BUSY_S
        return BUSY_EVERY_S if busy else QUIET_EVERY_S

    def take(self, timeout_s: float) -> bytes | None:
        """Return the newest picture that nobody took yet; None when none came in time."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._data is not None, timeout_s)
            data, self._data = self._data, None
            return data

    def wait(self, seconds: float) -> None:
        """Wait until a picture comes, for a while at most: whoever opens it anew is woken."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._data is not None, min(seconds, LONGEST_WAIT_S))

    def heed(self, image: Image) -> None:
        """Note whether something moves in the pictures."""
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        tiny = np.asarray(cv2.resize(grey, (32, 24), interpolation=cv2.INTER_AREA), np.uint8)
        before, self._tiny = self._tiny, tiny
        if before is None or float(cv2.absdiff(before, tiny).mean()) > MOVED:
            self._moved_s = self._clock()


class Pushed:
    """Pictures from a slot, as a live camera."""

    live = True
    name = PHONE

    def __init__(self, slot: Slot, clock: Callable[[], float]) -> None:
        self._slot, self._clock = slot, clock
        self._start_s = clock()
        self._seq = 0

    def read(self) -> Frame:
        """Return the next picture.

        Raises:
            CameraError: None came for a while.
            ImageError: It is damaged.
        """
        data = self._slot.take(SILENT_S)
        if data is None:
            raise CameraError(
                "The phone sends no pictures. Unlock it and open its camera page."
            )
        image = decode_image(data)
        self._slot.heed(image)
        seq, self._seq = self._seq, self._seq + 1
        return Frame(image, self._clock() - self._start_s, seq, self.name)

    def close(self) -> None:
        """The slot stays: the phone goes on sending."""
