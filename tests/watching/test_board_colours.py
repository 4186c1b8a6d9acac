"""The colours of an empty board, under different lights."""

from __future__ import annotations

import numpy as np
import pytest

from companion.board.square import Square
from companion.errors import CameraError
from companion.vision.types import Image
from companion.watching.board_colours import read_colours, square_colours
from companion.watching.pipeline import Seen

PAINT = {
    "red": (60, 60, 205),
    "yellow": (60, 210, 235),
    "green": (90, 170, 70),
    "blue": (200, 120, 50),
}
"""BGR."""

PLACES = {
    Square(0, 0): "red",
    Square(7, 7): "yellow",
    Square(3, 11): "green",
    Square(14, 2): "blue",
    Square(5, 5): "red",
}


def board(light: tuple[float, float, float] = (1, 1, 1), side: int = 24) -> Image:
    image = np.full((15 * side, 15 * side, 3), (200, 215, 220), np.float64)
    for square, colour in PLACES.items():
        rows = slice(square.row * side, (square.row + 1) * side)
        cols = slice(square.col * side, (square.col + 1) * side)
        image[rows, cols] = PAINT[colour]
    noise = np.random.default_rng(3).normal(0, 4, image.shape)
    return np.clip(image * light + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    "light", [(1, 1, 1), (0.7, 0.9, 1.1), (1.1, 1.0, 0.85), (0.5, 0.5, 0.5)]
)
def test_colours_under_day_lamp_and_dim_light(light: tuple[float, float, float]) -> None:
    assert dict(square_colours(board(light))) == PLACES


def test_colours_of_a_board_as_the_camera_saw_it() -> None:
    image = board()
    edge = float(image.shape[0])
    corners = ((0.0, 0.0), (edge, 0.0), (edge, edge), (0.0, edge))
    assert dict(read_colours(Seen(image, corners))) == PLACES


def test_a_board_without_colours_or_unseen_is_said() -> None:
    grey = np.full((360, 360, 3), 180, np.uint8)
    corners = ((0.0, 0.0), (360.0, 0.0), (360.0, 360.0), (0.0, 360.0))
    with pytest.raises(CameraError, match="No coloured squares"):
        read_colours(Seen(grey, corners))
    with pytest.raises(CameraError, match="not seen the board"):
        read_colours(None)
