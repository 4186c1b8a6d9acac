"""Rendered scenes tell the truth about themselves."""

from __future__ import annotations

import numpy as np
import pytest

from companion.synth.positions import random_cells
from companion.synth.scene import Scene, render_board
from companion.synth.viewpoint import look_at
from tools.synth.random_scenes import random_scene

VALUES = dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)


def test_a_seed_gives_the_same_picture_twice() -> None:
    first = random_scene(np.random.default_rng(5), size=(320, 240))
    second = random_scene(np.random.default_rng(5), size=(320, 240))
    assert np.array_equal(first.image, second.image)
    assert first.cells == second.cells


def test_other_seeds_give_other_pictures() -> None:
    first = random_scene(np.random.default_rng(5), size=(320, 240))
    second = random_scene(np.random.default_rng(6), size=(320, 240))
    assert not np.array_equal(first.image, second.image)


@pytest.mark.parametrize("seed", range(8))
def test_the_grid_lies_in_the_picture_and_its_homography_meets_its_corners(seed: int) -> None:
    scene = random_scene(np.random.default_rng(seed), size=(320, 240), board=True)
    assert scene.corners_px.min() >= 0
    assert scene.corners_px[:, 0].max() < 320
    assert scene.corners_px[:, 1].max() < 240
    ideal = np.array([[0, 0, 1], [15, 0, 1], [15, 15, 1], [0, 15, 1]], np.float64)
    mapped = ideal @ scene.homography.T
    distance = np.linalg.norm(mapped[:, :2] / mapped[:, 2:] - scene.corners_px, axis=1)
    # A lens that bends lines leaves a little.
    assert (
        distance.max() < 0.35 * np.linalg.norm(scene.corners_px[0] - scene.corners_px[1]) / 15
    )


def test_every_tile_has_a_face_near_its_square_and_nothing_else_has() -> None:
    scene = random_scene(np.random.default_rng(3), size=(640, 480), board=True, tiles=30)
    laid = {(r, c) for r in range(15) for c in range(15) if scene.cells[r][c]}
    assert set(scene.quads_px) == laid
    assert laid
    back = np.linalg.inv(scene.homography)
    for (row, col), quad in scene.quads_px.items():
        u, v, w = back @ [*quad.mean(axis=0), 1]
        assert abs(u / w - col - 0.5) < 1.0
        assert abs(v / w - row - 0.5) < 1.0


def test_a_picture_without_a_board_says_so() -> None:
    scene = random_scene(np.random.default_rng(1), size=(320, 240), board=False)
    assert not scene.has_board
    assert not scene.quads_px


def test_the_picture_changes_only_where_a_tile_was_laid() -> None:
    empty = [[""] * 15 for _ in range(15)]
    one = [row[:] for row in empty]
    one[7][7] = "K"
    before = render_board(empty, values=VALUES, seed=4, size=(640, 480))
    after = render_board(one, values=VALUES, seed=4, size=(640, 480))
    changed = np.abs(before.image.astype(int) - after.image.astype(int)).max(axis=2) > 25
    x, y = after.quads_px[7, 7].mean(axis=0)
    rows, cols = np.nonzero(changed)
    assert len(rows) > 50
    assert np.median(np.abs(rows - y)) < 30
    assert np.median(np.abs(cols - x)) < 30


def test_a_hand_hides_squares() -> None:
    empty = [[""] * 15 for _ in range(15)]
    scene = render_board(empty, values=VALUES, seed=4, size=(640, 480), hand=(7.0, 7.0))
    assert scene.hidden


def test_faces_move_away_from_the_camera_when_it_leans() -> None:
    cells = [[""] * 15 for _ in range(15)]
    cells[7][7] = "A"
    above = render_board(cells, values=VALUES, size=(640, 480), tilt_deg=0, azimuth_deg=0)
    leaning = render_board(cells, values=VALUES, size=(640, 480), tilt_deg=50, azimuth_deg=0)

    def shift(scene: Scene) -> float:
        middle = scene.quads_px[7, 7].mean(axis=0)
        _, v, w = np.linalg.inv(scene.homography) @ [*middle, 1]
        return float(v / w - 7.5)

    assert abs(shift(above)) < 0.08
    assert shift(leaning) < -0.12


def test_random_positions_hang_together_and_keep_their_number() -> None:
    cells = random_cells(np.random.default_rng(0), list("ABC"), [1, 1, 1], tiles=40)
    laid = {(r, c) for r in range(15) for c in range(15) if cells[r][c]}
    assert 5 < len(laid) <= 40
    seen, todo = set(), [next(iter(laid))]
    while todo:
        r, c = todo.pop()
        if (r, c) in laid - seen:
            seen.add((r, c))
            todo += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    assert seen == laid


def test_distortion_is_undone_by_its_map() -> None:
    view = look_at(size=(320, 240), focal_px=300, tilt_deg=20, azimuth_deg=10, roll_deg=2,
                   distance=30, k1=-0.2)  # fmt: skip
    ideal = np.array([[40.0, 30.0], [300.0, 200.0], [160.0, 120.0]])
    bent = view.distort(ideal)
    map_x, map_y = view.undistort_map(320, 240)
    for (x, y), (bx, by) in zip(ideal, bent, strict=True):
        at = (round(by), round(bx))
        assert abs(map_x[at] - x) < 1.2
        assert abs(map_y[at] - y) < 1.2
