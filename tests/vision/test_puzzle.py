"""A printed crossword is no board, and white paper is not too bright."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.reading import Reason, Unreadable
from companion.vision.finding.extent import Extent
from companion.vision.finding.lattice import edges_of
from companion.vision.finding.lens import lens_of
from companion.vision.finding.locate import Locator
from companion.vision.finding.looks import why_not
from companion.vision.finding.networks import Pyramid
from companion.vision.finding.puzzle import is_crossword
from tests.vision.test_cut_off import drawn, grid

PX = 30


def crossword(seed: int, *, ink: int = 20, paper: int = 245) -> NDArray[np.uint8]:
    """A crossword of 15 squares with black ones in half-turn symmetry, some numbered."""
    rng = np.random.default_rng(seed)
    black = rng.random((15, 15)) < 0.1
    black |= black[::-1, ::-1]
    side = 23 * PX
    picture = np.full((side, side, 3), paper, np.uint8)
    for row in range(15):
        for col in range(15):
            x, y = (4 + col) * PX, (4 + row) * PX
            fill = -1 if black[row, col] else 1
            cv2.rectangle(picture, (x, y), (x + PX, y + PX), (ink,) * 3, fill)
            if not black[row, col] and rng.random() < 0.4:
                number = str(rng.integers(1, 60))
                cv2.putText(picture, number, (x + 3, y + 10), 0, 0.3, (ink,) * 3, 1)
    return picture


def puzzling(picture: NDArray[np.uint8]) -> bool:
    lens = lens_of(picture.shape[1], picture.shape[0])
    return is_crossword(edges_of(Pyramid(picture), grid(0, 0, 15, 15), lens), Extent(0, 0, 0.0))


def test_crosswords_are_told_from_boards() -> None:
    assert all(puzzling(crossword(seed)) for seed in range(6))
    assert puzzling(crossword(7, ink=60, paper=200))
    assert not puzzling(drawn())
    grey = cv2.cvtColor(drawn(), cv2.COLOR_BGR2GRAY)
    assert not puzzling(np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8))


def test_a_crossword_is_no_board() -> None:
    seen = Locator().locate(crossword(3))
    assert isinstance(seen, Unreadable)
    assert seen.reason is Reason.BOARD_NOT_FOUND


def test_white_paper_is_not_too_bright() -> None:
    paper = np.full((480, 640, 3), 250, np.uint8)
    assert why_not(paper).reason is Reason.BOARD_NOT_FOUND
    written = np.full((480, 640, 3), 255, np.uint8)
    for line in range(10):
        cv2.putText(written, "milk, bread, butter", (30, 40 + 42 * line), 0, 0.9, (0, 0, 0), 2)
    assert why_not(written).reason is Reason.BOARD_NOT_FOUND
    burnt = np.full((480, 640, 3), 255, np.uint8)
    assert why_not(burnt).reason is Reason.OVEREXPOSED
