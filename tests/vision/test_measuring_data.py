"""Floors on a part of the measuring data, where it is there; it is no part of the project."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.board.reading import BoardReading
from companion.camera import load_image
from companion.tilesets import load
from companion.vision.reading.read import Reader

pytestmark = pytest.mark.data

Label = dict[str, Any]


def _cells(label: Label, reading: BoardReading) -> Iterator[tuple[str, str]]:
    """(labelled, read) for each square that a person can judge."""
    hidden = set(label.get("hidden", ()))
    for cell in reading.cells:
        want = label["rows"][cell.square.row][cell.square.col]
        if want != "*" and cell.square.name not in hidden:
            seen = cell.best.text if cell.best else "."
            yield want, "?" if want == "?" and seen == seen.lower() != "." else seen


def _figures(labels: list[Label], folder: Path, language: str) -> tuple[float, float]:
    """(share of boards found, share of tiles right)."""
    reader = Reader(load(language))
    found = right = tiles = 0
    for label in labels:
        corners = np.array(label["corners"])
        side = float(np.linalg.norm(corners[0] - corners[1])) / 15
        seen = reader.read(load_image(folder / label["file"]))
        if not isinstance(seen, BoardReading):
            tiles += sum(c not in ".*" for row in label["rows"] for c in row)
            continue
        miss = np.linalg.norm(np.array(seen.corners_px) - corners, axis=1).max() / side
        empty = all(c in ".*" for row in label["rows"] for c in row)
        found += bool(miss < 0.35 or empty)
        laid = [(want, got) for want, got in _cells(label, seen) if want != "."]
        tiles += len(laid)
        right += sum(want == got for want, got in laid)
    return found / len(labels), right / max(tiles, 1)


def test_phone_photos_of_boards_never_trained_on(shared_data: Path) -> None:
    folder = shared_data / "photos"
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))[::6]
    found, right = _figures(labels, folder, "english")
    assert found == 1
    assert right > 0.96


def test_printed_sets(shared_data: Path) -> None:
    folder = shared_data / "photos-printed"
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    found, right = _figures(labels, folder, "english")
    assert found == 1
    assert right > 0.97


def test_one_board_under_many_lights(shared_data: Path) -> None:
    folder = shared_data / "games" / "green-light"
    game = json.loads((folder / "game.json").read_text(encoding="utf-8"))
    found, right = _figures(game["frames"][::4], folder, game["language"])
    assert found == 1
    assert right == 1
