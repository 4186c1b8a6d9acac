"""Sets of tiles that are hard to read: bare relief, values close by, dimples, thin ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.synth.face_style import FaceStyle
from companion.synth.fonts import Font
from tools.synth.random_styles import random_style
from tools.synth.relief import Relief

_KINDS = ("relief", "close-value", "dimples", "thin", "any")
_ODDS = (0.45, 0.17, 0.08, 0.08, 0.22)


def hard_style(rng: np.random.Generator, fonts: Sequence[Font] | None = None) -> FaceStyle:
    """A set as `random_style` draws it, made harder in one way.

    Args:
        rng: Decides everything.
        fonts: Fonts to draw from by weight; the bundled ones if None.
    """
    style = random_style(rng, fonts)
    kind = _KINDS[int(rng.choice(len(_KINDS), p=_ODDS))]
    if kind == "relief":
        return _in_relief(style, rng)
    if kind == "close-value":
        return replace(
            style,
            digit_corner="bottom-right",
            digit_cap=float(rng.uniform(0.13, 0.23)),
            digit_inset=float(rng.uniform(0.17, 0.32)),
            letter_x=float(rng.uniform(0.4, 0.52)),
            letter_y=float(rng.uniform(0.42, 0.52)),
            thicken=float(rng.uniform(-0.06, 0.02)),
        )
    if kind == "dimples":
        return replace(style, studs=True, stud_size=float(rng.uniform(0.04, 0.1)))
    if kind == "thin":
        return replace(
            style,
            thicken=float(rng.uniform(-0.08, -0.02)),
            letter_cap=float(rng.uniform(0.36, 0.6)),
        )
    return style


def _in_relief(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
    """The set with letters in relief, in the face's own colour or nearly so."""
    deep = float(rng.uniform(0.012, 0.075))
    relief = Relief(
        depth=deep,
        flank=float(rng.uniform(0.01, 0.05)),
        ambient=float(rng.uniform(0.25, 0.9)),
        gloss=float(max(0.0, rng.normal(0.1, 0.15))),
        crease=float(rng.uniform(0.0, 1.0)),
    )
    face = style.face
    if rng.random() < 0.5:
        grey = float(rng.uniform(40, 235))
        blue, green, red = np.clip(grey + rng.normal(0, 8, 3), 5, 250)
        face = (float(blue), float(green), float(red))
    blue, green, red = np.clip(np.array(face) * (1 + rng.normal(0, 0.05)), 0, 255)
    return replace(
        style,
        face=face,
        ink=(float(blue), float(green), float(red)),
        ink_strength=float(rng.choice([0.0, 0.15, 1.0])),
        relief="raised" if rng.random() < 0.7 else "engraved",
        shaped=relief,
        material=(
            "hatched" if (roll := rng.random()) < 0.35
            else "printed-layers" if roll < 0.6
            else "plastic" if roll < 0.85
            else style.material
        ),
        texture=float(rng.uniform(0.0, 0.35)),
        wear=min(style.wear, 0.25),
        panel=None,
    )  # fmt: skip
