"""Reads cut-out pictures of single tiles, whatever their shape and however loosely cut."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.tiles import TileSet
from companion.vision.recognisers.api import NOT_A_TILE, LetterPosteriors, Recogniser

PATCH_PX = 40
_LEAST_PX = 8
_WIDE = 1.22
"""Ratio of the sides from which a crop is taken to show more than the tile."""


_SURE = 0.9
"""Probability from which a crop is not searched any further."""
_SHIFTS = (-0.39, -0.26, -0.13, 0.0, 0.13, 0.26, 0.39)
_SPREAD = 0.22
"""How far a cut usually misses its tile, in sides of the crop."""


@dataclass(frozen=True, slots=True)
class Window:
    """A square (or nearly so) part of a crop, in pixels of the crop; may reach beyond it.

    Attributes:
        x_px: Left border.
        y_px: Top border.
        width_px: Width.
        height_px: Height.
        weight: How likely the tile lies there, before anything was seen.
        mirrored: Whether the crop goes on mirrored beyond its edge; else in its mean colour.
    """

    x_px: float
    y_px: float
    width_px: float
    height_px: float
    weight: float = 1.0
    mirrored: bool = True


def read_crops(
    crops: Sequence[NDArray[np.uint8]], recogniser: Recogniser, tiles: TileSet
) -> LetterPosteriors:
    """What each crop's tile shows.

    Every crop is read through several windows: small shifts and zooms where the crop is about
    square, a search along its long side where it is not. Where that leaves doubt, the tile is
    looked for up to two fifths of the crop away. Windows that are sure of a letter count most,
    and between letters that look alike the counts of the set decide.

    Args:
        crops: Each uint8 (H, W, 3) BGR, upright, at least 8 px a side.
        recogniser: Reads the windows.
        tiles: The tile set in play; only its letters are possible.

    Returns:
        One row for each crop.

    Raises:
        ValueError: A crop is too small or not a colour picture.
    """
    first = [windows_of(crop) for crop in crops]
    rows = _read_windows(crops, first, recogniser, tiles)
    best = rows.masked(tiles).probabilities.max(axis=1, initial=0.0)
    doubtful = [k for k, p in enumerate(best) if p < _SURE and _is_square(crops[k])]
    if not doubtful:
        return rows.masked(tiles).weighed(tiles)
    wider = [_everywhere(crops[k]) for k in doubtful]
    again = _read_windows([crops[k] for k in doubtful], wider, recogniser, tiles)
    joined = rows.probabilities.copy()
    joined[doubtful] = again.probabilities
    return LetterPosteriors(joined, rows.classes).masked(tiles).weighed(tiles)


def _read_windows(
    crops: Sequence[NDArray[np.uint8]],
    windows: Sequence[Sequence[Window]],
    recogniser: Recogniser,
    tiles: TileSet,
) -> LetterPosteriors:
    """One row for each crop out of its windows; "no tile" is still possible."""
    patches = [cut(crop, w) for crop, ws in zip(crops, windows, strict=True) for w in ws]
    batch = np.stack(patches) if patches else np.zeros((0, PATCH_PX, PATCH_PX, 3), np.uint8)
    seen = recogniser.read(batch).masked(tiles, keep_not_a_tile=True)
    rows, at = np.zeros((len(crops), len(seen.classes))), 0
    for k, ws in enumerate(windows):
        weights = np.array([w.weight for w in ws])
        rows[k] = _joined(seen.probabilities[at : at + len(ws)], weights, seen.classes)
        at += len(ws)
    return LetterPosteriors(rows, seen.classes)


def _joined(
    rows: NDArray[np.float64], weights: NDArray[np.float64], classes: tuple[str, ...]
) -> NDArray[np.float64]:
    """One row out of the windows' rows: the mean, each weighed by how sure it is of a face."""
    faces = [k for k, token in enumerate(classes) if token != NOT_A_TILE]
    sure = weights * rows[:, faces].max(axis=1) ** 2
    joined = (rows * sure[:, None]).sum(axis=0)
    total = float(joined.sum())
    return joined / total if total > 0 else np.full(len(classes), 1.0 / len(classes))


def windows_of(crop: NDArray[np.uint8]) -> list[Window]:
    """Where in the crop the tile's face most likely is.

    Raises:
        ValueError: The crop is too small or not a colour picture.
    """
    if crop.ndim != 3 or crop.shape[2] != 3:
        raise ValueError(f"a crop of shape {crop.shape}; (H, W, 3) is wanted")
    height, width = crop.shape[:2]
    if min(height, width) < _LEAST_PX:
        raise ValueError(f"a crop of {width} x {height} px is too small to show a letter")
    if not _is_square(crop):
        return list(_along(width, height))
    moves = ((0, 0, 1.0), (0, 0, 0.94), (0, 0, 1.08), (-0.06, 0, 1.0), (0.06, 0, 1.0))
    return [_moved(width, height, *move) for move in moves]


def _is_square(crop: NDArray[np.uint8]) -> bool:
    height, width = crop.shape[:2]
    return bool(max(height, width) < _WIDE * min(height, width))


def _moved(
    width: int, height: int, right: float, down: float, zoom: float, weight: float = 1.0,
    *, mirrored: bool = True,
) -> Window:  # fmt: skip
    """The whole crop, shifted by parts of its sides and made wider or tighter."""
    x = (1 - zoom) / 2 * width + right * width
    y = (1 - zoom) / 2 * height + down * height
    return Window(x, y, zoom * width, zoom * height, weight, mirrored)


def _everywhere(crop: NDArray[np.uint8]) -> list[Window]:
    """Windows all around the middle, the nearer the likelier.

    Of a tile that reaches beyond the crop a part is missing: a mirrored V looks like an X, a
    bare one like a U. Each window is seen both ways; errors of the two are seldom the same.
    """
    height, width = crop.shape[:2]
    return [
        _moved(
            width, height, x, y, 1.0, math.exp(-(x * x + y * y) / (2 * _SPREAD**2)),
            mirrored=mirrored,
        )
        for mirrored in (True, False)
        for y in _SHIFTS
        for x in _SHIFTS
    ]  # fmt: skip


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
    """The window as a patch: uint8 (PATCH_PX, PATCH_PX, 3)."""
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
    patch = np.asarray(
        cv2.warpAffine(
            source,
            view,
            (PATCH_PX, PATCH_PX),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REFLECT,
        ),
        dtype=np.uint8,
    )
    if not window.mirrored:
        _bare_beyond(patch, view, source.shape[1], source.shape[0])
    return patch


def _bare_beyond(
    patch: NDArray[np.uint8], view: NDArray[np.float64], width: int, height: int
) -> None:
    """Give what lies beyond the crop the mean colour of the rest, in place.

    The network was taught that such an even part says nothing.
    """
    across = view[0, 0] * np.arange(PATCH_PX) + view[0, 2]
    down = view[1, 1] * np.arange(PATCH_PX) + view[1, 2]
    inside = np.outer(
        (down >= -0.5) & (down <= height - 0.5), (across >= -0.5) & (across <= width - 0.5)
    )
    if inside.any():
        patch[~inside] = np.round(patch[inside].mean(axis=0))
