"""Three questions: is the board in sight, is there light, is the picture sharp and still?"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from companion.board.reading import Reason
from companion.session.notices import CAMERA
from companion.text import Said, said
from companion.vision.reading.board_net import MARGIN, PX_PER_CELL
from companion.vision.reading.quality import DARK, SOFT, Quality, quality_of
from companion.vision.types import Frame, Image
from companion.watching.pipeline import Seen
from companion.watching.views import straightened

GOOD, LOOK, BAD, UNKNOWN = "good", "look", "bad", "unknown"
"""All is well; it may trouble the reading; nothing can be read; it cannot be told."""

STILL = 0.004
"""By how much of the picture's sides the board's corners may wander from look to look: a tenth
of a square of a board that fills two thirds of it."""

LATELY_S = 6.0
"""A look longer ago says nothing of a camera that shakes."""

LEAST_PX = 10_000
"""Area of a board about whose looks something can be told."""

_LIGHT = frozenset({Reason.TOO_DARK, Reason.OVEREXPOSED})


@dataclass(frozen=True, slots=True)
class Check:
    """The answer to one of the questions."""

    name: str
    state: str
    says: Said

    def as_json(self) -> dict[str, Any]:
        """Return it for a page."""
        return {"name": self.name, "state": self.state, "says": self.says}


@dataclass(slots=True)
class Checks:
    """Answers the questions, look by look. Thread-safe."""

    _seen: dict[str, tuple[float, Any]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, camera: str, frame: Frame, reading: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return `name`, `state` and what it `says` of board, light and sharpness.

        Args:
            camera: Whose picture it is; its last look tells whether it stands still.
            frame: The picture.
            reading: What was made of it: `status`, and `corners` where the board was found.
        """
        status, corners = reading["status"], reading.get("corners")
        quality = None if corners is None else _looks(frame.image, corners)
        still = self._still(camera, frame.t_s, corners)
        return [
            check.as_json()
            for check in (
                _board(status), _light(status, frame.image, quality),
                _sharp(status, quality, still=still),
            )
        ]  # fmt: skip

    def _still(self, camera: str, at_s: float, corners: Any) -> bool:
        with self._lock:
            before = self._seen.get(camera)
            if corners is None:
                self._seen.pop(camera, None)
                return True
            self._seen[camera] = at_s, corners
        if before is None or not 0 < at_s - before[0] < LATELY_S:
            return True
        return bool(np.abs(np.subtract(before[1], corners)).max() < STILL)


def _looks(image: Image, corners: Any) -> Quality | None:
    height, width = image.shape[:2]
    points = tuple((float(x) * width, float(y) * height) for x, y in corners)
    if cv2.contourArea(np.array(points, np.float32)) < LEAST_PX:
        return None
    straight = straightened(Seen(image, points), px_per_cell=PX_PER_CELL, margin=MARGIN)
    return quality_of(straight, margin=MARGIN)


def _board(status: str) -> Check:
    if status == "ok":
        return Check("board", GOOD, said("The whole board is in the picture."))
    if status == Reason.HAND_OVER_BOARD.value:
        return Check("board", LOOK, CAMERA[Reason.HAND_OVER_BOARD])
    if status in {reason.value for reason in (*_LIGHT, Reason.OUT_OF_FOCUS)}:
        return Check("board", UNKNOWN, said("Nothing can be told of the board like that."))
    return Check("board", BAD, said(
        "The whole board is not seen. Show all of it from above, or drag the four corners."
    ))  # fmt: skip


def _light(status: str, image: Image, quality: Quality | None) -> Check:
    if status == Reason.TOO_DARK.value:
        return Check("light", BAD, said("It is too dark. Turn on a lamp beside the board."))
    if status == Reason.OVEREXPOSED.value:
        return Check("light", BAD, said("It is too bright. Dim the light above the board."))
    if quality is not None and quality.glare is not None:
        first, last = quality.glare
        return Check("light", LOOK, said(
            "A lamp shines on rows {first} to {last}; move it if tiles are misread.",
            first=first, last=last,
        ))  # fmt: skip
    bright = quality.brightness if quality else float(cv2.mean(_grey(image))[0])
    if bright < DARK:
        return Check("light", LOOK, said("There is little light; a lamp makes reading surer."))
    return Check("light", GOOD, said("There is light enough."))


def _sharp(status: str, quality: Quality | None, *, still: bool) -> Check:
    if status == Reason.OUT_OF_FOCUS.value:
        return Check("sharp", BAD, said("The picture is blurred. Focus or wipe the camera."))
    if quality is None:
        return Check("sharp", UNKNOWN, said("Sharpness shows once the board is in sight."))
    if not still:
        return Check("sharp", LOOK, said("The picture shakes. Fix the camera, or wait."))
    if quality.sharpness < SOFT:
        return Check("sharp", LOOK, said("A little soft; bring the camera nearer if it errs."))
    return Check("sharp", GOOD, said("Sharp and still enough to read letters."))


def _grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
