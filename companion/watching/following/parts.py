"""What the eyes that follow a board are made of, as they see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.board.position import Position
from companion.board.reading import BoardReading, Unreadable
from companion.vision.finding.locate import Located
from companion.vision.types import Image

if TYPE_CHECKING:
    from companion.vision.reading.read import Stages

Array = NDArray[np.float64]

Trace = Callable[["Stages", BoardReading, Image], None]
"""Is shown the stages of each reading."""


class Reads(Protocol):
    """Reads single pictures."""

    def read(
        self, image: Image, *, corners_px: Array | None = None,
        previous: Position | None = None, seq: int = 0, t_s: float = 0.0, source: str = "",
        trace: Trace | None = None,
    ) -> BoardReading | Unreadable:  # fmt: skip
        """Return what the board shows; `trace` is shown the stages."""


class Finds(Protocol):
    """Finds boards in pictures."""

    def locate(self, image: Image) -> Located | Unreadable:
        """Return where the board is, from nothing."""

    def track(self, image: Image, previous: Located) -> Located | Unreadable:
        """Return where it is now, near where it was."""


class Straightens(Protocol):
    """A lens whose bending can be undone."""

    def for_size(self, width_px: int, height_px: int) -> Straightens:
        """Return the same lens for pictures of another size."""

    def straightened(self, picture: Image) -> Image:
        """Return the picture as a straight lens would have taken it."""

    def distort(self, points_px: Array) -> Array:
        """Return where points of the straight picture are seen."""

    def undistort(self, points_px: Array) -> Array:
        """Return where seen points are in the straight picture."""
