"""Tiles of a play that lie in other places of it from some picture on: LEMON that became MELON.

Votes of all pictures together would tell a word that no picture shows, or one that the picture
of its turn does not. A reader misreads a letter here and there; that it reads the same tiles in
another order, surely and from one picture on, says that somebody moved them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.board.reading import BoardReading
from companion.board.square import Square
from companion.board.tiles import TileSet
from companion.inference.votes import Votes

SURE = 0.8
"""Probability from which on a letter counts as read."""


@dataclass(frozen=True, slots=True)
class Rearranged:
    """A play whose tiles changed places.

    Attributes:
        at: Index among the pictures of the first that shows the new order.
        before: What the pictures before it show.
        after: What it and those behind it show.
    """

    at: int
    before: Votes
    after: Votes


def rearranged(
    squares: Sequence[Square], readings: Sequence[BoardReading], tiles: TileSet
) -> Rearranged | None:
    """Return where the tiles on some squares changed places, if they did.

    Args:
        squares: Of one play.
        readings: Of the pictures that show it, in order.
        tiles: The tile set.
    """
    if len(squares) < 2 or len(readings) < 2 or not _differ(squares, readings):
        return None
    before = _sums(squares, readings, tiles)
    after = _sums(squares, readings[::-1], tiles)[::-1]
    found = [
        Rearranged(at, before[at - 1], after[at])
        for at in range(1, len(readings))
        if _moved(squares, before[at - 1], after[at], tiles)
    ]
    return max(found, key=lambda each: _weight(squares, each), default=None)


def _differ(squares: Sequence[Square], readings: Sequence[BoardReading]) -> bool:
    """Whether two squares at least were read as different letters at different times."""
    odd = 0
    for square in squares:
        best = {
            max(c.letters, key=lambda x: x[1])[0]
            for r in readings
            if (c := r.cell(square)).letters
        }
        odd += len(best) > 1
    return odd > 1


def _sums(
    squares: Sequence[Square], readings: Sequence[BoardReading], tiles: TileSet
) -> list[Votes]:
    """The votes of the first picture, of the first two, and so on."""
    out, votes = [], Votes()
    for reading in readings:
        votes = votes.with_reading(reading, squares, tiles)
        out.append(votes)
    return out


def _moved(squares: Sequence[Square], before: Votes, after: Votes, tiles: TileSet) -> bool:
    """Whether the same tiles surely lie in another order."""
    old: Counter[str] = Counter()
    new: Counter[str] = Counter()
    for square in squares:
        (was, sure), (now, as_sure) = (
            votes.candidates(square, tiles)[0] for votes in (before, after)
        )
        if was != now:
            if min(sure, as_sure) < SURE:
                return False
            old[was] += 1
            new[now] += 1
    return old == new and old.total() > 1


def _weight(squares: Sequence[Square], found: Rearranged) -> float:
    """How well the pictures fit, told before and after."""
    return sum(
        max(votes.sums[square].values())
        for votes in (found.before, found.after)
        for square in squares
        if square in votes.sums
    )
