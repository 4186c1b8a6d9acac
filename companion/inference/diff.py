"""Which squares changed between a known position and a new reading."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.board.position import Position
from companion.board.reading import BLANK_FACE, BoardReading
from companion.board.square import Square
from companion.inference.evidence import evidence_of
from companion.inference.letters import token_of

DOUBT = 0.9
"""A square whose best content is less likely than this is shown as doubtful."""

CONTRADICTION = 0.5
"""A known letter is in doubt once another one is read with at least this probability."""

BLANK_CONTRADICTION = 0.8
"""The same where a blank face is read: blur and glare make a letter look like one."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A square to look at again.

    Attributes:
        square: Which.
        candidates: (content as the command line writes it, probability), best first; an empty
            text is an empty square.
    """

    square: Square
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What a reading shows that the known position does not, and the other way round.

    Attributes:
        new: Free squares that look taken.
        maybe: Free squares that may be taken: 0.05 to 0.5.
        gone: Known squares that look empty.
        reread: Known squares that show another letter.
        hidden: Squares that are covered.
        doubts: `gone` and `reread`, each with what it shows.
    """

    new: tuple[Square, ...]
    maybe: tuple[Square, ...]
    gone: tuple[Square, ...]
    reread: tuple[Square, ...]
    hidden: tuple[Square, ...]
    doubts: tuple[Doubt, ...]

    @property
    def is_empty(self) -> bool:
        """Whether the board looks as it is known."""
        return not (self.new or self.gone)


def differ(position: Position, reading: BoardReading) -> Difference:
    """Return how a reading differs from the known position; tiles that slid do not count."""
    evidence = evidence_of(reading, position)
    new = [s for s, e in evidence.items() if s not in position and e.looks_taken]
    maybe = [
        s
        for s, e in evidence.items()
        if s not in position and not e.hidden and math.log(0.05) <= e.tile < math.log(0.5)
    ]
    gone, reread, doubts = [], [], []
    for square, tile in position.items():
        e = evidence.get(square)
        if e is None or e.hidden:
            continue
        if not e.looks_taken:
            gone.append(square)
            doubts.append(
                Doubt(square, (("", math.exp(e.empty)), (tile.text, math.exp(e.tile))))
            )
        elif contradicts(token_of(tile), e.letters):
            reread.append(square)
            doubts.append(Doubt(square, e.letters))
    hidden = [cell.square for cell in reading.cells if cell.hidden]
    return Difference(
        tuple(new), tuple(maybe), tuple(gone), tuple(reread), tuple(hidden), tuple(doubts)
    )


def contradicts(token: str, letters: tuple[tuple[str, float], ...]) -> bool:
    """Whether what was read speaks against a known letter loudly enough to be shown."""
    if not letters or letters[0][0] == token:
        return False
    limit = BLANK_CONTRADICTION if letters[0][0] == BLANK_FACE else CONTRADICTION
    return letters[0][1] >= limit
