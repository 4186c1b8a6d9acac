"""When a board is still: readings are believed once enough of them agree.

A blurred frame, a hand and a tile on its way disagree with the frame before; letters that
flicker between two candidates do not, and their probabilities are averaged instead.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from companion.board.reading import BoardReading, CellReading
from companion.board.square import Square

MOST_KEPT = 8
"""Agreeing readings that are averaged; older ones no longer count."""


@dataclass(frozen=True, slots=True)
class Window:
    """The latest readings that agree on which squares hold a tile.

    Attributes:
        needed: How many must agree before the board counts as still.
        readings: Oldest first.
    """

    needed: int = 2
    readings: tuple[BoardReading, ...] = ()

    def step(self, reading: BoardReading) -> Window:
        """Return the window with one more reading; one that disagrees starts it anew."""
        if self.readings and taken(self.readings[-1]) != taken(reading):
            return replace(self, readings=(reading,))
        return replace(self, readings=(*self.readings, reading)[-MOST_KEPT:])

    def emptied(self) -> Window:
        """Return the window without readings."""
        return replace(self, readings=())

    @property
    def settled(self) -> BoardReading | None:
        """The reading all agree on, letters averaged, or None while the board moves."""
        if len(self.readings) < self.needed:
            return None
        return averaged(self.readings)


def taken(reading: BoardReading) -> frozenset[Square]:
    """Return the squares that hold a tile."""
    return frozenset(cell.square for cell in reading.cells if cell.occupied >= 0.5)


def averaged(readings: tuple[BoardReading, ...]) -> BoardReading:
    """Return the mean of readings of the same board, square by square."""
    cells = tuple(
        _mean([reading.cells[n] for reading in readings]) for n in range(len(readings[0].cells))
    )
    return replace(readings[-1], cells=cells)


def _mean(cells: list[CellReading]) -> CellReading:
    occupied = sum(cell.occupied for cell in cells) / len(cells)
    read = [cell for cell in cells if cell.letters]
    totals: dict[str, float] = defaultdict(float)
    for cell in read:
        for token, p in cell.letters:
            totals[token] += p / len(read)
    ranked = sorted(totals.items(), key=lambda row: -row[1])[:5]
    return replace(cells[-1], occupied=occupied, letters=tuple(ranked))
