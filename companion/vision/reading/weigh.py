"""Two witnesses to whether a tile lies on a square: the board and the letter network."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

BOARD_WEIGHT = 0.96
FACE_WEIGHT = 0.3
BIAS = -0.6
"""Of a fit of `tools.training.doubt` on rendered boards. Since squares are also compared
(`resemble`), a fit on boards as hard as night would move the bias towards more tiles; this one
asks less often about squares of ordinary boards, and is kept."""

MIXED_IN = 0.3
"""Share of a set by which there may be more tiles: two sets mixed, or an ornament."""

_REACH = 6.0
"""Most that one witness may say, in log odds: neither is ever certain."""


def tile_probability(board: Array, face: Array) -> Array:
    """Return the probability of a tile from what both networks say.

    Args:
        board: (N,), the board network's probability of a tile.
        face: (N,), the letter network's probability that the patch shows a face at all.
    """
    return chance(BIAS + BOARD_WEIGHT * log_odds(board) + FACE_WEIGHT * log_odds(face))


def no_more_than(tile: Array, most: int, clear: Array, sure: float) -> Array:
    """Return probabilities by which no more squares surely hold a tile than the set has tiles.

    The least likely ones give way, and of equal ones those that show no clear letter; they go
    near the middle, so that they are asked about. A few too many are another set's, mixed in,
    and are taken for tiles all the same where the picture is sure of them, else for empty
    squares; very many are no tiles, and of equal ones none is one.

    Args:
        tile: (R, C), probability of a tile.
        most: Tiles in the set.
        clear: (R, C), probability of the letter that a square shows.
        sure: Probability from which the picture is sure of a tile.
    """
    taken = np.flatnonzero(tile > 0.5)
    over = len(taken) - most
    if over <= 0:
        return tile
    likely = tile.ravel()[taken].round(3)
    rank = np.lexsort((clear.ravel()[taken], likely))
    result = tile.copy()
    if over <= MIXED_IN * most:
        least = rank[:over]
        result.flat[taken[least]] = np.where(likely[least] < sure, 0.45, 0.55)
    else:
        result.flat[taken[likely <= likely[rank[over - 1]]]] = 0.45
    return result


def log_odds(p: Array, *, most: float = _REACH) -> Array:
    """Return the log odds of probabilities, within what one witness may say."""
    clipped = np.clip(p, 1e-6, 1 - 1e-6)
    return np.clip(np.log(clipped / (1 - clipped)), -most, most)


def chance(odds: Array | float) -> Array:
    """Return the probabilities of log odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -40, 40))))
