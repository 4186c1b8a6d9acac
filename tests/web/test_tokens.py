"""The colours of the pages can be read: every text on its ground, light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion.web

SHEET = Path(companion.web.__file__).parent / "static" / "tokens.css"

AA = 4.5
"""Least contrast of text, WCAG 2.2, 1.4.3."""

PAIRS = {
    "paper": ("ink", "muted", "accent", "warm", "stop", "good"),
    "card": ("ink", "muted", "accent", "accent-strong", "warm", "stop", "good"),
    "raised": ("ink", "muted", "accent"),
    "sunken": ("ink", "muted", "accent"),
    "accent": ("on-accent", "card"),
    "accent-strong": ("on-accent",),
    "accent-wash": ("ink", "accent", "muted"),
    "warm-wash": ("warm", "ink"),
    "stop-wash": ("stop", "ink"),
    "warm": ("card",),
    "stop": ("card",),
    "good": ("card",),
    "ground": ("ink",),
    "plain": ("ink", "muted"),
    "dl": ("dl-ink",),
    "tl": ("tl-ink",),
    "dw": ("dw-ink",),
    "tw": ("tw-ink",),
    "tile": ("tile-ink", "tile-soft"),
    "tile-last": ("tile-ink", "tile-soft"),
    "tile-new": ("tile-ink", "tile-soft"),
    **{f"p{n}": ("card",) for n in range(1, 7)},
}  # the ground, and what is written on it


def tokens(theme: str) -> dict[str, str]:
    """Return the colours of a theme by name; dark ones stand over the light ones."""
    light, dark = SHEET.read_text(encoding="utf-8").split("@media (prefers-color-scheme: dark)")
    blocks = [light] + ([dark.split("@media")[0]] if theme == "dark" else [])
    named = (re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block) for block in blocks)
    return {name: value for block in named for name, value in block}


def luminance(colour: str) -> float:
    """Return the relative luminance of #rrggbb as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_has_the_contrast_that_wcag_names():
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read_on_its_ground(theme):
    colours = tokens(theme)
    faint = {
        f"{ink} on {ground}": round(contrast(colours[ink], colours[ground]), 2)
        for ground, inks in PAIRS.items()
        for ink in inks
        if contrast(colours[ink], colours[ground]) < AA
    }
    assert not faint


def test_the_dark_theme_has_a_colour_of_its_own_for_each():
    dark, light = tokens("dark"), tokens("light")
    assert not [name for name in light if dark[name] == light[name]]
