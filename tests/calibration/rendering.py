"""Pictures of a flat sheet through a lens, with the truth known exactly."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from calibration.models import Array, BoardPose, Image, LensModel
from calibration.planes import homography

SCALE = 2
"""Pixels are averaged over so many samples along each side."""


def posed(
    *, distance_mm: float, about_mm: tuple[float, float], turn_deg: tuple[float, float, float],
    shift_mm: tuple[float, float] = (0, 0), pitch_mm: float = 20.0, squares: int = 15,
) -> BoardPose:  # fmt: skip
    """A sheet whose point `about_mm` stands before the camera, turned there."""
    matrix = np.eye(3)
    for axis, degrees in enumerate(turn_deg):
        vector = np.zeros(3)
        vector[axis] = np.radians(degrees)
        matrix = np.asarray(cv2.Rodrigues(vector)[0]) @ matrix
    rotation = np.asarray(cv2.Rodrigues(matrix)[0]).reshape(3)
    at = np.array([*shift_mm, distance_mm]) - matrix @ np.array([*about_mm, 0.0])
    a, b, c = (float(v) for v in rotation)
    x, y, z = (float(v) for v in at)
    return BoardPose((a, b, c), (x, y, z), pitch_mm, squares)


def rendered(
    sheet: Image, px_per_mm: float, lens: LensModel, pose: BoardPose, *,
    seed: int = 0, noise: float = 2.0, height_mm: float = 0.0, background: int = 90,
) -> Image:  # fmt: skip
    """The sheet, whose top left is the board's origin, as the lens sees it; uint8 grey."""
    width, height = lens.width_px, lens.height_px
    points = _rays(lens)
    inverse = np.linalg.inv(homography(lens, pose, height_mm=height_mm))
    mm = np.column_stack([points, np.ones(len(points))]) @ inverse.T
    mm = mm[:, :2] / mm[:, 2:]
    at = (mm * px_per_mm - 0.5).astype(np.float32).reshape(height * SCALE, width * SCALE, 2)
    seen = cv2.remap(
        sheet, at[..., 0], at[..., 1], cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT, borderValue=background,
    )  # fmt: skip
    small = (
        np.asarray(seen, dtype=np.float64)
        .reshape(height, SCALE, width, SCALE)
        .mean(axis=(1, 3))
    )
    small = small * 0.82 + 20
    grain = np.random.default_rng(seed).normal(0, noise, small.shape)
    return np.asarray(np.clip(small + grain, 0, 255), dtype=np.uint8)


@cache
def _rays(lens: LensModel) -> Array:
    """Where every sample would be seen without distortion: slow, and the same each time."""
    x, y = np.meshgrid(
        (np.arange(lens.width_px * SCALE) + 0.5) / SCALE - 0.5,
        (np.arange(lens.height_px * SCALE) + 0.5) / SCALE - 0.5,
    )
    return lens.straightened(np.stack([x.ravel(), y.ravel()], axis=1))


def with_margin(sheet: Image, margin: int, value: int = 255) -> Image:
    """The sheet with a margin all around."""
    return np.pad(sheet, margin, constant_values=value)
