"""What light, lens and sensor do to a picture."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

FloatImage = NDArray[np.float32]
Image = NDArray[np.uint8]


def light_field(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    """Return how bright the light is at each pixel, float32 (H, W), around 1.

    A slow gradient; sometimes a lamp's pool, a wedge of sun, or a soft shadow across.
    """
    width, height = size
    small = (max(8, width // 8), max(8, height // 8))
    xs, ys = np.meshgrid(np.linspace(-1, 1, small[0]), np.linspace(-1, 1, small[1]))
    angle = rng.uniform(0, 2 * math.pi)
    field = 1 + rng.uniform(0, 0.35) * (xs * math.cos(angle) + ys * math.sin(angle))
    if rng.random() < 0.3:
        cx, cy = rng.uniform(-1, 1, 2)
        spread = rng.uniform(0.4, 1.2)
        field *= 0.6 + rng.uniform(0.3, 0.9) * np.exp(
            -((xs - cx) ** 2 + (ys - cy) ** 2) / spread
        )
    if rng.random() < 0.25:
        # The edge of a shadow or of a patch of sun.
        angle = rng.uniform(0, 2 * math.pi)
        line = xs * math.cos(angle) + ys * math.sin(angle) - rng.uniform(-0.7, 0.7)
        soft = rng.uniform(0.01, 0.2)
        field *= 1 + rng.uniform(-0.55, 0.9) / (1 + np.exp(np.clip(-line / soft, -40, 40)))
    if rng.random() < 0.15:
        for _ in range(int(rng.integers(1, 5))):
            polygon = rng.uniform(0, 1, (4, 2)) * small
            patch = np.zeros((small[1], small[0]), np.float32)
            cv2.fillPoly(patch, [polygon.astype(np.int32)], 1.0)
            blurred = cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.5, 6))
            field *= 1 + rng.uniform(-0.5, 0.7) * np.asarray(blurred, np.float32)
    return np.asarray(
        cv2.resize(field.astype(np.float32), size, interpolation=cv2.INTER_LINEAR), np.float32
    )


def add_glare(image: FloatImage, rng: np.random.Generator) -> None:
    """Add the reflection of a lamp or window, in place."""
    h, w = image.shape[:2]
    layer = np.zeros((h // 4 + 1, w // 4 + 1), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        centre = (int(rng.integers(0, layer.shape[1])), int(rng.integers(0, layer.shape[0])))
        axes = tuple(int(max(3, x)) for x in rng.uniform(0.02, 0.2, 2) * layer.shape[1])
        cv2.ellipse(layer, centre, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
    layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(2, 0.06 * layer.shape[1] + 2))
    image += cv2.resize(layer, (w, h))[..., None] * rng.uniform(30, 190)


def expose(image: FloatImage, rng: np.random.Generator, *, hard: float = 1.0) -> Image:
    """Return what the sensor and the file make of the light.

    Args:
        image: float32 (H, W, 3), changed in place.
        rng: Chooses white balance, exposure, gamma, blur, noise, sharpening, JPEG quality.
        hard: 0..1.5; scales how bad it may get.
    """
    h, w = image.shape[:2]
    gain = np.exp(rng.normal(0, 0.06 + 0.09 * hard * (rng.random() < 0.25), 3))
    level = np.exp(rng.normal(0, 0.18))
    if rng.random() < 0.1 * hard:
        level *= rng.uniform(0.12, 0.5)
    elif rng.random() < 0.08 * hard:
        level *= rng.uniform(1.3, 1.9)
    image *= (gain * level).astype(np.float32)
    if rng.random() < 0.35:
        ys, xs = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j]
        image *= (1 - rng.uniform(0.05, 0.45) * (xs**2 + ys**2) / 2).astype(np.float32)[
            ..., None
        ]
    if rng.random() < 0.5:
        power = np.float32(np.exp(rng.normal(0, 0.2)))
        np.clip(image, 0, 255, out=image)
        image[:] = 255 * (image / 255) ** power
    if rng.random() < 0.3:
        grey = image.mean(axis=2, keepdims=True)
        image += (rng.uniform(-0.6, 0.5)) * (image - grey)
    scale = w / 1000
    if rng.random() < 0.55:
        sigma = rng.gamma(1.5, 0.5) * hard * scale
        if sigma > 0.2:
            image[:] = cv2.GaussianBlur(image, (0, 0), sigma)
    if rng.random() < 0.12 * hard:
        length = max(2, round(rng.uniform(2, 9) * scale))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        angle = rng.uniform(0, math.pi)
        offset = (int(length * math.cos(angle)), int(length * math.sin(angle)))
        cv2.line(kernel, (length - offset[0], length - offset[1]),
                 (length + offset[0], length + offset[1]), 1.0)  # fmt: skip
        image[:] = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image += rng.uniform(0.2, 1.2) * (image - soft)
    noise = abs(rng.normal(0, 3.5)) * hard
    if noise > 0.3:
        speckle = rng.integers(-128, 128, (h, w, 3), dtype=np.int8).astype(np.float32)
        image += speckle * np.float32(noise / 74)
    out = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.integers(35, 96))
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])
        out = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
    return out
