"""Writes the stages of a reading as pictures with numbers on them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import InputError
from companion.vision.board_net import MARGIN, PX_PER_CELL

if TYPE_CHECKING:
    from companion.board.reading import BoardReading
    from companion.vision.read import Stages

Image = NDArray[np.uint8]
_ZOOM = 2
_FACE_COLUMNS = 15


class Tracer:
    """Writes into a folder; one set of files for each picture read.

    Args:
        folder: Made if it is not there.
        name: Of the picture; the files are named after it.

    Raises:
        InputError: The folder cannot be made.
    """

    def __init__(self, folder: str, name: str) -> None:
        self._folder = Path(folder)
        self._stem = Path(name).stem
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise InputError(
                f"{folder} cannot be made ({fault}); name another folder."
            ) from fault

    def __call__(self, stages: Stages, reading: BoardReading, image: Image) -> None:
        """Write the located grid, the straightened board and the cut faces."""
        self._write("1-located", draw_located(image, reading))
        self._write("2-straight", draw_straight(stages, reading))
        self._write("3-faces", draw_faces(stages, reading))

    def _write(self, stage: str, picture: Image) -> None:
        cv2.imwrite(str(self._folder / f"{self._stem}-{stage}.png"), picture)


def draw_located(image: Image, reading: BoardReading) -> Image:
    """The picture with the grid on it, its top edge green."""
    out = image.copy()
    width = max(2, max(image.shape) // 500)
    square = np.array([[0, 0], [15, 0], [15, 15], [0, 15]], np.float32)
    corners = np.array(reading.corners_px, np.float32)
    homography = cv2.getPerspectiveTransform(square, corners)
    for k in range(16):
        for ends in ([[k, 0], [k, 15]], [[0, k], [15, k]]):
            line = cv2.perspectiveTransform(np.array([ends], np.float32), homography)[0]
            a, b = (tuple(int(v) for v in np.round(point)) for point in line)
            colour = (0, 220, 0) if ends == [[0, 0], [15, 0]] else (0, 0, 255)
            cv2.line(out, a, b, colour, width if colour[1] else max(1, width // 2), cv2.LINE_AA)
    return out


def draw_straight(stages: Stages, reading: BoardReading) -> Image:
    """The straightened board with what was read and how sure that is."""
    out = np.asarray(
        cv2.resize(stages.straight, None, fx=_ZOOM, fy=_ZOOM, interpolation=cv2.INTER_CUBIC),
        np.uint8,
    ).copy()
    scale = PX_PER_CELL * _ZOOM
    for cell in reading.cells:
        row, col = cell.square.row, cell.square.col
        x, y = round((col + MARGIN) * scale), round((row + MARGIN) * scale)
        doubtful = cell.square in reading.doubtful
        if cell.best is None and not doubtful:
            continue
        colour = (0, 0, 255) if doubtful else (0, 200, 0)
        cv2.rectangle(out, (x + 1, y + 1), (x + scale - 2, y + scale - 2), colour, 1)
        text = (cell.best.text if cell.best else ".").encode("ascii", "replace").decode()
        cv2.putText(out, text, (x + 3, y + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1)
        cv2.putText(out, f"{cell.confidence:.2f}", (x + 3, y + scale - 4),
                    cv2.FONT_HERSHEY_SIMPLEX, 0.32, colour, 1)  # fmt: skip
        right, down = stages.occupancy.offset[row, col]
        middle = (round(x + (0.5 + right) * scale), round(y + (0.5 + down) * scale))
        cv2.circle(out, middle, 2, (255, 0, 255), -1)
    return out


def draw_faces(stages: Stages, reading: BoardReading) -> Image:
    """The cut faces, each over the letter it was taken for."""
    size = stages.faces.shape[1] if len(stages.faces) else 1
    rows = max(1, -(-len(stages.faces) // _FACE_COLUMNS))
    out = np.full((rows * (size + 18), _FACE_COLUMNS * (size + 4), 3), 40, np.uint8)
    for k, (face, (row, col)) in enumerate(zip(stages.faces, stages.looked_at, strict=True)):
        y, x = divmod(k, _FACE_COLUMNS)
        y, x = y * (size + 18), x * (size + 4)
        out[y : y + size, x : x + size] = face
        cell = reading.cells[row * reading.size + col]
        text = (
            f"{cell.square.name} {cell.best.text if cell.best else '.'} {cell.confidence:.2f}"
        )
        cv2.putText(out, text.encode("ascii", "replace").decode(), (x, y + size + 12),
                    cv2.FONT_HERSHEY_SIMPLEX, 0.28, (255, 255, 255), 1)  # fmt: skip
    return out
