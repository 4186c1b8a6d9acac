"""Plausible sets of tiles, drawn at random."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.synth.face_style import Colour, Corner, FaceStyle, Relief
from companion.synth.fonts import Font, bundled_fonts
from companion.synth.materials import Material
from tools.synth.ornaments import KINDS, Ornament

_SAMPLE_WORDS = (
    "CLUB",
    "OPEN",
    "CUP",
    "BLANK",
    "WORDS",
    "JOKER",
    "LIGA",
    "NORD",
    "TEAM",
    "2024",
)


def random_style(rng: np.random.Generator, fonts: Sequence[Font] | None = None) -> FaceStyle:
    """A plausible set of tiles: pale wood with dark ink most often, but anything may come.

    Args:
        rng: Decides everything.
        fonts: Fonts to draw from by weight; the bundled ones if None.
    """
    choice = tuple(fonts) if fonts is not None else bundled_fonts()
    weights = np.array([font.weight for font in choice])
    pick = rng.choice(len(choice), size=2, p=weights / weights.sum())
    font = choice[int(pick[0])].path
    digit_font = font if rng.random() < 0.7 else choice[int(pick[1])].path
    face, ink, strength, relief, depth = _colours(rng)
    cap = float(np.clip(rng.normal(0.53, 0.1), 0.3, 0.78))
    corner = _pick(
        rng,
        {
            "bottom-right": 0.66,
            "none": 0.12,
            "top-right": 0.08,
            "bottom-left": 0.05,
            "top-left": 0.05,
            "below": 0.04,
        },
    )
    rim = rng.random() < 0.12
    panel = rng.random() < 0.05
    symbol = str(rng.choice(KINDS)) if rng.random() < 0.35 else ""
    lean = float(rng.normal(0, 0.02)) if rng.random() < 0.88 else float(rng.uniform(0.05, 0.3))
    has_digit = corner != "none"
    style = FaceStyle(
        font=font,
        digit_font=digit_font,
        face=face,
        ink=ink,
        relief=relief,
        relief_depth=depth,
        ink_strength=strength,
        letter_cap=cap,
        letter_x=0.5 + float(rng.normal(-0.035 if has_digit else 0.0, 0.045)),
        letter_y=0.5 + float(rng.normal(-0.03 if has_digit else 0.0, 0.04)),
        slant=lean,
        widen=float(np.clip(rng.normal(1.0, 0.1), 0.75, 1.3)),
        thicken=float(np.clip(rng.normal(0.0, 0.035), -0.06, 0.1)),
        digit_corner=corner,
        digit_cap=float(np.clip(rng.normal(0.165, 0.04), 0.09, 0.27)),
        digit_inset=float(rng.uniform(0.09, 0.25)),
        zero_on_blanks=bool(rng.random() < 0.12),
        mixed_case_pairs=bool(rng.random() < 0.3),
        material=_material(rng, relief),
        texture=float(np.clip(rng.exponential(0.22), 0, 0.9)),
        corner_radius=float(np.clip(rng.normal(0.09, 0.05), 0.0, 0.25)),
        bevel=float(rng.uniform(0.01, 0.1)),
        bevel_depth=float(rng.uniform(0.0, 1.0)),
        rim=_near(rng, ink if rng.random() < 0.5 else face, 70) if rim else None,
        rim_width=float(rng.uniform(0.015, 0.05)),
        rim_inset=float(rng.uniform(0.0, 0.08)),
        panel=_near(rng, face, 45) if panel else None,
        panel_round=bool(rng.random() < 0.6),
        panel_size=float(rng.uniform(0.7, 0.92)),
        studs=bool(rng.random() < 0.04),
        ornament=Ornament(
            symbol,
            words=tuple(_words(rng)) if symbol in ("words", "scatter") else (),
            scale=float(rng.uniform(0.24, 0.72)),
            x=0.5 + (float(rng.uniform(-0.15, 0.15)) if rng.random() < 0.35 else 0.0),
            y=0.5 + (float(rng.uniform(-0.15, 0.15)) if rng.random() < 0.35 else 0.0),
        ),
        wear=float(rng.beta(1.2, 4.0)),
    )
    return style if symbol else replace(style, ornament=None)


def _pick(rng: np.random.Generator, odds: dict[Corner, float]) -> Corner:
    return list(odds)[int(rng.choice(len(odds), p=list(odds.values())))]


def _words(rng: np.random.Generator) -> list[str]:
    """One or two short lines; sometimes letters that mean nothing."""
    lines = []
    for _ in range(int(rng.integers(1, 4))):
        if rng.random() < 0.5:
            lines.append(str(rng.choice(_SAMPLE_WORDS)))
        else:
            count = int(rng.integers(2, 7))
            lines.append("".join(chr(65 + int(v)) for v in rng.integers(0, 26, count)))
    return lines


def _material(rng: np.random.Generator, relief: Relief) -> Material:
    if relief == "raised" and rng.random() < 0.6:
        return "printed-layers"
    materials: tuple[Material, ...] = (
        "wood",
        "plastic",
        "flat",
        "coarse-wood",
        "speckle",
        "marble",
        "printed-layers",
    )
    odds = (0.36, 0.26, 0.16, 0.08, 0.06, 0.04, 0.04)
    return materials[int(rng.choice(len(materials), p=odds))]


def _hsv(hue: float, saturation: float, value: float) -> Colour:
    """From hue (degrees), saturation and value (0 to 1)."""
    red, green, blue = colorsys.hsv_to_rgb((hue % 360) / 360, saturation, value)
    return (255 * blue, 255 * green, 255 * red)


def _near(rng: np.random.Generator, colour: Colour, reach: float) -> Colour:
    """A colour in the neighbourhood, mostly brighter or darker."""
    shift = rng.uniform(-reach, reach) + rng.normal(0, reach / 6, 3)
    blue, green, red = np.clip(np.array(colour) + shift, 0, 255)
    return (float(blue), float(green), float(red))


def _luma(colour: Colour) -> float:
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def _dark_ink(rng: np.random.Generator) -> Colour:
    if rng.random() < 0.7:
        return _hsv(rng.uniform(0, 360), rng.uniform(0, 0.35), rng.uniform(0.02, 0.28))
    return _hsv(rng.uniform(0, 360), rng.uniform(0.4, 1.0), rng.uniform(0.15, 0.55))


def _pale_ink(rng: np.random.Generator) -> Colour:
    return _hsv(rng.uniform(20, 250), abs(rng.normal(0, 0.12)) % 0.5, rng.uniform(0.72, 1.0))


def _colours(
    rng: np.random.Generator,
) -> tuple[Colour, Colour, float, Relief, float]:
    """Face, ink, strength of the ink, relief and its depth."""
    relief: Relief = "none"
    if rng.random() < 0.25:
        relief = "engraved" if rng.random() < 0.6 else "raised"
    depth = float(rng.uniform(0.15, 1.0))
    kind = rng.random()
    if kind < 0.07:  # same colour, seen by relief alone
        face = _any_face(rng)
        ink = _near(rng, face, 14)
        return face, ink, 1.0, "raised" if rng.random() < 0.6 else "engraved", depth + 0.5
    if kind < 0.13:  # two-colour prints
        face, ink = _contrast(rng, _any_face(rng), 60)
        return face, ink, 1.0, "raised" if rng.random() < 0.7 else "none", depth
    strength = float(np.clip(rng.normal(0.95, 0.1), 0.55, 1.0))
    if kind < 0.48:
        face = _hsv(rng.normal(34, 7), rng.uniform(0.1, 0.5), rng.uniform(0.6, 1.0))
        return face, _dark_ink(rng), strength, relief, depth
    if kind < 0.62:
        face = _hsv(rng.uniform(20, 260), abs(rng.normal(0, 0.07)), rng.uniform(0.78, 1.0))
        face, ink = _contrast(rng, face, 75)
        return face, ink, strength, relief, depth
    if kind < 0.74:
        face = _hsv(rng.uniform(0, 360), rng.uniform(0.0, 0.6), rng.uniform(0.05, 0.38))
        return face, _pale_ink(rng), strength, relief, depth
    if kind < 0.86:
        face = _hsv(rng.normal(24, 9), rng.uniform(0.25, 0.75), rng.uniform(0.3, 0.7))
        if rng.random() < 0.5:
            return face, _pale_ink(rng), strength, relief, depth
        face, ink = _contrast(rng, face, 45)
        return face, ink, strength, relief, depth
    face, ink = _contrast(rng, _any_face(rng), 55)
    return face, ink, strength, relief, depth


def _any_face(rng: np.random.Generator) -> Colour:
    return _hsv(rng.uniform(0, 360), rng.uniform(0.0, 0.95), rng.uniform(0.22, 1.0))


def _contrast(rng: np.random.Generator, face: Colour, least: float) -> tuple[Colour, Colour]:
    """The face with an ink that differs by at least `least` in brightness."""
    for _ in range(12):
        roll = rng.random()
        if roll < 0.45:
            ink = _dark_ink(rng)
        elif roll < 0.65:
            ink = _pale_ink(rng)
        else:
            ink = _hsv(rng.uniform(0, 360), rng.uniform(0.3, 1.0), rng.uniform(0.2, 1.0))
        if abs(_luma(ink) - _luma(face)) >= least:
            return face, ink
    return face, (_hsv(0, 0, 0.05) if _luma(face) > 110 else _hsv(40, 0.1, 0.95))
