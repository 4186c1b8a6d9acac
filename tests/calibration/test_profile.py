from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import calibration
from calibration import BoardPose, Calibration, CalibrationError, Failed, LensModel
from calibration.colour import corrected, reference
from calibration.profile import find, from_toml, path_for, to_toml

FULL = Calibration(
    'My "camera" \\ 1', "2026-01-31",
    LensModel(1280, 720, 1000.5, 1001.25, 640.0, 360.0, -0.25),
    BoardPose((0.1, 0.2, 0.3), (1.0, 2.0, 600.0), 21.0, 15, 0.2), 3.0,
)  # fmt: skip


def test_a_profile_comes_back_as_it_went(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "camera.toml"
    calibration.save(FULL, path)
    assert calibration.load(path) == FULL


@given(st.floats(-1, 1), st.floats(1, 1e5), st.text(max_size=30))
def test_numbers_and_names_survive(k1: float, focal: float, camera: str) -> None:
    made = Calibration(camera, "2026-01-31", LensModel(640, 480, focal, focal, 320, 240, k1))
    back = from_toml(to_toml(made))
    assert back.lens == made.lens
    assert back.camera == camera


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("calibration/1", "calibration/9"), "calibration/9"),
        (("[lens]", "[lenses]"), "lenses"),
        (("width_px = 1280", 'width_px = "wide"'), "lens.width_px is no plain number"),
        (("fx_px = 1000.5", "fx_px = -3"), "above 0"),
        (("fx_px = 1000.5", "fx_px = nan"), "no plain number"),
        (("k1 = -0.25", "kk = 1"), "unknown key 'kk'"),
        (("fx_px = 1000.5\n", ""), "not complete"),
        (("    0.2,\n    0.3,\n", ""), "needs 3 numbers"),
        (("[pose]", "[pose"), "not TOML"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_profile_that_is_wrong_says_where(change: tuple[str, str], says: str) -> None:
    text = to_toml(FULL)
    assert change[0] in text
    with pytest.raises(CalibrationError, match=says.replace("[", r"\[")):
        from_toml(text.replace(*change))


def test_a_profile_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cannot be read"):
        calibration.load(tmp_path / "none.toml")


def test_profiles_are_kept_by_camera_and_size(tmp_path: Path) -> None:
    calibration.save(FULL, path_for(tmp_path, "Desk/cam", 1280, 720))
    other = Calibration("Desk:cam", "2026-01-31", LensModel.plain(640, 480))
    calibration.save(other, path_for(tmp_path, "Desk:cam", 640, 480))
    assert find(tmp_path, "Desk/cam", 1280, 720) == FULL
    half = find(tmp_path, "Desk/cam", 640, 360)
    assert half is not None
    assert half.lens.fx_px == FULL.lens.fx_px / 2
    assert half.pose is None, "a pose belongs to the size it was measured at"
    assert find(tmp_path, "Desk/cam", 640, 480) is None
    assert find(tmp_path, "unknown", 1280, 720) is None
    path_for(tmp_path, "broken", 64, 48).write_text("x", encoding="utf-8")
    assert find(tmp_path, "broken", 64, 48) is None


def _board(light: np.ndarray, tint: tuple[float, float, float]) -> np.ndarray:
    board = np.full((300, 300, 3), 180.0)
    board[40:60, 40:60] = (60, 60, 190)  # a premium square
    return np.clip(board * light[..., None] * tint, 0, 255).astype(np.uint8)


def test_the_light_over_a_board_is_measured_and_taken_out() -> None:
    slope = np.linspace(1.0, 0.5, 300)[None].repeat(300, axis=0)
    picture = _board(slope, (0.8, 1.0, 1.15))
    found = reference(picture)
    assert not isinstance(found, Failed)
    assert found.light[7][0] > 1.7 * found.light[7][14]
    even = corrected(picture, found).astype(float)
    plain = np.stack([even[150, 20], even[150, 280], even[280, 150]])
    assert np.ptp(plain) < 12
    assert np.ptp(np.array(found.surface_bgr)) < 2


def test_too_much_and_too_little_light_say_so() -> None:
    for level, reason in ((255, "overexposed"), (3, "too-dark")):
        found = reference(np.full((150, 150, 3), level, np.uint8))
        assert isinstance(found, Failed)
        assert found.reason == reason


def test_the_tool_measures_a_lens_and_writes_its_profile(
    tmp_path: Path, pictures: list[np.ndarray]
) -> None:
    names = []
    for number, picture in enumerate(pictures):
        names.append(str(tmp_path / f"{number}.png"))
        cv2.imwrite(names[-1], picture)
    out = tmp_path / "lens.toml"
    command = [sys.executable, "-m", "calibration", "lens", *names, "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "focal length" in done.stdout
    assert calibration.load(out).lens.k1 == pytest.approx(-0.25, abs=0.01)
