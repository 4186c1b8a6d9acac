"""Faces that equal each other share what they read as."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.board.reading import BLANK_FACE
from companion.vision.reading.sisters import alike, with_sisters
from companion.vision.recognisers.api import NOT_A_TILE, LetterPosteriors

CLASSES = ("A", "D", "O", BLANK_FACE, NOT_A_TILE)
Faces = NDArray[np.uint8]


def face(letter: str, seed: int, *, shift: tuple[int, int] = (0, 0)) -> Faces:
    """A face of 48 px with grain, light and a little shift of its own."""
    rng = np.random.default_rng(seed)
    picture = np.full((48, 48), 190, np.uint8)
    at = (11 + shift[0], 36 + shift[1])
    cv2.putText(picture, letter, at, cv2.FONT_HERSHEY_SIMPLEX, 1.2, 40, 3, cv2.LINE_AA)
    slope = np.linspace(0.8, 1.1, 48, dtype=np.float32)
    lit = picture * slope[None, :] + rng.normal(0, 3, picture.shape)
    return np.repeat(np.clip(lit, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def row(**most: float) -> list[float]:
    rest = (1 - sum(most.values())) / (len(CLASSES) - len(most))
    return [most.get(token, rest) for token in CLASSES]


def letters(seen: LetterPosteriors) -> list[str]:
    return [seen.classes[k] for k in seen.probabilities.argmax(axis=1)]


def test_a_muddled_face_reads_like_the_clear_ones_it_equals() -> None:
    faces = np.stack([face("A", k, shift=(k % 3 - 1, 0)) for k in range(4)])
    seen = LetterPosteriors(np.array([row(A=0.99)] * 3 + [row(D=0.5, A=0.3)]), CLASSES)
    told = with_sisters(seen, faces)
    assert letters(told) == ["A"] * 4
    assert told.probabilities.sum(axis=1) == pytest.approx(np.ones(4))
    assert np.array_equal(told.probabilities[:3], seen.probabilities[:3])


@pytest.mark.parametrize("own", ["D", "O"])
def test_letters_that_are_much_alike_stay_apart(own: str) -> None:
    other = "O" if own == "D" else "D"
    faces = np.stack([face(other, k) for k in range(3)] + [face(own, 9)])
    rows = [row(**{other: 0.99})] * 3 + [row(**{own: 0.6, other: 0.35})]
    seen = LetterPosteriors(np.array(rows), CLASSES)
    assert letters(with_sisters(seen, faces))[-1] == own


def test_one_face_alone_proves_nothing() -> None:
    faces = np.stack([face("A", 1), face("A", 2)])
    seen = LetterPosteriors(np.array([row(A=0.99), row(D=0.5, A=0.3)]), CLASSES)
    told = with_sisters(seen, faces).probabilities
    assert np.array_equal(told, seen.probabilities)


def test_bare_faces_and_clear_boards_are_left_alone() -> None:
    bare = np.stack([face("", k) for k in range(4)])
    unsure = LetterPosteriors(np.array([row(**{BLANK_FACE: 0.6})] * 4), CLASSES)
    assert with_sisters(unsure, bare) is unsure
    clear = LetterPosteriors(np.array([row(A=0.99)] * 4), CLASSES)
    assert with_sisters(clear, bare) is clear
    none = LetterPosteriors(np.zeros((0, len(CLASSES))), CLASSES)
    assert with_sisters(none, np.zeros((0, 48, 48, 3), np.uint8)) is none


def test_likeness_takes_out_light_and_shift() -> None:
    from companion.vision.reading.sisters import _compared

    a, b = _compared(face("A", 1)), _compared(face("A", 2, shift=(2, -1)) // 2)
    d = _compared(face("D", 3))
    assert alike(a, b) > 0.9 > alike(a, d)
