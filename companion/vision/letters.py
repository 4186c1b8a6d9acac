"""Reads cut-out pictures of single tiles, whatever their shape and however loosely cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.tiles import TileSet
from companion.vision.recognisers.api import LetterPosteriors, Recogniser

PATCH_PX = 40
_LEAST_PX = 8
_WIDE = 1.22
"""Ratio of the sides from which a crop is taken to show more than the tile."""


@dataclass(frozen=True, slots=True)
class Window:
    """A square (or nearly so) part of a crop, in pixels of the crop; may reach beyond it."""

    x_px: float
    y_px: float
    width_px: float
    height_px: float


def read_crops(
    crops: Sequence[NDArray[np.uint8]], recogniser: Recogniser, tiles: TileSet
) -> LetterPosteriors:
    """What each crop's tile shows.

    Every crop is read through several windows: small shifts and zooms where the crop is about
    square, a search along its long side where it is not. Windows that see a tile count most.

    Args:
        crops: Each uint8 (H, W, 3) BGR, upright, at least 8 px a side.
        recogniser: Reads the windows.
        tiles: The tile set in play; only its letters are possible.

    Returns:
        One row for each crop.

    Raises:
        ValueError: A crop is too small or not a colour picture.
    """
    windows = [windows_of(crop) for crop in crops]
    patches = [cut(crop, w) for crop, ws in zip(crops, windows, strict=True) for w in ws]
    if not patches:
        return recogniser.read(np.zeros((0, PATCH_PX, PATCH_PX, 3), np.uint8)).masked(tiles)
    seen = recogniser.read(np.stack(patches))
    allowed = seen.masked(tiles, keep_not_a_tile=True)
    rows, at = [], 0
    for ws in windows:
        rows.append(_joined(allowed.probabilities[at : at + len(ws)]))
        at += len(ws)
    return LetterPosteriors(np.stack(rows), allowed.classes).masked(tiles)


def windows_of(crop: NDArray[np.uint8]) -> list[Window]:
    """Where in the crop the tile's face may be.

    Raises:
        ValueError: The crop is too small or not a colour picture.
    """
    if crop.ndim != 3 or crop.shape[2] != 3:
        raise ValueError(f"a crop of shape {crop.shape}; (H, W, 3) is wanted")
    height, width = crop.shape[:2]
    if min(height, width) < _LEAST_PX:
        raise ValueError(f"a crop of {width} x {height} px is too small to show a letter")
    if max(height, width) < _WIDE * min(height, width):
        return [Window(0, 0, width, height), *_around(Window(0, 0, width, height))]
    return list(_along(width, height))


def _around(whole: Window) -> list[Window]:
    """The crop a little tighter, and shifted."""
    found = []
    for zoom, shifts in ((0.94, (0.0,)), (1.08, (0.0,)), (1.0, (-0.06, 0.06))):
        for shift in shifts:
            width, height = zoom * whole.width_px, zoom * whole.height_px
            found.append(
                Window(
                    (whole.width_px - width) / 2 + shift * width,
                    (whole.height_px - height) / 2,
                    width,
                    height,
                )
            )
    return found


def _along(width: int, height: int) -> list[Window]:
    """Squares that slide along the long side, in a few sizes."""
    short, long = min(width, height), max(width, height)
    found = []
    for zoom in (0.85, 1.0, 1.15):
        side = zoom * short
        across = (short - side) / 2
        first, last = min(0.0, long - side), max(0.0, long - side)
        count = max(3, round((last - first) / (0.12 * short)) + 1)
        for along in np.linspace(first, last, count):
            x, y = (float(along), across) if width >= height else (across, float(along))
            found.append(Window(x, y, side, side))
    return found


def cut(crop: NDArray[np.uint8], window: Window) -> NDArray[np.uint8]:
    """The window as a patch: uint8 (PATCH_PX, PATCH_PX, 3); mirrored beyond the crop."""
    scale_x, scale_y = window.width_px / PATCH_PX, window.height_px / PATCH_PX
    shrink = max(scale_x, scale_y)
    source = crop
    if shrink > 1.4:
        factor = 1.2 / shrink
        size = (max(4, round(crop.shape[1] * factor)), max(4, round(crop.shape[0] * factor)))
        source = np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), np.uint8)
    ratio_x, ratio_y = source.shape[1] / crop.shape[1], source.shape[0] / crop.shape[0]
    step_x, step_y = scale_x * ratio_x, scale_y * ratio_y
    view = np.array(
        [
            [step_x, 0, window.x_px * ratio_x + 0.5 * step_x - 0.5],
            [0, step_y, window.y_px * ratio_y + 0.5 * step_y - 0.5],
        ]
    )
    patch = cv2.warpAffine(
        source,
        view,
        (PATCH_PX, PATCH_PX),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REFLECT,
    )
    return np.asarray(patch, dtype=np.uint8)


def _joined(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """One row out of the windows' rows: the mean, each weighed by how sure it is."""
    sure = np.max(rows[:, :-1], axis=1) ** 2
    joined = (rows * sure[:, None]).sum(axis=0)
    return np.asarray(joined / joined.sum(), dtype=np.float64)
