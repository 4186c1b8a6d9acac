"""What is known of a camera over a board. Frozen; units stand in the names.

Board frame: origin at the outer corner of the top left square, x along columns, y along rows, z
into the table. A tile's face lies at z = -height. Pixel centres lie on whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.outcome import CalibrationError

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

_UNDISTORT = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 60, 1e-10)


@dataclass(frozen=True, slots=True)
class LensModel:
    """A pinhole with radial and tangential distortion (Brown's model, as OpenCV numbers it).

    Attributes:
        width_px: Of the pictures it was measured on.
        height_px: The same.
        fx_px: Focal length along x.
        fy_px: Along y.
        cx_px: Principal point.
        cy_px: The same.
        k1: Radial, second order.
        k2: Radial, fourth order.
        p1: Tangential.
        p2: Tangential.
        k3: Radial, sixth order.
        error_px: Root mean square of what the fit left over; 0 where it was not fitted.
        views: How many pictures went in.
    """

    width_px: int
    height_px: int
    fx_px: float
    fy_px: float
    cx_px: float
    cy_px: float
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0
    error_px: float = 0.0
    views: int = 0

    @classmethod
    def plain(cls, width_px: int, height_px: int, *, focal_share: float = 1.0) -> LensModel:
        """A lens without distortion; its focal length as a share of the longer side."""
        focal = focal_share * max(width_px, height_px)
        return cls(width_px, height_px, focal, focal, (width_px - 1) / 2, (height_px - 1) / 2)

    @property
    def matrix(self) -> Array:
        """float64 (3, 3), camera to pixels."""
        return np.array([
            [self.fx_px, 0, self.cx_px], [0, self.fy_px, self.cy_px], [0, 0, 1.0],
        ])  # fmt: skip

    @property
    def distortion(self) -> Array:
        """float64 (5,): k1, k2, p1, p2, k3."""
        return np.array([self.k1, self.k2, self.p1, self.p2, self.k3])

    def for_size(self, width_px: int, height_px: int) -> LensModel:
        """Return the same lens for pictures of another size and equal shape.

        Raises:
            CalibrationError: The shape differs: the camera then crops, and how is unknown.
        """
        sx, sy = width_px / self.width_px, height_px / self.height_px
        if abs(sx - sy) > 0.01 * sx:
            raise CalibrationError(
                "The lens was measured at {width_px} x {height_px}; pictures of "
                "{width_px_2} x {height_px_2} have another shape. Calibrate at that size.",
                width_px=self.width_px,
                height_px=self.height_px,
                width_px_2=width_px,
                height_px_2=height_px,
            )
        return replace(
            self, width_px=width_px, height_px=height_px, fx_px=self.fx_px * sx,
            fy_px=self.fy_px * sy, cx_px=(self.cx_px + 0.5) * sx - 0.5,
            cy_px=(self.cy_px + 0.5) * sy - 0.5, error_px=self.error_px * sx,
        )  # fmt: skip

    def straightened(self, points_px: Array) -> Array:
        """Return where points (N, 2) would be seen without distortion.

        Accuracy: with `bent` back to within 1e-6 px inside the picture.
        """
        points = np.asarray(points_px, dtype=np.float64).reshape(-1, 1, 2)
        found = cv2.undistortPoints(
            points,
            self.matrix,
            self.distortion,
            R=np.eye(3),
            P=self.matrix,
            criteria=_UNDISTORT,
        )
        return np.asarray(found, dtype=np.float64).reshape(-1, 2)

    def bent(self, points_px: Array) -> Array:
        """Return where points (N, 2) without distortion are seen through the lens."""
        rays = (np.asarray(points_px, dtype=np.float64) - [self.cx_px, self.cy_px]) / [
            self.fx_px, self.fy_px,
        ]  # fmt: skip
        r2 = (rays**2).sum(axis=1)
        radial = 1 + r2 * (self.k1 + r2 * (self.k2 + r2 * self.k3))
        x, y = rays.T
        bent = rays * radial[:, None] + np.stack(
            [
                2 * self.p1 * x * y + self.p2 * (r2 + 2 * x * x),
                self.p1 * (r2 + 2 * y * y) + 2 * self.p2 * x * y,
            ],
            axis=1,
        )
        return np.asarray(bent * [self.fx_px, self.fy_px] + [self.cx_px, self.cy_px])

    def straighten(self, image: Image) -> Image:
        """Return a picture without distortion, of the same size and focal length."""
        lens = self.for_size(image.shape[1], image.shape[0])
        found = cv2.undistort(image, lens.matrix, lens.distortion)
        return np.asarray(found, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class BoardPose:
    """Where a board lies before the camera.

    Attributes:
        rotation: Rodrigues vector, board to camera.
        translation_mm: Of the board's origin in the camera's frame.
        pitch_mm: Distance of neighbouring squares.
        squares: Along a side.
        error_px: Root mean square of what the fit left over.
    """

    rotation: tuple[float, float, float]
    translation_mm: tuple[float, float, float]
    pitch_mm: float
    squares: int = 15
    error_px: float = 0.0

    @property
    def matrix(self) -> Array:
        """float64 (3, 3), turns board directions to camera directions."""
        found, _ = cv2.Rodrigues(np.array(self.rotation))
        return np.asarray(found, dtype=np.float64)

    @property
    def camera_mm(self) -> Array:
        """float64 (3,), where the camera stands in the board frame; z is negative: above."""
        return np.asarray(-self.matrix.T @ np.array(self.translation_mm))

    @property
    def side_mm(self) -> float:
        """Side of all squares together."""
        return self.pitch_mm * self.squares


@dataclass(frozen=True, slots=True)
class ColourReference:
    """The light over an empty board.

    Attributes:
        gains_bgr: Factors that make the board's greys grey.
        light: squares x squares, brightness relative to the brightest place, 0..1.
        surface_bgr: Median colour of the board after balance, 0..255.
    """

    gains_bgr: tuple[float, float, float]
    light: tuple[tuple[float, ...], ...]
    surface_bgr: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """All that is known of one camera over one board.

    Attributes:
        camera: Which camera: its model or serial, of the user's choice.
        made_on: Date as `2026-01-31`.
        lens: Its lens.
        pose: Where the board lies; None before that was measured.
        tile_height_mm: Height of a tile's face over the plane the squares are read on.
        colour: The light; None before that was measured.
    """

    camera: str
    made_on: str
    lens: LensModel
    pose: BoardPose | None = None
    tile_height_mm: float | None = None
    colour: ColourReference | None = None
