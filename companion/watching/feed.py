"""Cameras that the set-up and the game share: one opens them, both look."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from companion.camera import Lack, LatestFrame, Opener, Source
from companion.camera.addresses import is_address, without_password
from companion.camera.pushed import PHONE
from companion.errors import CameraError
from companion.text import Said, said
from companion.vision.types import Frame

FIRST_S = 10.0
"""How long a camera may take to its first picture."""

OLD_S = 5.0
"""From this age on a camera's picture is not shown as what lies there."""

WAIT_S = 1.0


class SharedCamera:
    """A source that several look at: the game's pipeline, and whoever sets things up.

    What is not a camera but files waits: the set-up sees its first picture until the game takes
    the next. Thread-safe.
    """

    def __init__(
        self,
        source: str,
        open_: Callable[[], Source] | None = None,
        *,
        waits: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open a source.

        Args:
            source: Its name, as `companion.camera.open_source` takes it.
            open_: Opens it, if it is none of those.
            waits: Whether a camera that is not there yet is waited for.
            clock: Monotonic seconds.

        Raises:
            CameraError: It cannot be opened even once.
            InputError: The text means nothing that gives frames.
        """
        opener = open_ or Opener(source)
        try:
            opener().close()  # a wrong name is told at once, not retried for ever
        except CameraError:
            if not waits:
                raise
        self.source = without_password(source)
        self._latest = LatestFrame(opener, clock=clock)
        self._held: Frame | None = None
        self._watched = False
        self._lock = threading.Lock()

    @property
    def ended(self) -> bool:
        """Whether the source has come to its end."""
        return self._latest.ended

    @property
    def trouble(self) -> Said:
        """Why there are no pictures; empty if there are."""
        return self._latest.trouble

    @property
    def lack(self) -> Lack | None:
        """Why there are no new pictures; None if there is nothing to say."""
        lack = self._latest.lack
        if lack is not None and self.source == PHONE:
            return Lack.PHONE
        if lack is Lack.GONE and is_address(self.source):
            return Lack.UNREACHABLE
        return lack

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
            elif self._latest.live and not self._watched:
                self._held = self._latest.take(WAIT_S) or self._held
            while self._held is not None and self._held.fault:
                self._held = self._latest.take(FIRST_S)
            if self._held is None or (self._latest.live and self.age_s > OLD_S):
                raise CameraError(
                    self.trouble or said("{source} gives no pictures.", source=self.source)
                )
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

    @property
    def dropped(self) -> int:
        """Pictures that nobody looked at, because newer ones came."""
        return self._latest.dropped

    def newer(self, frame: Frame) -> Frame:
        """Return what has come since in place of a frame that had to wait, or the frame."""
        newest = self._latest.newer(frame)
        if newest is not frame:
            with self._lock:
                self._held = newest
        return newest

    def close(self) -> None:
        """Let go of it."""
        self._latest.close()
