"""Where the camera stands, and what it makes of points on and above the board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Viewpoint:
    """A pinhole camera with radial distortion looking at the board.

    World units are cells: u right, v down (both from the outer corner of the top-left square),
    w up from the board's face. Pixels are (x, y), pixel centres on integers.

    Attributes:
        matrix: float64 (3, 4), world to undistorted pixels.
        focal_px: Focal length.
        centre_px: Principal point, (2,).
        k1: Radial distortion of OpenCV's model (first term).
    """

    matrix: Array
    focal_px: float
    centre_px: Array
    k1: float = 0.0

    def plane(self, height: float = 0.0) -> Array:
        """Homography (3, 3) from (u, v) on the plane so many cells up to undistorted px."""
        m = self.matrix
        h = np.column_stack([m[:, 0], m[:, 1], m[:, 2] * height + m[:, 3]])
        return np.asarray(h / h[2, 2])

    def project(self, points: Array) -> Array:
        """Pixels (N, 2), distorted, of world points (N, 3)."""
        return self.distort(self.project_ideal(points))

    def project_ideal(self, points: Array) -> Array:
        """Pixels (N, 2) before lens distortion, of world points (N, 3)."""
        homogeneous = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])

    def distort(self, px: Array) -> Array:
        """Undistorted pixels to distorted ones, (N, 2)."""
        if self.k1 == 0.0:
            return px
        rays = (px - self.centre_px) / self.focal_px
        r2 = np.sum(rays**2, axis=1, keepdims=True)
        return np.asarray(rays * (1 + self.k1 * r2) * self.focal_px + self.centre_px)

    def undistort_map(
        self, width: int, height: int
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Where each distorted pixel lies in the undistorted picture.

        Returns:
            float32 (H, W) of x and of y.
        """
        cx, cy = self.centre_px
        xs = ((np.arange(width) - cx) / self.focal_px).astype(np.float32)[None, :]
        ys = ((np.arange(height) - cy) / self.focal_px).astype(np.float32)[:, None]
        bent = xs * xs + ys * ys
        ratio = np.ones_like(bent)
        for _ in range(5):
            ratio = 1 / (1 + np.float32(self.k1) * bent * ratio * ratio)
        f = np.float32(self.focal_px)
        return xs * ratio * f + np.float32(cx), ys * ratio * f + np.float32(cy)


def look_at(
    *,
    size: tuple[int, int],
    focal_px: float,
    tilt_deg: float,
    azimuth_deg: float,
    roll_deg: float,
    distance: float,
    target: tuple[float, float] = (7.5, 7.5),
    shift_px: tuple[float, float] = (0.0, 0.0),
    k1: float = 0.0,
) -> Viewpoint:
    """Return a camera so many cells from a point of the board, looking at it.

    Args:
        size: Picture (width, height) in px.
        focal_px: Focal length in px.
        tilt_deg: 0 straight above, 90 along the table.
        azimuth_deg: The side the camera leans to; 0 is the lower edge of the board.
        roll_deg: Turn about the line of sight.
        distance: From the camera to `target`, in cells.
        target: Point (u, v) of the board that is looked at.
        shift_px: Where the target lies off the middle of the picture.
        k1: Radial distortion.
    """
    tilt, az, roll = np.radians([tilt_deg, azimuth_deg, roll_deg])
    # Camera centre in (u, v, w): above the target, leaning towards the viewer's side.
    away = np.array([np.sin(az) * np.sin(tilt), np.cos(az) * np.sin(tilt), np.cos(tilt)])
    anchor = np.array([target[0], target[1], 0.0])
    centre = anchor + distance * away
    forward = -away
    # Board's up (-v) rotated by the azimuth, made square to the line of sight.
    up_hint = np.array([-np.sin(az), -np.cos(az), 0.0])
    right = np.cross(forward, up_hint)
    if np.linalg.norm(right) < 1e-6:
        right = np.array([np.cos(az), -np.sin(az), 0.0])
    right = right / np.linalg.norm(right)
    # World here is left-handed as written (v down, w up), so the sign follows from the picture:
    # seen from above, u must run to the right.
    seen_right = np.array([np.cos(az), -np.sin(az), 0.0])
    if np.dot(right, seen_right) < 0:
        right = -right
    down = np.cross(forward, right)
    if np.dot(down, up_hint) > 0:
        down = -down
    cos, sin = np.cos(roll), np.sin(roll)
    x_axis = cos * right + sin * down
    y_axis = -sin * right + cos * down
    rotation = np.stack([x_axis, y_axis, forward])
    width, height = size
    principal = np.array([(width - 1) / 2, (height - 1) / 2])
    intrinsics = np.array(
        [
            [focal_px, 0, principal[0]],
            [0, focal_px, principal[1]],
            [0, 0, 1.0],
        ]
    )
    shift = np.array([[1, 0, shift_px[0]], [0, 1, shift_px[1]], [0, 0, 1.0]])
    extrinsics = np.column_stack([rotation, -rotation @ centre])
    matrix = shift @ intrinsics @ extrinsics
    return Viewpoint(matrix, focal_px, principal, k1)
