"""Cuts the board, and single tile faces, out of a picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Array = NDArray[np.float64]


def cell_size_px(homography: Array) -> float:
    """Longest side of the middle square in the picture, px.

    Args:
        homography: (3, 3), board units to px.
    """
    ends = project(homography, np.array([[7.0, 7.0], [8.0, 7.0], [7.0, 8.0]]))
    return float(max(np.linalg.norm(ends[1] - ends[0]), np.linalg.norm(ends[2] - ends[0])))


def project(homography: Array, points: Array) -> Array:
    """Map (N, 2) points by a (3, 3) homography."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def rectify(
    image: Image, homography: Array, *, px_per_cell: int, margin: float = 0.0, size: int = 15
) -> Image:
    """Return a plane of the board as seen from straight above.

    Args:
        image: uint8 (H, W, 3) BGR.
        homography: (3, 3), units of that plane (cells) to px.
        px_per_cell: Resolution of the result.
        margin: Cells beyond the grid on each side.
        size: Squares along a side.

    Returns:
        uint8 (S, S, 3), S = round((size + 2 margin) px_per_cell).
    """
    side = round((size + 2 * margin) * px_per_cell)
    source, scaled = shrunk(image, homography, px_per_cell)
    step = 1 / px_per_cell
    to_board = np.array([
        [step, 0, 0.5 * step - margin],
        [0, step, 0.5 * step - margin],
        [0, 0, 1.0],
    ])  # fmt: skip
    warped = cv2.warpPerspective(
        source, scaled @ to_board, (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(warped, dtype=np.uint8)


def shrunk(image: Image, homography: Array, px_per_cell: float) -> tuple[Image, Array]:
    """Return the picture made smaller where the result will be, and the homography for it.

    Averaging first keeps fine print and noise from aliasing.
    """
    ratio = 1.15 * px_per_cell / cell_size_px(homography)
    if ratio > 0.7:
        return image, homography
    small = cv2.resize(image, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    exact = (small.shape[1] / image.shape[1], small.shape[0] / image.shape[0])
    # Pixel centres lie on integers, so a resize also shifts by half a pixel.
    shift = np.array([
        [exact[0], 0, 0.5 * exact[0] - 0.5],
        [0, exact[1], 0.5 * exact[1] - 0.5],
        [0, 0, 1.0],
    ])  # fmt: skip
    return np.asarray(small, dtype=np.uint8), shift @ homography


def cut_faces(
    image: Image, homography: Array, centres: Array, *, side: float, size_px: int
) -> NDArray[np.uint8]:
    """Cut one square patch around each centre.

    Args:
        image: uint8 (H, W, 3) BGR.
        homography: (3, 3), units of the tiles' plane (cells) to px.
        centres: (N, 2), (u, v) on that plane.
        side: Side of a patch in cells.
        size_px: Side of a patch in px.

    Returns:
        uint8 (N, size_px, size_px, 3), upright as the board is read.
    """
    source, scaled = shrunk(image, homography, size_px / side)
    patches = np.zeros((len(centres), size_px, size_px, 3), np.uint8)
    step = side / size_px
    for k, (u, v) in enumerate(centres):
        to_plane = np.array([
            [step, 0, u - side / 2 + step / 2],
            [0, step, v - side / 2 + step / 2],
            [0, 0, 1.0],
        ])  # fmt: skip
        patches[k] = cv2.warpPerspective(
            source, scaled @ to_plane, (size_px, size_px),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
    return patches
