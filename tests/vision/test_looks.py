"""Faces that were not clear are looked at again, the others are not."""

from __future__ import annotations

import numpy as np

from companion import tilesets
from companion.vision.reading.looks import look_again, unclear
from companion.vision.recognisers.api import CLASSES, LetterPosteriors, Patches


def _row(token: str, p: float) -> np.ndarray:
    row = np.full(len(CLASSES), (1 - p) / (len(CLASSES) - 1))
    row[CLASSES.index(token)] = p
    return row


class Says:
    """Sees the letter of a patch's top left pixel; mud where that is zero."""

    name = "double"
    version = "1"

    def __init__(self) -> None:
        self.looked = 0

    def read(self, patches: Patches) -> LetterPosteriors:
        self.looked += len(patches)
        rows = [
            _row(chr(int(p[0, 0, 0])), 0.9)
            if p[0, 0, 0]
            else np.full(len(CLASSES), 1 / len(CLASSES))
            for p in patches
        ]
        return LetterPosteriors(np.array(rows), CLASSES)


def _marked(letter: str, *, corner: tuple[int, int] = (0, 0)) -> Patches:
    patch = np.zeros((1, 8, 8, 3), np.uint8)
    patch[(0, *corner)] = ord(letter)
    return patch


def test_clear_faces_are_left_alone() -> None:
    seen = LetterPosteriors(np.array([_row("A", 0.99)]), CLASSES)
    letters = Says()
    assert not len(unclear(seen))
    again = look_again(
        letters, seen, unclear(seen), _marked("B")[:0], lambda side, shift: _marked("B")
    )
    assert again is seen
    assert letters.looked == 0


def test_other_looks_settle_what_the_first_left_open() -> None:
    seen = LetterPosteriors(np.array([_row("L", 0.55), _row("A", 0.99)]), CLASSES)
    again = look_again(
        Says(), seen, unclear(seen), _marked("I"), lambda side, shift: _marked("I")
    )
    (first, _), (second, p) = again.best()
    assert first == "I"
    assert (second, round(p, 2)) == ("A", 0.99)
    assert np.allclose(again.probabilities.sum(axis=1), 1)


def test_a_tile_upside_down_is_read_but_stays_doubtful() -> None:
    seen = LetterPosteriors(np.array([np.full(len(CLASSES), 1 / len(CLASSES))]), CLASSES)
    again = look_again(
        Says(),
        seen,
        unclear(seen),
        _marked("R", corner=(7, 7)),
        lambda side, shift: _marked("R", corner=(7, 7)),
    )
    ((token, p),) = again.best()
    assert token == "R"
    assert p < 0.7


class Dimpled:
    """Upright it sees an A or an Ä, upside down a V."""

    name = "double"
    version = "1"

    def read(self, patches: Patches) -> LetterPosteriors:
        rows = np.full((len(patches), len(CLASSES)), 0.001)
        for row, patch in zip(rows, patches, strict=True):
            if patch[0, 0, 0]:
                row[[CLASSES.index("A"), CLASSES.index("Ä")]] = 0.4, 0.55
            else:
                row[CLASSES.index("V")] = 0.95
        return LetterPosteriors(rows / rows.sum(axis=1, keepdims=True), CLASSES)


def test_letters_that_the_set_lacks_turn_no_tile_over() -> None:
    letters, upright = Dimpled(), _marked("A")
    seen = letters.read(upright)
    again = look_again(
        letters,
        seen,
        unclear(seen),
        upright,
        lambda side, shift: upright,
        tiles=tilesets.load("english"),
    )
    ((token, p),) = again.masked(tilesets.load("english")).best()
    assert token == "A"
    assert p > 0.9
