"""What a part takes to print: filament and room on the bed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from stl_meta.mesh import Array
from stl_meta.pose import Laid

BEDS_MM = {
    "180": (180.0, 180.0),
    "220": (220.0, 220.0),
    "256": (256.0, 256.0),
    "300": (300.0, 300.0),
}
"""Usual beds by name."""

_MARGIN_MM = 2.0
_STEEP = 0.7
_OVERLAP = 1.2
_THIN_MM = 3.0
"""Mean thickness from which a pattern of infill has room inside of two walls."""


@dataclass(frozen=True, slots=True)
class Assumed:
    """How a part is taken to be printed.

    Attributes:
        layer_mm: Height of a layer.
        solid_layers: Closed layers above and below.
        perimeters: Lines around each layer.
        line_mm: Width of a line with its overlap.
        infill: Share of the inside that is filled, 0..1.
        density_g_cm3: Of the filament; PLA.
        diameter_mm: Of the filament.
    """

    layer_mm: float = 0.2
    solid_layers: int = 3
    perimeters: int = 2
    line_mm: float = 0.5
    infill: float = 0.15
    density_g_cm3: float = 1.24
    diameter_mm: float = 1.75


@dataclass(frozen=True, slots=True)
class Filament:
    """An estimate, good to about 15 %.

    Attributes:
        volume_cm3: Plastic that is really laid down.
        grams: Its weight.
        metres: Its length on the spool.
    """

    volume_cm3: float
    grams: float
    metres: float


def filament(laid: Laid, volume_mm3: float, assumed: Assumed) -> Filament:
    """Estimate what a part takes: a closed shell, and a share of what is inside it.

    Infill is laid with overlap, so it takes a fifth more than its share; and what remains
    inside of thin walls is too narrow for a pattern and is filled.

    Accuracy: within 15 % of a slicer on the parts of a set; see docs/printed-sets.md.
    """
    steep = np.abs(laid.normals[:, 2]) < _STEEP
    walls = float(laid.areas[steep].sum()) * assumed.perimeters * assumed.line_mm
    flats = float(laid.areas[~steep].sum()) * assumed.solid_layers * assumed.layer_mm
    shell = min(volume_mm3, walls + flats)
    total = float(laid.areas.sum())
    upright = float(laid.areas[steep].sum()) / total
    thin = np.clip(_THIN_MM - 2 * volume_mm3 / total, 0.0, 1.0) * upright
    share = min(1.0, assumed.infill * _OVERLAP)
    used = (shell + (share + (1 - share) * float(thin)) * (volume_mm3 - shell)) / 1000
    across = np.pi / 4 * assumed.diameter_mm**2
    return Filament(used, used * assumed.density_g_cm3, used * 1000 / across / 1000)


def beds(laid: Laid, more: Mapping[str, tuple[float, float]] | None = None) -> dict[str, bool]:
    """Return for each bed whether the part fits on it lying flat, turned as need be.

    Args:
        laid: The part in mm.
        more: Other beds to try, width and depth by name.
    """
    tried = {**BEDS_MM, **(more or {})}
    plain = laid.size[:2]
    if all(_fits(plain, bed) for bed in tried.values()):
        return dict.fromkeys(tried, True)
    sizes = (plain, _tightest(laid))
    return {name: any(_fits(size, bed) for size in sizes) for name, bed in tried.items()}


def _tightest(laid: Laid) -> Array:
    """Width and depth of the smallest rectangle around the part, however turned."""
    plan = laid.mesh.vertices[:, :2].astype(np.float32)
    _, (width, depth), _ = cv2.minAreaRect(plan)
    return np.array([width, depth])


def _fits(size: Array, bed: tuple[float, float]) -> bool:
    free = np.sort(np.array(bed)) - 2 * _MARGIN_MM
    low, high = np.sort(size)
    # A narrow part may lie across the corners of a square bed.
    diagonal = (low + high) / np.sqrt(2) <= free[0]
    return bool((low <= free[0] and high <= free[1]) or diagonal)
