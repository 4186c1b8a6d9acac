"""Lays parts on as few plates as fit the printer's bed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stl_meta.faults import MeshError, Reason
from stl_meta.printable.part import PrintPart
from stl_meta.solid import extent

BED_MM = (256.0, 256.0)
_MARGIN_MM = 4.0
_GAP_MM = 5.0


@dataclass(frozen=True, slots=True)
class Placed:
    """One copy of a part on a plate.

    Attributes:
        part: Its number.
        x_mm: Where the left of its box comes to lie.
        y_mm: Where the front of its box does.
        turned: Whether it is turned by a quarter.
    """

    part: int
    x_mm: float
    y_mm: float
    turned: bool

    def matrix(self, part: PrintPart, right_mm: float) -> str:
        """Where it goes, as 3MF writes it; its plate lies so far to the right."""
        low, high = part.mesh.vertices.min(axis=0), part.mesh.vertices.max(axis=0)
        x, y = self.x_mm + right_mm, self.y_mm
        if self.turned:
            return f"0 1 0 -1 0 0 0 0 1 {x + high[1]:.4f} {y - low[0]:.4f} {-low[2]:.4f}"
        return f"1 0 0 0 1 0 0 0 1 {x - low[0]:.4f} {y - low[1]:.4f} {-low[2]:.4f}"


def packed(parts: Sequence[PrintPart], bed_mm: tuple[float, float]) -> list[list[Placed]]:
    """Return plates of parts, each part as often as it is needed; deep parts come first.

    Args:
        parts: As they stand on the bed.
        bed_mm: Width and depth of the bed.

    Raises:
        MeshError: A part is larger than the bed.
    """
    free = bed_mm[0] - 2 * _MARGIN_MM, bed_mm[1] - 2 * _MARGIN_MM
    copies: list[tuple[float, float, int, bool]] = []
    for number, part in enumerate(parts):
        width, depth, _ = (float(v) for v in extent(part.mesh))
        turned = (width < depth or width > free[0]) and depth <= free[0] and width <= free[1]
        if not turned and (width > free[0] or depth > free[1]):
            raise MeshError(
                "{part} is {width:.0f} x {depth:.0f} mm and does not fit a bed of "
                "{bed_width:g} x {bed_depth:g} mm.",
                Reason.TOO_LARGE,
                part=part.name,
                width=width,
                depth=depth,
                bed_width=bed_mm[0],
                bed_depth=bed_mm[1],
            )
        size = (depth, width) if turned else (width, depth)
        copies += [(*size, number, turned)] * part.count
    copies.sort(key=lambda each: (-each[1], each[2]))
    plates: list[list[Placed]] = []
    x = y = row = 0.0
    for width, depth, number, turned in copies:
        if x + width > free[0]:
            x, y, row = 0.0, y + row + _GAP_MM, 0.0
        if not plates or y + depth > free[1]:
            plates.append([])
            x = y = row = 0.0
        plates[-1].append(Placed(number, x + _MARGIN_MM, y + _MARGIN_MM, turned))
        x, row = x + width + _GAP_MM, max(row, depth)
    return plates
