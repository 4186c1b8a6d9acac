"""Draws what was understood of a part: its shape from above, its squares, its seams."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from stl_meta.measuring.board import is_square
from stl_meta.measuring.measure import PartMeasure
from stl_meta.measuring.section import cut
from stl_meta.mesh import Array
from stl_meta.pose import facing_up

ToPixels = Callable[[Array], list[tuple[float, float]]]

_SIZE_PX = 900
_MARGIN_PX = 40
_TEXT_PX = 150
_MOST_TRIANGLES = 60_000
_PAPER, _INK, _QUIET = (250, 249, 246), (28, 30, 34), (120, 124, 130)
_LOW, _HIGH = np.array([88, 104, 130.0]), np.array([222, 226, 232.0])
_CELL, _POCKET, _SEAM = (22, 130, 92), (205, 120, 20), (200, 40, 50)


def draw_part(part: PartMeasure) -> Image.Image:
    """Return a picture (RGB) of a part from above with what was found in it."""
    width, depth, _ = part.size_mm
    scale = (_SIZE_PX - 2 * _MARGIN_PX) / max(width, depth, 1e-6)
    picture = Image.new("RGB", (_SIZE_PX, _SIZE_PX + _TEXT_PX), _PAPER)
    draw = ImageDraw.Draw(picture)

    def px(points: Array) -> list[tuple[float, float]]:
        x = _SIZE_PX / 2 + (points[:, 0] - width / 2) * scale
        y = _SIZE_PX / 2 - (points[:, 1] - depth / 2) * scale
        return list(zip(x.tolist(), y.tolist(), strict=True))

    if part.triangles <= _MOST_TRIANGLES:
        _faces(part, draw, px)
    else:
        _outlines(part, draw, px)
    if part.grid is not None:
        _squares(part, draw, px)
    _words(part, draw)
    return picture


def _faces(part: PartMeasure, draw: ImageDraw.ImageDraw, px: ToPixels) -> None:
    """Paint the faces that look up, lowest first, higher ones lighter."""
    mesh = part.laid.mesh
    corners = mesh.corners[facing_up(part.laid) | (part.laid.normals[:, 2] > 0.2)]
    height = corners[:, :, 2].mean(axis=1)
    top = max(part.size_mm[2], 1e-9)
    for triangle, z in sorted(
        zip(corners[:, :, :2], height.tolist(), strict=True), key=lambda each: each[1]
    ):
        red, green, blue = (_LOW + (_HIGH - _LOW) * (z / top)).astype(int).tolist()
        draw.polygon(px(triangle), fill=(red, green, blue))


def _outlines(part: PartMeasure, draw: ImageDraw.ImageDraw, px: ToPixels) -> None:
    heights = [level.z_mm for level in part.levels] or [part.size_mm[2] / 2]
    for z in heights:
        section = cut(part.laid, z - 0.01 * part.size_mm[2])
        for a, b in zip(px(section.starts), px(section.ends), strict=True):
            draw.line([a, b], fill=_QUIET, width=1)


def _squares(part: PartMeasure, draw: ImageDraw.ImageDraw, px: ToPixels) -> None:
    grid = part.grid
    if grid is None:
        return
    x0, y0 = grid.origin_mm
    for row in range(grid.ny):
        for col in range(grid.nx):
            left, top = x0 + col * grid.pitch_x_mm, y0 - row * grid.pitch_y_mm
            a, b = px(np.array([[left, top], [left + grid.pitch_x_mm, top - grid.pitch_y_mm]]))
            pocket = (row, col) in grid.pockets
            draw.rectangle(
                [a, b], outline=_POCKET if pocket else _CELL, width=3 if pocket else 2
            )
    width, depth, _ = part.size_mm
    ends = {
        "left": [[0, 0], [0, depth]], "right": [[width, 0], [width, depth]],
        "top": [[0, depth], [width, depth]], "bottom": [[0, 0], [width, 0]],
    }  # fmt: skip
    for side in grid.sides:
        if side.seam:
            draw.line(px(np.array(ends[side.name])), fill=_SEAM, width=6)


def _words(part: PartMeasure, draw: ImageDraw.ImageDraw) -> None:
    width, depth, height = part.size_mm
    unit = f"unit {part.unit.name}, {part.unit.source}"
    lines = [
        f"{part.name}: {part.judged.kind.value} ({part.judged.confidence:.0%})",
        f"{width:.2f} x {depth:.2f} x {height:.2f} mm; {unit}",
    ]
    grid, tile = part.grid, part.tile
    if grid is not None:
        seams = ", ".join(f"{side.name} {side.partial:.2f}" for side in grid.sides if side.seam)
        pitch = f"{grid.pitch_x_mm:.3f}"
        if not is_square(grid):
            pitch += f" x {grid.pitch_y_mm:.3f}"
        lines.append(
            f"{grid.nx} x {grid.ny} squares, pitch {pitch} mm, clear "
            f"{grid.recess_x_mm:.2f} mm" + (f"; seams: {seams}" if seams else "")
        )
    if tile is not None:
        letter = f", letter {tile.letter.letter or 'none'}" if tile.letter else ""
        lines.append(f"face {tile.relief} {tile.relief_mm:+.2f} mm{letter}")
    lines.append(
        f"{'watertight' if part.solidity.watertight else 'not watertight'}, about "
        f"{part.filament.grams:.0f} g of filament"
    )
    font = ImageFont.load_default(20)
    for number, line in enumerate(lines):
        draw.text((_MARGIN_PX, _SIZE_PX + number * 27), line, _INK, font=font)
