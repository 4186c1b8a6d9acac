"""Letters that turn out to be others: which play laid them, and what they may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.board.layout import Layout
from companion.board.placement import Play
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import Tile, TileSet
from companion.rules.crossword.bag import check_bag
from companion.rules.engine import violations
from companion.rules.engine.messages import CorrectTile


class Played(Protocol):
    """A turn as the games of letters list it."""

    @property
    def play(self) -> Play | None:
        """What was laid."""

    @property
    def withdrawn(self) -> bool:
        """Whether it came off again."""


def laid_by(turns: Sequence[Played], square: Square) -> int:
    """Return the turn, from 1, whose play laid what lies on a square; 0 if none did."""
    for number in range(len(turns), 0, -1):
        turn = turns[number - 1]
        if turn.play is None or turn.withdrawn:
            continue
        if any(p.square == square for p in turn.play.placements):
            return number
    return 0


def check_letter(tiles: TileSet, tile: Tile) -> None:
    """Refuse a letter that the tile set does not have."""
    if tile.letter and tile.letter not in tiles:
        raise violations.UnknownLetter(tile.letter, tiles.title)
    if not tile.blank and tiles.count(tile) == 0:
        raise violations.OnlyABlank(tile.letter, tiles.title)


def check_lies(
    position: Position, layout: Layout, tiles: TileSet, command: CorrectTile
) -> None:
    """Refuse a letter where none lies, or of which the set holds no more."""
    if command.square not in layout:
        raise violations.OffBoard(command.square, layout.size)
    if command.square not in position:
        raise violations.NoTileThere(command.square)
    check_letter(tiles, command.tile)
    after = position.with_tiles({command.square: command.tile})
    check_bag((tile for _, tile in after.items()), tiles)
