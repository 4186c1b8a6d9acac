"""Letters, digits and ornaments as masks placed on a square face."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.float32]

_CAPS_PX = (48, 96, 192)


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """A text drawn once, large.

    Attributes:
        mask: uint8 (H, W), ink is 255.
        baseline_px: Row of the baseline in the mask.
        cap_px: Height of a capital H in this font.
        left_px: First column with ink.
        right_px: Last column with ink.
        top_px: First row with ink.
    """

    mask: NDArray[np.uint8]
    baseline_px: float
    cap_px: float
    left_px: float
    right_px: float
    top_px: float


@lru_cache(maxsize=512)
def _font(path: str, size_px: int) -> tuple[ImageFont.FreeTypeFont, float]:
    """The font at the size where a capital H is about `size_px` high, and that height."""
    trial = ImageFont.truetype(path, 100)
    _, top, _, bottom = trial.getbbox("H", anchor="ls")
    em_px = max(8, round(100 * size_px / max(1.0, bottom - top)))
    font = ImageFont.truetype(path, em_px)
    _, top, _, bottom = font.getbbox("H", anchor="ls")
    return font, max(1.0, bottom - top)


@lru_cache(maxsize=16384)
def draw_glyph(path: str, text: str, cap_px: int) -> Glyph:
    """The text in a font at one of a few heights; kept, since sets draw it again and again."""
    font, cap = _font(path, cap_px)
    left, top, right, bottom = (float(v) for v in font.getbbox(text, anchor="ls"))
    pad = 4
    size = (math.ceil(right - left) + 2 * pad, math.ceil(bottom - top) + 2 * pad)
    canvas = Image.new("L", (max(size[0], 2 * pad + 1), max(size[1], 2 * pad + 1)))
    ImageDraw.Draw(canvas).text((pad - left, pad - top), text, fill=255, font=font, anchor="ls")
    mask = np.asarray(canvas, dtype=np.uint8)
    columns = np.flatnonzero(mask.max(axis=0) > 96)
    rows = np.flatnonzero(mask.max(axis=1) > 96)
    if not len(columns):
        columns = rows = np.array([0, 1])
    return Glyph(mask, pad - top, cap, float(columns[0]), float(columns[-1]), float(rows[0]))


@dataclass(frozen=True, slots=True)
class Placing:
    """Where and how a text stands on a face of side 1.

    Attributes:
        x: Centre of the ink, from the left.
        y: Middle of a capital's height, from the top.
        cap: Height of a capital.
        slant: Lean to the right, as a tangent.
        widen: Factor on the width.
        turn_rad: Turn, clockwise.
        max_width: The text is condensed to this width at most.
        min_top: Accents that would rise above this make the text smaller.
        thicken: Strokes grow (or shrink) by this part of a capital's height.
    """

    x: float
    y: float
    cap: float
    slant: float = 0.0
    widen: float = 1.0
    turn_rad: float = 0.0
    max_width: float = 0.84
    min_top: float = 0.05
    thicken: float = 0.0


def place_text(path: str, text: str, placing: Placing, size_px: int) -> Mask:
    """The text on the face: float32 (size_px, size_px), 0 bare to 1 ink."""
    wanted = placing.cap * size_px
    cap_px = next((c for c in _CAPS_PX if c >= 1.1 * wanted), _CAPS_PX[-1])
    glyph = draw_glyph(path, text, cap_px)
    scale = wanted / glyph.cap_px
    mask = _thicken(glyph.mask, placing.thicken * glyph.cap_px)
    rise = (glyph.baseline_px - glyph.top_px) * scale - wanted
    room = (placing.y - placing.min_top) * size_px - wanted / 2
    y_px = placing.y * size_px
    if rise > max(room, 0.0):
        shrink = max(0.62, (wanted + max(room, 0.0)) / (wanted + rise))
        y_px += wanted * (1 - shrink) / 2
        scale *= shrink
        wanted *= shrink
    wide = (glyph.right_px - glyph.left_px) * scale * placing.widen
    stretch = placing.widen * min(1.0, placing.max_width * size_px / max(wide, 1.0))
    centre = ((glyph.left_px + glyph.right_px) / 2, glyph.baseline_px - glyph.cap_px / 2)
    cos, sin = math.cos(placing.turn_rad), math.sin(placing.turn_rad)
    turn = np.array([[cos, -sin], [sin, cos]])
    shape = turn @ np.array([[scale * stretch, -placing.slant * scale], [0.0, scale]])
    offset = np.array([placing.x * size_px - 0.5, y_px - 0.5]) - shape @ np.array(centre)
    if scale < 0.5:
        mask = np.asarray(cv2.blur(mask, (2, 2)), dtype=np.uint8)
    affine = np.column_stack([shape, offset])
    placed = cv2.warpAffine(mask, affine, (size_px, size_px), flags=cv2.INTER_LINEAR)
    return np.asarray(placed, dtype=np.float32) / np.float32(255)


def _thicken(mask: NDArray[np.uint8], by_px: float) -> NDArray[np.uint8]:
    """Strokes made thicker (positive) or thinner by about that many pixels in all."""
    reach = round(abs(by_px))
    if reach < 1:
        return mask
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach + 1, reach + 1))
    change = cv2.dilate if by_px > 0 else cv2.erode
    return np.asarray(change(mask, kernel), dtype=np.uint8)


SYMBOLS = (
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
"""Ornaments that a blank's face may carry."""


def draw_symbol(
    kind: str, size_px: int, *, font: str, words: tuple[str, ...], scale: float
) -> Mask:
    """An ornament in the middle of a face: float32 (size_px, size_px), 0 bare to 1 ink.

    Args:
        kind: One of `SYMBOLS`.
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
        raise ValueError(f"no ornament is called {kind!r}; there are {', '.join(SYMBOLS)}")
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
