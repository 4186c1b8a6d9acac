"""Cases of needs section 2 A that begin with pictures, through the eyes that stay."""

from __future__ import annotations

import logging
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration import LensModel
from companion.app.demo_game import boards
from companion.app.watched import watching
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.reading import BoardReading, Reason, Unreadable
from companion.inference.propose import Kind
from companion.rules.engine.messages import PlayTiles
from companion.session.notices import CAMERA
from companion.session.order import ordered
from companion.synth.board_design import CLASSIC
from companion.synth.scene import Scene, truth
from companion.vision.finding.fit import homography_from_corners, transform
from companion.vision.finding.locate import Located
from companion.vision.types import Image
from companion.watching.following.eyes import HAND, MOVED, LiveEyes
from companion.watching.following.lens import CalibratedLens
from companion.watching.sight import Cornered
from tests.doubles.readings import laid
from tests.doubles.rendered_table import (
    SIZE,
    RenderedTable,
    noisy,
    reader,
    scene_of,
)  # fmt: skip
from tools.synth.random_designs import random_design

BOARDS = tuple(boards())
SENTENCES = {reason: str(text) for reason, text in CAMERA.items()}
NOWHERE = Position()
HUT = Position(laid("8G", "HUT"))


def played(table: RenderedTable, turns: int) -> Position:
    """Count the first turns of the demonstration's game without looking."""
    for board in BOARDS[:turns]:
        known = table.loop.snapshot.position
        new = tuple(Placement(s, t) for s, t in sorted(board.items()) if s not in known)
        table.loop.submit(ordered(PlayTiles(new), "test")).result()
    return BOARDS[turns - 1]


def error_cells(reading: BoardReading | Unreadable, scene: Scene) -> float:
    assert isinstance(reading, BoardReading), reading
    side = np.linalg.norm(scene.corners_px[0] - scene.corners_px[1]) / 15
    miss = np.linalg.norm(np.array(reading.corners_px) - scene.corners_px, axis=1)
    return float(miss.max() / side)


def cells(reading: BoardReading | Unreadable) -> list[list[str]]:
    assert isinstance(reading, BoardReading), reading
    return reading.position().cells()


def test_case_01_a_false_tile_far_off_is_ignored_and_the_word_is_proposed() -> None:
    table = RenderedTable(steady=2)
    table.lay(HUT.with_tiles(laid("2B", "I")), frames=2)
    assert table.words == ["HUT"]
    proposal = table.loop.snapshot.proposal
    assert proposal is not None
    assert [square.name for square in proposal.quarantined] == ["2B"]
    shown = table.loop.snapshot.to_json()["proposal"]
    assert shown["ignored"] == ["2B"]


def test_case_02_a_letter_blurred_at_first_is_proposed_once_and_never_as_a_blank() -> None:
    table = RenderedTable()
    sharp = scene_of(BOARDS[0]).image
    kernel = np.zeros((9, 9), np.float32)
    kernel[4] = 1 / 9
    blurred = np.asarray(cv2.filter2D(sharp, -1, kernel), np.uint8)
    table.show(blurred, 2, every_s=0.5)
    table.show(sharp, 6, every_s=0.5)
    assert table.words == ["ORCHARD"]
    told = {p.best.placements for p in table.proposals}
    assert len(told) == 1
    assert not any(placement.tile.blank for placements in told for placement in placements)


@pytest.mark.parametrize("tips", [(6.5, 7.5), (8.5, 8.5)])
def test_case_04_a_hand_that_touches_the_word_is_a_hand_and_no_play(
    tips: tuple[float, float],
) -> None:
    table = RenderedTable()
    covered = scene_of(HUT, hand=tips)
    assert len(covered.hidden) >= 15
    snapshot = table.show(covered.image, 15)
    assert table.proposals == []
    assert str(snapshot.message) == SENTENCES[Reason.HAND_OVER_BOARD]
    assert not table.lay(HUT).message
    assert table.words == ["HUT"]


