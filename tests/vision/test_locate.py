"""Finding boards with the shipped networks, on rendered scenes of seeds never trained on."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.board.reading import Reason, Unreadable
from companion.synth.scene import Scene
from companion.vision.finding.fit import corner_error_cells, signed_area, transform
from companion.vision.finding.locate import Located, Locator
from tools.synth.random_scenes import random_scene
from tools.training.locate_others import other_scene

FRESH = 987_000


@pytest.fixture(scope="module")
def locator() -> Locator:
    return Locator()


def whole_scene(seed: int) -> Scene:
    """A scene of a whole board in fair light, 800 x 600."""
    for attempt in range(50):
        rng = np.random.default_rng([FRESH, seed, attempt])
        scene = random_scene(rng, size=(800, 600), hard=0.5, board=True)
        corners = scene.corners_px
        inside = (corners > 0).all() and (corners < (800, 600)).all()
        if inside and abs(signed_area(corners)) > 200**2:
            return scene
    raise AssertionError("the renderer shows no whole board")


def test_boards_of_all_kinds_are_found(locator: Locator) -> None:
    errors = []
    for seed in range(16):
        scene = whole_scene(seed)
        found = locator.locate(scene.image)
        missed = isinstance(found, Unreadable)
        errors.append(9.0 if missed else corner_error_cells(scene.corners_px, found.corners_px))
    assert np.mean(np.array(errors) < 0.35) >= 0.85, errors
    assert np.median(errors) < 0.12, errors


def test_what_is_found_is_whole_and_consistent(locator: Locator) -> None:
    scene = whole_scene(3)
    found = locator.locate(scene.image)
    assert isinstance(found, Located)
    grid = np.array([[0.0, 0], [15, 0], [15, 15], [0, 15]])
    seen = found.lens.distort(transform(found.plane, grid))
    assert seen == pytest.approx(found.corners_px, abs=0.05)
    assert transform(found.homography, grid) == pytest.approx(found.corners_px, abs=8)
    assert signed_area(found.corners_px) > 0
    assert 0 < found.score <= 1


def test_a_picture_turned_by_a_quarter_gives_the_same_place(locator: Locator) -> None:
    scene = whole_scene(5)
    turned = np.ascontiguousarray(np.rot90(scene.image))
    here, there = locator.locate(scene.image), locator.locate(turned)
    assert isinstance(here, Located)
    assert isinstance(there, Located)
    back = np.stack(
        [scene.image.shape[1] - 1 - there.corners_px[:, 1], there.corners_px[:, 0]], axis=1
    )
    assert corner_error_cells(here.corners_px, back) < 0.2


def test_a_board_that_is_known_is_followed(locator: Locator) -> None:
    scene = whole_scene(7)
    found = locator.locate(scene.image)
    assert isinstance(found, Located)
    shift = np.array([[1, 0, 9], [0, 1, -7]], np.float32)
    moved = cv2.warpAffine(scene.image, shift, (800, 600), borderMode=cv2.BORDER_REPLICATE)
    followed = locator.track(np.asarray(moved, np.uint8), found)
    assert isinstance(followed, Located)
    assert corner_error_cells(found.corners_px + np.array([9, -7]), followed.corners_px) < 0.2


def blank() -> np.ndarray:
    return np.full((480, 640, 3), 140, np.uint8)


def noise() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, (480, 640, 3), dtype=np.uint8)


def page_of_text() -> np.ndarray:
    page = np.full((640, 480, 3), 235, np.uint8)
    for line in range(24):
        cv2.putText(
            page,
            "the quick brown fox jumps over",
            (20, 30 + line * 25),
            0,
            0.7,
            (40, 40, 40),
            1,
        )
    return page


def chessboard() -> np.ndarray:
    board = np.full((480, 480, 3), (60, 90, 120), np.uint8)
    for row in range(8):
        for col in range(8):
            colour = (40, 60, 90) if (row + col) % 2 else (180, 215, 235)
            board[40 + row * 50 : 90 + row * 50, 40 + col * 50 : 90 + col * 50] = colour
    return board


@pytest.mark.parametrize("picture", [blank, noise, page_of_text, chessboard])
def test_pictures_of_other_things_are_refused(
    locator: Locator, picture: Callable[[], np.ndarray]
) -> None:
    answer = locator.locate(picture())
    assert isinstance(answer, Unreadable)
    assert answer.reason is Reason.BOARD_NOT_FOUND
    assert len(str(answer.detail)) > 20


def test_games_and_pages_like_those_of_the_training_are_refused(locator: Locator) -> None:
    believed = 0
    for seed in range(24):
        rng = np.random.default_rng([FRESH, 5, seed])
        answer = locator.locate(other_scene(rng, size=(640, 480)).image)
        believed += isinstance(answer, Located)
    assert believed <= 1


def test_darkness_and_glare_are_named(locator: Locator) -> None:
    dark = locator.locate(np.full((480, 640, 3), 5, np.uint8))
    bright = locator.locate(np.full((480, 640, 3), 255, np.uint8))
    assert isinstance(dark, Unreadable)
    assert dark.reason is Reason.TOO_DARK
    assert isinstance(bright, Unreadable)
    assert bright.reason is Reason.OVEREXPOSED


def test_a_board_that_leaves_the_picture_is_not_called_found(locator: Locator) -> None:
    scene = whole_scene(11)
    left = scene.corners_px[:, 0].min()
    cell = np.sqrt(abs(signed_area(scene.corners_px))) / 15
    cut = np.ascontiguousarray(scene.image[:, int(left + 3 * cell) :])
    answer = locator.locate(cut)
    assert isinstance(answer, Unreadable)
    assert answer.reason in (Reason.BOARD_CUT_OFF, Reason.BOARD_NOT_FOUND)
