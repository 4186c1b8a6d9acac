"""Measuring a camera for the dashboard: lens, place of the board, light, advice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.advice import advise
from calibration.models import Calibration, LensModel
from calibration.profile import find, path_for, save
from companion.errors import InputError
from companion.household.clock import SteppedClock
from companion.synth.scene import Scene, render_board
from companion.vision.finding.fit import homography_from_corners, transform
from companion.watching.calibrating import Calibrating
from companion.watching.knowledge import LENSES, known_of_camera
from stl_meta.measuring.assemble import Assembled
from stl_meta.printed_set import PrintedSet, SetTile
from tests.doubles.charuco_views import WIDE, HeldBoard, views

BOARD = Assembled(20.0, 15, 15, 18.4, 1.6, 1.6, 6.0, (), (), (), 0.0)
RELIEF = PrintedSet("set", BOARD, 6.0, SetTile(17.5, 4.5, "raised", 0.6, "#9b9ea0", None, {}))


def course(folder: Path | None, held: HeldBoard, **more: object) -> Calibrating:
    return Calibrating(held, folder, SteppedClock(), **more)  # type: ignore[arg-type]


def test_a_lens_is_measured_view_by_view_and_kept(tmp_path: Path) -> None:
    held = HeldBoard(views())
    calibrating = course(tmp_path, held)
    state = calibrating.begin("cam", "a4")
    assert (state["views"], state["wanted"][0], state["kept"]) == (0, "flat", None)
    state = calibrating.offer("cam")
    assert (state["views"], state["said"], state["wanted"][0]) == (1, "taken", "tilt-left")
    assert calibrating.offer("cam")["said"] == "known-view"
    assert calibrating.finish("cam")["said"] == "too-few-views"
    for at in range(1, len(held.pictures)):
        held.at = at
        state = calibrating.offer("cam")
    assert state["wanted"] == []
    assert np.array(state["fields"]).shape == (6, 8)
    assert np.array(state["fields"]).mean() > 0.85
    state = calibrating.finish("cam")
    assert state["said"] == "lens-kept"
    assert state["lens"]["error_px"] < 0.3
    assert state["lens"]["focal_px"] == pytest.approx(WIDE.fx_px, rel=0.005)
    assert state["lens"]["k1"] == pytest.approx(WIDE.k1, abs=0.01)
    assert state["kept"]["made_on"] == "2030-01-01"
    kept = find(tmp_path / LENSES, "cam", 1280, 720)
    assert kept is not None
    assert kept.lens.cx_px == pytest.approx(WIDE.cx_px, abs=2)
    assert find(tmp_path / LENSES, "other", 1280, 720) is None


def test_the_picture_shows_what_is_covered(tmp_path: Path) -> None:
    held = HeldBoard(views())
    calibrating = course(tmp_path, held)
    before = calibrating.picture("cam")
    for at in range(6):
        held.at = at
        calibrating.offer("cam")
    held.at = 0
    assert before[:2] == b"\xff\xd8"
    assert calibrating.picture("cam") != before
    assert calibrating.sheet("letter")[1:4] == b"PNG"
    with pytest.raises(InputError, match="paper"):
        calibrating.sheet("a0")
    with pytest.raises(InputError, match="paper"):
        calibrating.begin("cam", "a0")


def test_a_picture_without_the_board_says_so_and_another_camera_begins_anew(
    tmp_path: Path,
) -> None:
    held = HeldBoard((np.full((720, 1280, 3), 90, np.uint8), *views()[:1]))
    calibrating = course(tmp_path, held)
    assert calibrating.offer("cam")["said"] == "board-not-seen"
    held.at = 1
    assert calibrating.offer("cam")["views"] == 1
    assert calibrating.state("another")["views"] == 0


def test_without_a_folder_nothing_can_be_kept() -> None:
    held = HeldBoard(views())
    calibrating = course(None, held)
    for at in range(len(held.pictures)):
        held.at = at
        calibrating.offer("cam")
    with pytest.raises(InputError, match="data folder"):
        calibrating.finish("cam")


def empty_board(size: tuple[int, int]) -> Scene:
    return render_board([[""] * 15 for _ in range(15)], values={}, seed=4, size=size)


def test_the_empty_board_is_posed_and_its_light_kept(tmp_path: Path) -> None:
    scene = empty_board((1280, 720))
    held = HeldBoard((*views(), scene.image))
    calibrating = course(tmp_path, held)
    held.at = len(held.pictures) - 1
    assert calibrating.pose("cam")["said"] == "lens-first"
    view = scene.view
    x, y = view.centre_px
    lens = LensModel(1280, 720, view.focal_px, view.focal_px, float(x), float(y), views=12)
    save(Calibration("cam", "2030-01-01", lens), path_for(tmp_path / LENSES, "cam", 1280, 720))
    state = calibrating.pose("cam")
    assert (state["said"], state["posed"], state["kept"]["posed"]) == (
        "board-kept",
        "grid",
        True,
    )
    known = known_of_camera(tmp_path, "cam", (1280, 720))
    assert known is not None
    corners = known.corners_px(1280, 720)
    assert corners is not None
    cell = np.linalg.norm(scene.corners_px[1] - scene.corners_px[0]) / 15
    matrix = homography_from_corners(scene.corners_px)
    where = transform(np.linalg.inv(matrix), corners)
    # An empty board looks alike from four sides.
    nearest = np.abs(where[:, None] - np.array([[0, 0], [15, 0], [15, 15], [0, 15]])).max(
        axis=2
    )
    assert nearest.min(axis=1).max() < 0.1, cell
    assert known.calibration is not None
    assert known.calibration.colour is not None
    held.at = 0
    assert calibrating.pose("cam")["said"] in (
        "board-not-found",
        "board-cut-off",
        "out-of-focus",
    )


def test_advice_follows_from_the_set(tmp_path: Path) -> None:
    lens = LensModel.plain(1280, 720)
    advice = advise(RELIEF, lens)
    assert advice.relief
    assert advice.lamp_deg is not None
    low, high = advice.lamp_deg
    assert 15 <= low < high <= 50
    side = 15 * 20 + 12
    assert advice.distance_mm == pytest.approx(1280 * side / (0.8 * 720))
    assert advice.square_px == pytest.approx(1280 * 20 / advice.distance_mm)
    assert 10 < advice.tilt_deg <= 35
    tile = RELIEF.tile
    assert tile is not None
    two_colours = replace(RELIEF, tile=replace(tile, ink="#101010"))
    assert advise(two_colours, lens).lamp_deg is None
    flush = replace(RELIEF, tile=replace(tile, relief="flush"))
    assert not advise(flush, lens).relief
    high_tiles = replace(RELIEF, tile=replace(tile, thickness_mm=14.0))
    assert advise(high_tiles, lens).tilt_deg < advice.tilt_deg
    state = course(tmp_path, HeldBoard(views()), printed=RELIEF).state("cam")
    assert state["advice"]["relief"]
    assert len(state["advice"]["lamp_deg"]) == 2
