"""Light on letters that stand out of a face or are cut into it, without ink of their own."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.float32]

_STEPS = 7
_LOWEST_SINE = 0.22
"""Sine of the lowest height a lamp may have over the face."""


@dataclass(frozen=True, slots=True)
class Relief:
    """The shape of raised or sunk strokes, and how light meets it. Lengths: parts of the side.

    Attributes:
        depth: Height of the strokes over the face, or depth under it.
        flank: Width of their sloping flanks.
        ambient: Part of the light that comes from everywhere, 0 to 1.
        gloss: Strength of the lamp's reflection on flanks that face it.
        crease: How much darker the foot of a flank is, where light from everywhere is kept out.
    """

    depth: float = 0.04
    flank: float = 0.03
    ambient: float = 0.5
    gloss: float = 0.1
    crease: float = 0.4

    def light(self, strokes: Mask, light_dir: tuple[float, float], *, raised: bool) -> Mask:
        """See `companion.synth.face_style.Shape`; a `light_dir` near 1 rakes across."""
        side = strokes.shape[0]
        top = cv2.GaussianBlur(strokes, (0, 0), max(0.35, self.flank * side / 2))
        height = np.asarray((1 if raised else -1) * self.depth * side * top, dtype=np.float32)
        lamp = _lamp(light_dir)
        across = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) / 8
        down = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3) / 8
        length = np.sqrt(across**2 + down**2 + 1)
        facing = (lamp[2] - across * lamp[0] - down * lamp[1]) / length
        diffuse = np.clip(facing / lamp[2], 0, 2.5)
        lit = diffuse * (1 - 0.9 * _shadow(height, lamp))
        foot = cv2.GaussianBlur(height, (0, 0), max(0.8, 0.035 * side)) - height
        crease = self.crease * np.clip(foot / (self.depth * side + 1e-6), 0, 1)
        half = np.array([lamp[0], lamp[1], lamp[2] + 1])
        half /= np.linalg.norm(half)
        mirror = (half[2] - across * half[0] - down * half[1]) / length
        gleam = self.gloss * (np.clip(mirror, 0, 1) ** 24 - half[2] ** 24)
        light = self.ambient * (1 - crease) + (1 - self.ambient) * lit + gleam
        return np.asarray(light, dtype=np.float32)


def _lamp(light_dir: tuple[float, float]) -> tuple[float, float, float]:
    """Unit vector towards the lamp."""
    x, y = light_dir
    low = math.sqrt(max(_LOWEST_SINE**2, 1 - min(1.0, x * x + y * y)))
    length = math.sqrt(x * x + y * y + low * low)
    return x / length, y / length, low / length


def _shadow(height: Mask, lamp: tuple[float, float, float]) -> Mask:
    """How much of the lamp each pixel misses behind something higher: 0 to 1."""
    side = height.shape[0]
    flat = math.hypot(lamp[0], lamp[1])
    if flat < 1e-3:
        return np.zeros_like(height)
    rise = lamp[2] / flat
    reach = max(1.0, float(np.ptp(height)) / rise)
    hidden = np.zeros_like(height)
    for k in range(1, _STEPS + 1):
        far = reach * k / _STEPS
        move = np.array([[1, 0, far * lamp[0] / flat], [0, 1, far * lamp[1] / flat]])
        other = cv2.warpAffine(
            height, move, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        np.maximum(hidden, other - height - far * rise, out=hidden)
    return np.asarray(np.clip(hidden, 0, 1), dtype=np.float32)
