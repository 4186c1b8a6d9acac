"""`companion read`: the contract of its answers, and bad input in one sentence."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands.read import parse_corners
from companion.synth.scene import render_board

VALUES = dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    cells = [[""] * 15 for _ in range(15)]
    for k, letter in enumerate("HOUSE"):
        cells[7][5 + k] = letter
    path = tmp_path_factory.mktemp("photos") / "board.jpg"
    cv2.imwrite(str(path), render_board(cells, values=VALUES, seed=5).image)
    return path


def _answers(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_the_answer_has_the_form_of_the_contract(
    photo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "--json", str(photo)]) == 0
    (answer,) = _answers(capsys.readouterr().out)
    assert answer["image"] == str(photo)
    assert answer["status"] == "ok"
    assert np.shape(answer["corners"]) == (4, 2)
    assert "".join(answer["cells"][7]) == "HOUSE"  # type: ignore[index]
    assert set(answer["seconds"]) == {"locate", "read", "total"}  # type: ignore[call-overload]
    assert isinstance(answer["doubtful"], list)


def test_each_bad_picture_has_its_own_answer_and_the_good_one_is_read(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no pixels", encoding="utf-8")
    cut = tmp_path / "cut.jpg"
    cut.write_bytes(photo.read_bytes()[:5000])
    wall = tmp_path / "wall.png"
    cv2.imwrite(str(wall), np.full((300, 400, 3), 200, np.uint8))
    names = [str(p) for p in (text, cut, wall, tmp_path / "none.jpg", photo)]
    assert main(["read", "--json", *names]) == 1
    captured = capsys.readouterr()
    answers = _answers(captured.out)
    assert [a["image"] for a in answers] == names
    assert [a["status"] == "ok" for a in answers] == [False, False, False, False, True]
    assert all(str(a["detail"]).strip() for a in answers)
    assert "Traceback" not in captured.err


def test_unknown_languages_and_editions_are_refused(
    photo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "--language", "klingon", str(photo)]) != 0
    assert "klingon" in capsys.readouterr().err
    assert main(["read", "--edition", "draughts", str(photo)]) != 0
    assert "draughts" in capsys.readouterr().err


def test_a_trace_writes_the_stages(photo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "trace"
    assert main(["read", "--trace", str(folder), str(photo)]) == 0
    assert len(list(folder.glob("board-*.png"))) == 4


def test_corners_are_four_pairs() -> None:
    assert parse_corners("1,2 3,4 5.5,6 -7,8") == [(1, 2), (3, 4), (5.5, 6), (-7, 8)]
    for text in ("", "1,2", "1,2 3,4 5,6 x,8", "1 2 3 4 5 6 7 8"):
        with pytest.raises(argparse.ArgumentTypeError, match="four corners"):
            parse_corners(text)
