"""Whether a picture of a found board is worth reading: sharp enough, neither dark nor burnt."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.reading import Reason
from companion.text import Said, said
from companion.vision.reading.board_net import PX_PER_CELL, Occupancy

Image = NDArray[np.uint8]

SOFT = 0.5
"""Below this sharpness letters run together: at 0.1 squares of blur (one sigma) three in five
tiles of rendered boards are doubtful, and they stand at 0.40 to 0.56."""

VERY_SOFT = 0.42
"""Below this whole tiles vanish: with a blur of 0.15 squares rendered boards stand at 0.33 to
0.47, with 0.25 some are read as empty. Real and rendered pictures in focus: 0.67 and more."""

FAINT = 8.0
"""Least span of brightness, of 255, on a board that can be read: below it pale tiles vanish."""

DARK = 60.0
BRIGHT = 200.0
"""Mean brightness that tells why a board is faint."""

BURNT = 252
"""A grey value from which on a sensor tells nothing more."""

BURNT_SHARE = 0.5
"""Share of a square that must be burnt for its content to be lost."""

WASHED_SHARE = 0.15
"""A square with so much of it burnt, and its neighbours, belong to the reflection."""

LEAST_BURNT = 2
"""Squares of a row that must be lost for it to be named."""

MOST_BURNT = 60
"""With more lost squares it is a white board in a bright picture, not a reflection."""


_SENTENCES = {
    Reason.TOO_DARK: said("The board is too dark to be read; switch on a light."),
    Reason.OVEREXPOSED: said("The board is too bright to be read; dim the light."),
    Reason.OUT_OF_FOCUS: said("The board is too blurred to be read; focus the camera."),
}
BLURRED = _SENTENCES[Reason.OUT_OF_FOCUS]


@dataclass(frozen=True, slots=True, eq=False)
class Quality:
    """How a straightened board looks.

    Attributes:
        sharpness: Strength of details of a twelfth of a square against those twice as large:
            about 0.9 where the camera is in focus.
        span: Brightness from its darkest to its brightest parts, of 255.
        brightness: Mean, of 255.
        glare: First and last row, from 1, in which a reflection hides squares; None if none.
        washed: bool (15, 15), squares in or beside a reflection; it is no hand that hides them.
    """

    sharpness: float
    span: float
    brightness: float
    glare: tuple[int, int] | None = None
    washed: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((15, 15), bool))

    @property
    def faint(self) -> Reason | None:
        """Why nothing can be told of such a board; None if something can."""
        if self.span >= FAINT:
            return None
        if self.brightness < DARK:
            return Reason.TOO_DARK
        return Reason.OVEREXPOSED if self.brightness > BRIGHT else Reason.OUT_OF_FOCUS

    def refusal(self) -> tuple[Reason, Said] | None:
        """Why nothing can be told of such a board, and what to do; None if something can."""
        reason = self.faint
        return None if reason is None else (reason, _SENTENCES[reason])

    def blurred(self, *, tiles: int, doubtful: int) -> bool:
        """Whether the picture is too blurred, given what was made of it.

        A small picture is soft and may be read all the same, so the reading has a say.

        Args:
            tiles: Squares that look taken.
            doubtful: How many of these are doubtful.
        """
        if self.sharpness < VERY_SOFT:
            return doubtful * 4 >= tiles
        return self.sharpness < SOFT and tiles > 0 and doubtful * 2 >= tiles


def quality_of(straight: Image, *, margin: float) -> Quality:
    """Return how a straightened board looks.

    Args:
        straight: uint8 (S, S, 3) BGR, PX_PER_CELL px a square.
        margin: Squares around the grid in it.
    """
    edge = round(margin * PX_PER_CELL)
    grid = straight[edge : straight.shape[0] - edge, edge : straight.shape[1] - edge]
    grey = cv2.cvtColor(grid, cv2.COLOR_BGR2GRAY).astype(np.float32)
    one, two, four = (cv2.GaussianBlur(grey, (0, 0), sigma) for sigma in (1.0, 2.0, 4.0))
    fine = float(np.percentile(np.abs(one - two), 98))
    coarse = float(np.percentile(np.abs(two - four), 98))
    low, high = np.percentile(grey, [5, 98])
    glare, washed = _glare(grid)
    return Quality(
        fine / max(coarse, 1e-3), float(high - low), float(grey.mean()), glare, washed
    )


def _glare(grid: Image) -> tuple[tuple[int, int] | None, NDArray[np.bool_]]:
    burnt = (grid.min(axis=2) >= BURNT).astype(np.float32)
    side = grid.shape[0] // PX_PER_CELL
    squares = burnt[: side * PX_PER_CELL, : side * PX_PER_CELL].reshape(
        side, PX_PER_CELL, side, PX_PER_CELL
    )  # fmt: skip
    share = squares.mean(axis=(1, 3))
    lost = share >= BURNT_SHARE
    rows = np.flatnonzero(lost.sum(axis=1) >= LEAST_BURNT)
    if not len(rows) or lost.sum() > MOST_BURNT:
        return None, np.zeros((side, side), bool)
    beside = cv2.dilate((share >= WASHED_SHARE).astype(np.uint8), np.ones((3, 3), np.uint8))
    return (int(rows[0]) + 1, int(rows[-1]) + 1), beside.astype(bool)


def without_glare(occupancy: Occupancy, washed: NDArray[np.bool_]) -> Occupancy:
    """Return the same, with nothing hidden where a reflection lies: that is no hand.

    To the network both are things over the board. A hand goes away; a lamp stays, and the game
    goes on with what can be seen.
    """
    if not washed.any():
        return occupancy
    return replace(occupancy, hidden=np.where(washed, 0.0, occupancy.hidden))
