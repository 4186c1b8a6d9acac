"""Pictures of the board for people: seen from above, made small, as JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from companion.errors import InputError
from companion.vision.reading.cells import rectify
from companion.vision.types import Image
from companion.watching.pipeline import Seen

PX_PER_CELL = 40
MARGIN = 0.5
QUALITY = 80
PREVIEW_PX = 960
"""Longest side of a picture on a page."""


def straightened(
    seen: Seen, *, px_per_cell: int = PX_PER_CELL, margin: float = MARGIN
) -> Image:
    """Return the board as seen from above: uint8 (S, S, 3) BGR; the picture if it has none."""
    corners = np.array(seen.corners_px, np.float32)
    if cv2.contourArea(corners) < 100:
        return seen.image
    square = np.array([[0, 0], [15, 0], [15, 15], [0, 15]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(square, corners), dtype=np.float64)
    return rectify(seen.image, matrix, px_per_cell=px_per_cell, margin=margin)


def as_jpeg(image: Image, quality: int = QUALITY) -> bytes:
    """Return a picture as JPEG.

    Raises:
        InputError: It cannot be written so.
    """
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not good:
        raise InputError("This picture cannot be written as JPEG.")
    return data.tobytes()


def small(image: Image) -> Image:
    """Return a picture no larger than a page needs."""
    height, width = image.shape[:2]
    ratio = PREVIEW_PX / max(height, width)
    if ratio >= 1:
        return image
    size = (round(width * ratio), round(height * ratio))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
