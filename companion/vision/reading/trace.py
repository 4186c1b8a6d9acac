"""Writes the stages of a reading as pictures with numbers on them."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from companion.errors import InputError
from companion.vision.reading.board_net import MARGIN, PX_PER_CELL
from companion.vision.reading.quality import quality_of

if TYPE_CHECKING:
    from companion.board.reading import BoardReading, CellReading, Unreadable
    from companion.vision.reading.read import Stages

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

FONT = "Karla-Bold.otf"
_ZOOM = 3
_SQUARE = PX_PER_CELL * _ZOOM
_FACE_COLUMNS = 12
_FACE_ZOOM = 2
_LONGEST_PX = 1600

GREEN: Colour = (0, 230, 0)
RED: Colour = (60, 60, 255)
BLUE: Colour = (255, 170, 60)
WHITE: Colour = (255, 255, 255)
PINK: Colour = (255, 0, 255)


class Tracer:
    """Writes into a folder; one set of files for each picture read.

    `NAME-1-located.png` the grid in the picture, `-2-tiles.png` how probable a tile is on each
    square and who says so, `-3-letters.png` what was read, `-4-faces.png` the faces as they
    were cut; of a picture that cannot be read `-0-refused.png`, with the reason on it.

    Args:
        folder: Made if it is not there.
        name: Of the picture; the files are named after it.

    Raises:
        InputError: The folder cannot be made.
    """

    def __init__(self, folder: str | Path, name: str) -> None:
        self._folder = Path(folder)
        self._stem = Path(name).stem
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise InputError(
                "{folder} cannot be made ({why}); name another folder.",
                folder=str(folder),
                why=str(fault),
            ) from fault

    def __call__(self, stages: Stages, reading: BoardReading, image: Image) -> None:
        """Write the stages of a reading."""
        self.write("1-located", draw_located(image, reading))
        self.write("2-tiles", draw_tiles(stages, reading))
        self.write("3-letters", draw_letters(stages, reading))
        self.write("4-faces", draw_faces(stages, reading))

    def refused(self, image: Image, seen: Unreadable) -> None:
        """Write a picture that could not be read, and why."""
        self.write("0-refused", draw_refused(image, seen))

    def write(self, stage: str, picture: Image) -> None:
        """Write one picture.

        Raises:
            InputError: The disk refuses.
        """
        path = self._folder / f"{self._stem}-{stage}.png"
        if not cv2.imwrite(str(path), picture):
            raise InputError("{file} cannot be written; name another folder.", file=str(path))


def draw_located(image: Image, reading: BoardReading) -> Image:
    """The picture with the grid on it, its top edge green, its corners with their pixels."""
    out, scale = _shrunk(image)
    width = max(2, max(out.shape) // 500)
    square = np.array([[0, 0], [15, 0], [15, 15], [0, 15]], np.float32)
    corners = np.array(reading.corners_px, np.float32) * scale
    homography = cv2.getPerspectiveTransform(square, corners)
    for k in range(16):
        for ends in ([[k, 0], [k, 15]], [[0, k], [15, k]]):
            line = cv2.perspectiveTransform(np.array([ends], np.float32), homography)[0]
            a, b = (tuple(int(v) for v in np.round(point)) for point in line)
            top = ends == [[0, 0], [15, 0]]
            cv2.line(out, a, b, GREEN if top else RED, width if top else 1, cv2.LINE_AA)
    words = [
        (f"{name} {x:.0f},{y:.0f}", (cx + 4, cy + 4), GREEN, 16)
        for name, (x, y), (cx, cy) in zip(
            ("top left", "top right", "bottom right", "bottom left"),
            reading.corners_px, corners.tolist(), strict=True,
        )
    ]  # fmt: skip
    seconds = ", ".join(f"{stage} {1000 * s:.0f} ms" for stage, s in reading.seconds)
    side = float(np.linalg.norm(corners[1] - corners[0])) / 15 / scale
    words.append((f"{side:.1f} px a square; {seconds}", (6, 6), WHITE, 18))
    return _lettered(out, words)


def draw_tiles(stages: Stages, reading: BoardReading) -> Image:
    """The straightened board with how probable tiles are.

    On each square that was looked at: what the board network says, what the letter network
    says, and what was made of both with what was known; a dot where its face was found. A blue
    frame is a square that seems to be covered.
    """
    out = _enlarged(stages.straight)
    words: list[tuple[str, tuple[float, float], Colour, int]] = []
    for k, (row, col) in enumerate(stages.looked_at):
        x, y = _corner(row, col)
        cell = reading.cells[row * reading.size + col]
        colour = GREEN if cell.occupied >= 0.5 else RED
        rows = (
            (f"b {stages.board[k]:.3f}", WHITE), (f"f {stages.face[k]:.2f}", WHITE),
            (f"{cell.prior:+.1f}" if cell.prior else "", BLUE),
            (f"{cell.occupied:.3f}", colour),
        )  # fmt: skip
        words += [(text, (x + 3, y + 2 + 16 * i), c, 14) for i, (text, c) in enumerate(rows)]
        right, down = stages.occupancy.offset[row, col]
        middle = (round(x + (0.5 + right) * _SQUARE), round(y + (0.5 + down) * _SQUARE))
        cv2.circle(out, middle, 3, PINK, -1)
    for cell in reading.cells:
        if cell.hidden:
            _frame(out, cell, BLUE)
    quality = quality_of(stages.straight, margin=MARGIN)
    glare = f", glare in rows {quality.glare[0]} to {quality.glare[1]}" if quality.glare else ""
    legend = (
        f"b board network, f face network, last: both and what is known | sharpness "
        f"{quality.sharpness:.2f}, span {quality.span:.0f}, brightness "
        f"{quality.brightness:.0f}{glare}"
    )
    words.append((legend, (6, 4), WHITE, 16))
    return _lettered(out, words)


def draw_letters(stages: Stages, reading: BoardReading) -> Image:
    """The straightened board with the best letters of each square and their probabilities."""
    out = _enlarged(stages.straight)
    words: list[tuple[str, tuple[float, float], Colour, int]] = []
    for cell in reading.cells:
        doubtful = cell.square in reading.doubtful
        if cell.best is None and not doubtful:
            continue
        colour = RED if doubtful else GREEN
        _frame(out, cell, colour)
        x, y = _corner(cell.square.row, cell.square.col)
        best = cell.best.text if cell.best else "-"
        words.append((best, (x + 5, y + 1), colour, 26))
        others = [f"{token or '-'} {p:.2f}" for token, p in cell.candidates()[:3] if p >= 0.005]
        words += [(text, (x + 28, y + 4 + 15 * i), colour, 13) for i, text in enumerate(others)]
    total = f"{len(reading.position())} tiles, {len(reading.doubtful)} doubtful (red)"
    words.append((f"{total}, turned by {90 * stages.turn} degrees", (6, 4), WHITE, 16))
    return _lettered(out, words)


def draw_faces(stages: Stages, reading: BoardReading) -> Image:
    """The cut faces, each over the letter it was taken for and its two rivals."""
    size = _FACE_ZOOM * (stages.faces.shape[1] if len(stages.faces) else 1)
    rows = max(1, -(-len(stages.faces) // _FACE_COLUMNS))
    out = np.full((rows * (size + 36), _FACE_COLUMNS * (size + 6), 3), 40, np.uint8)
    words: list[tuple[str, tuple[float, float], Colour, int]] = []
    for k, (face, (row, col)) in enumerate(zip(stages.faces, stages.looked_at, strict=True)):
        y, x = divmod(k, _FACE_COLUMNS)
        y, x = y * (size + 36), x * (size + 6)
        out[y : y + size, x : x + size] = cv2.resize(face, (size, size))
        cell = reading.cells[row * reading.size + col]
        colour = RED if cell.square in reading.doubtful else WHITE
        tokens = " ".join(f"{token} {p:.2f}" for token, p in cell.letters[:2])
        words.append((f"{cell.square.name}: tile {cell.occupied:.2f}", (x + 2, y + size + 1),
                      colour, 13))  # fmt: skip
        words.append((tokens, (x + 2, y + size + 17), colour, 13))
    return _lettered(out, words)


def draw_refused(image: Image, seen: Unreadable) -> Image:
    """A picture that could not be read, with the reason and how bright and sharp it is."""
    out, _ = _shrunk(image)
    grey = cv2.cvtColor(out, cv2.COLOR_BGR2GRAY)
    low, middle, high = np.percentile(grey, [5, 50, 98])
    steep = float(np.percentile(np.abs(cv2.Laplacian(grey, cv2.CV_32F)), 99.5))
    figures = (
        f"{image.shape[1]} x {image.shape[0]} px; dark {low:.0f}, middle {middle:.0f}, bright "
        f"{high:.0f} of 255; steepest edges {steep:.0f}"
    )
    why = f"{seen.reason.value}: {seen.detail!s}"
    return _lettered(out, [(why, (8, 8), RED, 18), (figures, (8, 32), RED, 18)])


def _shrunk(image: Image) -> tuple[Image, float]:
    scale = min(1.0, _LONGEST_PX / max(image.shape))
    if scale == 1.0:
        return image.copy(), 1.0
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def _enlarged(straight: Image) -> Image:
    large = cv2.resize(straight, None, fx=_ZOOM, fy=_ZOOM, interpolation=cv2.INTER_CUBIC)
    return np.asarray(large, np.uint8)


def _corner(row: int, col: int) -> tuple[int, int]:
    return round((col + MARGIN) * _SQUARE), round((row + MARGIN) * _SQUARE)


def _frame(out: Image, cell: CellReading, colour: Colour) -> None:
    x, y = _corner(cell.square.row, cell.square.col)
    cv2.rectangle(out, (x + 1, y + 1), (x + _SQUARE - 2, y + _SQUARE - 2), colour, 1)


@lru_cache(maxsize=8)
def _font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font with all letters of all tile sets, which Pillow's own has not."""
    path = resources.files("companion") / "synth" / "data" / "fonts" / FONT
    return ImageFont.truetype(str(path), size_px)


def _lettered(
    picture: Image, words: list[tuple[str, tuple[float, float], Colour, int]]
) -> Image:
    """The picture with texts on it: (text, (x, y), colour, height in px)."""
    canvas = Pillow.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    draw = ImageDraw.Draw(canvas)
    for text, at, (blue, green, red), size in words:
        draw.text(
            at, text, fill=(red, green, blue), font=_font(size), stroke_width=1,
            stroke_fill=(0, 0, 0),
        )  # fmt: skip
    return np.ascontiguousarray(np.asarray(canvas, np.uint8)[..., ::-1])
