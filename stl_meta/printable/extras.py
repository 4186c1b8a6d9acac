"""What a camera over a board is helped by: clips, a clamp, dots."""

from __future__ import annotations

from collections.abc import Sequence

from manifold3d import CrossSection, Manifold

from stl_meta.faults import MeshError
from stl_meta.printable.design import FitTo
from stl_meta.printable.part import INK, PrintPart, Volume
from stl_meta.printable.shapes import box, mesh_of, profile, rounded, tube, union

_WHITE = "#f4f4f2"
_LAYER = 0.4
"""Depth of a marker's dark fields: two layers."""

_GRIP = 0.25
"""Play of a clip around the board."""

DESK_MM = (12.0, 42.0)
"""Thickness of table tops that the clamp takes."""

Bits = Sequence[Sequence[bool]]


def corner_clip(fit: FitTo, bits: Bits, number: int, *, marker_mm: float = 24.0) -> PrintPart:
    """A clip for a board's corner whose plate carries a marker, level with the rim.

    Args:
        fit: The board.
        bits: The marker with its dark border, rows from the top, True for dark.
        number: Of the marker.
        marker_mm: Its side.
    """
    size = len(bits)
    if size < 4 or any(len(row) != size for row in bits):
        raise MeshError("A marker is a square of at least 4 by 4 fields.")
    thick, plate = 2.0, marker_mm + 8.0
    grip = min(max(fit.rim_mm - 0.5, 2.0), 8.0)
    high = fit.thick_mm + 2 * _GRIP + 2 * thick
    # The board's corner comes in at the lower right; the marker stands out to the upper left.
    body = rounded(plate + 12, plate + 12, high, 3.0, at=(0, -12, 0))
    mouth = box(plate, plate, fit.thick_mm + 2 * _GRIP, at=(plate - grip, -plate + grip, thick))
    body -= mouth
    # The upper lip ends where the squares begin; the lower one may reach further.
    body -= box(plate, plate, thick + 1, at=(plate, -plate, high - thick))
    cell = marker_mm / size
    corner = ((plate - marker_mm) / 2, (plate + marker_mm) / 2)
    fields = [
        box(cell, cell, _LAYER,
            at=(corner[0] + c * cell, corner[1] - (r + 1) * cell, high - _LAYER))
        for r, row in enumerate(bits)
        for c, dark in enumerate(row)
        if dark
    ]  # fmt: skip
    # Fields that touch at corners only would be no manifold: a hair's breadth joins them.
    ink = union([_grown(field) for field in fields])
    ink ^= box(
        marker_mm, marker_mm, 2 * _LAYER, at=(corner[0], corner[1] - marker_mm, high - _LAYER)
    )
    # In one colour the dark fields are hollows, to be painted.
    note = (
        "Print it standing, as it lies in the file. The dark fields in black, or paint their "
        "hollows, or glue a marker from the sheet on."
    )
    volumes = (
        Volume("clip", mesh_of(body - ink), _WHITE), Volume("marker", mesh_of(ink), INK),
    )  # fmt: skip
    return PrintPart(f"corner-clip-{number}", volumes, 1, note, up="x")


def _grown(field: Manifold) -> Manifold:
    x0, y0, z0, x1, y1, z1 = field.bounding_box()
    hair = 0.02
    return box(x1 - x0 + 2 * hair, y1 - y0 + 2 * hair, z1 - z0, at=(x0 - hair, y0 - hair, z0))


def arm_clamp(*, rod_mm: float = 16.0) -> PrintPart:
    """A clamp for the edge of a table with a socket for an upright rod, which holds the camera.

    Args:
        rod_mm: Diameter of the rod.
    """
    if not 6 <= rod_mm <= 30:
        raise MeshError("The rod must be 6 to 30 mm thick.")
    wide, jaw, deep = max(30.0, rod_mm + 14), 10.0, 46.0
    opening = DESK_MM[1] + 4
    high = opening + 2 * jaw
    outline = [
        (0, 0), (deep, 0), (deep, jaw), (jaw + 4, jaw), (jaw + 4, high - jaw),
        (deep, high - jaw), (deep, high), (0, high),
    ]  # fmt: skip
    body = profile(outline, wide)
    middle = -(rod_mm + 8) + (rod_mm + 14) / 2
    socket = box(wide, rod_mm + 14, 50, at=(0, -(rod_mm + 8), high - 50))
    # Printed on its side the hole lies level: its roof is a ridge, which needs no bridge.
    radius = rod_mm / 2 + 0.2
    drop = CrossSection.batch_hull([
        CrossSection.circle(radius, 64),
        CrossSection.square((0.2, 0.4), True).translate([1.4 * radius, 0]),
    ])  # fmt: skip
    hole = Manifold.extrude(drop, 60).translate([wide / 2, middle, high - 44])
    screw = tube(6.4, 3 * jaw, at=(wide / 2, deep - 14, -jaw))
    nut = Manifold.cylinder(5.4, 5.9, -1, 6).translate([wide / 2, deep - 14, jaw - 5.3])
    pinch = tube(3.2, 60).rotate([90, 0, 0]).translate([wide / 2, 20 - rod_mm, high - 25])
    solid = (body + socket) - hole - screw - nut - pinch
    note = (
        "Print it lying on its side, as in the file. The M6 screw closes it; the M3 screw "
        "pinches the rod."
    )
    return PrintPart(
        "arm-clamp", (Volume("clamp", mesh_of(solid), "#3a3d44"),), 1, note, up="x",
        hardware=((1, "screw M6 x 50"), (1, "nut M6"), (1, "screw M3 x 20")),
    )  # fmt: skip


def tile_dots(fit: FitTo, *, across: int = 5) -> PrintPart:
    """Dots to stick on the corner of a tile that stands for another letter: a blank.

    Args:
        fit: The tiles.
        across: Dots in a row and rows of them, held together by a thin bridge.
    """
    if not 1 <= across <= 12:
        raise MeshError("Between 1 and 12 dots in a row can be made.")
    diameter = min(max(0.24 * fit.tile_side_mm, 2.5), 6.0)
    step = diameter + 2.0
    dots = [
        tube(diameter, 0.8, at=(c * step, r * step, 0))
        for r in range(across)
        for c in range(across)
    ]
    bridges = [
        bridge
        for k in range(across)
        for bridge in (
            box((across - 1) * step + 0.01, 0.6, 0.3, at=(0, k * step - 0.3, 0)),
            box(0.6, (across - 1) * step + 0.01, 0.3, at=(k * step - 0.3, 0, 0)),
        )
    ]
    solid = union(dots) if across == 1 else union([*dots, *bridges])
    note = "Break the dots off and stick one on the corner of each blank."
    return PrintPart("tile-dots", (Volume("dots", mesh_of(solid), "#e0301e"),), 1, note)
