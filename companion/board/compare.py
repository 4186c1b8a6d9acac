"""Where the board on the table and the board on record differ."""

from __future__ import annotations

from dataclasses import dataclass

from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import Tile


@dataclass(frozen=True, slots=True)
class Difference:
    """One square on which the two do not agree."""

    square: Square
    recorded: Tile | None
    """What the record says; None for an empty square."""

    seen: Tile | None
    """What lies there; None for an empty square."""

    @property
    def sentence(self) -> str:
        """What to do about it, for people."""
        where = self.square.name
        if self.recorded is None:
            return f"Lift {_name(self.seen)} from {where}, or correct the record."
        if self.seen is None:
            return f"Lay {_name(self.recorded)} on {where}, or correct the record."
        return f"On {where} lies {_name(self.seen)}; the record says {_name(self.recorded)}."


def differences(position: Position, seen: Position) -> tuple[Difference, ...]:
    """Return the squares on which the record and the table differ, in reading order.

    A camera cannot tell what a blank stands for: two blanks agree when either is unnamed.

    Args:
        position: The board on record.
        seen: The board on the table, as it was read.
    """
    squares = sorted({s for s, _ in position.items()} | {s for s, _ in seen.items()})
    pairs = ((square, position.get(square), seen.get(square)) for square in squares)
    return tuple(Difference(s, have, lies) for s, have, lies in pairs if not _agree(have, lies))


def _agree(one: Tile | None, other: Tile | None) -> bool:
    if one is None or other is None:
        return one is other
    if one.blank and other.blank:
        return one.letter == other.letter or not (one.letter and other.letter)
    return one == other


def _name(tile: Tile | None) -> str:
    if tile is None:
        return "nothing"
    if not tile.blank:
        return tile.letter
    return f"a blank for {tile.letter}" if tile.letter else "a blank"