def test_case_09_a_board_pushed_by_30_px_at_move_10_is_found_again() -> None:
    table = RenderedTable()
    before = played(table, 10)
    table.lay(before, frames=4)
    turns = table.loop.snapshot.turns
    cell = np.linalg.norm(np.diff(scene_of(before).corners_px[:2], axis=0)) / 15
    pushed = scene_of(before, bump=(30 / cell, 0.1))
    table.messages.clear()
    table.show(pushed.image, 14)
    assert table.messages[-1] == SENTENCES[Reason.CALIBRATION_STALE]
    assert not table.loop.snapshot.message
    assert table.proposals == []
    assert table.loop.snapshot.turns == turns
    assert table.loop.snapshot.doubtful == ()
    reading = table.eyes.read(pushed.image, previous=before, t_s=table.t_s + 1)
    assert error_cells(reading, pushed) < 0.2
    assert table.eyes.moves == 1
    after = BOARDS[10]
    table.lay(after, frames=20, bump=(30 / cell, 0.1))
    assert table.words == ["TEAPOT"]


def test_case_09_a_push_between_two_looks_is_noticed_too() -> None:
    eyes = LiveEyes(reader())
    for k in range(3):
        eyes.read(scene_of(HUT, frame=k).image, t_s=float(k))
    pushed = [scene_of(HUT, frame=k, bump=(-1.3, 0.6)) for k in range(3)]
    told = [eyes.read(p.image, t_s=5.0 + k) for k, p in enumerate(pushed)]
    assert isinstance(told[0], Unreadable)
    assert (told[0].reason, told[0].detail) == (Reason.CALIBRATION_STALE, MOVED)
    assert cells(told[2]) == HUT.cells()
    assert error_cells(told[2], pushed[2]) < 0.2


def test_case_09_a_board_turned_to_the_next_player_is_read_as_before() -> None:
    eyes = LiveEyes(reader())
    board = BOARDS[3]
    scene = scene_of(board)
    for k in range(2):
        eyes.read(noisy(scene.image, k), previous=board, t_s=float(k))
    turned = np.ascontiguousarray(np.rot90(scene.image, 2))
    read = [eyes.read(noisy(turned, k), previous=board, t_s=5.0 + k) for k in range(3)]
    assert cells(read[-1]) == scene.cells


def test_case_10_corners_of_a_camera_that_stands_still_do_not_tremble() -> None:
    eyes = LiveEyes(reader())
    scene = scene_of(HUT)
    seen = []
    for k in range(12):  # farther apart than what is told again
        reading = eyes.read(noisy(scene.image, k), t_s=13.0 * k)
        assert isinstance(reading, BoardReading)
        seen.append(reading.corners_px)
    assert eyes.full_readings >= 12
    assert np.ptp(np.array(seen), axis=0).max() < 0.5
    assert eyes.moves == 0


def side_light(height: int, width: int) -> np.ndarray:
    return np.repeat(np.linspace(1.15, 0.45, width)[None, :], height, axis=0)[..., None]


