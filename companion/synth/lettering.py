"""Short texts as masks, for what is printed on boards."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.synth.fonts import bundled_fonts


@lru_cache(maxsize=4096)
def text_mask(text: str, height_px: int, font: int = 0) -> NDArray[np.uint8]:
    """Return a text as coverage, uint8 (H, W), with capitals about so many pixels high.

    Args:
        text: One line.
        height_px: Height of a capital letter.
        font: Any number; picks one of the fonts shipped with the package.
    """
    fonts = bundled_fonts()
    face = ImageFont.truetype(fonts[font % len(fonts)].path, max(4, round(height_px * 1.4)))
    left, top, right, bottom = face.getbbox(text)
    picture = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))), 0)
    ImageDraw.Draw(picture).text((-left, -top), text, fill=255, font=face)
    mask = np.array(picture, dtype=np.uint8)
    mask.setflags(write=False)
    return mask
