"""Squares, directions and the field's notation for where a play starts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from companion.errors import InvalidNotation


class Direction(Enum):
    """The way a word runs."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def step(self) -> tuple[int, int]:
        """(rows, columns) from one letter to the next."""
        return (0, 1) if self is Direction.ACROSS else (1, 0)

    @property
    def other(self) -> Direction:
        """The direction at right angles."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


@dataclass(frozen=True, slots=True, order=True)
class Square:
    """One square of the board.

    Attributes:
        row: From 0 at the top, as the scorer sees the board.
        col: From 0 at the left.
    """

    row: int
    col: int

    @property
    def name(self) -> str:
        """Row number, then column letter.

        >>> Square(0, 0).name, Square(7, 7).name
        ('1A', '8H')
        """
        return f"{self.row + 1}{column_letter(self.col)}"

    def moved(self, direction: Direction, steps: int = 1) -> Square:
        """The square so many steps on in a direction; it may lie off the board."""
        rows, cols = direction.step
        return Square(self.row + rows * steps, self.col + cols * steps)


def column_letter(col: int) -> str:
    """Name of a column: A for 0, U for 20."""
    return chr(ord("A") + col)


_COORDINATE = re.compile(r"(?:(\d{1,2})([A-Za-z])|([A-Za-z])(\d{1,2}))\Z")


def parse_square(text: str) -> Square:
    """Return the square a name such as `8H` means (either order, either case).

    Raises:
        InvalidNotation: The text is no square's name.
    """
    return parse_coordinate(text)[0]


def parse_coordinate(text: str) -> tuple[Square, Direction]:
    """Return where a play starts and which way it runs: 8D is across, D8 down.

    Source: the GCG convention, digit first for across.

    Raises:
        InvalidNotation: The text is neither form.

    >>> parse_coordinate("8D")
    (Square(row=7, col=3), <Direction.ACROSS: 'across'>)
    >>> parse_coordinate("d8")[1]
    <Direction.DOWN: 'down'>
    """
    match = _COORDINATE.match(text.strip())
    if not match:
        raise InvalidNotation(
            "{text!r} is not a coordinate; write 8D for across or D8 for down.", text=text
        )
    row, col, col2, row2 = match.groups()
    if row is not None:
        found = Square(int(row) - 1, ord(col.upper()) - ord("A"))
        direction = Direction.ACROSS
    else:
        found = Square(int(row2) - 1, ord(col2.upper()) - ord("A"))
        direction = Direction.DOWN
    if found.row < 0:
        raise InvalidNotation("{text!r} names row 0; rows start at 1.", text=text)
    return found, direction


def coordinate(square: Square, direction: Direction) -> str:
    """The notation of a play's start: `8D` across, `D8` down."""
    if direction is Direction.ACROSS:
        return square.name
    return f"{column_letter(square.col)}{square.row + 1}"
