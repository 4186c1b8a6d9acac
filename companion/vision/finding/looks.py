"""Ways of looking at a whole picture for a board, and reasons for having found none."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.reading import Reason, Unreadable
from companion.text import said
from companion.vision.finding.fit import FloatArray
from companion.vision.finding.networks import PROPOSE_SIDE_PX

Picture = NDArray[np.uint8]

BURNT = 253
"""A grey value from which on a sensor tells nothing more."""

CRISP = 60.0
"""Strength of the steepest places of something printed or written (second derivative)."""


def looks(width: int, height: int) -> list[FloatArray]:
    """Ways to look at the whole picture (3, 3), cheap ones first: as it is, turned, nearer."""
    side = PROPOSE_SIDE_PX
    whole = side / max(width, height)
    views = [_placed(width / 2, height / 2, whole, 0.0)]
    views.append(_placed(width / 2, height / 2, whole * 0.8, 45.0))
    short = side / min(width, height)
    if max(width, height) > 1.15 * min(width, height):
        reach = (max(width, height) - min(width, height)) / 2
        along = (reach, 0.0) if width > height else (0.0, reach)
        for sign in (0, -1, 1):
            x, y = width / 2 + sign * along[0], height / 2 + sign * along[1]
            views.append(_placed(x, y, short, 0.0))
    views.append(_placed(width / 2, height / 2, whole * 0.7, 0.0))
    views += [
        _placed(width * x, height * y, whole * 2, 0.0)
        for x, y in ((0.5, 0.5), (0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7))
    ]
    return views


def _placed(x: float, y: float, scale: float, turn_deg: float) -> FloatArray:
    """Picture to view so that (x, y) comes to its middle."""
    angle = np.radians(turn_deg)
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    middle = PROPOSE_SIDE_PX / 2 - 0.5
    return np.array(
        [
            [c, -s, middle - c * x + s * y],
            [s, c, middle - s * x - c * y],
            [0, 0, 1],
        ],
        dtype=np.float64,
    )


def why_not(image: Picture) -> Unreadable:
    """The likeliest reason that no board was found."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    factor = 480 / max(grey.shape)
    if factor < 1:
        grey = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    low, middle, high = np.percentile(grey, [5, 50, 98])
    if high < 45:
        return Unreadable(
            Reason.TOO_DARK, said("The picture is too dark to see a board; switch on a light.")
        )
    steep = np.percentile(np.abs(cv2.Laplacian(grey, cv2.CV_32F)), 99.5)
    # White paper is bright and crisp; what a sensor has burnt shows nothing any more.
    if middle >= BURNT and steep < CRISP:
        return Unreadable(
            Reason.OVEREXPOSED,
            said(
                "The picture is too bright to see a board; dim the light or lower the exposure."
            ),
        )
    if steep < 6 and high - low > 25:
        return Unreadable(
            Reason.OUT_OF_FOCUS,
            said("The picture is too blurred to see a board; focus the camera."),
        )
    return Unreadable(
        Reason.BOARD_NOT_FOUND,
        said(
            "No word-game board was found; show the whole board from above, with its "
            "empty squares and edges in view."
        ),
    )
