"""Whether a font can print every token."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

NEEDED = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÅÆØÑÇĄĆĘŁŃÓŚŹŻ·0123456789"
"""Characters that all tile sets of the command line need together."""


_PROBE_PX = 40


_PAIRS = tuple(
    (pair[0], pair[1]) for pair in "AĄ EĘ LŁ NŃ OÓ SŚ ZŹ ZŻ UÜ AÄ OÖ OØ CÇ CĆ NÑ".split()
)


def prints_every_token(path: str) -> bool:
    """Whether the font has a glyph of its own, with ink, for every needed character."""
    return not unprintable(path)


def unprintable(path: str) -> frozenset[str]:
    """The needed characters that the font cannot print: none drawn, or a stand-in.

    A file that is no font can print none of them.
    """
    try:
        font = ImageFont.truetype(path, _PROBE_PX)
        stand_in = _ink(font, "\uffff")
        shapes = {character: _ink(font, character) for character in NEEDED}
    except (OSError, ValueError):
        return frozenset(NEEDED)
    missing = {c for c, shape in shapes.items() if shape is None or _same(shape, stand_in)}
    for base, accented in _PAIRS:
        if _same(shapes[base], shapes[accented]):
            missing.add(accented)
    return frozenset(missing)


def _same(shape: NDArray[np.uint8] | None, other: NDArray[np.uint8] | None) -> bool:
    return shape is not None and other is not None and np.array_equal(shape, other)


def _ink(font: ImageFont.FreeTypeFont, text: str) -> NDArray[np.uint8] | None:
    """The character drawn on a fixed canvas, or None where nothing is drawn."""
    canvas = Image.new("L", (3 * _PROBE_PX, 3 * _PROBE_PX))
    ImageDraw.Draw(canvas).text(
        (_PROBE_PX, 2 * _PROBE_PX), text, fill=255, font=font, anchor="ls"
    )
    pixels = np.asarray(canvas)
    return pixels if int(pixels.max()) > 100 else None
