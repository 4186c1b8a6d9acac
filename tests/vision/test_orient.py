"""The letters say which way up a board lies."""

from __future__ import annotations

import numpy as np
import pytest

from companion.tilesets import load
from companion.vision.reading.orient import TURNS, best_turn
from companion.vision.recognisers.api import CLASSES, LetterPosteriors, Patches


class KnowsUpright:
    """Sees an R where the brightest corner of a patch is the top left, else mud."""

    name = "double"
    version = "1"

    def read(self, patches: Patches) -> LetterPosteriors:
        rows = []
        for patch in patches:
            half = patch.shape[0] // 2
            corners = [patch[:half, :half], patch[:half, half:], patch[half:, half:]]
            upright = corners[0].mean() > max(c.mean() for c in corners[1:]) + 20
            row = np.full(len(CLASSES), 0.1 / len(CLASSES) if upright else 1 / len(CLASSES))
            if upright:
                row[CLASSES.index("R")] += 0.9
            rows.append(row / row.sum())
        return LetterPosteriors(np.array(rows), CLASSES)


@pytest.mark.parametrize("turn", range(4))
def test_faces_are_turned_until_they_read(turn: int) -> None:
    patch = np.zeros((20, 20, 3), np.uint8)
    patch[:10, :10] = 255
    # A board turned the other way so often needs so many turns to the left.
    faces = np.stack([np.rot90(patch, -turn)] * 5)
    assert best_turn(faces, KnowsUpright(), load("english")) == turn


def test_a_board_without_tiles_stays_as_the_picture_is() -> None:
    assert best_turn(np.zeros((0, 20, 20, 3), np.uint8), KnowsUpright(), load("english")) == 0


@pytest.mark.parametrize("turn", range(4))
def test_squares_turn_as_arrays_do(turn: int) -> None:
    marks = np.arange(225).reshape(15, 15)
    rows, cols = np.divmod(np.arange(225), 15)
    read_rows, read_cols = TURNS[turn](rows, cols)
    assert np.array_equal(np.rot90(marks, turn)[read_rows, read_cols], marks[rows, cols])
