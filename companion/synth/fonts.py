"""Fonts a tile set may be printed in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Font:
    """A font file and how often a rendered set uses it.

    Attributes:
        path: File that Pillow can open.
        weight: Relative chance of being drawn; sans faces weigh most.
    """

    path: str
    weight: float = 1.0


@cache
def bundled_fonts() -> tuple[Font, ...]:
    """The openly licensed fonts in the package, in name order."""
    folder = resources.files("companion.synth") / "data" / "fonts"
    paths = sorted(Path(str(f)) for f in folder.iterdir() if f.name.endswith((".ttf", ".otf")))
    return tuple(Font(str(path)) for path in paths)
