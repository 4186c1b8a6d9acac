"""Find the 15 x 15 grid of a word-game board in a picture, whatever the board.

One network proposes quadrilaterals from the whole picture; another looks at the board through
a proposal, as if from above, and says place by place how far it is off. Its answers are fitted
robustly and the look is repeated until nothing moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.reading import Reason, Unreadable
from companion.vision.locate_fit import (
    BOARD_CORNERS,
    CELLS,
    FloatArray,
    corners_from_homography,
    fit_robustly,
    homography_from_corners,
    inverse,
    is_board_shaped,
    quads_from_maps,
    signed_area,
    transform,
    upright,
)
from companion.vision.locate_lens import Lens, fit_lens
from companion.vision.locate_nets import (
    PROPOSE_SIDE_PX,
    PROPOSE_STRIDE_PX,
    REFINE_VIEW,
    LocateNets,
    Pyramid,
)

ACCEPTED: Final = 0.6
"""Least score of a board that is believed."""

CERTAIN: Final = 0.93
"""A score with which no other proposal is looked at."""

SETTLED_CELLS: Final = 0.02
CUT_CELLS: Final = 0.4
LEAST_CELL_PX: Final = 6.0

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
        best: Located | None = None
        for look in _looks(image.shape[1], image.shape[0]):
            for quad in self._proposals(pyramid, look):
                found = self._refined(pyramid, homography_from_corners(upright(quad)), rounds=5)
                if found is not None and ACCEPTED <= found.score < CERTAIN:
                    found = self._unslipped(pyramid, found)
                if found is not None and (best is None or found.score > best.score):
                    best = found
                if best is not None and best.score >= CERTAIN:
                    return _judged(image, best)
        return _judged(image, best)

    def track(self, image: Picture, previous: Located) -> Located | Unreadable:
        """The board where it was a moment ago, or nearby; much cheaper than `locate`."""
        found = self._refined(Pyramid(image), previous.homography, rounds=3)
        return _judged(image, found)

    def _unslipped(self, pyramid: Pyramid, found: Located) -> Located:
        """The best of a place and its neighbours a whole cell away (lattices look alike)."""
        best = found
        for along, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            step = np.array([[1, 0, along], [0, 1, down], [0, 0, 1]], dtype=np.float64)
            other = self._refined(pyramid, found.homography @ step, rounds=3)
            if other is not None and other.score > best.score:
                best = other
        return best

    def _proposals(self, pyramid: Pyramid, look: FloatArray) -> list[FloatArray]:
        """Quadrilaterals (4, 2) in pixels seen in one look (picture to view, (3, 3))."""
        mask, heat = self._nets.propose(pyramid.view(look, PROPOSE_SIDE_PX))
        back = inverse(look)
        stride = PROPOSE_STRIDE_PX
        return [
            transform(back, (quad + 0.5) * stride - 0.5)
            for _, quad in quads_from_maps(mask, heat)
        ]

    def _refined(
        self, pyramid: Pyramid, homography: FloatArray, *, rounds: int
    ) -> Located | None:
        """Look through a homography and mend it until it rests; None where it falls apart."""
        score, height, width = 0.0, *pyramid.levels[0].shape[:2]
        for _ in range(rounds):
            through = REFINE_VIEW.matrix @ np.linalg.inv(homography)
            seen = self._nets.refine(pyramid.view(through, REFINE_VIEW.side_px))
            places = REFINE_VIEW.lattice(seen.inside.shape[0]).reshape(-1, 2)
            shift = seen.shift_cells.reshape(-1, 2)
            scale, inside = seen.scale_cells.ravel(), seen.inside.ravel()
            weight = inside**2 / (scale + 0.03)
            weight[inside < 0.25] = 0
            if np.count_nonzero(weight) < 40:
                return None
            update, distance = fit_robustly(places, places + shift, weight)
            before = corners_from_homography(homography)
            seen_px = transform(homography, places)
            trust = weight / (1 + (distance / 0.25) ** 2)
            homography = homography @ np.linalg.inv(update)
            corners = corners_from_homography(homography)
            if not is_board_shaped(corners, least_side_px=CELLS * LEAST_CELL_PX / 2):
                return None
            score = _score(update, places, inside, scale, distance)
            side = np.sqrt(abs(signed_area(corners))) / CELLS
            if np.hypot(*(corners - before).T).max() < SETTLED_CELLS * side:
                break
        lens, plane = fit_lens(seen_px, places + shift, trust, width, height)
        if lens.k == 0.0:
            plane = homography
        corners = lens.distort(corners_from_homography(plane))
        clockwise = upright(corners)
        order = [int(np.argmin(np.hypot(*(corners - corner).T))) for corner in clockwise]
        turn = homography_from_corners(BOARD_CORNERS[order])
        return Located(
            clockwise, _scaled(homography @ turn), score, lens, _scaled(plane @ turn)
        )


def _scaled(matrix: FloatArray) -> FloatArray:
    return np.asarray(matrix / matrix[2, 2], dtype=np.float64)


def _score(
    update: FloatArray,
    places: FloatArray,
    inside: FloatArray,
    scale: FloatArray,
    distance: FloatArray,
) -> float:
    """0..1 from the mask, the network's own doubt, and how well one plane explains it all."""
    true = transform(update, places)
    within = ((true > 0) & (true < CELLS)).all(axis=1)
    beyond = ((true < -0.6) | (true > CELLS + 0.6)).any(axis=1)
    if within.sum() < 40:
        return 0.0
    filled = float(inside[within].mean())
    spill = float(inside[beyond].mean()) if beyond.any() else 0.0
    doubt = float(np.median(scale[within]))
    misfit = float(np.median(distance[within]))
    return filled * (1 - spill) * float(np.exp(-((doubt / 0.5) ** 2) - (misfit / 0.35) ** 2))


