"""What many pictures together say of the letter on each square.

Every picture is one vote of bounded weight: a single one, however sure, can be outvoted by two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.board.position import Position
from companion.board.reading import BoardReading
from companion.board.square import Square
from companion.board.tiles import TileSet
from companion.inference.evidence import weigh
from companion.inference.letters import Candidates, remaining, tile_of, widened

ASTRAY = 0.05
"""How often a picture's vote is worth nothing, spread over all letters: it bounds each vote."""


@dataclass(frozen=True, slots=True)
class Votes:
    """Summed log probabilities of the letters seen on some squares."""

    sums: Mapping[Square, Mapping[str, float]] = field(
        default_factory=lambda: MappingProxyType({})
    )

    def with_reading(
        self, reading: BoardReading, squares: Iterable[Square], tiles: TileSet
    ) -> Votes:
        """Return the votes with one more picture's, for those squares that show a tile."""
        sums = dict(self.sums)
        for square in squares:
            e = weigh(reading.cell(square))
            if not e.looks_taken or not e.letters:
                continue
            before = sums.get(square, {})
            rows = widened(e.letters, tiles)
            floor = ASTRAY / len(rows)
            sums[square] = {
                token: before.get(token, 0.0) + math.log((1 - ASTRAY) * p + floor)
                for token, p in rows
            }
        return Votes(sums)

    def without(self, squares: Iterable[Square]) -> Votes:
        """Return the votes after tiles left some squares."""
        gone = set(squares)
        return Votes({s: v for s, v in self.sums.items() if s not in gone})

    def candidates(self, square: Square, tiles: TileSet) -> Candidates:
        """(token, probability) of a square, best first; a blank's if no picture showed it."""
        sums = self.sums.get(square)
        if not sums:
            return widened((), tiles)
        top = max(sums.values())
        weights = {t: math.exp(v - top) for t, v in sums.items()}
        total = sum(weights.values())
        return tuple(sorted(((t, w / total) for t, w in weights.items()), key=lambda x: -x[1]))


def named(
    squares: Iterable[Square], votes: Votes, tiles: TileSet, known: Position | None = None
) -> Position:
    """Return the likeliest tiles on all squares together, none more often than the bag holds.

    Where too many squares want one kind of tile, those that lose least by it take their next
    best. If the bag cannot hold so many tiles at all, the likeliest stand.

    Args:
        squares: Where tiles lie.
        votes: What was seen on them.
        tiles: Counts.
        known: Other tiles that the bag has given out already.
    """
    known = known or Position()
    rows = {s: votes.candidates(s, tiles) for s in squares}
    chosen = {s: row[0][0] for s, row in rows.items()}
    limits = dict(remaining(known, tiles))
    left = dict(limits)
    for token in chosen.values():
        left[token] = left.get(token, 0) - 1
    for _ in range(len(rows) * len(limits)):
        over = {token for token, n in left.items() if n < 0}
        moves = [
            (_log(row, chosen[s]) - math.log(max(p, 1e-12)), s, token)
            for s, row in rows.items()
            if chosen[s] in over
            for token, p in row
            if left.get(token, 0) > 0
        ]
        if not moves:
            break
        _, square, token = min(moves)
        left[chosen[square]] += 1
        left[token] -= 1
        chosen[square] = token
    return Position({s: tile_of(t) for s, t in chosen.items()}, size=known.size)


def _log(row: Candidates, token: str) -> float:
    return math.log(max(dict(row).get(token, 0.0), 1e-12))
