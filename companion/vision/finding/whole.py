"""Whether a whole board is in the picture, and which side of it is missing if not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board.reading import Reason, Unreadable
from companion.text import said
from companion.vision.finding.extent import Extent, extent_of
from companion.vision.finding.fit import (
    BOARD_CORNERS,
    CELLS,
    FloatArray,
    View,
    corners_from_homography,
    signed_area,
)
from companion.vision.finding.lattice import CLEAR, Lattice, lattice_at
from companion.vision.finding.lens import Lens
from companion.vision.finding.networks import Pyramid, Residuals
from companion.vision.finding.puzzle import is_crossword

CUT_CELLS: Final = 0.4
"""Squares outside the picture from which a board is cut off."""

DRIFTED_CELLS: Final = 0.35
"""A grid so far from its printed lines was laid on another number of squares."""

HIDDEN: Final = 0.5
"""Least share of an outer line of squares that is seen, on a board that was found askew."""

SIDES: Final = {
    "left": said(
        "The left side of the board is cut off or covered; show all rows and columns."
    ),
    "top": said("The top of the board is cut off or covered; show all rows and columns."),
    "right": said(
        "The right side of the board is cut off or covered; show all rows and columns."
    ),
    "bottom": said("The bottom of the board is cut off or covered; show all rows and columns."),
}


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """A grid beside the printed lines.

    Attributes:
        plane: (3, 3), where the fifteen lines of squares are, cells to pixels of the
            straightened picture.
        elsewhere: Whether that is another place than the grid's.
        crossword: Whether it is a printed crossword.
    """

    plane: FloatArray
    elsewhere: bool
    crossword: bool


def counted(pyramid: Pyramid, plane: FloatArray, lens: Lens) -> Counted | None:
    """Where the printed lines say that the board is; None where they say nothing."""
    lattice: Lattice = lattice_at(pyramid, plane, lens)
    if lattice.coherence < CLEAR:
        return None
    extent: Extent = extent_of(lattice)
    elsewhere = lattice.moved_cells > DRIFTED_CELLS or extent.lead > 0
    crossword = is_crossword(lattice.edges, extent)
    return Counted(lattice.plane @ extent.step, elsewhere, crossword)


def overhang(corners_px: FloatArray, width: int, height: int) -> dict[str, float]:
    """How far a board lies outside each side of a picture, in its own squares."""
    cell = max(np.sqrt(abs(signed_area(corners_px))) / CELLS, 1e-6)
    low, high = corners_px.min(axis=0), corners_px.max(axis=0)
    over = {
        "left": -low[0],
        "top": -low[1],
        "right": high[0] - (width - 1),
        "bottom": high[1] - (height - 1),
    }
    return {side: float(px / cell) for side, px in over.items()}


def cut_off(corners_px: FloatArray, image: NDArray[np.uint8]) -> Unreadable | None:
    """Why a board that is partly outside its picture is refused; None if it is not."""
    over = overhang(corners_px, image.shape[1], image.shape[0])
    side = max(over, key=lambda name: over[name])
    return _refused(side) if over[side] > CUT_CELLS else None


def covered(seen: Residuals, view: View, plane: FloatArray) -> Unreadable | None:
    """Why a board with an outer line of squares that is not seen is refused.

    Args:
        seen: What a network says of a look through `plane`.
        view: How it looked.
        plane: (3, 3), cells to pixels.
    """
    places = view.lattice(seen.inside.shape[0])
    x, y = places[..., 0], places[..., 1]
    along, down = (x > 1) & (x < CELLS - 1), (y > 1) & (y < CELLS - 1)
    sides = (
        along & (y > 0) & (y < 1),
        down & (x > CELLS - 1) & (x < CELLS),
        along & (y > CELLS - 1) & (y < CELLS),
        down & (x > 0) & (x < 1),
    )
    shares = [float(seen.inside[side].mean()) for side in sides]
    least = int(np.argmin(shares))
    return _refused(_direction(plane, least)) if shares[least] < HIDDEN else None


def _refused(side: str) -> Unreadable:
    """The refusal of a board of which a side of the picture shows too little."""
    return Unreadable(Reason.BOARD_CUT_OFF, SIDES[side])


def _direction(plane: FloatArray, side: int) -> str:
    """Where in the picture a side of the grid lies: 0 is its first row, then clockwise."""
    corners = corners_from_homography(plane)
    middle = (corners[side] + corners[(side + 1) % len(BOARD_CORNERS)]) / 2
    right, down = middle - corners.mean(axis=0)
    if abs(right) > abs(down):
        return "right" if right > 0 else "left"
    return "bottom" if down > 0 else "top"
