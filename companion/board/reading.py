"""The one seam between eyes and mind: what a picture of the board says. No arrays here."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import BLANK, Tile
from companion.text import Said

BLANK_FACE = "?"
"""Candidate token of a tile whose face shows no letter."""


@dataclass(frozen=True, slots=True)
class CellReading:
    """What one square shows.

    Attributes:
        square: Which.
        occupied: Probability 0..1 that a tile lies there.
        letters: (token, probability) given that a tile lies there, best first, best five;
            the token `?` is a blank face.
        hidden: True where a hand or another thing covers the square: nothing is known.
        prior: Nats of log odds in `occupied` that come from what was known, not from this
            picture; whoever weighs that himself takes them out.
    """

    square: Square
    occupied: float
    letters: tuple[tuple[str, float], ...] = ()
    hidden: bool = False
    prior: float = 0.0

    @property
    def best(self) -> Tile | None:
        """The likeliest content: a tile, an unnamed blank, or None for empty."""
        if self.occupied < 0.5 or not self.letters:
            return None
        token = self.letters[0][0]
        return BLANK if token == BLANK_FACE else Tile(token)

    @property
    def confidence(self) -> float:
        """Probability of `best`."""
        if self.hidden:
            return 0.0
        if self.best is None:
            return 1.0 - self.occupied
        return self.occupied * self.letters[0][1]

    def candidates(self) -> tuple[tuple[str, float], ...]:
        """All contents with probabilities, best first; the empty string is an empty square."""
        rows = [("", 1.0 - self.occupied)]
        rows += [(token, self.occupied * p) for token, p in self.letters]
        return tuple(sorted(rows, key=lambda row: -row[1]))


@dataclass(frozen=True, slots=True)
class BoardReading:
    """What one picture says of the whole board.

    Attributes:
        cells: One for each square, in reading order.
        corners_px: Outer corners of the grid in the upright picture: top left, top right,
            bottom right, bottom left as read.
        doubtful: Squares whose best content is below the threshold of doubt.
        t_s: Seconds since the source opened.
        seq: Number of the frame.
        source: Where the frame came from.
        size: Squares along a side.
        glare: First and last row, from 1, in which a reflection hides squares; None if none.
        bent: Whether a lens that bends straight lines was looked through as if it were none.
        mirrored: Whether the picture shows the board as a mirror does; it was read as if it
            did not, and the corners are those of the picture as it came.
    """

    cells: tuple[CellReading, ...]
    corners_px: tuple[tuple[float, float], ...]
    doubtful: tuple[Square, ...] = ()
    t_s: float = 0.0
    seq: int = 0
    source: str = ""
    size: int = 15
    seconds: tuple[tuple[str, float], ...] = field(default=(), compare=False)
    glare: tuple[int, int] | None = None
    bent: bool = False
    mirrored: bool = False

    def __post_init__(self) -> None:
        if len(self.cells) != self.size**2:
            raise ValueError(f"{len(self.cells)} cells for {self.size} x {self.size} squares")

    def cell(self, square: Square) -> CellReading:
        """The reading of one square."""
        return self.cells[square.row * self.size + square.col]

    def position(self) -> Position:
        """The likeliest position, square by square."""
        return Position({c.square: c.best for c in self.cells if c.best}, size=self.size)


class Reason(StrEnum):
    """Why a picture could not be read; the tablet has a sentence for each."""

    BOARD_NOT_FOUND = "board-not-found"
    BOARD_CUT_OFF = "board-cut-off"
    HAND_OVER_BOARD = "hand-over-board"
    OUT_OF_FOCUS = "out-of-focus"
    TOO_DARK = "too-dark"
    OVEREXPOSED = "overexposed"
    NOT_A_PICTURE = "not-a-picture"
    CALIBRATION_STALE = "calibration-stale"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A picture that says nothing, and why."""

    reason: Reason
    detail: Said
    t_s: float = 0.0
    seq: int = 0
    source: str = ""
