"""Which way up: the premium squares look alike from all four sides, the letters do not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from companion.board.reading import BLANK_FACE
from companion.board.tiles import TileSet
from companion.vision.recognisers.api import Recogniser

Index = NDArray[np.intp]

LAST = 14
TURNS: tuple[Callable[[Index, Index], tuple[Index, Index]], ...] = (
    lambda rows, cols: (rows, cols),
    lambda rows, cols: (LAST - cols, rows),
    lambda rows, cols: (LAST - rows, LAST - cols),
    lambda rows, cols: (cols, LAST - rows),
)
"""For each number of quarter turns to the left, where located squares come to lie as read."""

MOST_FACES = 40
UPRIGHT_BONUS = 0.3
"""Faces' worth in favour of the turn in which the picture is upright: cameras mostly are."""

CLARITY = 4
"""Power of a face's best probability: how much less a muddled face counts than a clear one."""

_SAME_TURNED = frozenset("HINOSXZ")
"""Letters that are themselves, or another of these, when turned by a half or quarter turn."""


PLAIN = 0.85
"""Clarity of faces that are certainly not seen in a mirror: real boards stand at 0.88 to 0.99,
in a mirror at 0.55 to 0.76 (A, H, I, M, O, T are the same in it)."""

PLAINER = 0.1
"""By how much clearer faces must be in the mirror for the picture to be taken for mirrored."""


def is_mirrored(
    faces: NDArray[np.uint8], turn: int, letters: Recogniser, tiles: TileSet
) -> bool:
    """Tell whether faces read so much better in a mirror that the picture must be mirrored.

    Args:
        faces: uint8 (N, S, S, 3), cut along the located grid.
        turn: Quarter turns to the left with which they read best as they are.
        letters: Reads them.
        tiles: Masks the letters.
    """
    some = _some(faces)
    if not len(some):
        return False
    plain = _clarity(np.rot90(some, turn, axes=(1, 2)), letters, tiles)
    if plain >= PLAIN:
        return False
    flipped = some[:, :, ::-1]
    mirrored = max(
        _clarity(np.rot90(flipped, other, axes=(1, 2)), letters, tiles) for other in range(4)
    )
    return mirrored > plain + PLAINER


def _clarity(faces: NDArray[np.uint8], letters: Recogniser, tiles: TileSet) -> float:
    """How clearly faces are some letter of the set each, 0..1."""
    posteriors = letters.read(np.ascontiguousarray(faces)).masked(tiles)
    return float((posteriors.probabilities.max(axis=1) ** CLARITY).mean())


def _some(faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    step = max(1, len(faces) // MOST_FACES)
    return faces[::step][:MOST_FACES]


def best_turn(faces: NDArray[np.uint8], letters: Recogniser, tiles: TileSet) -> int:
    """Return how many quarter turns to the left make the faces stand upright.

    Args:
        faces: uint8 (N, S, S, 3), cut along the located grid.
        letters: Reads them.
        tiles: Masks the letters.
    """
    if not len(faces):
        return 0
    some = _some(faces)
    scores = np.zeros(4)
    for turn in range(4):
        turned = np.ascontiguousarray(np.rot90(some, turn, axes=(1, 2)))
        posteriors = letters.read(turned).masked(tiles)
        keep = np.array([
            (0.15 if token in _SAME_TURNED else 1.0) * (token != BLANK_FACE)
            for token in posteriors.classes
        ])  # fmt: skip
        best = posteriors.probabilities.argmax(axis=1)
        top = posteriors.probabilities.max(axis=1)
        # A face that is clearly some letter speaks for this turn; one that is half a Q and half
        # an M, as letters on their side are, says next to nothing.
        scores[turn] = float((keep[best] * top**CLARITY).sum())
    scores[0] += UPRIGHT_BONUS
    return int(scores.argmax())
