"""The pictures of the stages: all there, with what was measured on them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.board.reading import BoardReading, Reason, Unreadable
from companion.cli import main
from companion.errors import InputError
from companion.synth.scene import render_board
from companion.tilesets import load
from companion.vision.reading import trace
from companion.vision.reading.read import Reader, Stages
from companion.vision.types import Image

ENGLISH = load("english")
CELLS = [[""] * 15 for _ in range(15)]
CELLS[7][5:10] = list("QUIZ?")


@pytest.fixture(scope="module")
def traced() -> tuple[Stages, BoardReading, Image]:
    scene = render_board(CELLS, values={"Q": 10, "U": 1, "I": 1, "Z": 10}, seed=4)
    kept: list[tuple[Stages, BoardReading, Image]] = []
    Reader(ENGLISH).read(scene.image, trace=lambda *all_: kept.append(all_))
    return kept[0]


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written on pictures."""
    said: list[str] = []

    def keep(picture: Image, texts: list[tuple[str, object, object, int]]) -> Image:
        said.extend(text for text, *_ in texts)
        return picture

    monkeypatch.setattr(trace, "_lettered", keep)
    return said


def test_the_located_grid_tells_its_corners_and_times(
    traced: tuple[Stages, BoardReading, Image], words: list[str]
) -> None:
    _, reading, image = traced
    picture = trace.draw_located(image, reading)
    x, y = reading.corners_px[0]
    assert f"top left {x:.0f},{y:.0f}" in words
    assert any("px a square; locate" in text and "total" in text for text in words)
    assert (picture != image).any()


def test_both_networks_tell_of_each_tile(
    traced: tuple[Stages, BoardReading, Image], words: list[str]
) -> None:
    stages, reading, _ = traced
    trace.draw_tiles(stages, reading)
    k = stages.looked_at.index((7, 5))
    assert f"b {stages.board[k]:.3f}" in words
    assert f"f {stages.face[k]:.2f}" in words
    assert f"{reading.cells[7 * 15 + 5].occupied:.3f}" in words
    assert any("sharpness" in text for text in words)


def test_letters_come_with_their_rivals(
    traced: tuple[Stages, BoardReading, Image], words: list[str]
) -> None:
    stages, reading, _ = traced
    trace.draw_letters(stages, reading)
    assert "Q" in words
    assert any(text.startswith("Q 0.") or text == "Q 1.00" for text in words)
    assert any(text.startswith("5 tiles,") for text in words)


def test_faces_carry_the_names_of_their_squares(
    traced: tuple[Stages, BoardReading, Image], words: list[str]
) -> None:
    stages, reading, _ = traced
    picture = trace.draw_faces(stages, reading)
    assert any(text.startswith("8F: tile ") for text in words)
    assert picture.shape[1] >= 12 * stages.faces.shape[1]


def test_letters_beyond_ascii_are_drawn() -> None:
    plain = np.zeros((40, 60, 3), np.uint8)
    drawn = [trace._lettered(plain, [(text, (5, 5), trace.WHITE, 20)]) for text in "AÄŻØ"]
    assert len({picture.tobytes() for picture in drawn}) == 4


def test_a_refusal_carries_its_reason(words: list[str]) -> None:
    image = np.full((2400, 3200, 3), 9, np.uint8)
    seen = Unreadable(Reason.TOO_DARK, "Switch on a light.")
    picture = trace.draw_refused(image, seen)
    assert max(picture.shape) == 1600
    assert words[0] == "too-dark: Switch on a light."
    assert words[1].startswith("3200 x 2400 px; dark 9, middle 9, bright 9")


def test_the_command_writes_all_stages_or_the_refusal(tmp_path: Path) -> None:
    scene = render_board(CELLS, values={}, seed=4)
    cv2.imwrite(str(tmp_path / "board.png"), scene.image)
    cv2.imwrite(str(tmp_path / "dark.png"), scene.image // 64)
    folder = tmp_path / "deep" / "trace"
    names = [str(tmp_path / "board.png"), str(tmp_path / "dark.png")]
    assert main(["read", *names, "--trace", str(folder)]) == 1
    assert sorted(path.name for path in folder.iterdir()) == [
        "board-1-located.png", "board-2-tiles.png", "board-3-letters.png",
        "board-4-faces.png", "dark-0-refused.png",
    ]  # fmt: skip


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(InputError, match="cannot be made"):
        trace.Tracer(tmp_path / "file" / "in it", "x")
