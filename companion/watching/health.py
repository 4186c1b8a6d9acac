"""What the camera at a table sees, for people: its picture, a tile's crop, and five checks."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.board.square import parse_square
from companion.errors import CameraError
from companion.text import said, said_n
from companion.vision.reading.read import SIZE
from companion.watching.feed import SharedCamera
from companion.watching.pipeline import Pipeline, Seen
from companion.watching.sight import preview
from companion.watching.views import as_jpeg, straightened

FRESH_S = 3.0
"""A picture older than this is told to be old."""

LEAST_PX = 20
"""From this many pixels along a square on letters are told apart as a rule."""

DARK, BRIGHT = 50.0, 215.0
"""Mean grey levels between which a board is lit well."""

CROP_PX = 96
AROUND = 0.15
"""How much of the squares around goes into a tile's crop, in squares."""


class TableEye:
    """The camera that looks at a table. Asked from any thread.

    Args:
        camera: Gives the pictures.
        pipeline: Reads them.
    """

    def __init__(self, camera: SharedCamera, pipeline: Pipeline) -> None:
        self._camera = camera
        self._pipeline = pipeline

    def picture(self) -> bytes:
        """Return the newest picture, made small, as JPEG. Raises CameraError for none."""
        return preview(self._camera.newest())

    def crop(self, square: str) -> bytes:
        """Return the tile on a square as it was last seen, as JPEG.

        Raises:
            CameraError: No board has been seen.
            InputError: There is no such square.
        """
        where, seen = parse_square(square), self._pipeline.seen
        if seen is None:
            raise CameraError(said("The camera has seen no board yet."))
        board = straightened(seen, px_per_cell=CROP_PX, margin=AROUND)
        top, left = (round(CROP_PX * n) for n in (where.row, where.col))
        side = round(CROP_PX * (1 + 2 * AROUND))
        return as_jpeg(np.ascontiguousarray(board[top : top + side, left : left + side]))

    def checks(self) -> dict[str, Any]:
        """Return the picture's age, and of each check its name, whether it holds, its figure.

        The figure is None where nothing has been measured.
        """
        seen, age_s = self._pipeline.seen, self._camera.age_s
        doubts = len(self._pipeline.port.snapshot.doubtful)
        size = None if seen is None else _square_px(seen)
        light = None if seen is None else _light(seen)
        open_ = said_n("{n} square to look at", "{n} squares to look at", doubts)
        rows = [
            ("pictures", age_s <= FRESH_S, said("{seconds} s ago", seconds=round(age_s, 1))),
            ("board", self._pipeline.sees, None),
            ("size", size is not None and size >= LEAST_PX,
             None if size is None else said_n("{n} pixel", "{n} pixels", round(size))),
            ("light", light is not None and DARK <= light <= BRIGHT, None),
            ("agrees", doubts == 0, open_ if doubts else None),
        ]  # fmt: skip
        return {
            "age_s": round(age_s, 1),
            "checks": [
                {"name": name, "ok": bool(good), "told": told} for name, good, told in rows
            ],
        }


def _square_px(seen: Seen) -> float:
    """Return how long a square's shortest side is in the picture, on average of that side."""
    corners = np.array(seen.corners_px, np.float64)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float(sides.min()) / SIZE


def _light(seen: Seen) -> float:
    """Return the mean grey level of the board, 0 to 255."""
    mask = np.zeros(seen.image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.array(seen.corners_px, np.int32), 255)
    grey = cv2.cvtColor(seen.image, cv2.COLOR_BGR2GRAY)
    return float(cv2.mean(grey, mask)[0])
