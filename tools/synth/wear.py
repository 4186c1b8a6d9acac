"""What light, lens, sensor and compression do to a small picture."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Patch = NDArray[np.float32]
Effect = Callable[[Patch, np.random.Generator], Patch]


def wear(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The picture as a camera might deliver it: same shape, uint8 BGR.

    Each effect comes with its own chance; most pictures suffer two or three.
    """
    patch = crop.astype(np.float32)
    for chance, effect in _EFFECTS:
        if rng.random() < chance:
            patch = effect(patch, rng)
    worn = np.clip(patch, 0, 255).astype(np.uint8)
    return _compressed(worn, rng) if rng.random() < 0.5 else worn


def _slanted(side: int, rng: np.random.Generator) -> Patch:
    """A ramp across the picture in a random direction, -1 to 1 or so."""
    angle, at = rng.uniform(0, 2 * math.pi), rng.uniform(-0.7, 0.7)
    axis = np.linspace(-1, 1, side, dtype=np.float32)
    return np.asarray(
        math.cos(angle) * axis[None, :] + math.sin(angle) * axis[:, None] - at, dtype=np.float32
    )


def _gradient(patch: Patch, rng: np.random.Generator) -> Patch:
    ramp = _slanted(patch.shape[0], rng)
    return np.asarray(patch * (1 + rng.uniform(0, 0.45) * ramp)[..., None], dtype=np.float32)


def _shadow_edge(patch: Patch, rng: np.random.Generator) -> Patch:
    """Part of the picture in the shadow of something, with a hard or a soft border."""
    ramp = _slanted(patch.shape[0], rng)
    lit = 1 / (1 + np.exp(-np.clip(ramp * rng.uniform(4, 60), -30, 30)))
    depth = rng.uniform(0.25, 0.72)
    return np.asarray(patch * (1 - depth * lit)[..., None], dtype=np.float32)


def _glare(patch: Patch, rng: np.random.Generator) -> Patch:
    """A soft or a streaked reflection of a lamp or a window."""
    side = patch.shape[0]
    axis = np.arange(side, dtype=np.float32)
    x, y = rng.uniform(0, side, 2)
    wide, high = rng.uniform(0.1, 0.7, 2) * side
    spot = np.exp(-(((axis[None, :] - x) / wide) ** 2) - ((axis[:, None] - y) / high) ** 2)
    return np.asarray(patch + rng.uniform(20, 150) * spot[..., None], dtype=np.float32)


def _haze(patch: Patch, rng: np.random.Generator) -> Patch:
    """Contrast lost in a veil of light."""
    keep = rng.uniform(0.25, 0.8)
    return np.asarray(patch * keep + rng.uniform(20, 230) * (1 - keep), dtype=np.float32)


def _exposure(patch: Patch, rng: np.random.Generator) -> Patch:
    gamma = math.exp(rng.normal(0, 0.35))
    level = np.power(np.clip(patch, 0, 255) / 255, gamma) * 255 * math.exp(rng.normal(0, 0.25))
    return np.asarray(level, dtype=np.float32)


def _cast(patch: Patch, rng: np.random.Generator) -> Patch:
    """A wrong white balance."""
    return np.asarray(patch * np.exp(rng.normal(0, 0.16, 3)), dtype=np.float32)


def _grey(patch: Patch, rng: np.random.Generator) -> Patch:
    """Colour lost in part or whole."""
    keep = rng.choice([0.0, rng.uniform(0, 0.7)])
    grey = patch.mean(axis=2, keepdims=True)
    return np.asarray(grey + keep * (patch - grey), dtype=np.float32)


def _defocus(patch: Patch, rng: np.random.Generator) -> Patch:
    sigma = min(2.8, 0.4 + rng.exponential(0.7))
    return np.asarray(cv2.GaussianBlur(patch, (0, 0), sigma), dtype=np.float32)


