"""Pictures of one game that were read the wrong way round, found by how tiles fit together.

Few letters hardly tell which way is up: H, I, N, O, S, X and Z stand on their heads. Pictures
later in the game hold more, and what lies on the board early lies there later too.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.reading import BoardReading
from companion.board.square import Square
from companion.inference.evidence import CLEAR

LEAST_FIT = 0.8
"""Share of the tiles that must lie on tiles of the other picture in the better turn."""

LEAST_LEAD = 0.3
"""By how much that share must beat the one of the turn as read."""

Corners = tuple[tuple[float, float], ...]


def turned_square(square: Square, quarters: int, size: int) -> Square:
    """Where a square comes to lie when the board is turned clockwise by quarter turns."""
    row, col = square.row, square.col
    for _ in range(quarters % 4):
        row, col = col, size - 1 - row
    return Square(row, col)


def turned_corners(corners_px: Corners, quarters: int) -> Corners:
    """The corners, in the order as read, of a board turned clockwise by quarter turns."""
    return tuple(corners_px[(i - quarters) % 4] for i in range(len(corners_px)))


def misturned(readings: Sequence[BoardReading | None]) -> dict[int, int]:
    """Return by how many clockwise quarter turns some readings must be turned to fit the rest.

    Args:
        readings: In order of time; None where a picture could not be read. The fullest one is
            taken to stand upright.

    Returns:
        Quarter turns, 1 to 3, by index; readings that fit as they are have no entry.
    """
    full = [(len(_taken(r)), k) for k, r in enumerate(readings) if r is not None]
    if not full:
        return {}
    _, upright = max(full)
    found: dict[int, int] = {}
    for order in (range(upright - 1, -1, -1), range(upright + 1, len(readings))):
        reference = _taken(readings[upright])
        for k in order:
            reading = readings[k]
            if reading is None:
                continue
            tiles = _taken(reading)
            quarters = _best(tiles, reference, reading.size)
            if quarters:
                found[k] = quarters
                tiles = _turned(tiles, quarters, reading.size)
            reference = tiles or reference
    return found


def _best(tiles: frozenset[Square], reference: frozenset[Square], size: int) -> int:
    if not tiles or not reference:
        return 0
    fewer = min(len(tiles), len(reference))
    fits = [len(_turned(tiles, quarters, size) & reference) / fewer for quarters in range(4)]
    best = max(range(4), key=lambda quarters: (fits[quarters], -quarters))
    return best if fits[best] >= LEAST_FIT and fits[best] - fits[0] >= LEAST_LEAD else 0


def _taken(reading: BoardReading | None) -> frozenset[Square]:
    if reading is None:
        return frozenset()
    return frozenset(c.square for c in reading.cells if c.occupied >= CLEAR and not c.hidden)


def _turned(tiles: frozenset[Square], quarters: int, size: int) -> frozenset[Square]:
    return frozenset(turned_square(s, quarters, size) for s in tiles)
