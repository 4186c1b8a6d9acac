"""Compares every square with this board's own empty squares and with these tiles' own faces.

A network judges a square by what boards and tiles look like in general. What settles a bare
blank on a pale board is particular: it has the colour of the faces around it and not that of
the squares around it. Colours are compared as logarithms, so that light scales away, and with
references nearby, so that a shadow falls on both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.vision.reading.board_net import MARGIN, PX_PER_CELL, Occupancy
from companion.vision.reading.weigh import chance, log_odds

Array = NDArray[np.float64]

SURE_TILE = 0.9
SURE_EMPTY = 0.02
"""Probabilities from which a square serves as a reference."""

FEWEST = 3
"""References that make a comparison."""

BIAS, NETWORK = -3.24, 1.1
WITNESSES = (3.49, -1.87, 0.51, 1.38, 1.98)
"""Fitted on rendered boards by `tools.training.likeness`."""

_WINDOW = 0.56
"""Side of the middle part of a square whose colour is taken, in cells."""

_REACH = 3.5
"""How far references count, in cells (one sigma)."""

_DARK = 12.0
"""Added to values before the logarithm: darker differences are noise."""

_FLOOR = 0.0006
"""Least variance of log colours: what the sensor alone does."""

_SOFT = 3.0
"""Squared sigmas from which a difference counts ever less: tails are long."""

_LIKE_ANOTHER = 3
"""A square is as unlike the empty ones as it is unlike the one so manieth in likeness."""


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """How far each square's colour lies from the references, as squared sigmas.

    Attributes:
        tile: float64 (15, 15), from the faces of the sure tiles around it; nan without any.
        empty: float64 (15, 15), from the most similar sure empty squares of the board; nan
            without any.
        twin: float64 (15, 15), from the empty squares in mirrored places, which have the same
            print on nearly every board; nan where none is empty.
    """

    tile: Array
    empty: Array
    twin: Array


def compare(board: NDArray[np.uint8], occupancy: Occupancy, offset: Array) -> Likeness:
    """Compare all squares of a straightened board with its sure ones.

    Args:
        board: uint8 (S, S, 3), as the board network saw it.
        occupancy: What that network says.
        offset: (15, 15, 2), where faces appear, cells right and down of each square's middle.
    """
    colour = _colours(board, offset).reshape(225, 3)
    seen = occupancy.hidden.reshape(225) < 0.5
    tiles = (occupancy.tile.reshape(225) > SURE_TILE) & seen
    empty = (occupancy.tile.reshape(225) < SURE_EMPTY) & seen
    to_tile = to_empty = to_twin = np.full(225, np.nan)
    level = colour
    if empty.sum() >= FEWEST:
        # What the empty squares show of the light is taken out of everything.
        level = colour - _expected(colour, empty)
        twin, has_twin = _twins(level, empty)
        spread = _spread((level - twin)[empty & has_twin])
        to_twin = np.where(has_twin, _squared(level - twin, spread), np.nan)
        to_empty = _nearest(level, empty, spread)
    if tiles.sum() >= FEWEST:
        miss = level - _expected(level, tiles)
        to_tile = _squared(miss, _spread(miss[tiles]))
    return Likeness(*(each.reshape(15, 15) for each in (to_tile, to_empty, to_twin)))


def _colours(board: NDArray[np.uint8], offset: Array) -> Array:
    """Median log colour of the middle of each square, (15, 15, 3)."""
    half = round(PX_PER_CELL * _WINDOW / 2)
    grid = np.stack(np.meshgrid(np.arange(15), np.arange(15)), axis=-1)
    middle = np.round((grid + MARGIN + 0.5 + offset) * PX_PER_CELL).astype(int)
    span = np.arange(-half, half)
    side = board.shape[0] - 1
    x = np.clip(middle[..., 0, None, None] + span[None, :], 0, side)
    y = np.clip(middle[..., 1, None, None] + span[:, None], 0, side)
    patches = board[y, x].reshape(15, 15, -1, 3)
    return np.asarray(np.log(np.median(patches, axis=2) + _DARK))


@lru_cache(maxsize=1)
def _nearness() -> Array:
    """Weight of each square as a reference for each other one, (225, 225)."""
    row, col = np.divmod(np.arange(225), 15)
    apart = (row[:, None] - row) ** 2 + (col[:, None] - col) ** 2
    weight = np.exp(-apart / (2 * _REACH**2))
    np.fill_diagonal(weight, 0.0)
    return np.asarray(weight)


@lru_cache(maxsize=1)
def _mirrored() -> Array:
    """Which squares are mirror images or quarter turns of each other, (225, 225) of 0 and 1."""
    place = np.arange(225).reshape(15, 15)
    same = np.zeros((225, 225))
    for turns in range(4):
        for image in (np.rot90(place, turns), np.rot90(place.T, turns)):
            same[place.ravel(), image.ravel()] = 1.0
    np.fill_diagonal(same, 0.0)
    return same


def _expected(colour: Array, reference: NDArray[np.bool_]) -> Array:
    """What colour the references around each square make expect, itself left out."""
    weight = _nearness() * reference + 1e-9 * reference
    weight[np.arange(225), np.arange(225)] = 0.0
    return np.asarray(weight @ colour / weight.sum(axis=1, keepdims=True))


def _twins(level: Array, empty: NDArray[np.bool_]) -> tuple[Array, NDArray[np.bool_]]:
    weight = _mirrored() * empty
    count = weight.sum(axis=1)
    return weight @ level / np.maximum(count, 1)[:, None], count > 0


def _nearest(level: Array, empty: NDArray[np.bool_], spread: Array) -> Array:
    root = np.linalg.cholesky(np.linalg.inv(spread))
    white = level @ root
    apart = ((white[:, None] - white[None, empty]) ** 2).sum(axis=2)
    itself = np.flatnonzero(empty)
    apart[itself, np.arange(len(itself))] = np.inf
    rank = min(_LIKE_ANOTHER, apart.shape[1]) - 1
    return np.asarray(np.partition(apart, rank, axis=1)[:, rank])


def _spread(miss: Array) -> Array:
    """Covariance of differences, (3, 3), outliers counting less."""
    weight = np.ones(len(miss))
    cover = np.eye(3) * _FLOOR
    for _ in range(3):
        cover = (miss * weight[:, None]).T @ miss / max(weight.sum(), 1e-9) + np.eye(3) * _FLOOR
        weight = np.minimum(1.0, 3 / np.maximum(_squared(miss, cover), 1e-9))
    return np.asarray(cover)


def _squared(miss: Array, cover: Array) -> Array:
    return np.asarray(np.einsum("ni,ij,nj->n", miss, np.linalg.inv(cover), miss))


def witnesses(likeness: Likeness) -> Array:
    """Return what the comparison says of each square, (15, 15, 5), for `settle` to weigh.

    Whether there are tiles to compare with; how unlike them; how unlike any empty square; how
    unlike the empty squares in mirrored places; whether there are none of these. Nothing to
    compare with says nothing.
    """

    def unlike(apart: Array) -> Array:
        return np.log1p(np.nan_to_num(apart, nan=0.0) / _SOFT)

    known, alone = ~np.isnan(likeness.tile), np.isnan(likeness.twin)
    # The start square's print is unlike every other, empty as it may be.
    empty = np.where(alone, 0.0, unlike(likeness.empty))
    said = (known, unlike(likeness.tile), empty, unlike(likeness.twin), alone)
    return np.stack([np.asarray(each, np.float64) for each in said], axis=-1)


def settle(board: NDArray[np.uint8], occupancy: Occupancy, offset: Array) -> Occupancy:
    """Return the network's judgement weighed with the comparison; see `compare`."""
    said = witnesses(compare(board, occupancy, offset))
    odds = BIAS + NETWORK * log_odds(occupancy.tile) + said @ np.array(WITNESSES)
    return replace(occupancy, tile=chance(odds))