def _motion(patch: Patch, rng: np.random.Generator) -> Patch:
    reach = int(rng.integers(2, 8))
    angle = rng.uniform(0, math.pi)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.float32)
    dx, dy = round(reach * math.cos(angle)), round(reach * math.sin(angle))
    cv2.line(kernel, (reach - dx // 2, reach - dy // 2), (reach + dx // 2, reach + dy // 2), 1)
    return np.asarray(cv2.filter2D(patch, -1, kernel / kernel.sum()), dtype=np.float32)


def blurred(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The picture far out of focus, or taken with a hand that shook: same shape, uint8 BGR."""
    patch, roll = crop.astype(np.float32), rng.random()
    if roll < 0.45:
        soft = cv2.GaussianBlur(patch, (0, 0), rng.uniform(1.5, 5.5))
    else:
        kernel = _disc(rng.uniform(2.0, 7.5)) if roll < 0.7 else _tremble(rng)
        soft = cv2.filter2D(patch, -1, kernel, borderType=cv2.BORDER_REFLECT)
    return np.clip(soft, 0, 255).astype(np.uint8)


def _disc(radius_px: float) -> Patch:
    """What a lens out of focus makes of a point."""
    reach = math.ceil(radius_px)
    axis = np.arange(-reach, reach + 1, dtype=np.float32)
    far = np.sqrt(axis[None, :] ** 2 + axis[:, None] ** 2)
    kernel = np.clip(radius_px + 0.5 - far, 0, 1)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def _tremble(rng: np.random.Generator) -> Patch:
    """The way a point takes in the picture while the camera shakes."""
    steps = rng.normal(0, 1, (int(rng.integers(3, 9)), 2)) * rng.uniform(0.8, 2.6)
    # It goes on for a while the way it went before.
    way = np.cumsum(steps + 0.6 * np.roll(steps, 1, axis=0), axis=0)
    way = np.clip(way - way.mean(axis=0), -9, 9) + 10
    kernel = np.zeros((21, 21), dtype=np.float32)
    points = np.round(way * 16).astype(np.int32)
    cv2.polylines(kernel, [points], False, (1.0,), 1, cv2.LINE_8, 4)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def _double(patch: Patch, rng: np.random.Generator) -> Patch:
    """Two pictures on top of each other, as in a blended video frame."""
    shift = np.array([[1, 0, rng.normal(0, 2.0)], [0, 1, rng.normal(0, 2.0)]])
    size = (patch.shape[1], patch.shape[0])
    other = cv2.warpAffine(patch, shift, size, borderMode=cv2.BORDER_REPLICATE)
    part = rng.uniform(0.2, 0.5)
    return np.asarray((1 - part) * patch + part * other, dtype=np.float32)


def _combed(patch: Patch, rng: np.random.Generator) -> Patch:
    """Interlaced video of something that moved: every other line comes from elsewhere."""
    step = int(rng.integers(1, 4))
    reach = int(rng.integers(1, 4)) * int(rng.choice([-1, 1]))
    torn = patch.copy()
    for start in range(step):
        torn[start :: 2 * step] = np.roll(patch[start :: 2 * step], reach, axis=1)
    return torn


def _coarse(patch: Patch, rng: np.random.Generator) -> Patch:
    """Taken with few pixels and enlarged again."""
    side = patch.shape[0]
    small = max(18, round(side * rng.uniform(0.3, 0.95)))
    down = cv2.INTER_AREA if rng.random() < 0.7 else cv2.INTER_LINEAR
    few = cv2.resize(patch, (small, small), interpolation=down)
    up = cv2.INTER_LINEAR if rng.random() < 0.5 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(few, (side, side), interpolation=up), dtype=np.float32)


def _sharpen(patch: Patch, rng: np.random.Generator) -> Patch:
    """The halo of a camera that sharpens too much."""
    soft = cv2.GaussianBlur(patch, (0, 0), rng.uniform(1.0, 2.2))
    return np.asarray(patch + rng.uniform(0.3, 1.5) * (patch - soft), dtype=np.float32)


def _noise(patch: Patch, rng: np.random.Generator) -> Patch:
    level = min(28.0, rng.exponential(7.0))
    grain = rng.standard_normal(patch.shape, dtype=np.float32) * np.float32(level)
    if rng.random() < 0.5:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.8), dtype=np.float32) * 1.8
    return patch + grain


_EFFECTS: tuple[tuple[float, Effect], ...] = (
    (0.4, _gradient),
    (0.15, _shadow_edge),
    (0.12, _glare),
    (0.15, _haze),
    (0.6, _exposure),
    (0.5, _cast),
    (0.12, _grey),
    (0.4, _defocus),
    (0.1, _motion),
    (0.06, _double),
    (0.05, _combed),
    (0.5, _coarse),
    (0.3, _sharpen),
    (0.5, _noise),
)


def _compressed(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    quality = int(rng.integers(18, 92))
    done, code = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        return crop
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), dtype=np.uint8)
