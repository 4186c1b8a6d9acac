"""`python -m calibration pose`: where the empty board lies, into a profile."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
import rendering

import calibration
from calibration.markers import CharucoSpec, dictionary
from calibration.models import Calibration, LensModel
from calibration.planes import project
from calibration.pose import ClipPlacement, marker_places

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


def test_eight_times_the_same_picture_write_no_profile(tmp_path: Path) -> None:
    spec = CharucoSpec()
    sheet = rendering.with_margin(spec.picture(4), 40)
    pose = rendering.posed(distance_mm=420, about_mm=(97.5, 135), turn_deg=(5, 5, 80))
    files = []
    for number in range(8):
        path = tmp_path / f"{number}.png"
        cv2.imwrite(str(path), rendering.rendered(sheet, 4, LENS, pose, seed=number))
        files.append(str(path))
    out = tmp_path / "camera.toml"
    done = tool("lens", *files, "--out", str(out))
    assert done.returncode == 1
    assert "1 different views of 6" in done.stderr
    assert "still missing" in done.stderr
    assert not out.exists()


def test_show_doubts_a_lens_that_no_camera_has(tmp_path: Path) -> None:
    good, odd = tmp_path / "good.toml", tmp_path / "odd.toml"
    calibration.save(Calibration("cam", "2026-01-31", LENS), good)
    calibration.save(
        Calibration("cam", "2026-01-31", replace(LENS, fx_px=3400.0, fy_px=3400.0)), odd
    )
    assert tool("show", str(good)).returncode == 0
    done = tool("show", str(odd))
    assert done.returncode == 1
    assert "hard to believe: A focal length of 5.31 times" in done.stderr


@pytest.mark.parametrize(("marker_mm", "squares"), [(16.0, 17), (40.0, 15)])
def test_markers_of_other_sizes_and_boards_of_other_squares_pose_it(
    tmp_path: Path, marker_mm: float, squares: int
) -> None:
    pitch, scale, edge = 18.0, 3, 60.0
    placed = ClipPlacement.of(marker_mm, rim_mm=6.0)
    side = squares * pitch
    sheet = np.full((round((side + 2 * edge) * scale),) * 2, 200, np.uint8)
    for turn, (number, corners) in enumerate(
        marker_places(placed, pitch_mm=pitch, squares=squares).items()
    ):
        low = corners[:, :2].min(axis=0) + edge
        px = round(marker_mm * scale)
        picture = cv2.aruco.generateImageMarker(dictionary(), number, px)
        x, y = (round(v * scale) for v in low)
        sheet[y : y + px, x : x + px] = np.rot90(picture, -turn)
    # The markers' plane is the sheet's; the board's lies a little below it.
    pose = rendering.posed(
        distance_mm=900, about_mm=(side / 2 + edge,) * 2, turn_deg=(14, -8, 3), pitch_mm=pitch
    )
    picture_path, profile = tmp_path / "seen.png", tmp_path / "camera.toml"
    lens = replace(LENS, width_px=1280, height_px=960, fx_px=1150.0, fy_px=1150.0, cx_px=640.0,
                   cy_px=480.0)  # fmt: skip
    cv2.imwrite(str(picture_path), rendering.rendered(sheet, scale, lens, pose))
    calibration.save(Calibration("cam", "2026-01-31", lens), profile)
    done = tool(
        "pose", str(picture_path), str(profile), "--pitch", str(pitch), "--squares",
        str(squares), "--marker-mm", str(marker_mm),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    kept = calibration.load(profile).pose
    assert kept is not None
    assert kept.squares == squares
    assert kept.error_px < 1.0
    away = pose.camera_mm - [edge, edge, placed.height_mm]
    assert np.abs(kept.camera_mm - away).max() < 8.0
