"""Newest frame wins: a camera's pixels never queue."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from companion.camera.sources import Source
from companion.errors import CameraError, InputError
from companion.vision.types import Frame

log = logging.getLogger(__name__)

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0


class LatestFrame:
    """Reads a source in a thread of its own and keeps only the newest frame.

    A camera that goes away is opened again and again, ever more slowly; whoever waits for a
    frame is told meanwhile by `trouble`.

    Args:
        reopen: Opens the source; called at the start and after each loss.
        wait: Sleeps for so many seconds unless the watcher is closed; for tests.
    """

    def __init__(
        self, reopen: Callable[[], Source], *, wait: Callable[[float], object] | None = None
    ) -> None:
        self._reopen = reopen
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._closed = threading.Event()
        self._wait = wait or self._closed.wait
        self.trouble = ""
        self.dropped = 0
        self._taken = 0
        self.ended = False
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

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
            return frame

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
                self._say(str(fault))
            except Exception as fault:  # a driver's fault must not end the game's eyes
                log.exception("the camera failed")
                self._say(f"The camera failed ({fault}); it is opened again.")
            if self._taken > before:
                pause = FIRST_WAIT_S
                continue
            self._wait(pause)
            pause = min(2 * pause, LONGEST_WAIT_S)
        with self._fresh:
            self.ended = True
            self._fresh.notify_all()

    def _once(self) -> bool:
        """Open the source and take its frames; True when it has come to its end."""
        source = self._reopen()
        self._say("")
        try:
            return self._drain(source)
        finally:
            source.close()

    def _drain(self, source: Source) -> bool:
        """Keep taking frames; True when the source has come to its end."""
        while not self._closed.is_set():
            try:
                frame = source.read()
            except InputError as fault:
                # One bad picture among many: say so and go on with the next.
                self._say(str(fault))
                continue
            if frame is None:
                return True
            with self._fresh:
                if not source.live:
                    # Files wait to be looked at: each picture of a folder counts.
                    while self._frame is not None and not self._closed.is_set():
                        self._fresh.wait(0.05)
                elif self._frame is not None:
                    self.dropped += 1
                self._frame = frame
                self._taken += 1
                self._fresh.notify_all()
        return True

    def _say(self, trouble: str) -> None:
        if trouble and trouble != self.trouble:
            log.warning("%s", trouble)
        elif self.trouble and not trouble:
            log.info("the camera is back")
        self.trouble = trouble
