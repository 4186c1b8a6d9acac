"""Planes at a height over the board: to pixels and back.

Source: Hartley & Zisserman, Multiple View Geometry, 2nd ed., section 8.1.1.
"""

from __future__ import annotations

import numpy as np

from calibration.models import Array, BoardPose, LensModel
from calibration.outcome import CalibrationError

_EDGE_ON = 1e-9


def homography(lens: LensModel, pose: BoardPose, *, height_mm: float = 0.0) -> Array:
    """Return float64 (3, 3): mm on the plane so high over the board to undistorted px.

    Raises:
        CalibrationError: The plane is seen edge-on or lies behind the camera.
    """
    rotation, translation = pose.matrix, np.array(pose.translation_mm)
    columns = np.column_stack([
        rotation[:, 0], rotation[:, 1], translation - height_mm * rotation[:, 2],
    ])  # fmt: skip
    found = lens.matrix @ columns
    size = np.linalg.norm(columns, axis=0).prod()
    if abs(np.linalg.det(columns)) < _EDGE_ON * max(size, 1e-300) or columns[2, 2] <= 0:
        raise CalibrationError("The plane is seen edge-on or lies behind the camera.")
    return np.asarray(found / found[2, 2])


def project(lens: LensModel, pose: BoardPose, points_mm: Array) -> Array:
    """Return where points (N, 3) of the board frame are seen, distortion and all, (N, 2) px."""
    camera = np.asarray(points_mm, dtype=np.float64) @ pose.matrix.T + pose.translation_mm
    if (camera[:, 2] <= 0).any():
        raise CalibrationError("A point lies behind the camera.")
    rays = camera[:, :2] / camera[:, 2:]
    flat = rays * [lens.fx_px, lens.fy_px] + [lens.cx_px, lens.cy_px]
    return lens.bent(flat)


def unproject(
    lens: LensModel, pose: BoardPose, points_px: Array, *, height_mm: float = 0.0
) -> Array:
    """Return which places (N, 2) mm of the plane so high over the board are seen at points.

    Accuracy: back and forth to within 1e-6 mm inside the picture.
    """
    inverse = np.linalg.inv(homography(lens, pose, height_mm=height_mm))
    points = lens.straightened(points_px)
    found = np.column_stack([points, np.ones(len(points))]) @ inverse.T
    return np.asarray(found[:, :2] / found[:, 2:])


def height_from_shift(
    lens: LensModel, pose: BoardPose, at_mm: Array, seen_px: Array
) -> tuple[float, float]:
    """Return the height over the board at which marks must lie to be seen where they are.

    Args:
        lens: The lens.
        pose: Of the board.
        at_mm: float64 (N, 2), where the marks stand on the board, such as middles of squares.
        seen_px: float64 (N, 2), where their tops are seen.

    Returns:
        Height in mm, and root mean square of what is left over in px.
    """
    at = np.asarray(at_mm, dtype=np.float64)
    height = 0.0
    for _ in range(12):
        here = _tops(lens, pose, at, height)
        slope = (_tops(lens, pose, at, height + 0.01) - here) / 0.01
        total = float((slope**2).sum())
        if total < 1e-12:
            raise CalibrationError("Seen from straight above, height does not show.")
        step = float((slope * (seen_px - here)).sum()) / total
        height += step
        if abs(step) < 1e-7:
            break
    rest = seen_px - _tops(lens, pose, at, height)
    return height, float(np.sqrt((rest**2).sum(axis=1).mean()))


def _tops(lens: LensModel, pose: BoardPose, at: Array, height_mm: float) -> Array:
    return project(lens, pose, np.column_stack([at, np.full(len(at), -height_mm)]))


def in_cells(lens: LensModel, pose: BoardPose, *, height_mm: float = 0.0) -> Array:
    """Return `homography` for (column, row) in squares instead of mm: what a reader takes."""
    scale = np.diag([pose.pitch_mm, pose.pitch_mm, 1.0])
    return np.asarray(homography(lens, pose, height_mm=height_mm) @ scale)
