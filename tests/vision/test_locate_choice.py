"""Which of several places is taken for the board, with networks that say what is asked here."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from companion.board.reading import Unreadable
from companion.vision.finding.glance import Glance
from companion.vision.finding.lens import Lens, lens_of
from companion.vision.finding.locate import BELIEVED, CONTENT, Located, Locator
from companion.vision.finding.networks import Pyramid

PICTURE = np.full((480, 640, 3), 128, np.uint8)
FIRST = np.array([[100.0, 100], [300, 100], [300, 300], [100, 300]])
SECOND = np.array([[300.0, 150], [500, 150], [500, 350], [300, 350]])


class Chosen(Locator):
    """Proposes one place a look; each has the score that the test gives it."""

    def __init__(self, scores: list[float]) -> None:
        self.looked = 0
        self._places: Iterator[tuple[np.ndarray, float]] = iter(
            zip([FIRST, SECOND], scores, strict=False)
        )
        self._scores: dict[float, float] = {}

    def _proposals(self, pyramid: Pyramid, look: np.ndarray) -> list[np.ndarray]:
        self.looked += 1
        for corners, score in self._places:
            self._scores[float(corners[0, 0])] = score
            return [corners]
        return []

    def _settled(self, pyramid: Pyramid, homography: np.ndarray, rounds: int) -> Glance | None:
        left = round(float(homography[0, 2] / homography[2, 2]))
        score = self._scores.get(float(left), 0.0)
        nothing = np.zeros((0, 2))
        return Glance(homography, 0.0, score, nothing, nothing, np.zeros(0))

    def _closer(self, pyramid: Pyramid, plane: np.ndarray) -> tuple[np.ndarray, Lens]:
        return plane, lens_of(PICTURE.shape[1], PICTURE.shape[0])


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([CONTENT + 0.02, 0.99], FIRST),
        ([BELIEVED + 0.02, 0.97], SECOND),
        ([BELIEVED + 0.02, 0.5], FIRST),
        ([BELIEVED - 0.02, 0.5], None),
    ],
    ids=["good enough", "a better one", "the best there is", "none is good"],
)
def test_a_place_that_fits_in_part_gives_way(
    scores: list[float], expected: np.ndarray | None
) -> None:
    locator = Chosen(scores)
    found = locator.locate(PICTURE)
    if expected is None:
        assert isinstance(found, Unreadable)
    else:
        assert isinstance(found, Located)
        assert np.allclose(found.corners_px, expected)


def test_no_other_place_is_looked_for_when_one_is_good() -> None:
    locator = Chosen([0.98, 0.99])
    locator.locate(PICTURE)
    assert locator.looked == 1
