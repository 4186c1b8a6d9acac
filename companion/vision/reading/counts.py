"""The tile set as evidence: a bag holds only so many of each letter."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

TOO_MANY = 0.02
"""Factor on a letter of which the board would otherwise show more than the bag holds."""


def respect_counts(
    posteriors: NDArray[np.float64], limits: NDArray[np.int_], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return posteriors in which no letter is read more often than the set allows, if possible.

    The weakest claims on a letter give way first. It is evidence, not a veto: a letter that was
    clear beyond doubt stays, for people do mix sets.

    Args:
        posteriors: (N, K), rows sum to 1; not changed.
        limits: (K,), tiles of each class in the set.
        weights: (N,), probability that there is a tile at all.
    """
    result = posteriors.copy()
    if not len(result):
        return result
    for _ in range(3 * len(result)):
        best = result.argmax(axis=1)
        counted = np.bincount(best[weights > 0.5], minlength=len(limits))
        over = np.flatnonzero(counted > limits)
        movable = [
            (_margin(result[row], int(letter)), row, letter)
            for letter in over
            for row in np.flatnonzero((best == letter) & (weights > 0.5))
            # Once lowered it is not lowered again.
            if posteriors[row, letter] - 1e-12 <= result[row, letter]
        ]
        if not movable:
            break
        _, row, letter = min(movable)
        result[row, letter] *= TOO_MANY
        result[row] /= result[row].sum()
    return result


def _margin(row: NDArray[np.float64], letter: int) -> float:
    others = np.delete(row, letter)
    return float(np.log(row[letter] + 1e-12) - np.log(others.max() + 1e-12))
