"""Whether a board is read the right way up and on its own squares, told by what lies there.

Four sides of a board look alike, and so does the lattice one square further on; the tiles that
are known to lie on it do not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.board.position import Position
from companion.board.reading import BLANK_FACE, BoardReading
from companion.board.square import Square
from companion.inference.shifted import shifted_corners
from companion.inference.turned import turned_corners, turned_square

LEAST_TILES = 4
"""Fewer known tiles tell nothing."""

AS_READ = 0.9
"""With this share of the known tiles in their places there is nothing to mend."""

ENOUGH = 0.6
"""With this share there is nothing to mend if nothing else fits better."""

FITS = 0.8
"""Share of the known tiles that must lie in their places after mending."""

BETTER = 0.15
"""By how much that share must grow; long words overlap themselves one square further on."""

LETTERS = 0.6
"""Share of them that must show their letters too."""

MOST_SHIFT = 2

LEAD = 1.0
"""By how much letters must stand clearer for a board to be read another way up."""

_LEAST = 0.05
_SHARP = 4
_ON_THEIR_HEADS = frozenset("HINOSXZ")
"""Letters that are themselves, or another of these, when turned; they tell little."""

_LITTLE = 0.15

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Bearing:
    """How squares as read come to lie on squares as known.

    Attributes:
        quarters: Clockwise quarter turns, first.
        rows: Rows down, then.
        cols: Columns to the right.
    """

    quarters: int = 0
    rows: int = 0
    cols: int = 0

    def corners(self, corners_px: Corners, size: int) -> Corners:
        """Return the corners, in the order as read, through which the board reads as known."""
        turned = turned_corners(corners_px, self.quarters)
        return shifted_corners(turned, (self.rows, self.cols), size)


STRAIGHT = Bearing()


def bearing(reading: BoardReading, known: Position) -> Bearing | None:
    """Return how a reading must be turned and moved to fit what is known to lie there.

    Returns:
        `STRAIGHT` if it fits as it is, or if nothing can be told; None if nothing fits.
    """
    before = frozenset(square for square, _ in known.items())
    now = frozenset(c.square for c in reading.cells if c.occupied >= 0.5 and not c.hidden)
    if min(len(before), len(now)) < LEAST_TILES or (as_read := fit(now, before)) >= AS_READ:
        return STRAIGHT
    reach = range(-MOST_SHIFT, MOST_SHIFT + 1)
    best, best_fit = STRAIGHT, 0.0
    for quarters in range(4):
        turned = [turned_square(square, quarters, reading.size) for square in now]
        for rows in reach:
            for cols in reach:
                moved = frozenset(Square(s.row + rows, s.col + cols) for s in turned)
                if (fits := fit(moved, before)) > best_fit:
                    best, best_fit = Bearing(quarters, rows, cols), fits
    if best_fit >= max(FITS, as_read + BETTER):
        return best
    return STRAIGHT if as_read >= ENOUGH else None


def fit(now: frozenset[Square], known: frozenset[Square]) -> float:
    """Return the share of known tiles that lie where they are known to lie."""
    return len(now & known) / len(known)


def shows(reading: BoardReading, known: Position) -> bool:
    """Tell whether a reading shows most of the known tiles with their letters."""
    same = 0
    for square, tile in known.items():
        cell = reading.cell(square)
        token = BLANK_FACE if tile.blank else tile.letter
        same += cell.occupied >= 0.5 and bool(cell.letters) and cell.letters[0][0] == token
    return same >= LETTERS * len(known)


def clarity(reading: BoardReading) -> float:
    """Return how clearly the letters of a reading stand upright, in nats; more is better."""
    total = 0.0
    for cell in reading.cells:
        if cell.best is None or cell.best.blank or cell.hidden:
            continue
        token, probability = cell.letters[0]
        share = _LITTLE if token in _ON_THEIR_HEADS else 1.0
        sure = max(probability, _LEAST)
        # Letters on their side look like others, but seldom clearly.
        total += share * sure**_SHARP * math.log(sure / _LEAST)
    return total
