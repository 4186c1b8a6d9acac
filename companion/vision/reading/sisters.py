"""Tiles of one set bear one type: a face that is not clear reads like the faces it equals.

The letter network reads every face for itself. Two faces of the same letter on the same board
look the same to the pixel, light and all, while the same letter of another set does not; so
pictures of faces are compared with each other, and a face that equals others shares their
witness. How much alike is alike enough differs from letter to letter, for an O is much like a
D: a face must be as much like the faces of a letter as these are like each other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.reading import BLANK_FACE
from companion.vision.reading.looks import CLEAR
from companion.vision.recognisers.api import NOT_A_TILE, LetterPosteriors

Faces = NDArray[np.uint8]

_NO_LETTERS = (BLANK_FACE, NOT_A_TILE)

REACH = 0.07
"""How far two cuts of the same face may be shifted against each other, in their sides."""

_RIM = 0.19
"""Share of a face's side that is left out all around: neighbours and the tile's edges."""

_FINE, _COARSE = 0.02, 0.125
"""Scales of what is compared, in sides: noise below, light above."""

_LEAST_ALIKE = 0.7
"""Correlation below which two faces are never taken for the same letter."""

_SLACK = 0.5
"""How much less alike than its sisters among themselves a face may be, of what these lack."""

_DARK = 8.0


def with_sisters(seen: LetterPosteriors, faces: Faces) -> LetterPosteriors:
    """Return posteriors in which unclear faces share the witness of faces they equal.

    Args:
        seen: What each face reads as by itself.
        faces: uint8 (N, S, S, 3), upright, one for each row.
    """
    best = seen.probabilities.argmax(axis=1)
    unclear = [
        int(row)
        for row in np.flatnonzero(seen.probabilities.max(axis=1) < CLEAR)
        if seen.classes[best[row]] not in _NO_LETTERS
    ]
    groups = [
        np.flatnonzero(best == k).tolist()
        for k, token in enumerate(seen.classes)
        if token not in _NO_LETTERS
    ]
    if not unclear:
        return seen
    everyone, lettered = range(len(faces)), [row for group in groups for row in group]
    pictures = [_compared(face) for face in faces]

    @cache
    def like(one: int, other: int) -> float:
        return alike(pictures[one], pictures[other])

    logs = np.log(seen.probabilities + 1e-6)
    probabilities = seen.probabilities.copy()
    for row in unclear:
        weight = np.zeros(len(faces))
        for group in groups:
            others = [other for other in group if other != row]
            for other, share in zip(others, _shares(row, others, like), strict=True):
                weight[other] = share
        # Whatever letter the nearest ones are said to be, the farther ones say less.
        near = np.array([like(row, other) if weight[other] else 0.0 for other in everyone])
        nearest = max((like(row, other) for other in lettered if other != row), default=0.0)
        weight *= np.clip(1 - (nearest - near) / _slack(nearest), 0.0, 1.0)
        if not weight.any():
            continue
        weight[row] = 1.0
        shared = np.exp(weight @ logs / weight.sum())
        probabilities[row] = shared / shared.sum()
    return LetterPosteriors(probabilities, seen.classes)


def _shares(row: int, group: list[int], like: Callable[[int, int], float]) -> list[float]:
    """How far a face equals each face of one letter, 0..1; a single one proves nothing."""
    nothing = [0.0] * len(group)
    if len(group) < 2:
        return nothing
    near = [like(row, other) for other in group]
    if max(near) < _LEAST_ALIKE:
        return nothing
    among = float(np.median([max(like(a, b) for b in group if b != a) for a in group]))
    slack = _slack(among)
    return [
        min(max((same - among + slack) / slack, 0.0), 1.0) if same >= _LEAST_ALIKE else 0.0
        for same in near
    ]


def _slack(same: float) -> float:
    return _SLACK * (1 - same) + 0.005


def alike(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return the correlation of two faces at their best shift, -1..1."""
    side = one.shape[0]
    rim, reach = round(_RIM * side), max(1, round(REACH * side))
    inner = one[rim : side - rim, rim : side - rim]
    around = other[rim - reach : side - rim + reach, rim - reach : side - rim + reach]
    found = cv2.matchTemplate(around, inner, cv2.TM_CCOEFF_NORMED)
    return float(np.max(found))


def _compared(face: Faces) -> NDArray[np.float32]:
    """A face without its light and its grain, float32 (S, S)."""
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    logs = np.log(grey + np.float32(_DARK))
    side = face.shape[0]
    fine = cv2.GaussianBlur(logs, (0, 0), max(0.5, _FINE * side))
    return np.asarray(fine - cv2.GaussianBlur(logs, (0, 0), _COARSE * side), np.float32)
