"""What is known before looking: tiles stay where they lay, and lie together.

Three things are known of every crossword game, whatever the words. A tile that lay there is
still there unless somebody took it. The tiles form one group, over the start square, for every
play touches what lies there. And the tiles on the board are no longer in the bag. Each is a
prior with a price in nats: a picture that is clear beats it, one that is not does not.

All of it concerns only *where* tiles lie and which letters are left. Which stretch a play may
fill is weighed once, by `companion.inference`, and so is what is read on known squares; every
cell tells by how much it was moved here, so that nobody counts this twice (docs/adr/0012).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.board.position import Position
from companion.board.reading import BLANK_FACE
from companion.vision.reading.counts import respect_counts
from companion.vision.reading.weigh import chance, log_odds

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

STAYS = 2.0
"""Nats for a tile where one is known to lie; an empty square says twice that against it."""

DETACHED = 2.6
"""Price in nats of a group of tiles that touches nothing: somebody has only begun to lay, or a
tile between was not seen. So it is in 7 % of the photographed games (e to the -2.6)."""

LETTER_STAYS = 6.0
"""Nats for the known letter of a known tile, where letters are counted off the bag."""

_BRIDGE_ODDS = -1.75
"""Least log odds of a tile beside two groups for it to be thought of as what joins them."""

_REACH = 9.0
_BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """Probabilities of tiles after what was known has been weighed in.

    Attributes:
        tile: float64 (R, C), probability of a tile.
        prior: float64 (R, C), nats of log odds that were added to what the picture says.
    """

    tile: Array
    prior: Array


def expect(
    tile: Array, hidden: Array, start: tuple[int, int], previous: Position | None = None
) -> Expected:
    """Weigh what the picture says with what is known of every game, and of this one.

    Args:
        tile: (R, C), probability of a tile, from this picture alone.
        hidden: (R, C), probability that something covers the square.
        start: Row and column of the square that the first play covers.
        previous: What is known to lie there; None if nothing is known.
    """
    seen = log_odds(tile, most=_REACH)
    known = np.zeros(tile.shape, bool)
    if previous:
        known[
            tuple(np.array([(square.row, square.col) for square, _ in previous.items()]).T)
        ] = 1
    odds = seen + STAYS * (known & (hidden <= 0.5))
    # What hides a square hides whether tiles touch there.
    odds = _together(odds, known | (hidden > 0.5), start)
    after = chance(odds)
    unmoved = np.abs(odds - seen) < 1e-12
    return Expected(np.where(unmoved, tile, after), np.where(unmoved, 0.0, odds - seen))


def letters_left(
    letters: Array, classes: tuple[str, ...], limits: NDArray[np.int_], occupied: Array,
    squares: list[tuple[int, int]], previous: Position | None,
) -> Array:  # fmt: skip
    """Return letters of which no more are read than the set holds, known tiles counted first.

    What is read on a known square is left as this picture alone would have it: whether a tile
    there was exchanged for another is not for the bag to say.

    Args:
        letters: (N, K), rows sum to 1.
        classes: K tokens.
        limits: (K,), tiles of each class in the set.
        occupied: (N,), probability that there is a tile at all.
        squares: N of (row, column).
        previous: What is known to lie there.
    """
    alone = respect_counts(letters, limits, occupied)
    tokens = {
        (square.row, square.col): BLANK_FACE if known.blank else known.letter
        for square, known in (previous or Position()).items()
    }
    rows = [k for k, square in enumerate(squares) if tokens.get(square) in classes]
    if not rows:
        return alone
    firm = letters.copy()
    for k in rows:
        firm[k, classes.index(tokens[squares[k]])] *= np.exp(LETTER_STAYS)
        firm[k] /= firm[k].sum()
    counted = respect_counts(firm, limits, occupied)
    counted[rows] = alone[rows]
    return counted


def _together(odds: Array, held: Bools, start: tuple[int, int]) -> Array:
    """Log odds after every group of tiles that touches nothing has paid its price.

    Args:
        odds: (R, C), of a tile.
        held: (R, C), squares that hold what lies beside them: known tiles, covered squares.
        start: The square of the first play, which holds what covers it.
    """
    result = odds.copy()
    taken = odds >= 0
    joined = _joined(taken, held, start)
    # The strongest first: where nothing holds anything, it is the game that others belong to.
    for group in sorted(_groups(taken), key=lambda group: -_standing(odds, group)):
        rows, cols = np.array(group).T
        if joined[rows, cols].any():
            continue
        # Either it is an illusion, or it lies apart, or a tile that is hard to see joins it.
        together = _standing(odds, group)
        bridges = [
            at
            for at in _around(group, taken.shape)
            if odds[at] >= _BRIDGE_ODDS
            and (at == start or any(joined[b] for b in _beside(at, taken.shape)))
        ]
        ways = [together - DETACHED, *(together + float(odds[at]) for at in bridges)]
        stands = float(np.logaddexp.reduce(ways))
        share = min(1.0, float(chance(stands) / chance(together)))
        result[rows, cols] = log_odds(share * chance(odds[rows, cols]), most=_REACH)
        for k, at in enumerate(bridges, 1):
            others = float(np.logaddexp.reduce([0.0, *ways[:k], *ways[k + 1 :]]))
            result[at] = max(result[at], ways[k] - others)
        joined[rows, cols] = stands > 0
    holding = taken | held
    holding[start] = True
    return np.asarray(result - DETACHED * ~_grown(holding))


def _joined(taken: Bools, held: Bools, start: tuple[int, int]) -> Bools:
    """The taken squares whose group touches what holds it."""
    joined = np.zeros_like(taken)
    reach = _grown(held)
    for group in _groups(taken):
        rows, cols = np.array(group).T
        # A first play has two tiles or more: one alone on the start square is no game yet.
        covers = start in group and len(group) > 1
        joined[rows, cols] = covers or reach[rows, cols].any()
    return joined


def _standing(odds: Array, group: list[tuple[int, int]]) -> float:
    """How surely a group is no illusion, in nats.

    One cause (a lamp, a grain) makes all its squares look alike, so they count as independent
    witnesses only in part.
    """
    rows, cols = np.array(group).T
    seen = odds[rows, cols]
    return float(max(seen.max(), seen.sum() / np.sqrt(len(group))))


def _groups(taken: Bools) -> list[list[tuple[int, int]]]:
    """Squares that hang together, as (row, column)."""
    left = {(int(r), int(c)) for r, c in zip(*np.nonzero(taken), strict=True)}
    found = []
    while left:
        group = [left.pop()]
        for at in group:
            for beside in _beside(at, taken.shape):
                if beside in left:
                    left.remove(beside)
                    group.append(beside)
        found.append(group)
    return found


def _beside(at: tuple[int, int], shape: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    for down, along in _BESIDE:
        row, col = at[0] + down, at[1] + along
        if 0 <= row < shape[0] and 0 <= col < shape[1]:
            yield row, col


def _around(group: list[tuple[int, int]], shape: tuple[int, ...]) -> list[tuple[int, int]]:
    return sorted({near for at in group for near in _beside(at, shape)} - set(group))


def _grown(holding: Bools) -> Bools:
    """The squares that hold, and those beside them."""
    grown = holding.copy()
    grown[1:] |= holding[:-1]
    grown[:-1] |= holding[1:]
    grown[:, 1:] |= holding[:, :-1]
    grown[:, :-1] |= holding[:, 1:]
    return grown
