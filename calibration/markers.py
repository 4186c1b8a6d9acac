"""The markers of a calibration board and of a board's corner clips, all of one dictionary."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.models import Array, Image

DICTIONARY = cv2.aruco.DICT_4X4_50
CLIP_MARKERS = (40, 41, 42, 43)
"""On the clips: top left, top right, bottom right, bottom left."""

CLIP_MARKER_MM = 24.0
"""Side of a clip's marker, where nobody chose another."""

Bits = tuple[tuple[bool, ...], ...]


@dataclass(frozen=True, slots=True)
class CharucoSpec:
    """A calibration board: a chequer with markers in its light fields.

    Attributes:
        columns: Fields along x.
        rows: Fields along y.
        square_mm: Side of a field; what a ruler says after printing.
        marker_mm: Side of a marker.
    """

    columns: int = 7
    rows: int = 10
    square_mm: float = 25.0
    marker_mm: float = 18.0

    @property
    def corners(self) -> int:
        """Inner corners."""
        return (self.columns - 1) * (self.rows - 1)

    def board(self) -> cv2.aruco.CharucoBoard:
        """As OpenCV takes it."""
        return cv2.aruco.CharucoBoard(
            (self.columns, self.rows), self.square_mm, self.marker_mm, dictionary()
        )

    def picture(self, px_per_mm: float) -> Image:
        """Draw the board, uint8 (rows * s, columns * s), without a margin."""
        side = round(self.square_mm * px_per_mm)
        size = (self.columns * side, self.rows * side)
        found = self.board().generateImage(size, marginSize=0, borderBits=1)
        return np.asarray(found, dtype=np.uint8)


def dictionary() -> cv2.aruco.Dictionary:
    """The dictionary of all markers."""
    return cv2.aruco.getPredefinedDictionary(DICTIONARY)


def marker_bits(number: int) -> Bits:
    """Return a marker's fields with its border, rows from the top, True for dark."""
    size = dictionary().markerSize + 2
    picture = cv2.aruco.generateImageMarker(dictionary(), number, size, borderBits=1)
    return tuple(tuple(bool(v < 128) for v in row) for row in np.asarray(picture))


def charuco_fields(spec: CharucoSpec) -> tuple[tuple[float, float, float, float], ...]:
    """Return the dark rectangles of a board: (x, y, width, height) in mm from its top left."""
    px = 1 / (spec.marker_mm / (dictionary().markerSize + 2))
    # Drawn so that every field of a marker is whole pixels, then read back.
    scale = 20 * px
    dark = spec.picture(scale) < 128
    rectangles = []
    side = spec.square_mm
    inset = (side - spec.marker_mm) / 2
    cell = spec.marker_mm / (dictionary().markerSize + 2)
    for row in range(spec.rows):
        for col in range(spec.columns):
            x, y = col * side, row * side
            if dark[int((y + 0.02 * side) * scale), int((x + 0.02 * side) * scale)]:
                rectangles.append((x, y, side, side))
                continue
            for i in range(dictionary().markerSize + 2):
                for j in range(dictionary().markerSize + 2):
                    at = (x + inset + j * cell, y + inset + i * cell)
                    if dark[int((at[1] + cell / 2) * scale), int((at[0] + cell / 2) * scale)]:
                        rectangles.append((*at, cell, cell))
    return tuple(rectangles)


def find_markers(image: Image) -> dict[int, Array]:
    """Return the corners, float64 (4, 2) px clockwise from the top left, of markers seen."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(dictionary(), parameters)
    corners, numbers, _ = detector.detectMarkers(image)
    # OpenCV returns nothing at all for the numbers where it finds no marker.
    return {
        int(number): np.asarray(each, dtype=np.float64).reshape(4, 2)
        for number, each in zip(np.ravel(numbers), corners, strict=False)
    }
