"""The newest frames of a source while somebody looks, and a word when there are none."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import Protocol

from companion.camera import LatestFrame, Opener
from companion.session.snapshot import Snapshot
from companion.vision.types import Frame

WAIT_S = 1.0


class Watcher(Protocol):
    """What frames are fed to: a pipeline, or what stands around one."""

    def run(self, frames: Iterable[Frame], /) -> None:
        """Take frames until they end."""

    def complain(self, text: str, /) -> Snapshot:
        """Say why there are none."""


def watch(pipeline: Watcher, source: str, stop: threading.Event, *, gone: str) -> None:
    """Feed a pipeline from a source until it ends or `stop` is set.

    Args:
        pipeline: Takes the frames.
        source: As `companion.camera.open_source` takes it.
        stop: Ends the watching.
        gone: What the screens say while the camera gives nothing.

    Raises:
        CameraError: It cannot be opened even once.
        InputError: The text means nothing that gives frames.
    """
    opener = Opener(source)
    opener().close()  # a wrong name is told at once, not retried for ever
    latest = LatestFrame(opener)

    def taken() -> Iterator[Frame]:
        while not stop.is_set():
            frame = latest.take(WAIT_S)
            if frame is not None:
                yield frame
            elif latest.ended:
                return
            elif latest.trouble:
                pipeline.complain(gone)

    try:
        pipeline.run(taken())
    finally:
        latest.close()
