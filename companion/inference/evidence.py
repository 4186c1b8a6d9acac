"""What one square's reading says for and against a tile, in nats.

A reader's probabilities are clipped before they are used: a network that says 0.999999 has been
wrong before, and one square must never outweigh the rest of the board.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.board.position import Position
from companion.board.reading import BoardReading, CellReading
from companion.board.square import Square

OCCUPANCY_FLOOR = 1e-3
"""No square is surer than this to be empty or taken."""

FALSE_TILE = 6.0
"""Price of a thing that looks like a tile and is none (glare, a coin, printed text)."""

MISSED_TILE = 4.0
"""Price of a tile that is known to lie there and looks like an empty square."""

MISREAD_LETTER = 4.0
"""Price of a known letter that is read as another one, however surely."""

UNSEEN_TILE = -1.5
"""Gain of a new tile on a covered square: most squares are empty."""

MOST_SLID = 3
"""Tiles that may have slid at once; more of them are a grid that was laid wrongly."""

COVERED_WEIGHT = 0.3
"""Weight of what looks like a tile on a square that seems to be covered."""

SURELY_EMPTY = math.log(0.05 / 0.95)
"""Log odds of a tile below which a picture says that a square is empty, whatever would fit."""

NEVER = -1000.0
"""Gain of a tile where none may be."""

CLEAR = 0.5
"""From here on a square counts as showing a tile."""


_ROUNDING = 1e-9
_LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class SquareEvidence:
    """Evidence of one square.

    Attributes:
        tile: Log probability that a tile lies there, clipped, by what the picture says alone.
        empty: Log probability that none does, clipped.
        letters: (token, probability) given a tile, best first, as read; may be empty.
        hidden: Nothing is known.
        prior: Nats for a tile from what the eyes knew before; in neither of the above.
        barred: No play may need a tile here.
    """

    tile: float
    empty: float
    letters: tuple[tuple[str, float], ...]
    hidden: bool = False
    prior: float = 0.0
    barred: bool = False

    @property
    def looks_taken(self) -> bool:
        """Whether a tile is the likelier content, with what the eyes knew before."""
        return self.tile - self.empty + self.prior >= -_ROUNDING and not self.hidden

    @property
    def surely_empty(self) -> bool:
        """Whether the picture alone says so clearly that no play may need a tile there."""
        return not self.hidden and self.tile - self.empty < SURELY_EMPTY

    @property
    def as_new(self) -> float:
        """Gain in nats of a tile newly laid here, against no tile here."""
        if self.barred:
            return NEVER
        if self.hidden:
            return UNSEEN_TILE
        return self.tile - self._without

    @property
    def as_known(self) -> float:
        """Gain in nats of a tile already known to lie here, against no tile here."""
        return max(self.tile, self.empty - MISSED_TILE) - self._without

    def against(self, token: str) -> float:
        """Nats by which the likeliest letter beats this one, 0 if it is this one; capped."""
        if not self.letters or self.letters[0][0] == token:
            return 0.0
        known = max(dict(self.letters).get(token, 0.0), 1e-6)
        return min(MISREAD_LETTER, math.log(self.letters[0][1] / known))

    @property
    def _without(self) -> float:
        return max(self.empty, self.tile - FALSE_TILE)


UNKNOWN = SquareEvidence(math.log(0.5), math.log(0.5), (), hidden=True)
"""Evidence of a hidden square: none either way."""


def weigh(cell: CellReading) -> SquareEvidence:
    """Return the evidence of one cell; values that are no probabilities count as unknown.

    Of a covered square nothing is known, but what still looks like a tile may be one: glare is
    taken for a thing on the board, too.
    """
    occupied = cell.occupied
    if not 0.0 <= occupied <= 1.0 or (cell.hidden and occupied <= CLEAR):
        return UNKNOWN
    clipped = _clipped(occupied)
    if cell.prior:
        # The prior is weighed here again, against all that may have happened: once is enough.
        odds = math.log(max(occupied, _LEAST) / max(1.0 - occupied, _LEAST)) - cell.prior
        clipped = _clipped(1.0 / (1.0 + math.exp(-odds)))
    if cell.hidden:
        odds = COVERED_WEIGHT * math.log(clipped / (1.0 - clipped))
        clipped = 1.0 / (1.0 + math.exp(-odds))
    letters = tuple((t, p) for t, p in cell.letters if t and 0.0 < p <= 1.0)
    return SquareEvidence(
        math.log(clipped), math.log1p(-clipped), tuple(sorted(letters, key=lambda x: -x[1])),
        prior=cell.prior,
    )  # fmt: skip


def _clipped(probability: float) -> float:
    return min(max(probability, OCCUPANCY_FLOOR), 1.0 - OCCUPANCY_FLOOR)


Evidence = Mapping[Square, SquareEvidence]


def barred(found: Evidence) -> Evidence:
    """The same evidence, with no new tile on a square that is sure to be empty.

    For whoever has no later picture to learn from: a play is not made legal by a tile that is
    not there. A whole game's pictures mend a tile that one of them missed.
    """
    return {
        square: replace(seen, barred=True) if seen.surely_empty else seen
        for square, seen in found.items()
    }


def evidence_of(reading: BoardReading, position: Position | None = None) -> Evidence:
    """Return the evidence of all squares.

    A known tile that slid to the next square is put back: where a known square looks empty and
    exactly one free neighbour shows its letter, both count as unknown.
    """
    found = {cell.square: weigh(cell) for cell in reading.cells}
    if position is not None:
        slid = _slid(found, position)
        if len(slid) <= 2 * MOST_SLID:
            found.update(dict.fromkeys(slid, UNKNOWN))
    return found


def _slid(found: Evidence, position: Position) -> set[Square]:
    moved: set[Square] = set()
    for square, tile in position.items():
        seen = found.get(square)
        if seen is None or seen.hidden or seen.looks_taken:
            continue
        token = tile.letter if not tile.blank else "?"
        beside = [
            near
            for near in neighbours(square)
            if near not in position
            and (e := found.get(near)) is not None
            and e.looks_taken
            and e.letters[:1]
            and e.letters[0][0] == token
        ]
        if len(beside) == 1:
            moved |= {square, beside[0]}
    return moved


def neighbours(square: Square) -> tuple[Square, Square, Square, Square]:
    """The four squares beside a square; some may lie off the board."""
    r, c = square.row, square.col
    return Square(r - 1, c), Square(r, c - 1), Square(r, c + 1), Square(r + 1, c)
