"""The few solids that parts are put together from; all lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from manifold3d import CrossSection, FillRule, JoinType, Manifold
from PIL import Image, ImageDraw, ImageFont

from stl_meta.faults import MeshError
from stl_meta.mesh import Mesh

STROKE_MM = 0.5
"""Narrowest stroke: a line of a nozzle of 0.4 mm."""

_SEGMENTS = 64
_TEXT_PX = 300
"""Height of the letters that outlines are taken from."""


def box(x: float, y: float, z: float, *, at: Sequence[float] = (0, 0, 0)) -> Manifold:
    """A box with its lowest corner at a place."""
    return Manifold.cube([x, y, z]).translate(list(at))


def rounded(
    x: float, y: float, z: float, radius: float, *, at: Sequence[float] = (0, 0, 0)
) -> Manifold:
    """A plate with rounded upright edges, its box beginning at a place."""
    radius = min(radius, x / 2 - 0.01, y / 2 - 0.01)
    pegs = [
        (radius, radius), (x - radius, radius), (radius, y - radius), (x - radius, y - radius),
    ]  # fmt: skip
    outline = CrossSection.batch_hull([
        CrossSection.circle(radius, _SEGMENTS).translate(list(peg)) for peg in pegs
    ])  # fmt: skip
    return Manifold.extrude(outline, z).translate(list(at))


def tube(diameter: float, height: float, *, at: Sequence[float] = (0, 0, 0)) -> Manifold:
    """A cylinder that stands at a place."""
    return Manifold.cylinder(height, diameter / 2, -1, _SEGMENTS).translate(list(at))


def profile(points: Sequence[Sequence[float]], length: float) -> Manifold:
    """A constant cross-section (y, z) drawn out along x."""
    outline = CrossSection([np.array(points, dtype=np.float64)], FillRule.NonZero)
    return Manifold.extrude(outline, length).rotate([90, 0, 90])


def union(solids: Sequence[Manifold]) -> Manifold:
    """All of them together."""
    total = Manifold()
    for solid in solids:
        total += solid
    return total


def lettering(text: str, height: float, thickness: float, font: str | None = None) -> Manifold:
    """Raised text, its box centred at the origin, standing on z = 0.

    Args:
        text: One or a few characters.
        height: Of a capital letter.
        thickness: Along z.
        font: Path of a font file; the one that comes with Pillow when None.
    """
    outlines, capital = _outlines(text, font)
    if not outlines:
        raise MeshError("The font has no ink for {text!r}.", text=text)
    scale = height / capital
    section = CrossSection([np.asarray(o) for o in outlines], FillRule.EvenOdd)
    section = _printable(section.scale([scale, scale]).simplify(0.004))
    x0, y0, x1, y1 = section.bounds()
    section = section.translate([-(x0 + x1) / 2, -(y0 + y1) / 2])
    return Manifold.extrude(section, thickness)


def _printable(section: CrossSection) -> CrossSection:
    """The letters with every stroke as wide as a nozzle can lay it."""
    for _ in range(12):
        core = section.offset(-STROKE_MM / 2, JoinType.Round).offset(
            STROKE_MM / 2, JoinType.Round
        )
        if core.area() > 0.97 * section.area():
            break
        section = section.offset(0.03, JoinType.Round)
    return section


@cache
def _outlines(text: str, font: str | None) -> tuple[list[np.ndarray], float]:
    face = (
        ImageFont.load_default(_TEXT_PX) if font is None else ImageFont.truetype(font, _TEXT_PX)
    )
    left, top, right, bottom = face.getbbox(text)
    size = (int(right - left) + 8, int(bottom - top) + 8)
    picture = Image.new("L", size)
    ImageDraw.Draw(picture).text((4 - left, 4 - top), text, 255, font=face)
    ink = (np.asarray(picture) > 127).astype(np.uint8)
    found, _ = cv2.findContours(ink, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    outlines = []
    for contour in found:
        smooth = cv2.approxPolyDP(contour, 0.7, True).reshape(-1, 2).astype(np.float64)
        if len(smooth) > 2:
            outlines.append(smooth * (1, -1))
    _, high, _, low = face.getbbox("H")
    return outlines, float(low - high)


def mesh_of(solid: Manifold) -> Mesh:
    """Return a solid as a mesh.

    Raises:
        MeshError: The solid is empty or no manifold: a fault of its design.
    """
    if solid.status().name != "NoError" or solid.is_empty():
        raise MeshError(
            "The part cannot be made with these measures ({name}).", name=solid.status().name
        )
    mesh = solid.to_mesh64()
    vertices = np.array(mesh.vert_properties[:, :3], dtype=np.float64)
    return Mesh(vertices, np.array(mesh.tri_verts, dtype=np.int64))
