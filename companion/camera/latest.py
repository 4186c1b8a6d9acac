"""Newest frame wins: a camera's pixels never queue."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

import numpy as np

from companion.camera.seldom import Seldom
from companion.camera.sources import Source
from companion.errors import CameraError, InputError
from companion.text import NOTHING, Said, said
from companion.vision.types import Frame, Image

log = logging.getLogger(__name__)

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0

FRAME_S = 1 / 25
LONGEST_STEP_S = 60.0
"""How much later a picture of a file may say that it is; else its time is none."""

SILENT_S = 5.0
"""How long an open camera may give nothing before that is said."""

FROZEN_S = 3.0
"""How long it may give one and the same picture."""

LIVELY = 10
"""Pictures in a row that differed: a camera's noise changes them all, until it hangs."""

_COARSE = 16


class Lack(StrEnum):
    """Why there are no new pictures."""

    GONE = "camera-gone"
    UNREACHABLE = "camera-unreachable"
    SILENT = "camera-silent"
    FROZEN = "camera-frozen"
    PHONE = "camera-phone"


class LatestFrame:
    """Reads a source in a thread of its own and keeps only the newest frame.

    A camera that goes away is opened again and again, ever more slowly; whoever waits for a
    frame is told meanwhile by `trouble`. Frames' times only grow, over all openings. A picture
    that a hanging camera repeats is no new one.

    Args:
        reopen: Opens the source; called at the start and after each loss.
        wait: Sleeps for so many seconds unless the watcher is closed; for tests.
        clock: Monotonic seconds.
    """

    def __init__(
        self, reopen: Callable[[], Source], *, wait: Callable[[float], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._reopen = reopen
        self._clock = clock
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._closed = threading.Event()
        # A phone that sends again ends the wait.
        self._wait = wait or getattr(reopen, "wait", None) or self._closed.wait
        self.trouble: Said = NOTHING
        self.dropped = 0
        self._taken = 0
        self.ended = False
        self._start_s = self._came_s = clock()
        self._own_s: float | None = None
        self._t_s = 0.0
        self._image: Image | None = None
        self._lively = 0
        self._frozen_s: float | None = None
        self._live = True
        self._may_log = Seldom()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    @property
    def live(self) -> bool:
        """Whether it is a camera, whose old pictures are worthless; unknown until it opens."""
        return self._live

    @property
    def age_s(self) -> float:
        """How long ago the newest picture came."""
        return self._clock() - self._came_s

    @property
    def lack(self) -> Lack | None:
        """Why there are no new pictures; None if there are, or if there is nothing to say."""
        if self.trouble:
            return Lack.GONE
        if self._frozen_s is not None and self._clock() - self._frozen_s >= FROZEN_S:
            return Lack.FROZEN
        return Lack.SILENT if self._live and self.age_s >= SILENT_S else None

    def take(self, timeout_s: float) -> Frame | None:
        """Return the newest frame not yet taken; None when none came in time."""
        deadline = time.monotonic() + timeout_s
        with self._fresh:
            while self._frame is None and not self.ended:
                left = deadline - time.monotonic()
                if left <= 0 or self._closed.is_set():
                    return None
                self._fresh.wait(left)
            frame, self._frame = self._frame, None
            self._fresh.notify_all()
            return frame

    def newer(self, frame: Frame) -> Frame:
        """Return the newest frame in place of a camera's older one; pictures of files count."""
        with self._fresh:
            if self._frame is None or not self._live:
                return frame
            self.dropped += 1
            newest, self._frame = self._frame, None
            return newest

    def close(self) -> None:
        """Stop reading and let go of the source."""
        self._closed.set()
        with self._fresh:
            self._fresh.notify_all()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        pause = FIRST_WAIT_S
        while not self._closed.is_set():
            before = self._taken
            try:
                if self._once():
                    break
            except (CameraError, InputError) as fault:
                self._say(fault.said)
            except Exception as fault:  # a driver's fault must not end the game's eyes
                if self._may_log("failed"):
                    log.exception("the camera failed")
                self._say(
                    said("The camera failed ({why}); it is opened again.", why=str(fault))
                )
            if self._taken > before:
                pause = FIRST_WAIT_S
            self._wait(pause)  # one that dies after each first picture is not hammered either
            if self._taken == before:
                pause = min(2 * pause, LONGEST_WAIT_S)
        with self._fresh:
            self.ended = True
            self._fresh.notify_all()

    def _once(self) -> bool:
        """Open the source and take its frames; True when it has come to its end."""
        source = self._reopen()
        self._live, self._own_s, self._came_s = source.live, None, self._clock()
        self._lively, self._frozen_s = 0, None
        try:
            return self._drain(source)
        finally:
            source.close()

    def _drain(self, source: Source) -> bool:
        """Keep taking frames; True when the source has come to its end."""
        while not self._closed.is_set():
            frame = source.read()
            if frame is None:
                return True
            self._say(NOTHING)
            if not source.live or self._is_new(frame.image):
                self._offer(frame, source)
        return True

    def _offer(self, frame: Frame, source: Source) -> None:
        frame = replace(frame, t_s=self._time_of(frame, live=source.live))
        with self._fresh:
            if not source.live:
                # Files wait to be looked at: each picture of a folder counts.
                self._fresh.wait_for(lambda: self._frame is None or self._closed.is_set())
            elif self._frame is not None:
                self.dropped += 1
            self._frame, self._came_s = frame, self._clock()
            self._taken += 1
            self._fresh.notify_all()

    def _time_of(self, frame: Frame, *, live: bool) -> float:
        """Return the frame's time: of a camera when it came, of files what they say of it."""
        before, own = self._own_s, frame.t_s
        self._own_s = own
        if live:
            self._t_s = max(self._t_s, self._clock() - self._start_s)
        elif self._taken:
            step = FRAME_S if before is None else own - before
            self._t_s += step if 0.0 < step <= LONGEST_STEP_S else FRAME_S
        return self._t_s

    def _is_new(self, image: Image) -> bool:
        """Whether a camera's picture is another than the one before, or may be the same."""
        before, self._image = self._image, image
        if before is None or not _same(before, image):
            self._lively, self._frozen_s = self._lively + 1, None
            return True
        if self._lively < LIVELY or float(image[::_COARSE, ::_COARSE].std()) < 1.0:
            self._lively = 0  # a still from a file or a cap on the lens: no noise in it
            return True
        self._frozen_s = self._clock() if self._frozen_s is None else self._frozen_s
        return False

    def _say(self, trouble: Said) -> None:
        if trouble and trouble != self.trouble and self._may_log(str(trouble)):
            log.warning("%s", trouble)
        elif self.trouble and not trouble and self._may_log("back"):
            log.info("the camera is back")
        self.trouble = trouble


def _same(one: Image, other: Image) -> bool:
    """Whether two pictures are the same in every pixel; most differ in the first few."""
    coarse = np.s_[::_COARSE, ::_COARSE]
    return np.array_equal(one[coarse], other[coarse]) and np.array_equal(one, other)
