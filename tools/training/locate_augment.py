"""Changes of light, colour, sharpness and cover, laid over pictures as they are used."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


class Augmenter:
    """Makes one picture look as if other cameras, lamps and hands had been there.

    Args:
        rng: Where chance comes from.
        side_px: Side of the square pictures it will be given.
    """

    def __init__(self, rng: np.random.Generator, side_px: int) -> None:
        self._rng = rng
        self._side = side_px
        bank = rng.normal(0, 1, (2 * side_px, 2 * side_px, 3)).astype(np.float32)
        self._noise = bank
        self._ramp = np.linspace(0, 1, 256, dtype=np.float32)
        self._grid = np.mgrid[0:side_px, 0:side_px].astype(np.float32) / side_px - 0.5

    def __call__(self, picture: Picture) -> Picture:
        """The picture (side, side, 3), changed; the content stays where it is."""
        rng = self._rng
        if rng.random() < 0.25:
            picture = self._covered(picture)
        if rng.random() < 0.35:
            picture = self._mixed_colours(picture)
        picture = self._curves(picture)
        if rng.random() < 0.4:
            picture = self._uneven_light(picture)
        if rng.random() < 0.35:
            picture = self._blurred(picture)
        if rng.random() < 0.5:
            picture = self._noisy(picture)
        if rng.random() < 0.2:
            quality = int(rng.integers(25, 90))
            data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
            picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
        return picture

    def _curves(self, picture: Picture) -> Picture:
        """Gain, gamma, contrast and white balance by a table for each channel."""
        rng = self._rng
        gamma = np.exp(rng.normal(0, 0.3))
        gain, lift = np.exp(rng.normal(0, 0.2)), rng.normal(0, 0.05)
        table = np.zeros((1, 256, 3), np.uint8)
        for channel in range(3):
            own = np.exp(rng.normal(0, 0.13))
            curve = np.power(self._ramp, gamma * np.exp(rng.normal(0, 0.06))) * gain * own
            table[0, :, channel] = np.clip((curve + lift) * 255, 0, 255)
        return np.asarray(cv2.LUT(picture, table), dtype=np.uint8)

    def _mixed_colours(self, picture: Picture) -> Picture:
        """Hue turned, saturation changed, sometimes to grey."""
        rng = self._rng
        grey = np.full((3, 3), 1 / 3)
        saturation = 0.0 if rng.random() < 0.2 else rng.uniform(0.4, 1.6)
        angle = rng.normal(0, 0.6) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi)
        axis = np.ones(3) / np.sqrt(3)
        cross = np.array(
            [[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]]
        )
        turn = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
        matrix = (grey + saturation * (np.eye(3) - grey)) @ turn
        return np.asarray(cv2.transform(picture, matrix.astype(np.float32)), dtype=np.uint8)

    def _uneven_light(self, picture: Picture) -> Picture:
        """A fall of light across the picture, a dark rim, or the hard edge of a shadow."""
        rng = self._rng
        y, x = self._grid
        angle = rng.uniform(0, 2 * np.pi)
        along = np.cos(angle) * x + np.sin(angle) * y
        kind = rng.integers(3)
        if kind == 0:
            light = 1 + rng.uniform(0.2, 1.0) * along
        elif kind == 1:
            light = 1.1 - rng.uniform(0.3, 1.6) * (x * x + y * y)
        else:
            soft = rng.uniform(2, 60)
            edge = 1 / (1 + np.exp(-np.clip((along - rng.uniform(-0.4, 0.4)) * soft, -30, 30)))
            light = 1.1 - rng.uniform(0.2, 0.65) * edge
        scaled = picture * light[:, :, None].astype(np.float32)
        return np.clip(scaled, 0, 255).astype(np.uint8)

    def _blurred(self, picture: Picture) -> Picture:
        """Out of focus, or moved while open."""
        rng = self._rng
        if rng.random() < 0.6:
            sigma = float(rng.uniform(0.4, 2.0))
            return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.uint8)
        length, angle = rng.uniform(1.5, 6.0), rng.uniform(0, np.pi)
        kernel = np.zeros((9, 9), np.float32)
        step = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        a, b = (4 - step) * 16, (4 + step) * 16
        cv2.line(
            kernel,
            (int(a[0]), int(a[1])),
            (int(b[0]), int(b[1])),
            1.0,
            1,
            cv2.LINE_AA if kernel.dtype == np.uint8 else cv2.LINE_8,
            4,
        )
        total = kernel.sum()
        if total <= 0:
            return picture
        return np.asarray(cv2.filter2D(picture, -1, kernel / total), dtype=np.uint8)

    def _noisy(self, picture: Picture) -> Picture:
        rng, side = self._rng, self._side
        y, x = rng.integers(0, side, 2)
        noise = self._noise[y : y + side, x : x + side]
        if rng.random() < 0.4:
            noise = noise[:, :, :1]
        level = abs(rng.normal(0, 9))
        return np.clip(picture + level * noise, 0, 255).astype(np.uint8)

    def _covered(self, picture: Picture) -> Picture:
        """A hand, an arm, a sheet or a rack reaching in from anywhere."""
        rng, side = self._rng, self._side
        picture = picture.copy()
        for _ in range(int(rng.integers(1, 3))):
            colour = _skin(rng) if rng.random() < 0.5 else rng.integers(0, 255, 3)
            centre = rng.uniform(-0.1, 1.1, 2) * side
            count = int(rng.integers(3, 8))
            angles = np.sort(rng.uniform(0, 2 * np.pi, count))
            radii = rng.uniform(0.04, 0.28) * side * rng.uniform(0.5, 1.5, count)
            points = centre + np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None]
            points[:, 0] *= rng.uniform(0.7, 1.3)
            fill: Any = tuple(int(c) for c in colour)
            cv2.fillPoly(
                picture, [np.round(points * 16).astype(np.int32)], fill, cv2.LINE_AA, 4
            )
            if rng.random() < 0.6:
                end = centre + rng.normal(0, 1.0, 2) * side
                width = int(rng.uniform(0.04, 0.2) * side)
                a, b = np.round(centre).astype(int), np.round(end).astype(int)
                cv2.line(picture, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), fill, width)
        return picture


def _skin(rng: np.random.Generator) -> NDArray[np.float64]:
    light = rng.uniform(0.25, 1.05)
    return np.clip(np.array([150, 180, 230]) * light + rng.normal(0, 12, 3), 0, 255)
