"""No tile is read on an empty board, whatever the board and whatever the light.

`benchmarks/empty_boards.py` measures more of them.
"""

from __future__ import annotations

import pytest

from companion.board.reading import BoardReading
from companion.tilesets import load
from companion.vision.reading.read import Reader
from tests.doubles.empty_boards import DESIGNS, LIGHTS, empty_scene


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(load("english"))


def false_tiles(reader: Reader, design: str, light: str, seed: int) -> list[str]:
    scene = empty_scene(design, light, seed)
    reading = reader.read(scene.image, corners_px=scene.corners_px)
    if not isinstance(reading, BoardReading):
        return []  # refused, which is no tile read
    return [f"{c.square.name} {c.occupied:.2f}" for c in reading.cells if c.best is not None]


@pytest.mark.parametrize("light", ["even", "lamp"])
@pytest.mark.parametrize("design", list(DESIGNS))
def test_no_tile_is_read_on_any_empty_board(reader: Reader, design: str, light: str) -> None:
    assert false_tiles(reader, design, light, 2) == []


@pytest.mark.long
def test_hardly_ever_on_hundreds_of_them(reader: Reader) -> None:
    every = [
        (design, light, seed) for design in DESIGNS for light in LIGHTS for seed in range(4)
    ]
    wrong = {each: told for each in every if (told := false_tiles(reader, *each))}
    assert len(wrong) <= 0.03 * len(every), wrong
