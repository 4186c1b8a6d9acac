"""The colours of an empty board's squares, for games whose goals speak of them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.square import Square
from companion.errors import CameraError
from companion.vision.types import Image
from companion.watching.pipeline import Seen
from companion.watching.views import straightened

SIZE = 15
PX_PER_CELL = 24
INNER = 0.6
"""Part of a square's side that is looked at; its rim may belong to the neighbour."""

LEAST_CHROMA = 38.0
"""How far from grey, in Lab units of OpenCV, a square with a colour of its own is."""

HUES_DEG: tuple[tuple[str, float], ...] = (
    ("red", 25.0),
    ("yellow", 85.0),
    ("green", 145.0),
    ("blue", 265.0),
)
"""Angle of each colour in the a-b plane of Lab."""


def read_colours(seen: Seen | None) -> tuple[tuple[Square, str], ...]:
    """Return the squares of the empty board that have a colour of their own.

    Raises:
        CameraError: No board is seen, or it has no coloured squares.
    """
    if seen is None:
        raise CameraError("The camera has not seen the board yet; wait until it is found.")
    found = square_colours(straightened(seen, px_per_cell=PX_PER_CELL, margin=0.0))
    if not found:
        raise CameraError("No coloured squares are seen; is the board empty and well lit?")
    return found


def square_colours(straight: Image) -> tuple[tuple[Square, str], ...]:
    """Return the squares that have a colour of their own.

    Most squares of a board are plain, so their middle colour is taken for white; that takes the
    tint of the light out.

    Args:
        straight: uint8 (S, S, 3) BGR, exactly the squares from straight above.
    """
    plain = _inner_means(straight)
    white = np.median(plain, axis=0)
    balanced = np.clip(plain / np.maximum(white, 1.0) * 200.0, 0, 255).astype(np.uint8)
    lab = cv2.cvtColor(balanced[np.newaxis], cv2.COLOR_BGR2LAB)[0].astype(np.float64) - 128.0
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    angle = np.degrees(np.arctan2(lab[:, 2], lab[:, 1])) % 360
    return tuple(
        (Square(k // SIZE, k % SIZE), _nearest(float(angle[k])))
        for k in range(SIZE * SIZE)
        if chroma[k] > LEAST_CHROMA
    )


def _inner_means(straight: Image) -> NDArray[np.float64]:
    """Return the mean colour of each square's middle, float64 (225, 3)."""
    side = straight.shape[0] / SIZE
    means = []
    for row in range(SIZE):
        for col in range(SIZE):
            top, left = (row + (1 - INNER) / 2) * side, (col + (1 - INNER) / 2) * side
            span = INNER * side
            part = straight[round(top) : round(top + span), round(left) : round(left + span)]
            means.append(part.reshape(-1, 3).mean(axis=0))
    return np.array(means, dtype=np.float64)


def _nearest(angle_deg: float) -> str:
    def away(hue_deg: float) -> float:
        off = abs(angle_deg - hue_deg) % 360
        return min(off, 360 - off)

    return min(HUES_DEG, key=lambda named: away(named[1]))[0]
