"""Needs 2 A 15: blanks with a coloured dot are always told from empty squares and letters."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.board.position import Position
from companion.board.reading import BoardReading
from companion.board.square import Square
from companion.board.tiles import Tile
from companion.errors import ConfigError
from companion.vision.reading.read import Reader
from companion.vision.recognisers.marked import MarkedBlanks, colour_of
from companion.vision.recognisers.registry import open_recogniser
from tests.doubles.rendered_table import ENGLISH, scene_of

DOT = (60, 190, 40)
BLANKS = ((7, 4), (9, 9))


def dotted_scene(seed: int, tilt_deg: float) -> tuple[np.ndarray, list[list[str]]]:
    tiles = {Square(7, 3 + k): Tile(c) for k, c in enumerate("QUIET")}
    tiles |= {Square(9, 6 + k): Tile(c) for k, c in enumerate("TOWEL")}
    tiles |= {Square(*square): Tile("", blank=True) for square in BLANKS}
    scene = scene_of(Position(tiles), seed=seed, tilt_deg=tilt_deg)
    image = scene.image.copy()
    for square in BLANKS:
        quad = scene.quads_px[square]
        radius = 0.14 * np.linalg.norm(quad[1] - quad[0])
        centre = tuple(int(v) for v in quad.mean(axis=0))
        cv2.circle(image, centre, round(radius), DOT, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(image, (0, 0), 0.8), scene.cells


@pytest.mark.parametrize(("seed", "tilt_deg"), [(1, 5), (2, 16), (3, 25), (4, 33), (5, 40)])
def test_case_15_every_marked_blank_is_read_and_nothing_else(
    seed: int, tilt_deg: float
) -> None:
    marked = Reader(ENGLISH, letters=MarkedBlanks(open_recogniser(), DOT))
    image, cells = dotted_scene(seed, tilt_deg)
    reading = marked.read(image)
    assert isinstance(reading, BoardReading)
    assert reading.position().cells() == cells
    for square in BLANKS:
        assert reading.cell(Square(*square)).letters[0][1] > 0.95


def test_a_colour_is_written_in_six_digits() -> None:
    assert colour_of("28BE3C") == DOT
    for wrong in ("28BE3", "green!", ""):
        with pytest.raises(ConfigError, match="RRGGBB"):
            colour_of(wrong)
