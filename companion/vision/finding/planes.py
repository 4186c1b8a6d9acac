"""The camera's place from one homography, and the planes of the tiles' faces.

Source: Zhang, "A flexible new technique for camera calibration" (2000), section 3.1, with the
principal point taken as the middle of the picture.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TYPICAL_FOCAL = 1.0
"""Focal length of webcams and phones in units of the picture's longer side."""


def focal_length(homography: Array, size: tuple[int, int]) -> float:
    """Estimate the focal length in px from a board's homography.

    A view from straight above says nothing about it, so a weak prior around the usual field of
    view decides there; what depends on it is then small.

    Args:
        homography: (3, 3), board units to px.
        size: Picture (width, height).
    """
    columns = _centred(homography, size)
    candidates = TYPICAL_FOCAL * max(size) * np.exp(np.linspace(-0.8, 0.9, 60))
    costs = [_misfit(columns, f) + _prior(f, size) for f in candidates]
    return float(candidates[int(np.argmin(costs))])


def camera_centre(homography: Array, size: tuple[int, int]) -> Array:
    """Where the camera stands: (u, v, w) in cells, w above the board's face.

    Args:
        homography: (3, 3), board units to px.
        size: Picture (width, height).
    """
    focal = focal_length(homography, size)
    columns = _centred(homography, size)
    columns = columns / np.array([[focal], [focal], [1.0]])
    scale = 1 / np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
    a, b, t = (columns * scale).T
    # The nearest rotation to the two measured columns.
    u, _, vt = np.linalg.svd(np.column_stack([a, b, np.cross(a, b)]))
    rotation = u @ vt
    centre = -rotation.T @ t
    return np.array([centre[0], centre[1], abs(centre[2])])


def at_height(homography: Array, centre: Array, height: float) -> Array:
    """Homography of the plane so many cells above the board's face.

    Args:
        homography: (3, 3), board units on the face to px.
        centre: Camera (u, v, w) in cells.
        height: In cells; below the camera.

    Returns:
        (3, 3), (u, v) on that plane to px.
    """
    return homography @ apparent(centre, height)


def apparent(centre: Array, height: float) -> Array:
    """Matrix (3, 3) from (u, v) at a height to the point of the board's face seen behind it."""
    cu, cv, cw = centre
    gap = cw - height
    return np.array([
        [cw / gap, 0, -cu * height / gap],
        [0, cw / gap, -cv * height / gap],
        [0, 0, 1.0],
    ])  # fmt: skip


def _centred(homography: Array, size: tuple[int, int]) -> Array:
    shift = np.array([[1, 0, -(size[0] - 1) / 2], [0, 1, -(size[1] - 1) / 2], [0, 0, 1.0]])
    return shift @ homography


def _misfit(columns: Array, focal: float) -> float:
    rays = columns / np.array([[focal], [focal], [1.0]])
    a, b = rays[:, 0], rays[:, 1]
    skew = (a @ b) / (np.linalg.norm(a) * np.linalg.norm(b))
    uneven = (a @ a - b @ b) / (a @ a + b @ b)
    return float((skew**2 + uneven**2) / 0.015**2)


def _prior(focal: float, size: tuple[int, int]) -> float:
    return float((np.log(focal / (TYPICAL_FOCAL * max(size))) / 0.3) ** 2)