def _looks(width: int, height: int) -> list[FloatArray]:
    """Ways to look at the whole picture (3, 3), cheap ones first: as it is, turned, nearer."""
    side = PROPOSE_SIDE_PX
    whole = side / max(width, height)
    looks = [_placed(width / 2, height / 2, whole, 0.0)]
    looks.append(_placed(width / 2, height / 2, whole * 0.8, 45.0))
    short = side / min(width, height)
    if max(width, height) > 1.15 * min(width, height):
        reach = (max(width, height) - min(width, height)) / 2
        along = (reach, 0.0) if width > height else (0.0, reach)
        for sign in (0, -1, 1):
            x, y = width / 2 + sign * along[0], height / 2 + sign * along[1]
            looks.append(_placed(x, y, short, 0.0))
    looks.append(_placed(width / 2, height / 2, whole * 0.7, 0.0))
    looks += [
        _placed(width * x, height * y, whole * 2, 0.0)
        for x, y in ((0.5, 0.5), (0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7))
    ]
    return looks


def _placed(x: float, y: float, scale: float, turn_deg: float) -> FloatArray:
    """Picture to view so that (x, y) comes to its middle."""
    angle = np.radians(turn_deg)
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    middle = PROPOSE_SIDE_PX / 2 - 0.5
    return np.array(
        [
            [c, -s, middle - c * x + s * y],
            [s, c, middle - s * x - c * y],
            [0, 0, 1],
        ],
        dtype=np.float64,
    )


def _judged(image: Picture, found: Located | None) -> Located | Unreadable:
    """Believe what was found, or say why not."""
    if found is None or found.score < ACCEPTED:
        return _why_not(image)
    height, width = image.shape[:2]
    corners = found.corners_px
    cell = np.sqrt(abs(signed_area(corners))) / CELLS
    over = max(
        float(-corners.min()),
        float(corners[:, 0].max()) - (width - 1),
        float(corners[:, 1].max()) - (height - 1),
    )
    if over > CUT_CELLS * cell:
        return Unreadable(
            Reason.BOARD_CUT_OFF,
            "part of the board lies outside the picture; move the camera back or turn it "
            "so that all fifteen rows and columns are in view",
        )
    if cell < LEAST_CELL_PX:
        return Unreadable(
            Reason.BOARD_NOT_FOUND,
            f"the board is only {cell * CELLS:.0f} pixels wide; move the camera closer",
        )
    return found


def _why_not(image: Picture) -> Unreadable:
    """The likeliest reason that no board was found."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    factor = 480 / max(grey.shape)
    if factor < 1:
        grey = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    low, middle, high = np.percentile(grey, [5, 50, 98])
    if high < 45:
        return Unreadable(
            Reason.TOO_DARK, "the picture is too dark to see a board; switch on a light"
        )
    if low > 245 or middle > 252:
        return Unreadable(
            Reason.OVEREXPOSED,
            "the picture is too bright to see a board; dim the light or lower the exposure",
        )
    steep = np.percentile(np.abs(cv2.Laplacian(grey, cv2.CV_32F)), 99.5)
    if steep < 6 and high - low > 25:
        return Unreadable(
            Reason.OUT_OF_FOCUS, "the picture is too blurred to see a board; focus the camera"
        )
    return Unreadable(
        Reason.BOARD_NOT_FOUND,
        "no word-game board was found; show the whole board from above, with its empty "
        "squares and edges in view",
    )
