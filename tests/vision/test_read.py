"""From a rendered picture to a reading: whole boards, turned boards, hands, nothing at all."""

from __future__ import annotations

import numpy as np
import pytest

from companion.board.reading import BoardReading, Reason, Unreadable
from companion.synth.scene import Scene, render_board
from companion.tilesets import load
from companion.vision.reading.read import Reader, Stages

ENGLISH = load("english")
VALUES = {letter: ENGLISH.value_of(letter) for letter in ENGLISH.letters}
WORDS = {(7, 4): "BOARD", (3, 6): "WEBCAMS"}


def cells_of(words: dict[tuple[int, int], str], down: tuple[str, int, int]) -> list[list[str]]:
    cells = [[""] * 15 for _ in range(15)]
    for (row, col), word in words.items():
        for k, letter in enumerate(word):
            cells[row][col + k] = letter
    word, row, col = down
    for k, letter in enumerate(word):
        cells[row + k][col] = letter
    return cells


CELLS = cells_of({(7, 4): "BOARD", (10, 3): "TILE?"}, ("PICTURES", 6, 6))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(ENGLISH)


@pytest.fixture(scope="module")
def scene() -> Scene:
    return render_board(CELLS, values=VALUES, seed=11)


def _cells(reading: BoardReading | Unreadable) -> list[list[str]]:
    assert isinstance(reading, BoardReading), reading
    return reading.position().cells()


def _corner_error(reading: BoardReading | Unreadable, scene: Scene) -> float:
    assert isinstance(reading, BoardReading), reading
    side = np.linalg.norm(scene.corners_px[0] - scene.corners_px[1]) / 15
    miss = np.linalg.norm(np.array(reading.corners_px) - scene.corners_px, axis=1)
    return float(miss.max() / side)


def test_every_square_of_a_rendered_game_is_read(reader: Reader, scene: Scene) -> None:
    reading = reader.read(scene.image)
    assert _cells(reading) == scene.cells
    assert _corner_error(reading, scene) < 0.2


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_is_read_the_way_its_letters_stand(
    reader: Reader, scene: Scene, turns: int
) -> None:
    turned = np.ascontiguousarray(np.rot90(scene.image, turns))
    reading = reader.read(turned)
    assert _cells(reading) == scene.cells
    assert isinstance(reading, BoardReading)
    height, width = scene.image.shape[:2]
    x, y = scene.corners_px[0]
    expected = {1: (y, width - 1 - x), 2: (width - 1 - x, height - 1 - y),
                3: (height - 1 - y, x)}[turns]  # fmt: skip
    assert np.hypot(*np.subtract(reading.corners_px[0], expected)) < 12


def test_given_corners_are_used_as_they_are(reader: Reader, scene: Scene) -> None:
    reading = reader.read(scene.image, corners_px=scene.corners_px)
    assert _cells(reading) == scene.cells
    assert _corner_error(reading, scene) < 0.001


def test_a_low_camera_moves_faces_far_and_they_are_still_read(reader: Reader) -> None:
    scene = render_board(CELLS, values=VALUES, seed=12, tilt_deg=46, azimuth_deg=12)
    assert _cells(reader.read(scene.image)) == scene.cells


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_tile_is_read_on_an_empty_board(reader: Reader, seed: int) -> None:
    empty = [[""] * 15 for _ in range(15)]
    scene = render_board(empty, values=VALUES, seed=seed)
    assert _cells(reader.read(scene.image)) == empty


def test_squares_under_a_hand_are_called_hidden(reader: Reader) -> None:
    scene = render_board(CELLS, values=VALUES, seed=11, hand=(7.0, 8.0))
    reading = reader.read(scene.image, corners_px=scene.corners_px)
    assert isinstance(reading, BoardReading)
    hidden = {(c.square.row, c.square.col) for c in reading.cells if c.hidden}
    assert hidden & scene.hidden
    assert all(reading.cell(c.square).confidence == 0 for c in reading.cells if c.hidden)


def test_a_picture_of_nothing_is_refused_with_a_reason(reader: Reader) -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 255, (480, 640, 3), dtype=np.uint8)
    for image in (np.full((480, 640, 3), 120, np.uint8), noise):
        seen = reader.read(image)
        assert isinstance(seen, Unreadable)
        assert seen.reason in {Reason.BOARD_NOT_FOUND, Reason.OUT_OF_FOCUS}
        assert str(seen.detail).endswith(".")


def test_every_square_carries_candidates_that_sum_to_one(reader: Reader, scene: Scene) -> None:
    reading = reader.read(scene.image)
    assert isinstance(reading, BoardReading)
    for cell in reading.cells:
        total = sum(p for _, p in cell.candidates())
        assert total == pytest.approx(1, abs=0.05)


def test_the_stages_can_be_looked_at(reader: Reader, scene: Scene) -> None:
    kept: list[Stages] = []
    reader.read(scene.image, trace=lambda stages, reading, image: kept.append(stages))
    (stages,) = kept
    assert stages.straight.shape == (408, 408, 3)
    assert len(stages.faces) == len(stages.looked_at) == len(stages.board)
