"""Pictures of one game whose grid was laid some squares off, found by how their letters fit.

A board looks much the same one square further on, so that a grid may be laid a row or a column
off. The tiles tell: what lies in one picture lies in the pictures around it, letter by letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.board.reading import BoardReading
from companion.board.square import Square
from companion.inference.evidence import CLEAR

MOST_SQUARES = 2
"""How far off a grid is looked for, in rows and in columns."""

LEAST_TILES = 4
"""Tiles that must show the same letter in the other picture once the grid is moved."""

LEAST_FIT = 0.7
"""Share of the tiles that must do so."""

MOST_AS_READ = 0.4
"""Share that may do so as read, for the grid to be thought wrong."""

_FLAT = 1e-9
"""Instead of 0, so that corners on one line give nonsense and no fault."""

Corners = tuple[tuple[float, float], ...]
Shift = tuple[int, int]
"""Rows down and columns to the right by which tiles must move."""


def misplaced(readings: Sequence[BoardReading | None]) -> dict[int, Shift]:
    """Return by how many rows and columns the tiles of some readings must move to fit the rest.

    Args:
        readings: In order of time; None where a picture could not be read. A picture counts as
            wrong only if the two nearest others say the same, or the only other one, which then
            must be the fuller of the two.

    Returns:
        Shifts by index; readings that fit as they are have no entry.
    """
    seen = [(k, _tokens(r)) for k, r in enumerate(readings) if r is not None]
    found: dict[int, Shift] = {}
    for n, (k, tokens) in enumerate(seen):
        others = sorted((m for m in range(len(seen)) if m != n), key=lambda m: abs(m - n))
        beside = [seen[m][1] for m in others[:2]]
        shifts = {_best(tokens, other) for other in beside}
        # With one neighbour only, the fuller picture is the better witness.
        alone = len(beside) == 1 and len(beside[0]) <= len(tokens)
        if len(shifts) == 1 and not alone and (shift := shifts.pop()) != (0, 0):
            found[k] = shift
    return found


def shifted_corners(corners_px: Corners, shift: Shift, size: int) -> Corners:
    """Return the corners of the grid for which the tiles lie as many squares further on.

    Args:
        corners_px: Top left, top right, bottom right, bottom left.
        shift: Rows and columns by which the tiles move; the grid moves the other way.
        size: Squares along a side.
    """
    rows, cols = -shift[0] / size, -shift[1] / size
    ends = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return tuple(_projected(corners_px, x + cols, y + rows) for x, y in ends)


def _projected(corners_px: Corners, x: float, y: float) -> tuple[float, float]:
    """The picture of a point of the unit square that the corners are the picture of.

    Source: Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners_px
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    dx1, dx2, dy1, dy2 = x1 - x2, x3 - x2, y1 - y2, y3 - y2
    area = dx1 * dy2 - dx2 * dy1 or _FLAT
    g = (sx * dy2 - dx2 * sy) / area
    h = (dx1 * sy - sx * dy1) / area
    w = g * x + h * y + 1.0 or _FLAT
    px = (x1 - x0 + g * x1) * x + (x3 - x0 + h * x3) * y + x0
    py = (y1 - y0 + g * y1) * x + (y3 - y0 + h * y3) * y + y0
    return px / w, py / w


def _tokens(reading: BoardReading) -> Mapping[Square, str]:
    return {
        c.square: c.letters[0][0]
        for c in reading.cells
        if c.occupied >= CLEAR and c.letters and not c.hidden
    }


def _best(tokens: Mapping[Square, str], other: Mapping[Square, str]) -> Shift:
    fewer = min(len(tokens), len(other))
    if fewer < LEAST_TILES:
        return (0, 0)
    reach = range(-MOST_SQUARES, MOST_SQUARES + 1)
    same = {
        (rows, cols): sum(
            other.get(Square(s.row + rows, s.col + cols)) == token
            for s, token in tokens.items()
        )
        for rows in reach
        for cols in reach
    }
    best = max(same, key=lambda shift: (same[shift], shift == (0, 0)))
    if same[best] < max(LEAST_TILES, LEAST_FIT * fewer) or same[0, 0] > MOST_AS_READ * fewer:
        return (0, 0)
    return best
