"""All the places where one play could have been laid, by how well the picture bears them out.

A play fills one stretch of a line without a gap, so it is named by its first and its last new
square: every other free square between them is new too, however empty it looks. That makes the
search exact and small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.board.layout import Layout
from companion.board.position import Position
from companion.board.square import Square
from companion.inference.evidence import UNKNOWN, Evidence, neighbours


@dataclass(frozen=True, slots=True)
class Span:
    """Squares that one play may have filled.

    Attributes:
        squares: The new squares, in reading order.
        gain: Nats for these being new tiles, against their being none.
    """

    squares: tuple[Square, ...]
    gain: float


def spans(
    position: Position, evidence: Evidence, layout: Layout, *, rack_size: int = 7
) -> tuple[Span, ...]:
    """Return all legal stretches with a clearly new tile and more for them than against.

    Args:
        position: The board before the play.
        evidence: By square; a missing square counts as unknown.
        layout: The board.
        rack_size: Most tiles of one play.

    Returns:
        Best first; ties in reading order.
    """
    found: dict[tuple[Square, ...], float] = {}
    for line in _lines(layout.size):
        if any(s not in position and evidence.get(s, UNKNOWN).looks_taken for s in line):
            found.update(_in_line(line, position, evidence, rack_size))
    legal = [
        Span(squares, gain)
        for squares, gain in found.items()
        if _joins(squares, position, layout)
    ]
    return tuple(sorted(legal, key=lambda s: (-s.gain, s.squares)))


def _lines(size: int) -> Iterator[tuple[Square, ...]]:
    for i in range(size):
        yield tuple(Square(i, j) for j in range(size))
        yield tuple(Square(j, i) for j in range(size))


def _in_line(
    line: Sequence[Square], position: Position, evidence: Evidence, rack_size: int
) -> Iterator[tuple[tuple[Square, ...], float]]:
    free = [s for s in line if s not in position]
    weight = {s: evidence.get(s, UNKNOWN) for s in free}
    for first in range(len(free)):
        gain, clear = 0.0, False
        for last in range(first, min(first + rack_size, len(free))):
            square = free[last]
            gain += weight[square].as_new
            clear = clear or weight[square].looks_taken
            if clear and gain > 0:
                yield tuple(free[first : last + 1]), gain


def _joins(squares: Sequence[Square], position: Position, layout: Layout) -> bool:
    if not len(position):
        return layout.start in squares and len(squares) >= 2
    return any(near in position for s in squares for near in neighbours(s))
