from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.synth.board_art import paint_board
from companion.synth.board_design import CLASSIC
from companion.synth.recess import draw_recessed
from companion.synth.viewpoint import look_at
from companion.vision.reading.cells import rectify
from tools.synth.random_designs import random_design
from tools.synth.random_scenes import random_scene
from tools.training.board_data import straighten

SOLID = replace(
    CLASSIC, recess=0.2, plates=0.5, line_width=0.08, line=CLASSIC.base, labels={}, spikes=False
)
SIZE = (800, 800)


def drawn(tilt_deg: float, light: tuple[float, float] = (-0.8, 0.0)) -> np.ndarray:
    view = look_at(
        size=SIZE, focal_px=900, tilt_deg=tilt_deg, azimuth_deg=0, roll_deg=0, distance=24
    )
    rng = np.random.default_rng(1)
    art = paint_board(SOLID, 40, rng, light=light)
    image = np.zeros((SIZE[1], SIZE[0], 3), np.float32)
    draw_recessed(image, art, SOLID, view, light, rng, cell_px=40)
    picture = np.clip(image, 0, 255).astype(np.uint8)
    return rectify(picture, view.plane(0.0), px_per_cell=40).astype(int)


def test_a_wall_keeps_the_light_off_the_floor_on_its_far_side() -> None:
    board = drawn(0.0)
    # A plain square in the middle of the board, so that no flank shows: row 8, column 9.
    square = board[7 * 40 : 8 * 40, 8 * 40 : 9 * 40].mean(axis=(0, 2))
    assert square[4:8].mean() < 0.9 * square[-10:-6].mean()


def test_walls_hide_what_lies_behind_them_in_an_oblique_view() -> None:
    flat, oblique = drawn(0.0), drawn(50.0)
    # The camera leans to the lower edge: the lower wall of a square covers part of its floor.
    square = (slice(7 * 40, 8 * 40), slice(8 * 40, 9 * 40))
    dark_flat = (flat[square].mean(axis=2) < 150).mean(axis=1)
    dark_oblique = (oblique[square].mean(axis=2) < 150).mean(axis=1)
    assert not np.allclose(dark_flat, dark_oblique, atol=0.1)


def test_plates_stand_higher_than_the_floor() -> None:
    high = drawn(50.0)[0:40, 0:40]
    red = (high[..., 2] > 1.4 * high[..., 1]).mean()
    assert 0.5 < red < 1.0


def test_recessed_boards_can_be_asked_for_and_refused() -> None:
    for seed in range(20):
        assert random_design(np.random.default_rng(seed), solid=True).recess > 0
        assert random_design(np.random.default_rng(seed), solid=False).recess == 0


def test_the_grid_of_a_recessed_board_is_that_of_its_walls_or_of_its_floor() -> None:
    rng = np.random.default_rng(5)
    scene = random_scene(rng, size=(640, 480), board=True, solid=True, tiles=12)
    assert scene.recess > 0
    seen = [straighten(scene, np.random.default_rng(k), jitter=0.0)[2] for k in range(12)]
    assert len({s.tobytes() for s in seen}) == 2
