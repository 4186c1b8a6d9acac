"""Reading with what is known of the camera, the board's place and the set."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import Calibration, LensModel, save
from calibration.pose import pose_from_taps
from calibration.view import view_of
from companion import tilesets
from companion.app.watched import watching
from companion.board.reading import BoardReading
from companion.cli import main
from companion.synth.positions import random_cells
from companion.synth.printed import render_set
from companion.synth.scene import Scene
from companion.vision.finding.planes import at_height
from companion.vision.known import Known, camera_of, expected_offsets, face_offsets, fit_height
from companion.vision.reading.board_net import MEAN_HEIGHT, Occupancy
from companion.vision.reading.faces import fit_faces
from companion.vision.reading.read import Reader
from companion.watching.following.eyes import LiveEyes
from stl_meta.measuring.assemble import Assembled
from stl_meta.printed_set import PrintedSet, SetTile, set_to_text

BOARD = Assembled(20.0, 15, 15, 18.4, 1.6, 1.6, 6.0, (7.5,), (7.5,), (), 0.0)
SET = PrintedSet(
    "set", BOARD, 6.0, SetTile(17.6, 4.5, "raised", 0.6, "#efe3c2", "#1b1a1a", {}),
    colours={"board-part": ("#7d9a7e",)},
)  # fmt: skip
BARREL = -0.25
LETTERS = "EEEEAAAIIIOOONNRRTTLLSSUUDDGGBCMPFHVWYK"


@cache
def reader() -> Reader:
    return Reader(tilesets.load("english"))


@cache
def scene(seed: int, k1: float = 0.0) -> Scene:
    kinds = sorted(set(LETTERS))
    cells = random_cells(
        np.random.default_rng(seed), kinds, [float(LETTERS.count(k)) for k in kinds], tiles=30
    )
    return render_set(
        SET, cells, values=dict.fromkeys(kinds, 1), seed=seed, k1=k1, tilt_deg=24.0
    )


def lens_of(scene: Scene) -> LensModel:
    view, (height, width) = scene.view, scene.image.shape[:2]
    x, y = (float(v) for v in view.centre_px)
    return LensModel(width, height, view.focal_px, view.focal_px, x, y, k1=view.k1, views=12)


def calibration(scene: Scene, *, posed: bool = False) -> Calibration:
    lens = lens_of(scene)
    if not posed:
        return Calibration("rendered", "2026-01-01", lens)
    pose = pose_from_taps(lens, scene.corners_px, pitch_mm=20.0)
    return Calibration("rendered", "2026-01-01", lens, pose)  # type: ignore[arg-type]


def right(reading: object, scene: Scene) -> int:
    assert isinstance(reading, BoardReading)
    cells = reading.position().cells()
    return sum(cells[r][c] == scene.cells[r][c] for r in range(15) for c in range(15))


def misplaced(reading: object, scene: Scene) -> float:
    """How far the worst corner is off, in cells."""
    assert isinstance(reading, BoardReading)
    side = np.linalg.norm(scene.corners_px[1] - scene.corners_px[0]) / 15
    return float(np.hypot(*(np.array(reading.corners_px) - scene.corners_px).T).max() / side)


# --- geometry ---------------------------------------------------------------------------------


def test_the_camera_s_place_follows_from_its_lens() -> None:
    known = calibration(scene(1), posed=True)
    view = view_of(known, 1280, 960)
    assert view.homography is not None
    assert view.camera_cells is not None
    found = camera_of(view.homography, (1280, 960), view.lens)
    assert found == pytest.approx(view.camera_cells, abs=1e-6)
    guessed = camera_of(view.homography, (1280, 960), None)
    assert np.linalg.norm(guessed - view.camera_cells) < 4


@pytest.mark.parametrize("height", [0.0, 0.14, 0.3])
def test_faces_appear_where_the_plane_of_their_height_says(height: float) -> None:
    view = view_of(calibration(scene(1), posed=True), 1280, 960)
    assert view.homography is not None
    assert view.camera_cells is not None
    offsets = face_offsets(view.camera_cells, height, MEAN_HEIGHT)
    seen = at_height(view.homography, view.camera_cells, height) @ np.array([3.5, 11.5, 1])
    du, dv = offsets[11, 3]
    same = at_height(view.homography, view.camera_cells, MEAN_HEIGHT) @ np.array(
        [3.5 + du, 11.5 + dv, 1]
    )
    assert seen[:2] / seen[2] == pytest.approx(same[:2] / same[2], abs=1e-6)
    sure = np.zeros((15, 15), bool)
    sure[3:8, 4] = True
    noisy = offsets + np.random.default_rng(0).normal(0, 0.02, offsets.shape)
    assert fit_height(view.camera_cells, noisy, sure, MEAN_HEIGHT, 0.4) == pytest.approx(
        height, abs=0.05
    )


def occupancy(offset: NDArray[np.float64], sure: int) -> Occupancy:
    tile = np.zeros((15, 15))
    tile[7, :sure] = 0.99
    return Occupancy(tile, np.zeros((15, 15)), offset)


def test_what_the_set_says_of_heights() -> None:
    assert Known().height_cells is None
    assert Known(None, SET).height_cells == pytest.approx((4.5 - 1.6) / 20)
    flat = replace(SET, board=replace(BOARD, depth_mm=None))
    assert Known(None, flat).height_cells is None
    assert Known(None, flat).most_height_cells == pytest.approx(4.5 / 20)
    bare = replace(SET, tile=None)
    assert Known(None, bare).height_cells is None
    assert Known(None, bare).room_cells is None
    assert Known(None, SET).room_cells == pytest.approx(0.4 / 20)
    posed = replace(calibration(scene(1), posed=True), tile_height_mm=3.0)
    assert Known(posed).height_cells == pytest.approx(3.0 / 20)
    camera = np.array([7.5, 22.0, 25.0])
    nothing = occupancy(np.zeros((15, 15, 2)), 0)
    assert expected_offsets(None, camera, nothing) is None
    assert expected_offsets(Known(None, flat), camera, nothing) is None
    seen = occupancy(face_offsets(camera, 0.15, MEAN_HEIGHT), 6)
    fitted = expected_offsets(Known(None, flat), camera, seen)
    assert fitted == pytest.approx(face_offsets(camera, 0.15, MEAN_HEIGHT), abs=0.01)


def test_a_tile_lies_no_farther_off_than_its_square_lets_it() -> None:
    common = np.full((15, 15, 2), 0.1)
    strayed = occupancy(common + np.array([0.2, 0.0]), 3)
    free = fit_faces(strayed, common).offset[7, 1]
    held = fit_faces(strayed, common, 0.02).offset[7, 1]
    assert free[0] > 0.22
    assert 0.1 < held[0] < 0.19
    assert held[1] == pytest.approx(0.1)


def test_another_shape_of_picture_or_board_leaves_nothing_to_use() -> None:
    known = Known(calibration(scene(1), posed=True))
    assert known.view(1280, 720) is None
    assert known.corners_px(1280, 720) is None
    assert known.corners_px(640, 480) is not None
    assert known.calibration is not None
    assert known.calibration.pose is not None
    small = replace(known.calibration, pose=replace(known.calibration.pose, squares=11))
    view = Known(small).view(1280, 960)
    assert view is not None
    assert view.homography is None
    assert Known().straight().calibration is None


# --- reading ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 5, 9])
def test_a_bent_picture_is_read_as_well_as_a_straight_one(seed: int) -> None:
    straight, bent = scene(seed), scene(seed, BARREL)
    known = Known(calibration(bent), SET)
    reading = reader().knowing(known).read(bent.image)
    plain = reader().read(straight.image)
    assert right(reading, bent) >= min(right(plain, straight), 224)
    assert misplaced(reading, bent) < 0.15, "corners are told in the picture as it came"


def test_corners_that_are_given_are_those_of_the_picture_as_it_came() -> None:
    bent = scene(5, BARREL)
    known = Known(calibration(bent), SET)
    reading = reader().knowing(known).read(bent.image, corners_px=bent.corners_px)
    assert right(reading, bent) >= 224
    assert misplaced(reading, bent) < 1e-6


def test_a_posed_board_is_read_where_it_was_posed() -> None:
    bent = scene(5, BARREL)
    reading = reader().knowing(Known(calibration(bent, posed=True), SET)).read(bent.image)
    assert right(reading, bent) >= 224
    assert misplaced(reading, bent) < 0.01


def test_a_board_that_was_moved_since_is_found_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bent = scene(5, BARREL)
    known = calibration(bent, posed=True)
    assert known.pose is not None
    x, y, z = known.pose.translation_mm
    moved = replace(known, pose=replace(known.pose, translation_mm=(x + 25, y - 9, z)))
    with caplog.at_level(logging.INFO, logger="companion"):
        reading = reader().knowing(Known(moved, SET)).read(bent.image)
    assert right(reading, bent) >= 224
    assert misplaced(reading, bent) < 0.15
    assert "moved since the calibration" in caplog.text


def shifted(image: NDArray[np.uint8], right_px: float, down_px: float) -> NDArray[np.uint8]:
    matrix = np.array([[1.0, 0, right_px], [0, 1, down_px]])
    size = (image.shape[1], image.shape[0])
    found = cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(found, dtype=np.uint8)


def test_while_playing_a_pushed_board_is_posed_anew(caplog: pytest.LogCaptureFixture) -> None:
    here = scene(5)
    eyes = watching(reader().knowing(Known(calibration(here, posed=True), SET)))
    assert isinstance(eyes, LiveEyes)
    for k in range(2):
        reading = eyes.read(here.image, t_s=float(k))
        assert right(reading, here) >= 224
        assert misplaced(reading, here) < 0.12
    pushed = shifted(here.image, 31, -12)
    with caplog.at_level(logging.INFO, logger="companion"):
        for k in range(2, 6):
            reading = eyes.read(pushed, t_s=float(k))
    assert right(reading, here) >= 224
    there = replace_corners(here, (31, -12))
    assert misplaced(reading, there) < 0.12
    assert eyes.moves == 1


def replace_corners(scene: Scene, by: tuple[float, float]) -> Scene:
    return replace(scene, corners_px=scene.corners_px + np.array(by))


# --- commands ---------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    bent = scene(5, BARREL)
    picture, profile, printed = (tmp_path / n for n in ("a.png", "c.toml", "s.json"))
    picture.write_bytes(cv2.imencode(".png", bent.image)[1].tobytes())
    save(calibration(bent, posed=True), profile)
    printed.write_text(set_to_text(SET), encoding="utf-8")
    return picture, profile, printed


def test_the_command_reads_with_both_files(
    files: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    picture, profile, printed = (str(path) for path in files)
    words = ["read", picture, "--calibration", profile, "--set", printed, "--json"]
    assert main(words) == 0
    answer = json.loads(capsys.readouterr().out)
    bent = scene(5, BARREL)
    wrong = sum(a != b for x, y in zip(answer["cells"], bent.cells, strict=True)
                for a, b in zip(x, y, strict=True))  # fmt: skip
    assert wrong <= 1
    assert np.abs(np.array(answer["corners"]) - bent.corners_px).max() < 1.0


@pytest.mark.parametrize(("option", "content", "says"), [
    ("--calibration", "schema = 3", "schema"), ("--set", "{}", "no printed-set file"),
    ("--calibration", None, "cannot be read"), ("--set", None, "cannot be read"),
])  # fmt: skip
def test_a_bad_file_is_one_sentence(
    files: tuple[Path, Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str],
    option: str, content: str | None, says: str,
) -> None:  # fmt: skip
    bad = tmp_path / "bad"
    if content is not None:
        bad.write_text(content, encoding="utf-8")
    assert main(["read", str(files[0]), option, str(bad)]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
