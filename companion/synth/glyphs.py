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
