"""Where the grid lies in a picture: found, given by its corners, or known beforehand."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.models import LensModel
from calibration.view import BoardView
from companion.board.reading import Unreadable
from companion.vision.finding.fit import (
    corner_error_cells,
    corners_from_homography,
    homography_from_corners,
)
from companion.vision.finding.lens import lens_of
from companion.vision.finding.locate import Located, Locator
from companion.vision.known import Known

log = logging.getLogger(__name__)

Image = NDArray[np.uint8]
Array = NDArray[np.float64]

SAME_PLACE = 0.12
"""A board that is seen so near to where it was posed, in cells, lies there."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where the grid lies.

    Attributes:
        image: The picture with straight lines: freed from its lens where that bends them.
        homography: (3, 3), board units to px of `image`.
        corners_px: (4, 2), outer corners in the picture as it came.
        lens: As measured, for pictures of this size; None where nobody measured it.
    """

    image: Image
    homography: Array
    corners_px: Array
    lens: LensModel | None = None


def place_of(
    image: Image, locator: Callable[[], Locator], *, corners_px: Array | None = None,
    known: Known | None = None,
) -> Place | Unreadable:  # fmt: skip
    """Return where the grid lies, or why that cannot be said.

    Args:
        image: uint8 (H, W, 3) BGR, as the lens left it.
        locator: Gives the finder of boards, where one is needed.
        corners_px: (4, 2), the grid's outer corners in that picture, where given.
        known: What is known of the camera.
    """
    view = None if known is None else known.view(image.shape[1], image.shape[0])
    if view is not None:
        return _through(view, image, locator, corners_px)
    if corners_px is not None:
        return Place(image, homography_from_corners(corners_px), np.asarray(corners_px))
    found = locator().locate(image)
    if isinstance(found, Unreadable):
        return found
    if found.lens.k == 0:
        return Place(image, found.homography, found.corners_px)
    return Place(found.lens.straightened(image), found.plane, found.corners_px)


def _through(
    view: BoardView, image: Image, locator: Callable[[], Locator], corners_px: Array | None
) -> Place | Unreadable:
    straight = view.straighten(image)
    if corners_px is not None:
        matrix = homography_from_corners(view.lens.straightened(corners_px))
        return Place(straight, matrix, np.asarray(corners_px), view.lens)
    found: Located | Unreadable | None = _as_posed(view, straight, locator)
    if found is None:
        found = locator().locate(straight)
    if isinstance(found, Unreadable):
        return found
    corners = view.as_seen(corners_from_homography(found.homography))
    return Place(straight, found.homography, corners, view.lens)


def _as_posed(
    view: BoardView, straight: Image, locator: Callable[[], Locator]
) -> Located | None:
    """The board where it was posed; None if it is not seen there any more."""
    if view.homography is None:
        return None
    size = (straight.shape[1], straight.shape[0])
    corners = corners_from_homography(view.homography)
    posed = Located(corners, view.homography, 1.0, lens_of(*size), view.homography)
    seen = locator().track(straight, posed)
    off = np.inf
    if not isinstance(seen, Unreadable):
        off = corner_error_cells(corners, seen.corners_px)
    if off <= SAME_PLACE:
        return posed
    log.info("the board or the camera has moved since the calibration")
    return None
