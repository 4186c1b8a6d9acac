from __future__ import annotations

import cv2
import numpy as np
import pytest
import rendering
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.markers import CLIP_MARKERS, find_markers, marker_bits
from calibration.models import BoardPose, LensModel
from calibration.outcome import CalibrationError, Failed
from calibration.planes import height_from_shift, homography, in_cells, project, unproject
from calibration.pose import (
    ClipPlacement,
    marker_places,
    pose_from_crossings,
    pose_from_markers,
    pose_from_taps,
)

LENS = LensModel(1280, 960, 1150.0, 1150.0, 650.0, 470.0, k1=-0.2, k2=0.03)
POSE = rendering.posed(
    distance_mm=620, about_mm=(157.5, 157.5), turn_deg=(24, -8, 5), pitch_mm=21.0
)


def _same(found: BoardPose | Failed, wanted: BoardPose, mm: float) -> None:
    assert isinstance(found, BoardPose)
    assert np.abs(found.camera_mm - wanted.camera_mm).max() < mm


def test_four_taps_pose_the_board() -> None:
    side = POSE.side_mm
    corners = np.array([[0, 0, 0], [side, 0, 0], [side, side, 0], [0, side, 0.0]])
    seen = project(LENS, POSE, corners)
    _same(pose_from_taps(LENS, seen, pitch_mm=21.0), POSE, 1e-3)


def test_taps_in_the_wrong_order_are_told_of() -> None:
    side = POSE.side_mm
    corners = np.array([[0, 0, 0], [0, side, 0], [side, side, 0], [side, 0, 0.0]])
    found = pose_from_taps(LENS, project(LENS, POSE, corners), pitch_mm=21.0)
    assert isinstance(found, Failed)
    assert found.reason == "mirrored"


def test_crossings_pose_the_board_and_wrong_ones_are_left_out() -> None:
    rng = np.random.default_rng(1)
    crossings = np.array([(c, r) for r in range(16) for c in range(16)], dtype=float)
    places = np.column_stack([crossings * 21.0, np.zeros(len(crossings))])
    seen = project(LENS, POSE, places) + rng.normal(0, 0.3, (len(places), 2))
    seen[:20] += 25.0
    _same(pose_from_crossings(LENS, crossings, seen, pitch_mm=21.0), POSE, 1.0)


def test_the_clips_markers_pose_the_board_in_a_picture() -> None:
    placement = ClipPlacement()
    lens = LensModel(1280, 960, 1150.0, 1150.0, 650.0, 470.0)
    px_per_mm, margin = 3, 60
    side = POSE.side_mm + 2 * margin
    sheet = np.full((round(side * px_per_mm),) * 2, 255, np.uint8)
    for number, corners in marker_places(placement, pitch_mm=21.0).items():
        bits = (1 - np.array(marker_bits(number), dtype=np.uint8)) * 255
        own = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * len(bits)
        to = ((corners[:, :2] + margin) * px_per_mm).astype(np.float32)
        warp = cv2.getPerspectiveTransform(own, to)
        field = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
        pixel = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
        cv2.warpPerspective(
            bits, pixel @ warp @ field, sheet.shape[::-1], dst=sheet, flags=cv2.INTER_NEAREST,
            borderMode=cv2.BORDER_TRANSPARENT,
        )  # fmt: skip
    # The markers lie a little over the squares, and the sheet begins outside of the board.
    shifted = POSE.matrix @ np.array([-margin, -margin, -placement.height_mm])
    x, y, z = (np.array(POSE.translation_mm) + shifted).tolist()
    picture = rendering.rendered(
        sheet, px_per_mm, lens, BoardPose(POSE.rotation, (x, y, z), 21.0), noise=1.5
    )
    seen = find_markers(picture)
    assert set(seen) == set(CLIP_MARKERS)
    found = pose_from_markers(lens, seen, placement, pitch_mm=21.0)
    _same(found, POSE, 3.0)
    assert isinstance(found, BoardPose)
    assert found.error_px < 0.6


def test_one_marker_is_too_few() -> None:
    found = pose_from_markers(LENS, {40: np.zeros((4, 2))}, ClipPlacement(), pitch_mm=21.0)
    assert isinstance(found, Failed)
    assert "1 of the four" in found.detail


@settings(max_examples=40, deadline=None)
@given(
    st.floats(-35, 35), st.floats(-35, 35), st.floats(0, 360), st.floats(0, 20),
    st.floats(10, 305), st.floats(10, 305),
)  # fmt: skip
def test_project_and_unproject_are_inverse(
    tilt: float, turn: float, roll: float, height: float, x: float, y: float
) -> None:
    pose = rendering.posed(distance_mm=800, about_mm=(157, 157), turn_deg=(tilt, turn, roll))
    seen = project(LENS, pose, np.array([[x, y, -height]]))
    back = unproject(LENS, pose, seen, height_mm=height)
    assert np.abs(back - [x, y]).max() < 1e-6


def test_the_plane_in_cells_is_the_plane_in_mm() -> None:
    in_mm = homography(LENS, POSE, height_mm=4.0) @ np.array([3.5 * 21, 2.25 * 21, 1])
    cells = in_cells(LENS, POSE, height_mm=4.0) @ np.array([3.5, 2.25, 1])
    assert in_mm[:2] / in_mm[2] == pytest.approx(cells[:2] / cells[2])


def test_a_plane_seen_edge_on_is_refused() -> None:
    edge = rendering.posed(distance_mm=500, about_mm=(0, 0), turn_deg=(90, 0, 0))
    with pytest.raises(CalibrationError, match="edge-on"):
        homography(LENS, edge)


def test_the_height_of_tiles_shows_in_where_they_are_seen() -> None:
    rng = np.random.default_rng(2)
    at = rng.uniform(20, 290, (25, 2))
    seen = project(LENS, POSE, np.column_stack([at, np.full(25, -4.4)]))
    height, rest = height_from_shift(LENS, POSE, at, seen + rng.normal(0, 0.2, seen.shape))
    assert height == pytest.approx(4.4, abs=0.4)
    assert rest < 0.5
