"""Whether tiles may be laid like this. Every refusal has its own sentence.

Source: rulebook "Scrabble" (facts S4), Placing a Word. Whether the words are in a list is no
matter of legality here: that is a challenge's business.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.layout import Layout
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import Direction, Square
from companion.board.tiles import TileSet
from companion.rules.engine import violations
from companion.text import said


def check_placements(
    position: Position,
    placements: Sequence[Placement],
    layout: Layout,
    tiles: TileSet,
    *,
    rack_size: int = 7,
) -> None:
    """Refuse a placement that the board game's rules do not allow.

    Args:
        position: The board before the play.
        placements: The tiles newly laid, in any order.
        layout: The board.
        tiles: The tile set; every letter must be in it.
        rack_size: Most tiles a play may lay.

    Raises:
        IllegalPlacement: One of its kinds, for the first rule broken.
    """
    if not placements:
        raise violations.NoTiles
    if len(placements) > rack_size:
        raise violations.TooManyTiles(len(placements), rack_size)
    _check_squares(position, placements, layout)
    _check_letters(placements, tiles)
    squares = sorted(p.square for p in placements)
    _check_line(position, squares)
    if not len(position):
        if layout.start not in squares:
            raise violations.MissesStart(layout.start)
        if len(squares) < 2:
            raise violations.TooShort
    elif not any(near in position for s in squares for near in neighbours(s)):
        raise violations.NotConnected


def neighbours(square: Square) -> tuple[Square, Square, Square, Square]:
    """The four squares beside a square; some may lie off the board."""
    r, c = square.row, square.col
    return Square(r - 1, c), Square(r, c - 1), Square(r, c + 1), Square(r + 1, c)


def _check_squares(position: Position, placements: Sequence[Placement], layout: Layout) -> None:
    seen: set[Square] = set()
    for placement in placements:
        square = placement.square
        if square not in layout:
            raise violations.OffBoard(square, layout.size)
        if (held := position.get(square)) is not None:
            raise violations.SquareTaken(square, held.letter or said("a blank"))
        if square in seen:
            raise violations.SquareTwice(square)
        seen.add(square)


def _check_letters(placements: Sequence[Placement], tiles: TileSet) -> None:
    for placement in placements:
        tile = placement.tile
        if tile.letter and tile.letter not in tiles:
            raise violations.UnknownLetter(tile.letter, tiles.title)
        if not tile.blank and tiles.count(tile) == 0:
            raise violations.OnlyABlank(tile.letter, tiles.title)


def _check_line(position: Position, squares: Sequence[Square]) -> None:
    first, last = squares[0], squares[-1]
    if first.row == last.row:
        direction = Direction.ACROSS
    elif first.col == last.col:
        direction = Direction.DOWN
    else:
        raise violations.NotInLine(first, last)
    for square in squares:
        if (square.row if direction is Direction.ACROSS else square.col) != (
            first.row if direction is Direction.ACROSS else first.col
        ):
            raise violations.NotInLine(first, square)
    laid = set(squares)
    square = first
    while square != last:
        square = square.moved(direction)
        if square not in laid and square not in position:
            raise violations.Gap(square)
