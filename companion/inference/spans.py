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
        Best first; of equals the shorter one, then in reading order.
    """
    found: dict[tuple[Square, ...], float] = {}
    for line in _lines(clear_squares(evidence, position), layout.size):
        found.update(_in_line(line, position, evidence, rack_size))
    legal = [
        Span(squares, gain)
        for squares, gain in found.items()
        if _joins(squares, position, layout)
    ]
    return tuple(sorted(legal, key=lambda s: (-s.gain, len(s.squares), s.squares)))


def clear_squares(evidence: Evidence, position: Position) -> tuple[Square, ...]:
    """The free squares that look taken, in no order."""
    return tuple(s for s, e in evidence.items() if e.looks_taken and s not in position)


def _lines(clear: Sequence[Square], size: int) -> Iterator[tuple[Square, ...]]:
    """Every row and column through one of the squares, once."""
    for row in sorted({s.row for s in clear}):
        yield tuple(Square(row, col) for col in range(size))
    for col in sorted({s.col for s in clear}):
        yield tuple(Square(row, col) for row in range(size))


def _in_line(
    line: Sequence[Square], position: Position, evidence: Evidence, rack_size: int
) -> Iterator[tuple[tuple[Square, ...], float]]:
    free = [(s, evidence.get(s, UNKNOWN)) for s in line if s not in position]
    gains = [e.as_new for _, e in free]
    clear = [e.looks_taken for _, e in free]
    for first in range(len(free)):
        gain, any_clear = 0.0, False
        for last in range(first, min(first + rack_size, len(free))):
            gain += gains[last]
            any_clear = any_clear or clear[last]
            if any_clear and gain > 0:
                yield tuple(s for s, _ in free[first : last + 1]), gain


def _joins(squares: Sequence[Square], position: Position, layout: Layout) -> bool:
    if not len(position):
        return layout.start in squares and len(squares) >= 2
    return any(near in position for s in squares for near in neighbours(s))
