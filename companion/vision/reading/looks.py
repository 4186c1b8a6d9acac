"""A second look at faces that were not clear at first: cut a little otherwise, or turned."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from companion.board.tiles import TileSet
from companion.vision.recognisers.api import NOT_A_TILE, LetterPosteriors, Recogniser

Array = NDArray[np.float64]
Cut = Callable[[float, Array], NDArray[np.uint8]]
"""(side in cells, (right, down) in cells) to upright patches, uint8 (N, S, S, 3)."""

CLEAR = 0.975
"""A face whose best letter is at least so probable is not looked at again."""

OTHERWISE = (
    (0.9, 0.0, 0.0),
    (1.1, 0.0, 0.0),
    (1.0, -0.06, 0.0),
    (1.0, 0.06, 0.0),
    (1.0, 0.0, -0.06),
    (1.0, 0.0, 0.06),
)
"""Side, right, down of the other cuts."""

TURNED_LEAD = 0.3
"""A tile is taken to lie upside down if it reads so much more clearly that way."""

TURNED_TRUST = 0.6
"""How far a tile lying upside down is believed to be what it reads as: it stays doubtful."""


def unclear(seen: LetterPosteriors) -> NDArray[np.intp]:
    """Return the rows whose best class is not clear."""
    return np.flatnonzero(seen.probabilities.max(axis=1) < CLEAR)


def look_again(
    letters: Recogniser,
    seen: LetterPosteriors,
    rows: NDArray[np.intp],
    first_cut: NDArray[np.uint8],
    cut: Cut,
    *,
    tiles: TileSet | None = None,
) -> LetterPosteriors:
    """Return posteriors in which some rows rest on several looks.

    Args:
        letters: Reads patches.
        seen: The first look at all faces.
        rows: Which faces to look at again.
        first_cut: These faces as the first look saw them, uint8 (N, S, S, 3).
        cut: Cuts these faces otherwise, in the order of `rows`.
        tiles: The set in play; only its letters say which way up a tile lies.
    """
    if not len(rows):
        return seen
    first = np.log(seen.probabilities[rows] + 1e-6)
    looks = [first]
    for side, right, down in OTHERWISE:
        patches = cut(side, np.array([right, down]))
        looks.append(np.log(letters.read(patches).probabilities + 1e-6))
    upright = _scaled(np.exp(np.mean(looks, axis=0)))
    over_head = np.ascontiguousarray(np.rot90(first_cut, 2, axes=(1, 2)))
    turned = letters.read(over_head).probabilities
    lead = _clearest(turned, seen.classes, tiles) - _clearest(upright, seen.classes, tiles)
    over = lead > TURNED_LEAD
    upright[over] = (1 - TURNED_TRUST) * upright[over] + TURNED_TRUST * turned[over]
    probabilities = seen.probabilities.copy()
    probabilities[rows] = upright
    return LetterPosteriors(probabilities, seen.classes)


def _clearest(rows: Array, classes: tuple[str, ...], tiles: TileSet | None) -> Array:
    """Probability of each row's best face, among those the set in play has."""
    posteriors = LetterPosteriors(rows, classes)
    if tiles is not None:
        posteriors = posteriors.masked(tiles, keep_not_a_tile=True)
    faces = [k for k, token in enumerate(posteriors.classes) if token != NOT_A_TILE]
    return np.asarray(posteriors.probabilities[:, faces].max(axis=1))


def _scaled(values: Array) -> Array:
    return np.asarray(values / values.sum(axis=1, keepdims=True))
