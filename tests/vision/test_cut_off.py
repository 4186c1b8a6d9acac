"""Boards that are partly outside their picture, or lie beside the grid laid on them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.board.reading import Reason, Unreadable
from companion.vision.finding.extent import extent_of
from companion.vision.finding.fit import corner_error_cells, corners_from_homography
from companion.vision.finding.lattice import lattice_at
from companion.vision.finding.lens import lens_of
from companion.vision.finding.locate import Locator
from companion.vision.finding.networks import Pyramid
from companion.vision.finding.whole import SIDES, overhang
from tests.vision.test_locate import whole_scene

PX = 30
"""A square of the drawn board."""

PREMIUM = {
    (0, 0): 40,
    (0, 3): 160,
    (1, 1): 120,
    (2, 6): 160,
    (3, 3): 120,
    (5, 5): 80,
    (7, 7): 40,
}
"""Squares of one eighth of the drawn board, and how much green is left to them."""


def drawn(margin: int = 4) -> NDArray[np.uint8]:
    """A board as seen from above, with so many squares of table around it."""
    side = (15 + 2 * margin) * PX
    picture = np.full((side, side, 3), (60, 80, 90), np.uint8)
    for row in range(15):
        for col in range(15):
            up, over = sorted((min(row, 14 - row), min(col, 14 - col)))
            green = PREMIUM.get((up, over), 200)
            x, y = (margin + col) * PX, (margin + row) * PX
            colour = (190, green, 200)
            cv2.rectangle(picture, (x + 2, y + 2), (x + PX - 3, y + PX - 3), colour, -1)
    return picture


def grid(left: float, top: float, wide: float, high: float) -> NDArray[np.float64]:
    """Cells to pixels of a grid laid on `drawn`, in its squares from the board's corner."""
    return np.array(
        [
            [PX * wide / 15, 0, (4 + left) * PX - 0.5],
            [0, PX * high / 15, (4 + top) * PX - 0.5],
            [0, 0, 1],
        ]
    )


@pytest.mark.parametrize(
    ("laid", "down", "along"),
    [
        (grid(0, 0, 15, 15), 0, 0),
        (grid(0, 0, 15, 14), 0, 0),
        (grid(1, 0, 15, 15), 0, -1),
        (grid(0, -2, 15, 15), 2, 0),
        (grid(-1, 0, 16, 15), 0, 0),
        (grid(2, 0, 13, 15), 0, -1),
    ],
)
def test_a_grid_is_put_where_the_lines_are(
    laid: NDArray[np.float64], down: int, along: int
) -> None:
    picture = drawn()
    lens = lens_of(picture.shape[1], picture.shape[0])
    lattice = lattice_at(Pyramid(picture), laid, lens)
    extent = extent_of(lattice)
    found = corners_from_homography(lattice.plane @ extent.step)
    assert corner_error_cells(corners_from_homography(grid(0, 0, 15, 15)), found) < 0.12
    assert lattice.coherence > 0.95
    if lattice.moved_cells < 0.1:
        assert (extent.down, extent.along) == (down, along)


def test_a_table_without_lines_says_nothing_of_them() -> None:
    noise = np.random.default_rng(5).integers(0, 255, (300, 300, 3)).astype(np.uint8)
    table = cv2.resize(cv2.GaussianBlur(noise, (0, 0), 3), (690, 690))
    lattice = lattice_at(Pyramid(np.asarray(table)), grid(0, 0, 15, 15), lens_of(690, 690))
    assert lattice.coherence < 0.9
    assert lattice.plane == pytest.approx(grid(0, 0, 15, 15))


def test_overhang_is_told_for_each_side() -> None:
    corners = np.array([[-10.0, 5], [140, 5], [140, 155], [-10, 155]])
    over = overhang(corners, 200, 151)
    assert over == pytest.approx({"left": 1.0, "top": -0.5, "right": -5.9, "bottom": 0.5})


def cut(seed: int, side: str, squares: float) -> NDArray[np.uint8]:
    """A rendered picture with so many squares of one side of its board outside."""
    scene = whole_scene(seed)
    corners, (height, width) = scene.corners_px, scene.image.shape[:2]
    lows, highs = (
        np.sort(corners, axis=0)[:2].mean(axis=0),
        np.sort(corners, axis=0)[2:].mean(axis=0),
    )
    (left, top), (right, bottom) = lows, highs
    x, y = (right - left) / 15 * squares, (bottom - top) / 15 * squares
    parts = {
        "left": np.s_[:, round(left + x) :],
        "right": np.s_[:, : round(right - x)],
        "top": np.s_[round(top + y) :],
        "bottom": np.s_[: round(bottom - y)],
    }
    part = scene.image[parts[side]]
    assert min(part.shape[:2]) > 100, (height, width)
    return np.ascontiguousarray(part)


def test_boards_that_are_cut_off_are_refused_with_the_side_that_is_missing() -> None:
    locator, told = Locator(), []
    # Scenes whose board lies along the picture: what is cut off there is one side.
    for seed, side, squares in ((6, "left", 0.6), (6, "top", 1.0), (12, "right", 1.5)):
        seen = locator.locate(cut(seed, side, squares))
        assert isinstance(seen, Unreadable), (seed, side, squares)
        told.append(seen.reason is Reason.BOARD_CUT_OFF and seen.detail == SIDES[side])
    # Where the lines of a rendered board are too faint, it is only refused.
    assert sum(told) >= 2, told
