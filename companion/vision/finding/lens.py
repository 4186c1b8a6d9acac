"""A lens that bends straight lines, estimated from the bent lattice of the board itself."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finding.fit import FloatArray, fit_homography, transform

STRONGEST = 0.2
"""Largest radial term, at the radius of the lens, that is looked for."""

HOLDING_BACK = 0.05
"""How much a bent lens must explain before it is believed; in cells per unit of `k`."""

BARREL_LEAVES, CUSHION_LEAVES = 0.7, 0.5
"""What a believed lens may leave of the squared misfit; boards that sag look cushioned."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Radial distortion: a point at r radii from the centre is seen at r (1 + k r^2).

    Attributes:
        k: Negative for barrels, positive for cushions; 0 for lines that stay straight.
        centre_px: (x, y) of the axis.
        radius_px: The unit of r.
    """

    k: float
    centre_px: tuple[float, float]
    radius_px: float

    def distort(self, points_px: FloatArray) -> FloatArray:
        """Where points (..., 2) of the straight picture are seen."""
        ray = (points_px - np.array(self.centre_px)) / self.radius_px
        square = np.sum(ray * ray, axis=-1, keepdims=True)
        bent = ray * (1 + self.k * square) * self.radius_px + np.array(self.centre_px)
        return np.asarray(bent, dtype=np.float64)

    def undistort(self, points_px: FloatArray) -> FloatArray:
        """Where seen points (..., 2) would be in a straight picture."""
        ray = (points_px - np.array(self.centre_px)) / self.radius_px
        square = np.sum(ray * ray, axis=-1, keepdims=True)
        ratio = np.ones_like(square)
        for _ in range(6):
            ratio = 1 / np.clip(1 + self.k * square * ratio * ratio, 0.3, 3.0)
        straight = ray * ratio * self.radius_px + np.array(self.centre_px)
        return np.asarray(straight, dtype=np.float64)

    def straightened(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The picture (H, W, 3) as a straight lens would have taken it."""
        if self.k == 0.0:
            return picture
        height, width = picture.shape[:2]
        x = (np.arange(width, dtype=np.float32) - np.float32(self.centre_px[0]))[None, :]
        y = (np.arange(height, dtype=np.float32) - np.float32(self.centre_px[1]))[:, None]
        factor = 1 + np.float32(self.k / self.radius_px**2) * (x * x + y * y)
        straight = cv2.remap(
            picture,
            x * factor + np.float32(self.centre_px[0]),
            y * factor + np.float32(self.centre_px[1]),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(straight, dtype=np.uint8)


def lens_of(width: int, height: int, k: float = 0.0) -> Lens:
    """A lens about the middle of a picture; its unit is half the diagonal."""
    half = float(np.hypot(width, height)) / 2
    return Lens(k, ((width - 1) / 2, (height - 1) / 2), half)


def fit_lens(
    seen_px: FloatArray,
    cells: FloatArray,
    weight: FloatArray,
    width: int,
    height: int,
    *,
    known: bool = False,
) -> tuple[Lens, FloatArray]:
    """The lens and the plane behind seen points of the lattice.

    Args:
        seen_px: (N, 2), where points of the board are seen.
        cells: (N, 2), which points they are.
        weight: (N,); outliers already carry little.
        width: Of the picture in px.
        height: Of the picture in px.
        known: The lens is known to bend; otherwise it must explain much before it is believed.

    Returns:
        The lens, and the homography (3, 3) from cells to pixels of the straight picture.
    """

    def cost(k: float) -> float:
        straight = lens_of(width, height, k).undistort(seen_px)
        back = fit_homography(straight, cells, weight)
        square = np.sum((transform(back, straight) - cells) ** 2, axis=1)
        misfit = float(np.average(np.minimum(square, 0.25), weights=weight))
        return misfit + (HOLDING_BACK * k) ** 2

    low, high = -STRONGEST, STRONGEST
    golden = (np.sqrt(5) - 1) / 2
    a, b = high - golden * (high - low), low + golden * (high - low)
    cost_a, cost_b = cost(a), cost(b)
    for _ in range(9):
        if cost_a < cost_b:
            high, b, cost_b = b, a, cost_a
            a = high - golden * (high - low)
            cost_a = cost(a)
        else:
            low, a, cost_a = a, b, cost_b
            b = low + golden * (high - low)
            cost_b = cost(b)
    k = (low + high) / 2
    if not known:
        left = BARREL_LEAVES if k < 0 else CUSHION_LEAVES
        k = k if cost(k) < left * cost(0.0) else 0.0
    lens = lens_of(width, height, k)
    plane = np.linalg.inv(fit_homography(lens.undistort(seen_px), cells, weight))
    return lens, np.asarray(plane / plane[2, 2], dtype=np.float64)
