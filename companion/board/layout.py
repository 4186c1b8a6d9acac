"""Board layouts, written as one string a row."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.board.square import Square


class Premium(Enum):
    """What a square does to the score of a tile newly laid on it."""

    NONE = "."
    DOUBLE_LETTER = "d"
    TRIPLE_LETTER = "t"
    DOUBLE_WORD = "D"
    TRIPLE_WORD = "T"
    QUADRUPLE_LETTER = "q"
    QUADRUPLE_WORD = "Q"

    @property
    def letter_factor(self) -> int:
        """Multiplier of the tile's own value."""
        return {"d": 2, "t": 3, "q": 4}.get(self.value, 1)

    @property
    def word_factor(self) -> int:
        """Multiplier of each word through the square."""
        return {"D": 2, "T": 3, "Q": 4}.get(self.value, 1)


@dataclass(frozen=True, slots=True)
class Layout:
    """A board's premium squares and its start square.

    Rows are strings of `.` plain, `d` `t` `q` letters twice to four times, `D` `T` `Q` words
    twice to four times, `*` the start square that doubles the word, `+` a start square without
    a premium.
    """

    name: str
    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        size = len(self.rows)
        if size < 2 or any(len(row) != size for row in self.rows):
            raise ValueError(f"layout {self.name!r} is not square")
        bad = set("".join(self.rows)) - set(".dtqDTQ*+")
        if bad:
            raise ValueError(f"layout {self.name!r} holds unknown marks {sorted(bad)}")
        if sum(row.count("*") + row.count("+") for row in self.rows) != 1:
            raise ValueError(f"layout {self.name!r} needs exactly one start square")

    @property
    def size(self) -> int:
        """Squares along a side."""
        return len(self.rows)

    @property
    def start(self) -> Square:
        """The square the first play must cover."""
        for row, text in enumerate(self.rows):
            for mark in "*+":
                if mark in text:
                    return Square(row, text.index(mark))
        raise AssertionError("checked in __post_init__")

    def premium(self, square: Square) -> Premium:
        """What lies under a square."""
        mark = self.rows[square.row][square.col]
        if mark == "*":
            return Premium.DOUBLE_WORD
        if mark == "+":
            return Premium.NONE
        return Premium(mark)

    def __contains__(self, square: object) -> bool:
        return (
            isinstance(square, Square)
            and 0 <= square.row < self.size
            and 0 <= square.col < self.size
        )


STANDARD = Layout(
    "standard",
    (
        "T..d...T...d..T",
        ".D...t...t...D.",
        "..D...d.d...D..",
        "d..D...d...D..d",
        "....D.....D....",
        ".t...t...t...t.",
        "..d...d.d...d..",
        "T..d...*...d..T",
        "..d...d.d...d..",
        ".t...t...t...t.",
        "....D.....D....",
        "d..D...d...D..d",
        "..D...d.d...D..",
        ".D...t...t...D.",
        "T..d...T...d..T",
    ),
)
"""The classic 15 x 15 board. Source: facts on rulebook S4, section 4.3."""

_SUPER_TOP = (
    "Q..d...T..d..T...d..Q",
    ".D..t...D...D...t..D.",
    "..D..q...D.D...q..D..",
    "d..T..d...T...d..T..d",
    ".t..D...t...t...D..t.",
    "..q..D...d.d...D..q..",
    "...d..D...d...D..d...",
    "T......D.....D......T",
    ".D..t...t...t...t..D.",
    "..D..d...d.d...d..D..",
    "d..T..d...*...d..T..d",
)

SUPER = Layout("super", (*_SUPER_TOP, *reversed(_SUPER_TOP[:-1])))
"""The 21 x 21 board with quadruple squares. Source: position lists of that board in public game
engines, mended by symmetry."""

LAYOUTS = {layout.name: layout for layout in (STANDARD, SUPER)}
"""The boards by name."""