def lit(image: Image, name: str) -> Image:
    """The picture under another light."""
    height, width = image.shape[:2]
    if name == "side":
        field: np.ndarray = side_light(height, width)
        return np.clip(image * field, 0, 255).astype(np.uint8)
    if name == "top glare":
        glare = np.zeros((height, width), np.float32)
        cv2.ellipse(glare, (width // 2, height // 3), (90, 35), 10, 0, 360, 1.0, -1)
        glare = cv2.GaussianBlur(glare, (0, 0), 25)
        return np.clip(image + 90 * glare[..., None], 0, 255).astype(np.uint8)
    return np.clip(image * np.array([0.28, 0.38, 0.46]), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", ["side", "top glare", "dim warm"])
def test_case_11_the_board_is_found_and_read_under_any_light(light: str) -> None:
    scene = scene_of(BOARDS[5])
    image = lit(scene.image, light)
    reading = LiveEyes(reader()).read(image)
    assert error_cells(reading, scene) < 0.25
    assert isinstance(reading, BoardReading)
    wrong = [
        (row, col)
        for row in range(15)
        for col in range(15)
        if reading.position().cells()[row][col] != scene.cells[row][col]
    ]
    unsure = {(square.row, square.col) for square in reading.doubtful}
    assert [square for square in wrong if square not in unsure] == []
    assert len(wrong) <= 1


def test_case_11_glare_is_named_by_its_rows_and_the_game_goes_on() -> None:
    table = RenderedTable()
    scene = scene_of(HUT)
    spot = np.zeros(scene.image.shape[:2], np.float32)
    rows = transform(scene.homography, np.array([[2.0, 3.1], [9, 3.1], [9, 5.9], [2, 5.9]]))
    cv2.fillConvexPoly(spot, rows.astype(np.int32), 1.0)
    glare = 250 * cv2.GaussianBlur(spot, (0, 0), 3)[..., None]
    table.show(np.clip(scene.image + glare, 0, 255).astype(np.uint8), 12)
    message = "Glare hides squares in rows 4 to 6; move the lamp or the camera."
    assert str(table.loop.snapshot.message) == message
    assert table.words == ["HUT"]
    table.show(scene.image, 12)
    assert not table.loop.snapshot.message


def test_case_11_a_room_that_is_too_dark_is_called_so() -> None:
    dark = (scene_of(HUT).image * 0.004).astype(np.uint8)
    seen = LiveEyes(reader()).read(dark)
    assert isinstance(seen, Unreadable)
    assert seen.reason is Reason.TOO_DARK


def test_case_11_a_lamp_in_a_dark_room_is_noticed_within_moments() -> None:
    eyes = LiveEyes(reader())
    scene = scene_of(HUT)
    eyes.read(scene.image, t_s=0.0)
    dark = (scene.image * 0.02).astype(np.uint8)
    for k in range(1, 240):
        seen = eyes.read(dark, t_s=k / 12)
    assert isinstance(seen, Unreadable)
    assert seen.reason is Reason.TOO_DARK
    for k in range(240, 256):
        seen = eyes.read(scene.image, t_s=k / 12)
    assert cells(seen) == HUT.cells()


def test_case_11_a_lamp_switched_on_is_no_motion_and_changes_nothing() -> None:
    table = RenderedTable()
    table.lay(HUT)
    version = table.loop.snapshot.version
    on = scene_of(HUT, warmth=0.9).image
    table.show(np.clip(on * 1.2, 0, 255).astype(np.uint8), 12)
    assert table.loop.snapshot.version == version
    assert table.words == ["HUT"]


DARK = replace(
    CLASSIC, frame=(18.0, 22.0, 30.0), margins=(1.6, 1.6, 1.6, 1.6), bands=(), words=(),
    grain=0.5, walls=0.06,
)  # fmt: skip


@pytest.mark.parametrize("seed", [3, 8])
def test_case_12_a_dark_wooden_frame_on_a_dark_table_hides_no_board(seed: int) -> None:
    scene = scene_of(BOARDS[4], design=DARK, seed=seed)
    inside = np.zeros(scene.image.shape[:2], np.float32)
    cv2.fillConvexPoly(inside, np.round(scene.corners_px).astype(np.int32), 1.0)
    inside = cv2.dilate(inside, np.ones((9, 9)))[..., None]
    image = (scene.image * (0.25 + 0.75 * inside)).astype(np.uint8)
    reading = LiveEyes(reader()).read(image)
    assert error_cells(reading, scene) < 0.25
    assert cells(reading) == scene.cells


def test_case_13_a_corner_dragged_by_12_px_is_used_as_shown_until_the_board_moves() -> None:
    scene = scene_of(BOARDS[2])
    height, width = scene.image.shape[:2]
    dragged = scene.corners_px + np.array([[-12.0, 0.0], [0, 0], [0, 0], [0, 0]])
    shares = tuple((float(x) / width, float(y) / height) for x, y in dragged)
    eyes = watching(Cornered(reader(), shares))
    for k in range(3):
        reading = eyes.read(noisy(scene.image, k), previous=BOARDS[2], t_s=float(k))
        assert isinstance(reading, BoardReading)
        assert np.abs(np.array(reading.corners_px) - dragged).max() < 1e-6
    bump = (0.9, -0.5)
    pushed = scene_of(BOARDS[2], bump=bump)
    for k in range(3):
        reading = eyes.read(noisy(pushed.image, k), previous=BOARDS[2], t_s=9.0 + k)
    assert isinstance(reading, BoardReading)
    went = np.array(reading.corners_px) - dragged
    should = pushed.corners_px - scene.corners_px
    assert np.abs(went - should).max() < 4.0, "what was shown goes along with the board"


@pytest.mark.parametrize("design", ["classic", "printed", "ridged", "long words"])
def test_case_14_text_of_premium_squares_is_never_a_tile(design: str) -> None:
    long = {"T": "TRIPLE/WORD/SCORE", "D": "DOUBLE/WORD/SCORE",
            "t": "TRIPLE/LETTER/SCORE", "d": "DOUBLE/LETTER/SCORE"}  # fmt: skip
    ridged = replace(random_design(np.random.default_rng(5)), walls=0.08, rows=CLASSIC.rows)
    designs = {
        "classic": CLASSIC,
        "printed": replace(
            CLASSIC, labels={"T": "3W", "D": "2W", "t": "3L", "d": "2L"}, label_height=0.5
        ),
        "ridged": ridged,
        "long words": replace(CLASSIC, labels=long, label_height=0.18),
    }
    for k, tilt_deg in enumerate((4.0, 30.0)):
        scene = scene_of(NOWHERE, design=designs[design], tilt_deg=tilt_deg, seed=20 + k)
        assert cells(LiveEyes(reader()).read(scene.image)) == NOWHERE.cells()


def barrel(scene: Scene, k1: float) -> Scene:
    """The scene through a lens that bends."""
    view = replace(scene.view, k1=k1)
    height, width = scene.image.shape[:2]
    image = cv2.remap(
        scene.image, *view.undistort_map(width, height), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )  # fmt: skip
    nothing = np.zeros((height, width), np.uint8)
    return truth(np.asarray(image, np.uint8), view, scene.cells, {}, nothing, scene.thickness)


def test_case_16_with_its_lens_known_a_bent_board_is_exact_everywhere() -> None:
    scene = barrel(scene_of(BOARDS[11]), -0.25)
    view = scene.view
    x, y = view.centre_px
    lens = LensModel(*SIZE, view.focal_px, view.focal_px, float(x), float(y), k1=-0.25)
    eyes = LiveEyes(reader(), lens=CalibratedLens(lens))
    reading = eyes.read(scene.image)
    assert cells(reading) == scene.cells
    assert isinstance(reading, BoardReading)
    grid = np.array([[u, v] for v in range(16) for u in range(16)], np.float64)
    corners = lens.straightened(np.array(reading.corners_px))
    placed = lens.bent(transform(homography_from_corners(corners), grid))
    true = view.project(np.column_stack([grid, np.zeros(256)]))
    side = np.linalg.norm(scene.corners_px[0] - scene.corners_px[1]) / 15
    assert np.hypot(*(placed - true).T).max() / side < 0.2


def test_case_16_without_its_lens_a_bent_board_is_warned_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        LiveEyes(reader()).read(scene_of(BOARDS[11]).image)
        assert caplog.text == ""
        LiveEyes(reader()).read(barrel(scene_of(BOARDS[11]), -0.25).image)
    assert "the lens bends straight lines" in caplog.text


def test_case_16_the_screens_say_so_too() -> None:
    table = RenderedTable()
    table.show(barrel(scene_of(BOARDS[11]), -0.25).image, 3)
    assert table.messages == [
        "The lens bends straight lines; calibrate it, so that it can be undone."
    ]


def test_case_18_of_a_tile_that_slides_only_the_last_square_counts() -> None:
    table = RenderedTable()
    table.loop.play("8G", "HUT")
    table.lay(HUT, frames=4)
    for square in ("8L", "8K"):
        table.show(scene_of(HUT.with_tiles(laid(square, "S"))).image, 2)
    table.lay(HUT.with_tiles(laid("8J", "S")), frames=14)
    assert table.words == ["HUTS"]
    squares = {p.square.name for told in table.proposals for p in told.best.placements}
    assert squares == {"8J"}


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_before_anything_is_known_the_letters_tell_which_way_is_up(turns: int) -> None:
    eyes = LiveEyes(reader())
    eyes.read(np.ascontiguousarray(np.rot90(scene_of(NOWHERE).image, turns)), t_s=0.0)
    scene = scene_of(BOARDS[0])
    turned = np.ascontiguousarray(np.rot90(scene.image, turns))
    assert cells(eyes.read(turned, t_s=1.0)) == scene.cells


def test_motion_between_close_frames_waits_and_costs_no_reading() -> None:
    eyes = LiveEyes(reader())
    eyes.read(scene_of(HUT).image, t_s=0.0)
    readings = eyes.full_readings
    told = [
        eyes.read(scene_of(HUT, hand=(5.0 + k, 8.0)).image, t_s=(1 + k) / 30) for k in range(3)
    ]
    assert [t.detail for t in told if isinstance(t, Unreadable)] == [HAND] * 3
    assert eyes.full_readings == readings


def test_a_still_board_is_read_some_times_and_then_told_again() -> None:
    eyes = LiveEyes(reader())
    scene = scene_of(HUT)
    told = [eyes.read(noisy(scene.image, k), t_s=k / 30, seq=k) for k in range(20)]
    assert all(cells(reading) == HUT.cells() for reading in told)
    assert [reading.seq for reading in told] == list(range(20))
    assert eyes.full_readings <= 6


def test_a_board_that_stays_the_same_is_read_anew_ever_more_rarely() -> None:
    eyes = LiveEyes(reader())
    images = [noisy(scene_of(HUT).image, k) for k in range(7)]
    for k in range(30 * 12):
        eyes.read(images[k % 7], t_s=k / 12)
    assert 5 <= eyes.full_readings <= 10, "some at once, then after 3, 6, 12 seconds"


def test_hands_that_never_rest_do_not_make_every_frame_a_reading() -> None:
    eyes = LiveEyes(reader())
    eyes.read(scene_of(HUT).image, t_s=0.0)
    hands = [scene_of(HUT, hand=(4.0 + k, 8.0)).image for k in range(3)]
    told = [eyes.read(hands[k % 3], t_s=(1 + k) / 15) for k in range(15 * 6)]
    hidden = [isinstance(t, Unreadable) or any(cell.hidden for cell in t.cells) for t in told]
    assert all(hidden)
    assert eyes.full_readings <= 10


class Nowhere:
    """Finds no board, and counts how often it looked."""

    def __init__(self) -> None:
        self.looked = 0

    def locate(self, image: Image) -> Unreadable:
        self.looked += 1
        return Unreadable(Reason.BOARD_NOT_FOUND, "There is no board.")

    def track(self, image: Image, previous: Located) -> Unreadable:
        raise AssertionError("nothing to follow")


def test_a_board_that_is_away_is_not_looked_for_in_every_frame() -> None:
    nowhere = Nowhere()
    eyes = LiveEyes(reader(), nowhere)
    image = np.full((60, 80, 3), 90, np.uint8)
    told = [eyes.read(image, t_s=k / 30) for k in range(30)]
    assert {t.detail for t in told if isinstance(t, Unreadable)} == {"There is no board."}
    assert len(told) == 30
    assert 3 <= nowhere.looked <= 5


def test_a_tile_laid_while_nobody_looked_is_read_at_once() -> None:
    eyes = LiveEyes(reader())
    for k in range(5):
        eyes.read(noisy(scene_of(HUT).image, k), t_s=k / 30)
    after = HUT.with_tiles(laid("9G", "O"))
    assert cells(eyes.read(scene_of(after).image, t_s=1.0)) == after.cells()


def test_a_picture_of_another_size_starts_anew() -> None:
    eyes = LiveEyes(reader())
    board = BOARDS[2]
    eyes.read(scene_of(board).image, previous=board, t_s=0.0)
    other = scene_of(board, size=(1024, 768))
    reading = eyes.read(other.image, previous=board, t_s=0.1)
    assert cells(reading) == other.cells
    assert error_cells(reading, other) < 0.25


def test_two_turns_unseen_come_as_one_split_proposal() -> None:
    table = RenderedTable()
    played(table, 2)
    table.lay(BOARDS[3], frames=12)
    proposal = table.loop.snapshot.proposal
    assert proposal is not None
    assert proposal.kind is Kind.SPLIT
    assert {p.square for p in proposal.best.placements} == {
        s for s, _ in BOARDS[3].items() if s not in BOARDS[1]
    }
