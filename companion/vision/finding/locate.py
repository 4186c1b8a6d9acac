"""Find the 15 x 15 grid of a word-game board in a picture, whatever the board.

One network proposes quadrilaterals from the whole picture; another looks at the board through
a proposal, as if from above, and says place by place how far it is off. Its answers are fitted
robustly and the look is repeated until nothing moves. A third network, which has only seen
boards that are nearly in place, has the last word from closer by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board.reading import Reason, Unreadable
from companion.text import said
from companion.vision.finding.fit import (
    BOARD_CORNERS,
    CELLS,
    FloatArray,
    View,
    corner_error_cells,
    corners_from_homography,
    fit_homography,
    homography_from_corners,
    inverse,
    signed_area,
    transform,
    upright,
)
from companion.vision.finding.glance import LEAST_CELL_PX, Glance, glance
from companion.vision.finding.lens import Lens, fit_lens, lens_of
from companion.vision.finding.looks import looks, why_not
from companion.vision.finding.networks import (
    FINE_VIEW,
    PROPOSE_SIDE_PX,
    PROPOSE_STRIDE_PX,
    REFINE_VIEW,
    LocateNets,
    Pyramid,
)
from companion.vision.finding.quads import quads_from_maps
from companion.vision.finding.whole import DRIFTED_CELLS, counted, covered, cut_off

ACCEPTED: Final = 0.75
"""Least score of a board that is believed to be still where it was."""

BELIEVED: Final = 0.85
"""Least score of a board found from nothing: a grid that fits in part is worse than none."""

CONTENT: Final = 0.91
"""Score above which no other place is looked for; boards that are found right lie above it."""

CERTAIN: Final = 0.93
"""A score with which the neighbouring places are not looked at."""

HOPELESS: Final = 0.3
"""A score after two looks that is not worth a third."""

PART: Final = 0.5
"""Least score of a grid whose lines are counted: it may be a board that is cut off."""

SAME_CELLS: Final = 1.0
MOST_TRIED: Final = 12
SETTLED_CELLS: Final = 0.02
ROUNDS: Final = 5
FINE_ROUNDS: Final = 3

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """Where the grid lies, up to a quarter turn (the letters decide that).

    Attributes:
        corners_px: (4, 2), clockwise, from the corner whose edge points most to the right;
            with a lens that bends lines, where the corners are really seen.
        homography: (3, 3), board cells (u right, v down, 0..15) to pixels, the best over the
            whole grid.
        score: 0..1, how sure it is that the grid lies exactly there.
        lens: How the lens bends straight lines, as far as the board shows it.
        plane: (3, 3), board cells to pixels of `lens.straightened(picture)`; equal to
            `homography` where the lens bends nothing.
    """

    corners_px: FloatArray
    homography: FloatArray
    score: float
    lens: Lens
    plane: FloatArray


class Locator:
    """Finds boards; loads its networks once.

    Raises:
        DependencyMissing: The weights are missing.
    """

    def __init__(self) -> None:
        self._nets = LocateNets()

    def locate(self, image: Picture) -> Located | Unreadable:
        """The board in an upright picture (H, W, 3) BGR, or why there is none.

        Accuracy: see the card in vision/data, measured on rendered scenes of fresh seeds.
        """
        pyramid = Pyramid(image)
        best = self._best(pyramid)
        if best is None or best.score < PART:
            return why_not(image)
        plane, lens = self._closer(pyramid, best.homography)
        here = counted(pyramid, plane, lens)
        if here is not None:
            if here.crossword:
                return why_not(image)
            cut = cut_off(lens.distort(corners_from_homography(here.plane)), image)
            if cut is not None:
                return cut
            if here.elsewhere:
                return self._elsewhere(pyramid, here.plane, lens)
        if best.score < BELIEVED:
            return why_not(image)
        if here is None and best.score < CERTAIN:
            # Nothing tells where the lines are, and lattices look alike.
            best = self._unslipped(pyramid, best)
            plane, lens = self._closer(pyramid, best.homography)
        return _judged(image, _located(plane, lens, best.score))

    def _best(self, pyramid: Pyramid) -> Glance | None:
        """What looks most like a board in any of the ways to look at the whole picture."""
        best: Glance | None = None
        tried: list[FloatArray] = []
        height, width = pyramid.levels[0].shape[:2]
        for look in looks(width, height):
            for quad in self._proposals(pyramid, look):
                if any(corner_error_cells(quad, other) < SAME_CELLS for other in tried):
                    continue
                tried.append(quad)
                found = self._settled(pyramid, homography_from_corners(upright(quad)), ROUNDS)
                if found is not None and (best is None or found.score > best.score):
                    best = found
            if (best is not None and best.score >= CONTENT) or len(tried) >= MOST_TRIED:
                break
        return best

    def track(self, image: Picture, previous: Located) -> Located | Unreadable:
        """The board where it was a moment ago, or nearby; much cheaper than `locate`."""
        pyramid = Pyramid(image)
        found = self._settled(pyramid, previous.homography, 3)
        if found is None or found.score < ACCEPTED:
            return why_not(image)
        return _judged(image, _located(*self._closer(pyramid, found.homography), found.score))

    def _proposals(self, pyramid: Pyramid, look: FloatArray) -> list[FloatArray]:
        """Quadrilaterals (4, 2) in pixels seen in one look (picture to view, (3, 3))."""
        mask, heat = self._nets.propose(pyramid.view(look, PROPOSE_SIDE_PX))
        back, stride = inverse(look), PROPOSE_STRIDE_PX
        return [
            transform(back, (quad + 0.5) * stride - 0.5)
            for _, quad in quads_from_maps(mask, heat)
        ]

    def _settled(self, pyramid: Pyramid, homography: FloatArray, rounds: int) -> Glance | None:
        """Look and mend until nothing moves; None where it falls apart."""
        last: Glance | None = None
        for done in range(rounds):
            last = glance(pyramid, homography, REFINE_VIEW, self._nets.refine)
            if last is None or last.moved_cells < SETTLED_CELLS:
                break
            if done and last.score < HOPELESS:
                return None
            homography = last.homography
        return last

    def _unslipped(self, pyramid: Pyramid, found: Glance) -> Glance:
        """The best of a place and its neighbours a whole cell away (lattices look alike)."""
        best = found
        for along, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            step = np.array([[1, 0, along], [0, 1, down], [0, 0, 1]], dtype=np.float64)
            other = self._settled(pyramid, found.homography @ step, 3)
            if other is not None and other.score > best.score:
                best = other
        return best

    def _closer(self, pyramid: Pyramid, plane: FloatArray) -> tuple[FloatArray, Lens]:
        """The last measure of a grid that is nearly in place: its plane, and the lens."""
        height, width = pyramid.levels[0].shape[:2]
        lens = lens_of(width, height)
        for _ in range(FINE_ROUNDS):
            closer = glance(pyramid, plane, FINE_VIEW, self._nets.fine, lens)
            if closer is None:
                break
            lens, plane = fit_lens(
                closer.seen_px,
                closer.cells,
                closer.trust,
                width,
                height,
                known=lens.k != 0.0,
            )
            if lens.k == 0.0 and closer.moved_cells < SETTLED_CELLS:
                break
        return plane, lens

    def _elsewhere(
        self, pyramid: Pyramid, plane: FloatArray, lens: Lens
    ) -> Located | Unreadable:
        """A whole board where its lines say that it is, not where it was believed to be."""
        image = pyramid.levels[0]
        matrix = REFINE_VIEW.matrix @ np.linalg.inv(plane)
        seen = self._nets.refine(pyramid.view(matrix, REFINE_VIEW.side_px, lens))
        hidden = covered(seen, REFINE_VIEW, plane)
        if hidden is not None:
            return hidden
        found = glance(pyramid, plane, FINE_VIEW, self._nets.fine, lens)
        if found is None or found.score < BELIEVED or found.moved_cells > DRIFTED_CELLS:
            return why_not(image)
        return _judged(image, _located(plane, lens, found.score))


def _located(plane: FloatArray, lens: Lens, score: float) -> Located:
    """The corners as seen, counted from the upright one, and what belongs to them."""
    corners = lens.distort(corners_from_homography(plane))
    clockwise = upright(corners)
    order = [int(np.argmin(np.hypot(*(corners - corner).T))) for corner in clockwise]
    plane = plane @ homography_from_corners(BOARD_CORNERS[order])
    homography = plane
    if lens.k != 0.0:
        cells = View(CELLS + 1, 0.5).lattice(CELLS + 1).reshape(-1, 2)
        seen = lens.distort(transform(plane, cells))
        homography = fit_homography(cells, seen, np.ones(len(cells)))
    return Located(clockwise, _scaled(homography), score, lens, _scaled(plane))


def _scaled(matrix: FloatArray) -> FloatArray:
    return np.asarray(matrix / matrix[2, 2], dtype=np.float64)


def _judged(image: Picture, found: Located) -> Located | Unreadable:
    """Whether what was found can be read."""
    corners = found.corners_px
    cell = np.sqrt(abs(signed_area(corners))) / CELLS
    cut = cut_off(corners, image)
    if cut is not None:
        return cut
    if cell < LEAST_CELL_PX:
        return Unreadable(
            Reason.BOARD_NOT_FOUND,
            said(
                "The board is only {cell:.0f} pixels wide; move the camera closer.",
                cell=cell * CELLS,
            ),
        )
    return found
