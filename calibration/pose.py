"""Where the board lies: from four taps, crossings of its grid, or the clips' markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.markers import CLIP_MARKERS
from calibration.models import Array, BoardPose, LensModel
from calibration.outcome import Failed
from calibration.planes import project

_FAR = 3.0


@dataclass(frozen=True, slots=True)
class ClipPlacement:
    """How the corner clips sit on a board.

    Attributes:
        marker_mm: Side of a marker.
        offset_mm: From the board's outer corner outwards to the middle of the marker, along
            both edges.
        rim_mm: From the outer corner of the squares to that of the board.
        height_mm: Of the markers over the squares.
    """

    marker_mm: float = 24.0
    offset_mm: float = 10.5
    rim_mm: float = 6.0
    height_mm: float = 2.25

    @classmethod
    def of(cls, marker_mm: float, *, rim_mm: float = 6.0) -> ClipPlacement:
        """Clips whose markers are so large: their plates go on as far beyond them as ever."""
        grip = min(max(rim_mm - 0.5, 2.0), 8.0)
        return cls(marker_mm, (marker_mm + 8.0) / 2 - grip, rim_mm)


def pose_from_points(
    lens: LensModel, points_mm: Array, points_px: Array, *, pitch_mm: float, squares: int = 15
) -> BoardPose | Failed:
    """Fit the pose to known points; those that fit badly are left out.

    Args:
        lens: The lens.
        points_mm: float64 (N, 2) or (N, 3), in the board frame; at least four.
        points_px: float64 (N, 2), where they are seen.
        pitch_mm: Distance of neighbouring squares.
        squares: Along a side.
    """
    places = np.asarray(points_mm, dtype=np.float64)
    if places.shape[1] == 2:
        places = np.column_stack([places, np.zeros(len(places))])
    seen = np.asarray(points_px, dtype=np.float64)
    if len(places) < 4:
        return Failed("too-few-points", f"Four points are needed; {len(places)} are known.")
    kept = np.ones(len(places), dtype=bool)
    pose: BoardPose | None = None
    for _ in range(4):
        pose = _solved(lens, places[kept], seen[kept], pitch_mm, squares)
        if pose is None:
            return Failed("no-pose", "The points make no board; take them again.")
        rest = np.linalg.norm(project(lens, pose, places) - seen, axis=1)
        bound = max(_FAR * float(np.median(rest[kept])), 0.5)
        better = rest <= bound
        if better.sum() < 6 or (better == kept).all():
            break
        kept = better
    if pose is None or pose.camera_mm[2] >= 0:
        return Failed("mirrored", "The points are in the wrong order: go round clockwise.")
    return pose


def _solved(
    lens: LensModel, places: Array, seen: Array, pitch_mm: float, squares: int
) -> BoardPose | None:
    flat = np.ptp(places[:, 2]) < 1e-9
    method = cv2.SOLVEPNP_IPPE if flat else cv2.SOLVEPNP_SQPNP
    middle = places.mean(axis=0)
    try:
        found, rotation, shift = cv2.solvePnP(
            places - middle, seen, lens.matrix, lens.distortion, flags=method
        )
        if not found:
            return None
        rotation, shift = cv2.solvePnPRefineLM(
            places - middle, seen, lens.matrix, lens.distortion, rotation, shift
        )
    except cv2.error:
        return None
    matrix, _ = cv2.Rodrigues(rotation)
    translation = np.asarray(shift).reshape(3) - np.asarray(matrix) @ middle
    a, b, c = (float(v) for v in np.asarray(rotation).reshape(3))
    x, y, z = (float(v) for v in translation)
    pose = BoardPose((a, b, c), (x, y, z), pitch_mm, squares)
    if not np.isfinite([a, b, c, x, y, z]).all() or z <= 0:
        return None
    rest = project(lens, pose, places) - seen
    error = float(np.sqrt((rest**2).sum(axis=1).mean()))
    return BoardPose((a, b, c), (x, y, z), pitch_mm, squares, error)


def pose_from_taps(
    lens: LensModel, corners_px: Array, *, pitch_mm: float, squares: int = 15
) -> BoardPose | Failed:
    """Fit the pose to the four outer corners of the squares, clockwise from the top left."""
    side = pitch_mm * squares
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]])
    seen = np.asarray(corners_px, dtype=np.float64)
    if seen.shape != (4, 2):
        return Failed("too-few-points", f"Four corners are needed, not {len(seen)}.")
    return pose_from_points(lens, corners, seen, pitch_mm=pitch_mm, squares=squares)


def pose_from_crossings(
    lens: LensModel, crossings: Array, seen_px: Array, *, pitch_mm: float, squares: int = 15
) -> BoardPose | Failed:
    """Fit the pose to crossings of the printed grid.

    Args:
        lens: The lens.
        crossings: float64 (N, 2), (column, row) of each crossing in squares.
        seen_px: float64 (N, 2), where they are seen.
        pitch_mm: Distance of neighbouring squares.
        squares: Along a side.
    """
    places = np.asarray(crossings, dtype=np.float64) * pitch_mm
    return pose_from_points(lens, places, seen_px, pitch_mm=pitch_mm, squares=squares)


def marker_places(
    placement: ClipPlacement, *, pitch_mm: float, squares: int = 15
) -> dict[int, Array]:
    """Return the corners, float64 (4, 3) mm, of the four clips' markers in the board frame."""
    side = pitch_mm * squares
    out = placement.rim_mm + placement.offset_mm
    middles = [(-out, -out), (side + out, -out), (side + out, side + out), (-out, side + out)]
    half = placement.marker_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    found = {}
    for turn, (number, middle) in enumerate(zip(CLIP_MARKERS, middles, strict=True)):
        # The clips are one shape turned by quarters, and so are their markers.
        corners = square + np.array(middle)
        corners = np.roll(corners, -turn, axis=0)
        found[number] = np.column_stack([corners, np.full(4, -placement.height_mm)])
    return found


def pose_from_markers(
    lens: LensModel, markers: Mapping[int, Array], placement: ClipPlacement, *,
    pitch_mm: float, squares: int = 15,
) -> BoardPose | Failed:  # fmt: skip
    """Fit the pose to the markers on the corner clips; two of the four will do.

    Args:
        lens: The lens.
        markers: Corners of each marker seen, as `markers.find_markers` returns them.
        placement: How the clips sit.
        pitch_mm: Distance of neighbouring squares.
        squares: Along a side.
    """
    places = marker_places(placement, pitch_mm=pitch_mm, squares=squares)
    seen = [number for number in places if number in markers]
    if len(seen) < 2:
        return Failed(
            "too-few-markers",
            f"{len(seen)} of the four corner markers are seen; two are needed.",
        )
    return pose_from_points(
        lens, np.concatenate([places[n] for n in seen]),
        np.concatenate([markers[n] for n in seen]), pitch_mm=pitch_mm, squares=squares,
    )  # fmt: skip
