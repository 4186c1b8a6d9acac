from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import rendering

from calibration.models import Calibration, LensModel
from calibration.outcome import CalibrationError
from calibration.planes import in_cells
from calibration.view import view_of
from companion.vision.finding.planes import at_height

LENS = LensModel(1280, 960, 1150.0, 1150.0, 650.0, 470.0, k1=-0.2)
POSE = rendering.posed(
    distance_mm=620, about_mm=(157.5, 157.5), turn_deg=(24, -8, 5), pitch_mm=21.0
)
FULL = Calibration("cam", "2026-01-31", LENS, POSE, tile_height_mm=3.0)


def test_the_reader_s_plane_of_the_tiles_is_the_calibrated_one() -> None:
    view = view_of(FULL, 1280, 960)
    assert view.homography is not None
    assert view.camera_cells is not None
    assert view.tile_height_cells == pytest.approx(3.0 / 21.0)
    theirs = at_height(view.homography, view.camera_cells, 3.0 / 21.0)
    ours = in_cells(LENS, POSE, height_mm=3.0)
    assert theirs / theirs[2, 2] == pytest.approx(ours / ours[2, 2], rel=1e-9)


def test_a_smaller_picture_shows_the_same_board() -> None:
    large, small = view_of(FULL, 1280, 960), view_of(FULL, 640, 480)
    assert large.homography is not None
    assert small.homography is not None
    corner = np.array([15.0, 15.0, 1.0])
    a, b = large.homography @ corner, small.homography @ corner
    assert (a[:2] / a[2] + 0.5) / 2 - 0.5 == pytest.approx(b[:2] / b[2])


def test_the_set_s_own_height_goes_first_and_a_bare_lens_is_enough() -> None:
    assert view_of(FULL, 1280, 960, tile_height_cells=0.2).tile_height_cells == 0.2
    bare = view_of(replace(FULL, pose=None), 1280, 960)
    assert bare.homography is None
    assert bare.tile_height_cells is None
    points = np.array([[100.0, 80.0], [1200.0, 900.0]])
    assert bare.lens.straightened(bare.as_seen(points)) == pytest.approx(points, abs=1e-6)


def test_pictures_of_another_shape_are_refused() -> None:
    with pytest.raises(CalibrationError, match="another shape"):
        view_of(FULL, 1280, 720)
