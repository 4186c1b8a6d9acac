"""The camera's place and the tiles' plane follow from the grid alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.synth.viewpoint import look_at
from companion.vision.finding.planes import at_height, camera_centre, focal_length
from companion.vision.reading.cells import cut_faces, project, rectify

SIZE = (1280, 960)


@settings(max_examples=30, deadline=None)
@given(
    tilt=st.floats(15, 60), azimuth=st.floats(0, 360), focal=st.floats(900, 1900),
    height=st.floats(0.1, 0.4),
)  # fmt: skip
def test_points_above_the_board_are_found_on_their_own_plane(
    tilt: float, azimuth: float, focal: float, height: float
) -> None:
    view = look_at(size=SIZE, focal_px=focal, tilt_deg=tilt, azimuth_deg=azimuth, roll_deg=3,
                   distance=focal * 15 / 700)  # fmt: skip
    homography = view.plane(0.0)
    centre = camera_centre(homography, SIZE)
    points = np.array([[u, v, height] for u in (1.0, 7, 14) for v in (1.0, 7, 14)])
    seen = view.project_ideal(points)
    back = project(np.linalg.inv(at_height(homography, centre, height)), seen)
    assert np.abs(back - points[:, :2]).max() < 0.12


def test_a_slanted_view_gives_the_focal_length_away() -> None:
    view = look_at(
        size=SIZE, focal_px=1500, tilt_deg=45, azimuth_deg=20, roll_deg=0, distance=30
    )
    assert focal_length(view.plane(0.0), SIZE) == pytest.approx(1500, rel=0.12)


def test_a_view_from_above_falls_back_on_the_usual_lens() -> None:
    view = look_at(
        size=SIZE, focal_px=1200, tilt_deg=0.5, azimuth_deg=0, roll_deg=0, distance=30
    )
    assert 0.7 < focal_length(view.plane(0.0), SIZE) / max(SIZE) < 1.4


def test_rectifying_brings_each_square_to_its_place() -> None:
    image = np.zeros((400, 400, 3), np.uint8)
    homography = np.array([[20.0, 0, 49.5], [0, 20, 49.5], [0, 0, 1]])
    image[50 + 60 : 50 + 80, 50 + 100 : 50 + 120] = 255
    board = rectify(image, homography, px_per_cell=10)
    assert board.shape == (150, 150, 3)
    rows, cols = np.nonzero(board[..., 0] > 128)
    assert (rows.min() // 10, rows.max() // 10) == (3, 3)
    assert (cols.min() // 10, cols.max() // 10) == (5, 5)


def test_faces_are_cut_around_their_middles() -> None:
    image = np.zeros((400, 400, 3), np.uint8)
    homography = np.array([[20.0, 0, 49.5], [0, 20, 49.5], [0, 0, 1]])
    image[50 + 65 : 50 + 85, 50 + 103 : 50 + 123] = 255
    (patch,) = cut_faces(image, homography, np.array([[5.65, 3.75]]), side=1.0, size_px=20)
    assert patch.mean() > 240
