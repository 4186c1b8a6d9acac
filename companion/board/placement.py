"""What a turn lays on the board, and the words that makes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.board.square import Direction, Square, coordinate
from companion.board.tiles import Tile


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """One tile laid this turn."""

    square: Square
    """Where it lies."""

    tile: Tile
    """The tile; a blank carries the letter it stands for, where known."""


@dataclass(frozen=True, slots=True)
class WordFormed:
    """One word that a play makes, through tiles included."""

    start: Square
    direction: Direction
    tiles: tuple[Tile, ...]
    new: tuple[bool, ...]
    """For each tile whether it was laid by this play."""

    points: int
    """Score of this word alone, premiums included, bonus not."""

    @property
    def text(self) -> str:
        """The word; an unnamed blank shows as `?`."""
        return "".join(t.letter or "?" for t in self.tiles)

    @property
    def coordinate(self) -> str:
        """Where it starts, in the field's notation."""
        return coordinate(self.start, self.direction)


@dataclass(frozen=True, slots=True)
class Play:
    """A legal, scored placement of tiles."""

    placements: tuple[Placement, ...]
    """In board order along the line."""

    main: WordFormed
    cross: tuple[WordFormed, ...]
    bonus: int
    """Points for laying a whole rack, 0 otherwise."""

    @property
    def words(self) -> tuple[WordFormed, ...]:
        """Main word first, then the cross words in board order."""
        return (self.main, *self.cross)

    @property
    def score(self) -> int:
        """All words and the bonus."""
        return sum(w.points for w in self.words) + self.bonus

    @property
    def coordinate(self) -> str:
        """Start of the main word, `8D` across or `D8` down."""
        return self.main.coordinate
