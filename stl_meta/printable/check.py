"""Whether a part that was made can be printed."""

from __future__ import annotations

from dataclasses import dataclass

from stl_meta.pose import lay_flat
from stl_meta.printable.overhang import longest_bridge_mm
from stl_meta.printable.part import PrintPart
from stl_meta.printing import Assumed, beds, filament
from stl_meta.solid import extent, solidity, volume

LONGEST_BRIDGE_MM = 5.0
"""A nozzle lays so long a line over nothing and it stays straight."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found.

    Attributes:
        watertight: Every volume is a closed solid that is not inside out.
        size_mm: Width, depth and height.
        smallest_bed: Name of the smallest usual bed it fits on; empty for none.
        grams: About what it takes to print.
        bridge_mm: Longest line that is laid over nothing; inf for what needs supports.
    """

    watertight: bool
    size_mm: tuple[float, float, float]
    smallest_bed: str
    grams: float
    bridge_mm: float

    def plain(self) -> dict[str, object]:
        """As plain values."""
        return {
            "watertight": self.watertight,
            "size_mm": [round(v, 2) for v in self.size_mm],
            "bed": self.smallest_bed,
            "filament_g": round(self.grams, 1),
            "bridge_mm": round(min(self.bridge_mm, 999.0), 1),
        }


def checked(part: PrintPart) -> Checked:
    """Check a part as it is printed."""
    part = part.printed
    meshes = [volume_.mesh for volume_ in part.volumes]
    whole = [*meshes, part.single]
    closed = all(solidity(mesh).watertight and volume(mesh) > 0 for mesh in whole)
    laid = lay_flat(part.mesh)
    fits = [name for name, fit in beds(laid).items() if fit]
    x, y, z = (float(v) for v in extent(part.mesh))
    grams = filament(laid, sum(volume(mesh) for mesh in meshes), Assumed()).grams
    bridge = longest_bridge_mm(part.single)
    return Checked(closed, (x, y, z), fits[0] if fits else "", grams, bridge)
