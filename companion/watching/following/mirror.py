"""Cameras that show the board as a mirror does: found out once, and kept."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.board.reading import BoardReading
from companion.board.square import Square
from companion.inference.settle import taken
from companion.text import said
from companion.vision.finding.fit import in_mirror, signed_area
from companion.vision.types import Image
from companion.watching.following.parts import Reads

GARBLED = 0.8
"""Mean clearness of letters (to the fourth) below which something is wrong with all of them."""

LEAST_TILES = 4
"""Fewer tell nothing."""

MIRRORED = said("The pictures are mirrored; they are read as if they were not.")

Array = NDArray[np.float64]


class Mirror:
    """Turns pictures and points round once a camera has turned out to be mirrored."""

    def __init__(self) -> None:
        self.on = False
        self._doubted: frozenset[Square] = frozenset()

    def picture(self, flat: Image) -> Image:
        """The picture as an ordinary camera would see it."""
        return np.ascontiguousarray(flat[:, ::-1]) if self.on else flat

    def points(self, points_px: Array, width_px: int) -> Array:
        """Where points are in it, and back again."""
        return in_mirror(points_px, width_px) if self.on else points_px

    def shown(self, corners_px: Array, width_px: int) -> Array:
        """Corners that somebody showed as read, in it: in a mirror they run the other way."""
        self.on = self.on or signed_area(corners_px) < 0
        return self.points(corners_px, width_px)

    def turns_out(self, reader: Reads, flat: Image, reading: BoardReading) -> bool:
        """Whether letters that are not clear are a mirror's; each board is asked once."""
        seen = taken(reading)
        if self.on or seen == self._doubted or not garbled(reading):
            return False
        self._doubted = seen
        whole = reader.read(flat)
        self.on = isinstance(whole, BoardReading) and whole.mirrored
        return self.on


def garbled(reading: BoardReading) -> bool:
    """Tell whether so few letters are clear that the picture may be mirrored."""
    clear = [
        cell.letters[0][1] ** 4
        for cell in reading.cells
        if cell.best is not None and not cell.best.blank and not cell.hidden
    ]
    return len(clear) >= LEAST_TILES and sum(clear) < GARBLED * len(clear)
