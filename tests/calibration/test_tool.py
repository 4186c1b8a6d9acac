"""`python -m calibration pose`: where the empty board lies, into a profile."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
import rendering

import calibration
from calibration.models import Calibration, LensModel
from calibration.planes import project

LENS = LensModel(640, 480, 575.0, 575.0, 325.0, 235.0, k1=-0.2, views=12)
POSE = rendering.posed(
    distance_mm=620, about_mm=(157.5, 157.5), turn_deg=(24, -8, 5), pitch_mm=21.0
)
SIDE = 15 * 21.0
CORNERS = np.array([[0, 0, 0], [SIDE, 0, 0], [SIDE, SIDE, 0], [0, SIDE, 0]])


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    picture, profile = tmp_path / "empty.png", tmp_path / "camera.toml"
    sheet = np.full((round(SIDE * 2),) * 2, 170, np.uint8)
    cv2.imwrite(str(picture), rendering.rendered(sheet, 2, LENS, POSE, background=60))
    calibration.save(Calibration("cam", "2026-01-31", LENS), profile)
    return str(picture), str(profile)


def tool(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "calibration", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_four_corners_pose_the_board_and_the_light_is_measured(files: tuple[str, str]) -> None:
    seen = project(LENS, POSE, CORNERS)
    corners = " ".join(f"{x:.2f},{y:.2f}" for x, y in seen)
    done = tool("pose", *files, "--pitch", "21", "--corners", corners, "--height", "2.9")
    assert done.returncode == 0, done.stderr
    assert "mm over the board" in done.stdout
    kept = calibration.load(Path(files[1]))
    assert kept.pose is not None
    assert np.abs(kept.pose.camera_mm - POSE.camera_mm).max() < 1.0
    assert kept.tile_height_mm == 2.9
    assert kept.colour is not None
    assert kept.colour.gains_bgr == pytest.approx((1.0, 1.0, 1.0), abs=0.02)
    assert min(min(row) for row in kept.colour.light) > 0.9


@pytest.mark.parametrize(("words", "says"), [
    (["--corners", "1,2 3,4"], "four pairs of numbers"),
    (["--corners", "a,b c,d e,f g,h"], "four pairs of numbers"),
    (["--pitch", "0"], "1 to 200"),
    ([], "corner markers are seen"),
])  # fmt: skip
def test_what_cannot_be_is_one_sentence(
    files: tuple[str, str], words: list[str], says: str
) -> None:
    done = tool("pose", *files, *words)
    assert done.returncode == 1
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    kept = calibration.load(Path(files[1]))
    assert kept.pose is None


def test_a_picture_that_is_none_is_one_sentence(files: tuple[str, str]) -> None:
    done = tool("pose", files[1], files[1])
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "is no picture" in done.stderr
