"""Tile faces rendered with their light: the letter, its value, the material, the edge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.face_style import Colour, FaceStyle
from companion.synth.glyphs import Mask, Placing, place_text
from companion.synth.materials import texture

BLANK_TOKEN = "?"


@dataclass(frozen=True, slots=True, eq=False)
class FaceImage:
    """A rendered face.

    Attributes:
        bgr: uint8 (S, S, 3), with the light of its relief and edge already on it.
        alpha: uint8 (S, S), 0 outside the rounded corners.
        height: float32 (S, S), height hint: 0 at the face, positive where it stands out.
    """

    bgr: NDArray[np.uint8]
    alpha: NDArray[np.uint8]
    height: NDArray[np.float32]


def render_face(
    style: FaceStyle,
    token: str,
    value: int | None,
    size_px: int,
    rng: np.random.Generator,
    *,
    light_dir: tuple[float, float] = (-0.5, -0.7),
) -> FaceImage:
    """One tile's face, seen from straight above.

    Args:
        style: The look of the set.
        token: Upper-case letter token, or "?" for a blank.
        value: Printed value; None for none.
        size_px: Side of the picture.
        rng: What differs from tile to tile: grain, small misprints.
        light_dir: Towards the light in the picture (x right, y down); a length near 1 is light
            that rakes across the face, near 0 light from straight above.

    Raises:
        ValueError: The face is under 8 px.
    """
    if size_px < 8:
        raise ValueError(f"a face of {size_px} px cannot show a letter; 8 px is the least")
    ink = _ink(style, token, value, size_px, rng)
    edge, alpha = _edge(size_px, style.corner_radius, style.bevel)
    grain = texture(style.material, size_px, style.texture, rng)
    face = _base(style, size_px) * grain[..., None]
    soft = 1.0 if size_px < 48 else size_px / 48
    cover = ink * style.ink_strength
    if style.wear > 0.3:
        patches = texture("speckle", size_px, 1.0, rng)
        cover = cover * np.clip(1.25 - style.wear * 0.5 * patches, 0.3, 1)
    printed = np.array(style.ink, dtype=np.float32) * (0.5 + 0.5 * grain[..., None])
    face = face + cover[..., None] * (printed - face)
    height = np.zeros_like(ink)
    shade = 1 + _slope(edge, light_dir, 0.30 * style.bevel_depth, soft)
    if style.relief != "none":
        sign = 1.0 if style.relief == "raised" else -1.0
        height = np.asarray(sign * ink, dtype=np.float32)
    if style.relief != "none" and style.shaped is not None:
        shade = shade * style.shaped.light(ink, light_dir, raised=style.relief == "raised")
    elif style.relief != "none":
        shade = shade + _slope(height, light_dir, 0.42 * style.relief_depth, soft)
        shade = shade - _cast(ink, sign, light_dir, style.relief_depth, soft)
    lit = face * np.clip(shade, 0.25, 1.9)[..., None]
    return FaceImage(np.clip(lit, 0, 255).astype(np.uint8), alpha, height)


def _base(style: FaceStyle, size_px: int) -> NDArray[np.float32]:
    """The bare face: float32 (S, S, 3), with panel, rim and studs."""
    face = np.full((size_px, size_px, 3), style.face, dtype=np.float32)
    if style.panel is not None:
        _draw_panel(face, style.panel, style)
    if style.rim is not None:
        width = max(1, round(style.rim_width * size_px))
        inset = round(style.rim_inset * size_px) + width // 2
        far = size_px - 1 - inset
        cv2.rectangle(face, (inset, inset), (far, far), style.rim, width, cv2.LINE_AA)
    if style.studs:
        radius = max(1, round(style.stud_size * size_px))
        reach = round((0.07 + style.stud_size) * size_px)
        lighter = tuple(min(255.0, 1.15 * v) for v in style.face)
        for x in (reach, size_px - 1 - reach):
            for y in (reach, size_px - 1 - reach):
                cv2.circle(face, (x, y), radius, lighter, -1, cv2.LINE_AA)
    return face


def _draw_panel(face: NDArray[np.float32], colour: Colour, style: FaceStyle) -> None:
    size_px = face.shape[0]
    middle, reach = size_px // 2, round(style.panel_size * size_px / 2)
    if style.panel_round:
        cv2.circle(face, (middle, middle), reach, colour, -1, cv2.LINE_AA)
    else:
        near, far = middle - reach, middle + reach
        cv2.rectangle(face, (near, near), (far, far), colour, -1)


def _ink(
    style: FaceStyle, token: str, value: int | None, size_px: int, rng: np.random.Generator
) -> Mask:
    """Everything printed on one face: float32 (S, S), 0 to 1."""
    slip = 0.012 + 0.03 * style.wear
    dx, dy, turn = rng.normal(0, slip), rng.normal(0, slip), rng.normal(0, 0.6 * slip)
    if token == BLANK_TOKEN:
        ink = np.zeros((size_px, size_px), dtype=np.float32)
        if style.ornament:
            ink = style.ornament.drawn(size_px, style.font, dx, dy)
            dx = dy = 0.0
        value = 0 if style.zero_on_blanks else None
    else:
        text = token.title() if style.mixed_case_pairs and len(token) == 2 else token
        placing = Placing(
            x=style.letter_x + dx,
            y=style.letter_y + dy,
            cap=style.letter_cap if len(token) == 1 else 0.86 * style.letter_cap,
            slant=style.slant,
            widen=style.widen,
            turn_rad=turn,
            max_width=0.8 if len(token) == 1 else 0.86,
            thicken=style.thicken,
        )
        ink = place_text(style.font, text, placing, size_px)
    if value is not None and style.digit_corner != "none":
        digit = place_text(style.digit_font, str(value), _digit(style, dx, dy), size_px)
        ink = np.maximum(ink, digit)
    return ink


def _digit(style: FaceStyle, dx: float, dy: float) -> Placing:
    """Where the value stands."""
    inset = style.digit_inset
    x, y = {
        "bottom-right": (1 - inset, 1 - inset),
        "top-right": (1 - inset, inset),
        "bottom-left": (inset, 1 - inset),
        "top-left": (inset, inset),
    }.get(style.digit_corner, (0.5, 1 - 0.7 * inset))
    return Placing(
        x=x + dx,
        y=y + dy,
        cap=style.digit_cap,
        slant=style.slant,
        max_width=0.28,
        min_top=0.0,
        thicken=min(0.05, style.thicken),
    )


@lru_cache(maxsize=256)
def _edge_of(size_px: int, radius_px: int, bevel_px: float) -> tuple[Mask, NDArray[np.uint8]]:
    """Height of the rounded edge (0 at the border, 1 on the face), and the outline."""
    big = 4
    side = size_px * big
    shape = np.zeros((side + 2, side + 2), dtype=np.uint8)
    radius = radius_px * big
    cv2.rectangle(shape, (1 + radius, 1), (side - radius, side), 255, -1)
    cv2.rectangle(shape, (1, 1 + radius), (side, side - radius), 255, -1)
    for x in (1 + radius, side - radius):
        for y in (1 + radius, side - radius):
            cv2.circle(shape, (x, y), radius, 255, -1)
    depth = cv2.distanceTransform(shape, cv2.DIST_L2, 3)[1:-1, 1:-1] / big
    profile = np.clip(depth / max(bevel_px, 0.5), 0, 1)
    profile = np.sqrt(1 - (1 - profile) ** 2) * bevel_px
    edge = cv2.resize(profile, (size_px, size_px), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(shape[1:-1, 1:-1], (size_px, size_px), interpolation=cv2.INTER_AREA)
    height = np.asarray(edge, dtype=np.float32)
    outline = np.asarray(alpha, dtype=np.uint8)
    height.setflags(write=False)
    outline.setflags(write=False)
    return height, outline


def _edge(size_px: int, radius: float, bevel: float) -> tuple[Mask, NDArray[np.uint8]]:
    """The edge, rounded to whole steps so that it is drawn once and kept."""
    return _edge_of(size_px, round(radius * size_px), round(bevel * size_px, 1))


def _slope(height: Mask, light_dir: tuple[float, float], gain: float, soft: float) -> Mask:
    """Light gained where a height map leans to the light, lost where it leans away."""
    smooth = cv2.GaussianBlur(height, (0, 0), 0.7 * soft)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3) / 4
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3) / 4
    lean = -(across * light_dir[0] + down * light_dir[1]) * soft
    return np.asarray(np.clip(gain * 3.0 * lean, -0.6, 0.6), dtype=np.float32)


def _cast(
    ink: Mask, sign: float, light_dir: tuple[float, float], depth: float, soft: float
) -> Mask:
    """Shadow that raised strokes throw on the face, or that walls throw into cut strokes."""
    reach = 1.6 * soft * depth
    shift = np.array([[1, 0, -light_dir[0] * reach], [0, 1, -light_dir[1] * reach]])
    size = (ink.shape[1], ink.shape[0])
    moved = cv2.warpAffine(ink, shift, size, borderMode=cv2.BORDER_REPLICATE)
    dark = np.maximum(moved - ink, 0) if sign > 0 else np.maximum(ink - moved, 0)
    blurred = cv2.GaussianBlur(dark, (0, 0), 0.8 * soft)
    return np.asarray(0.35 * depth * blurred, dtype=np.float32)
