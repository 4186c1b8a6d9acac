"""Ornaments that the face of a blank may carry."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.glyphs import Mask, Placing, place_text

KINDS = (
    "smiley",
    "star",
    "heart",
    "ring",
    "frame",
    "flower",
    "drop",
    "bars",
    "badge",
    "scatter",
    "words",
)
"""What ornaments there are."""


@dataclass(frozen=True, slots=True)
class Ornament:
    """An ornament and its place. Lengths are parts of the face's side.

    Attributes:
        kind: One of `KINDS`.
        words: Lines of small text, for the kinds `words` and `scatter`.
        scale: Its size.
        x: Its middle, from the left.
        y: Its middle, from the top.
    """

    kind: str
    words: tuple[str, ...] = ()
    scale: float = 0.5
    x: float = 0.5
    y: float = 0.5

    def drawn(self, size_px: int, font: str, dx: float, dy: float) -> Mask:
        """See `companion.synth.face_style.Ornament`."""
        ink = draw_symbol(self.kind, size_px, font=font, words=self.words, scale=self.scale)
        across, down = dx + (self.x - 0.5), dy + (self.y - 0.5)
        move = np.array([[1, 0, across * size_px], [0, 1, down * size_px]])
        return np.asarray(cv2.warpAffine(ink, move, (size_px, size_px)), np.float32)


def draw_symbol(
    kind: str, size_px: int, *, font: str, words: tuple[str, ...], scale: float
) -> Mask:
    """An ornament in the middle of a face: float32 (size_px, size_px), 0 bare to 1 ink.

    Args:
        kind: One of `KINDS`.
        size_px: Side of the face.
        font: Font file of printed words.
        words: Lines of small text, for the kinds `words` and `scatter`.
        scale: Size as part of the face, about 0.3 to 0.7.

    Raises:
        ValueError: There is no such ornament.
    """
    if kind == "words":
        return _draw_words(size_px, font, words, scale)
    if kind == "scatter":
        return _draw_scattered(size_px, font, words, scale)
    big = 4 * size_px
    canvas = np.zeros((big, big), dtype=np.uint8)
    middle, reach = big // 2, int(scale * big / 2)
    thick = max(1, round(0.05 * big * scale))
    draw = {
        "smiley": _smiley,
        "star": _star,
        "heart": _heart,
        "ring": _ring,
        "frame": _frame,
        "flower": _flower,
        "drop": _drop,
        "bars": _bars,
        "badge": _badge,
    }.get(kind)
    if draw is None:
        raise ValueError(f"no ornament is called {kind!r}; there are {', '.join(KINDS)}")
    draw(canvas, middle, reach, thick)
    small = cv2.resize(canvas, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32) / np.float32(255)


def _draw_words(size_px: int, font: str, words: tuple[str, ...], scale: float) -> Mask:
    """Lines of small capitals around the middle."""
    mask = np.zeros((size_px, size_px), dtype=np.float32)
    step = scale / max(2, len(words))
    for row, word in enumerate(words):
        y = 0.5 + (row - (len(words) - 1) / 2) * step
        placing = Placing(x=0.5, y=y, cap=0.6 * step, max_width=0.8)
        mask = np.maximum(mask, place_text(font, word, placing, size_px))
    return mask


def _draw_scattered(size_px: int, font: str, words: tuple[str, ...], scale: float) -> Mask:
    """The letters of the words along one or two edges of a square, as some clubs do."""
    mask = np.zeros((size_px, size_px), dtype=np.float32)
    letters = "".join(words)[:6] or "CUP"
    half = scale / 2
    bend = (len(letters) + 1) // 2
    for k, letter in enumerate(letters):
        along = -half + scale * min(k, bend - 1) / max(1, bend - 1)
        down = -half + scale * max(0, k - bend + 1) / max(1, len(letters) - bend)
        placing = Placing(x=0.5 + along, y=0.5 + down, cap=0.2 * scale)
        mask = np.maximum(mask, place_text(font, letter, placing, size_px))
    return mask


def _badge(canvas: NDArray[np.uint8], middle: int, reach: int, thick: int) -> None:
    """A filled shield with marks left open in it."""
    wide = round(0.85 * reach)
    outline = [
        (middle - wide, middle - reach),
        (middle + wide, middle - reach),
        (middle + wide, middle + reach // 4),
        (middle, middle + reach),
        (middle - wide, middle + reach // 4),
    ]
    cv2.fillPoly(canvas, [np.array(outline, dtype=np.int32)], (255,))
    for row in range(2):
        y = middle - reach // 2 + row * round(0.55 * reach)
        far = wide // 2 if row else round(0.7 * wide)
        cv2.line(canvas, (middle - far, y + far // 3), (middle + far, y), 0, thick)


def _smiley(canvas: NDArray[np.uint8], middle: int, reach: int, thick: int) -> None:
    cv2.circle(canvas, (middle, middle), reach, 255, thick)
    for side in (-1, 1):
        eye = (middle + side * reach // 3, middle - reach // 4)
        cv2.circle(canvas, eye, max(1, reach // 7), 255, -1)
    cv2.ellipse(canvas, (middle, middle), (reach // 2, reach // 2), 0, 20, 160, 255, thick)


def _points(count: int, middle: int, radii: tuple[float, ...]) -> NDArray[np.int32]:
    angles = np.arange(count) * 2 * math.pi / count - math.pi / 2
    radius = np.resize(np.array(radii), count)
    points = np.column_stack([np.cos(angles), np.sin(angles)]) * radius[:, None] + middle
    return np.round(points).astype(np.int32)


def _star(canvas: NDArray[np.uint8], middle: int, reach: int, thick: int) -> None:
    del thick
    cv2.fillPoly(canvas, [_points(10, middle, (reach, 0.42 * reach))], (255,))


def _heart(canvas: NDArray[np.uint8], middle: int, reach: int, thick: int) -> None:
    del thick
    t = np.linspace(0, 2 * math.pi, 60)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    outline = np.column_stack([x, y]) * (reach / 17) + middle
    cv2.fillPoly(canvas, [np.round(outline).astype(np.int32)], (255,))


def _ring(canvas: NDArray[np.uint8], middle: int, reach: int, thick: int) -> None:
    cv2.circle(canvas, (middle, middle), reach, 255, thick)
    cv2.circle(canvas, (middle, middle), reach // 2, 255, thick)


def _frame(canvas: NDArray[np.uint8], middle: int, reach: int, thick: int) -> None:
    corner, other = (middle - reach, middle - reach), (middle + reach, middle + reach)
    cv2.rectangle(canvas, corner, other, 255, thick)


def _flower(canvas: NDArray[np.uint8], middle: int, reach: int, thick: int) -> None:
    for x, y in _points(6, middle, (0.62 * reach,)):
        cv2.circle(canvas, (int(x), int(y)), int(0.36 * reach), 255, max(1, thick // 2))
    cv2.circle(canvas, (middle, middle), reach // 4, 255, -1)


def _drop(canvas: NDArray[np.uint8], middle: int, reach: int, thick: int) -> None:
    del thick
    cv2.ellipse(canvas, (middle, middle), (reach, reach // 2), 35, 0, 360, 255, -1)


def _bars(canvas: NDArray[np.uint8], middle: int, reach: int, thick: int) -> None:
    for row in (-1, 0, 1):
        y = middle + row * reach // 2
        cv2.line(canvas, (middle - reach, y), (middle + reach, y), 255, max(1, thick // 2))
