"""A picture that is too dark, too bright or too blurred to be read is refused by name."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.board.reading import BoardReading, Reason, Unreadable
from companion.synth.board_design import CLASSIC, BoardDesign
from companion.synth.scene import Scene, render_board
from companion.tilesets import load
from companion.vision.reading.board_net import MARGIN, PX_PER_CELL
from companion.vision.reading.cells import rectify
from companion.vision.reading.quality import SOFT, VERY_SOFT, Quality, quality_of
from companion.vision.reading.read import Reader
from companion.vision.types import Image
from tools.synth.random_designs import random_design

ENGLISH = load("english")
VALUES = {letter: ENGLISH.value_of(letter) for letter in ENGLISH.letters}
CELLS = [[""] * 15 for _ in range(15)]
CELLS[7][4:9] = list("BOARD")
CELLS[8][6:11] = list("TRAIN")
EMPTY = [[""] * 15 for _ in range(15)]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(ENGLISH)


def scene_of(cells: list[list[str]], design: BoardDesign = CLASSIC, seed: int = 11) -> Scene:
    return render_board(cells, values=VALUES, seed=seed, design=design)


def side_px(scene: Scene) -> float:
    return float(np.linalg.norm(scene.corners_px[1] - scene.corners_px[0])) / 15


def blurred(scene: Scene, cells: float) -> Image:
    """The picture out of focus, by so many squares (one sigma)."""
    soft = cv2.GaussianBlur(scene.image, (0, 0), cells * side_px(scene))
    return np.asarray(soft, np.uint8)


def dimmed(scene: Scene, factor: float, noise: float = 1.5) -> Image:
    grain = np.random.default_rng(3).normal(0, noise, scene.image.shape[:2])[..., None]
    return np.clip(scene.image * factor + grain, 0, 255).astype(np.uint8)


def quality(image: Image, scene: Scene) -> Quality:
    straight = rectify(image, scene.homography, px_per_cell=PX_PER_CELL, margin=MARGIN)
    return quality_of(straight, margin=MARGIN)


def test_sharpness_falls_with_every_blur_and_does_not_depend_on_the_light() -> None:
    scene = scene_of(CELLS)
    falling = [quality(blurred(scene, b), scene).sharpness for b in (0.02, 0.06, 0.1, 0.16)]
    assert falling == sorted(falling, reverse=True)
    assert falling[0] > 1.2 * SOFT > falling[-1]
    bright, dim = (quality(dimmed(scene, f, 0.0), scene).sharpness for f in (1.0, 0.4))
    assert dim == pytest.approx(bright, rel=0.15)


@pytest.mark.parametrize("cells", [CELLS, EMPTY])
@pytest.mark.parametrize("corners", [True, False])
def test_a_picture_far_out_of_focus_is_refused_as_such(
    reader: Reader, cells: list[list[str]], corners: bool
) -> None:
    scene = scene_of(cells)
    known = scene.corners_px if corners else None
    seen = reader.read(blurred(scene, 0.3), corners_px=known)
    assert isinstance(seen, Unreadable)
    assert seen.reason is Reason.OUT_OF_FOCUS
    assert "focus" in str(seen.detail)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_no_blur_makes_tiles_vanish_silently(reader: Reader, seed: int) -> None:
    """What blur hides is doubtful, or the picture is refused."""
    design = random_design(np.random.default_rng(seed))
    scene = scene_of(CELLS, design, seed)
    for blur in (0.1, 0.2, 0.3):
        seen = reader.read(blurred(scene, blur), corners_px=scene.corners_px)
        if isinstance(seen, Unreadable):
            assert seen.reason is Reason.OUT_OF_FOCUS
            continue
        silent = [
            cell.square.name
            for cell in seen.cells
            if cell.best is None
            and cell.square not in seen.doubtful
            and CELLS[cell.square.row][cell.square.col]
        ]
        assert silent == []


def test_a_camera_in_focus_is_never_called_blurred(reader: Reader) -> None:
    for cells in (CELLS, EMPTY):
        for blur in (0.01, 0.04):
            scene = scene_of(cells)
            assert isinstance(reader.read(blurred(scene, blur)), BoardReading)


def test_a_small_picture_is_soft_and_read_all_the_same() -> None:
    small = Quality(sharpness=(SOFT + VERY_SOFT) / 2, span=90, brightness=120)
    assert not small.blurred(tiles=10, doubtful=3)
    assert small.blurred(tiles=10, doubtful=5)
    assert not small.blurred(tiles=0, doubtful=0)
    assert Quality(VERY_SOFT - 0.01, 90, 120).blurred(tiles=0, doubtful=0)


@pytest.mark.parametrize("corners", [True, False])
def test_a_board_in_the_dark_is_refused_as_such(reader: Reader, corners: bool) -> None:
    scene = scene_of(CELLS)
    known = scene.corners_px if corners else None
    seen = reader.read(dimmed(scene, 0.02), corners_px=known)
    assert isinstance(seen, Unreadable)
    assert seen.reason is Reason.TOO_DARK
    assert "light" in str(seen.detail)


def test_a_dim_board_is_read(reader: Reader) -> None:
    scene = scene_of(CELLS)
    seen = reader.read(dimmed(scene, 0.2), corners_px=scene.corners_px)
    assert isinstance(seen, BoardReading)
    assert seen.position().cells() == scene.cells


@pytest.mark.parametrize("corners", [True, False])
def test_a_board_lost_in_brightness_is_refused_as_such(reader: Reader, corners: bool) -> None:
    scene = scene_of(CELLS)
    known = scene.corners_px if corners else None
    washed = np.clip(scene.image.astype(float) * 0.02 + 253, 0, 255).astype(np.uint8)
    seen = reader.read(washed, corners_px=known)
    assert isinstance(seen, Unreadable)
    assert seen.reason is Reason.OVEREXPOSED


def test_case_11_glare_is_told_by_its_rows(reader: Reader) -> None:
    scene = scene_of(CELLS)
    image = scene.image.astype(np.float32)
    spot = np.zeros(image.shape[:2], np.float32)
    corners = cv2.perspectiveTransform(
        np.float32([[[3, 4.1], [9, 4.1], [9, 6.9], [3, 6.9]]]), scene.homography
    )[0]
    cv2.fillConvexPoly(spot, corners.astype(np.int32), 1.0)
    image += 230 * cv2.GaussianBlur(spot, (0, 0), 3)[..., None]
    glaring = np.clip(image, 0, 255).astype(np.uint8)
    seen = reader.read(glaring, corners_px=scene.corners_px)
    assert isinstance(seen, BoardReading)
    assert seen.glare == (5, 7)
    assert not any(cell.hidden for cell in seen.cells), "it is no hand"
    plain = reader.read(scene.image, corners_px=scene.corners_px)
    assert isinstance(plain, BoardReading)
    assert plain.glare is None


def test_a_bright_white_board_is_no_reflection() -> None:
    assert quality_of(np.full((408, 408, 3), 255, np.uint8), margin=MARGIN).glare is None
