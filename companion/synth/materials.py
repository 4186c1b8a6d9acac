"""Surfaces: what a tile's face is made of, before anything is printed on it."""

from __future__ import annotations

from functools import cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

Material = Literal[
    "flat", "wood", "coarse-wood", "plastic", "speckle", "printed-layers", "marble", "hatched"
]
MATERIALS: tuple[Material, ...] = (
    "flat",
    "wood",
    "coarse-wood",
    "plastic",
    "speckle",
    "printed-layers",
    "marble",
)
"""What tables and boards are made of; tiles may be hatched by a printer's nozzle besides."""

_SIDE_PX = 256


def texture(
    kind: Material, size_px: int, strength: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """A random piece of a surface: float32 (size_px, size_px), brightness factors around 1.

    Args:
        kind: What the surface is made of.
        size_px: Side of the piece, which stands for one tile whatever its size in pixels.
        strength: 0 smooth to 1 strongly marked.
        rng: Where the piece is cut.
    """
    bank = _bank(kind)
    cut = int(rng.integers(80, 150))
    row, col = (int(v) for v in rng.integers(0, _SIDE_PX - cut, size=2))
    piece = bank[row : row + cut, col : col + cut]
    resized = cv2.resize(piece, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return (1.0 + 0.5 * strength * np.asarray(resized, dtype=np.float32)).astype(np.float32)


@cache
def _bank(kind: Material) -> NDArray[np.float32]:
    """A sheet of the surface, zero mean and about unit range; the same in every run."""
    number = MATERIALS.index(kind) if kind in MATERIALS else len(MATERIALS)
    rng = np.random.default_rng(20240 + number)
    sheet: NDArray[np.floating]
    side = _SIDE_PX
    if kind == "flat":
        sheet = _smooth(rng, 3, 3)
    elif kind == "wood":
        sheet = _smooth(rng, 6, 90) + 0.5 * _smooth(rng, 3, 200) + 0.4 * _smooth(rng, 3, 3)
    elif kind == "coarse-wood":
        rows = np.linspace(0, 26, side)[:, None] + 1.5 * _smooth(rng, 5, 4)
        sheet = np.sin(rows * (1 + 0.05 * _smooth(rng, 3, 3))) + 0.6 * _smooth(rng, 5, 160)
    elif kind == "plastic":
        sheet = 0.4 * _smooth(rng, 4, 4) + 0.15 * _smooth(rng, 200, 200)
    elif kind == "speckle":
        sheet = (_smooth(rng, 120, 120) > 1.2).astype(np.float32) - 0.3 * _smooth(rng, 90, 90)
    elif kind == "printed-layers":
        lines = np.sin(np.arange(side) * 1.1)[:, None] * (1 + 0.4 * _smooth(rng, 8, 8))
        sheet = 0.6 * lines + 0.3 * _smooth(rng, 60, 10)
    elif kind == "hatched":
        across, down = np.arange(side)[None, :], np.arange(side)[:, None]
        phase = 0.75 * (across + down) + 1.5 * _smooth(rng, 5, 5)
        sheet = np.sin(phase) * (1 + 0.5 * _smooth(rng, 7, 7)) + 0.4 * _smooth(rng, 40, 40)
    else:
        sheet = np.abs(_smooth(rng, 8, 8)) + 0.4 * np.abs(_smooth(rng, 24, 24))
    sheet = sheet - sheet.mean()
    return np.asarray(sheet / (2.0 * sheet.std()), dtype=np.float32)


def _smooth(rng: np.random.Generator, across: int, down: int) -> NDArray[np.float32]:
    """Noise with that many blobs across and down the sheet, about unit deviation."""
    coarse = rng.normal(size=(down, across)).astype(np.float32)
    sheet = cv2.resize(coarse, (_SIDE_PX, _SIDE_PX), interpolation=cv2.INTER_CUBIC)
    return np.asarray(sheet, dtype=np.float32)
