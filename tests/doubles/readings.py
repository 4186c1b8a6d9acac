"""Readings as a perfect, or a wilfully bad, reader would give them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.board.position import Position
from companion.board.reading import BoardReading, CellReading
from companion.board.square import Square, parse_square
from companion.board.tiles import Tile

CORNERS = ((0.0, 0.0), (150.0, 0.0), (150.0, 150.0), (0.0, 150.0))


def tile(text: str) -> Tile:
    """`A` a tile, `a` that letter's blank, `?` a blank."""
    if text == "?":
        return Tile("", blank=True)
    return Tile(text.upper(), blank=text != text.upper())


def laid(start: str, text: str, direction: str = "across") -> dict[Square, Tile]:
    """The tiles of a text from a square on; a dot passes over a square."""
    first = parse_square(start)
    rows, cols = (0, 1) if direction == "across" else (1, 0)
    return {
        Square(first.row + i * rows, first.col + i * cols): tile(c)
        for i, c in enumerate(text)
        if c != "."
    }


def cell(
    square: str | Square, occupied: float, *letters: tuple[str, float], hidden: bool = False
) -> CellReading:
    where = parse_square(square) if isinstance(square, str) else square
    return CellReading(where, occupied, tuple(letters), hidden)


def reading_of(
    position: Position,
    *changed: CellReading,
    taken: float = 0.999,
    empty: float = 0.001,
    letter: float = 0.99,
    seq: int = 0,
    t_s: float = 0.0,
    source: str = "",
) -> BoardReading:
    """What a good reader says of a position; `changed` cells replace what it would say."""
    other: Mapping[Square, CellReading] = {c.square: c for c in changed}
    cells = []
    for row in range(position.size):
        for col in range(position.size):
            square = Square(row, col)
            there = position.get(square)
            if square in other:
                cells.append(other[square])
            elif there is None:
                cells.append(CellReading(square, empty, (("I", 0.5), ("?", 0.4))))
            else:
                token = "?" if there.blank else there.letter
                cells.append(CellReading(square, taken, ((token, letter), ("W", 1 - letter))))
    return BoardReading(
        tuple(cells), CORNERS, t_s=t_s, seq=seq, source=source, size=position.size
    )
