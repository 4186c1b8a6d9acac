"""One photo a turn, from whatever takes photos: read like a settled picture of a camera."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import cv2
import numpy as np

from companion.board.reading import Reason, Unreadable
from companion.camera import decode_image
from companion.session.notices import CAMERA
from companion.session.snapshot import Snapshot
from companion.text import Argument, said
from companion.vision.types import Frame, Image
from companion.watching.pipeline import Pipeline, looked, trouble_of

LONGEST_PX = 1920
"""Longest side that is read; letters are not read better in larger pictures."""

UNCHANGED = said("The photo shows nothing new on the board. Pass or exchange?")


class TurnPhotos:
    """Reads photos of a table's board and proposes what they show. Thread-safe.

    Args:
        pipeline: Of the table; nothing else may use it.
        alone: Held while a photo is opened and read, so that there is one at a time.
    """

    def __init__(self, pipeline: Pipeline, alone: AbstractContextManager[object]) -> None:
        self._pipeline = pipeline
        self._alone = alone
        self._count = 0
        self._turns = len(pipeline.port.snapshot.turns)

    def read(self, photo: bytes) -> dict[str, Any]:
        """Return what came of a photo: `status` and what it `says`.

        `status` is "proposed", "unchanged", or the reason why it cannot be read.

        Raises:
            ImageError: It is no picture that can be opened.
        """
        pipeline = self._pipeline
        with self._alone:
            image = _shrunk(decode_image(photo))
            self._count += 1
            frame = Frame(image, float(self._count), self._count, "photo")
            reading = looked(pipeline.eyes, frame, previous=pipeline.port.snapshot.position)
            if isinstance(reading, Unreadable):
                return _told(reading.reason.value, reading.detail or CAMERA[reading.reason])
            trouble = trouble_of(reading)
            if trouble is not None:
                return _told(trouble.value, CAMERA[Reason.HAND_OVER_BOARD])
            now = pipeline.propose(frame, reading)
        if now.proposal is None:
            return _told("unchanged", UNCHANGED)
        return _told("proposed", "")

    def follow(self, snapshot: Snapshot) -> None:
        """Forget a photo once its turn counts: it is no picture of the turns after it."""
        if len(snapshot.turns) != self._turns:
            self._turns = len(snapshot.turns)
            self._pipeline.seen = None


def _told(status: str, says: Argument) -> dict[str, Any]:
    return {"status": status, "says": says}


def _shrunk(image: Image) -> Image:
    height, width = image.shape[:2]
    ratio = LONGEST_PX / max(height, width)
    if ratio >= 1:
        return image
    size = (round(width * ratio), round(height * ratio))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
