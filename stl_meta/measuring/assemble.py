"""Puts the parts of a board together, by their seams and half squares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stl_meta.faults import MeshError, Reason
from stl_meta.measuring.board import Grid

_SAME_PITCH = 0.005


@dataclass(frozen=True, slots=True)
class Assembled:
    """A whole board.

    Attributes:
        pitch_mm: Distance of neighbouring squares.
        columns: Squares in a row, those that a seam cuts included.
        rows: Rows of squares.
        recess_mm: Clear width of a square.
        wall_mm: Between squares.
        depth_mm: From the top of the walls to the floor.
        rim_mm: Around the squares.
        seams_x: Where upright seams run, in squares from the left.
        seams_y: Where level seams run, in squares from the top.
        pockets: (row, column) of the squares with a pocket for an insert that can be told:
            nothing is known of those that a seam cuts, nor where it is not known which part
            goes where.
        spread_mm: Largest difference of pitch between the parts.
    """

    pitch_mm: float
    columns: int
    rows: int
    recess_mm: float
    wall_mm: float
    depth_mm: float | None
    rim_mm: float
    seams_x: tuple[float, ...]
    seams_y: tuple[float, ...]
    pockets: tuple[tuple[int, int], ...]
    spread_mm: float


def assemble(grids: Sequence[Grid], *, copies: Sequence[int] | None = None) -> Assembled:
    """Return the board that parts make: one whole, four quarters (or one), nine equal parts.

    Args:
        grids: Of the parts, each lying as `measure_part` lays it: seams right and below.
        copies: How many there are of each.

    Raises:
        MeshError: They make no board.
    """
    counts = list(copies or [1] * len(grids))
    if not grids:
        raise MeshError("There is no part with squares.", Reason.NOT_A_MESH)
    pitches = [grid.pitch_mm for grid in grids]
    spread = max(pitches) - min(pitches)
    if spread > _SAME_PITCH * max(pitches):
        raise MeshError(
            "The parts differ: squares of {pitches:.2f} and {pitches_2:.2f} mm.",
            Reason.NOT_A_MESH,
            pitches=min(pitches),
            pitches_2=max(pitches),
        )
    whole = [grid for grid in grids if not any(side.seam for side in grid.sides)]
    if whole:
        return _whole(whole[0], spread)
    parts = [grid for grid, count in zip(grids, counts, strict=True) for _ in range(count)]
    quarters = [part for part in parts if _seams(part) == {"right", "bottom"}]
    if len(quarters) < len(parts) or not any(side.partial for side in parts[0].sides):
        return _of_whole_squares(parts, quarters, spread)
    if len(quarters) == 1:
        quarters *= 4
    if len(quarters) != 4:
        raise MeshError(
            "{quarters} quarters of a board were found, not one or four.",
            Reason.NOT_A_MESH,
            quarters=len(quarters),
        )
    return _joined(quarters, spread)


def _seams(grid: Grid) -> set[str]:
    return {side.name for side in grid.sides if side.seam}


def _of_whole_squares(
    parts: Sequence[Grid], corners: Sequence[Grid], spread: float
) -> Assembled:
    """A board cut between its squares into a square number of equal parts."""
    first = parts[0]
    across = math.isqrt(len(parts))
    alike = {(grid.nx, grid.ny) for grid in parts}
    if across**2 != len(parts) or across < 2 or len(alike) > 1 or first.nx != first.ny:
        raise MeshError(
            "{parts} parts do not make a square board; one quarter, four, or nine "
            "equal parts do.",
            Reason.NOT_A_MESH,
            parts=len(parts),
        )
    if corners and len(corners) != 4:
        raise MeshError(
            "{corners} of the parts are corners; a board has four.",
            Reason.NOT_A_MESH,
            corners=len(corners),
        )
    rims = [side.margin_mm for grid in corners for side in grid.sides if not side.seam]
    seams = tuple(float(first.nx * k) for k in range(1, across))
    return Assembled(
        float(np.mean([grid.pitch_mm for grid in parts])), first.nx * across, first.nx * across,
        float(np.mean([grid.recess_x_mm for grid in parts])),
        float(np.mean([grid.wall_mm for grid in parts])), first.depth_mm,
        float(np.median(rims)) if rims else 0.0, seams, seams, (), spread,
    )  # fmt: skip


def _whole(grid: Grid, spread: float) -> Assembled:
    rim = float(np.median([side.margin_mm for side in grid.sides])) if grid.sides else 0.0
    return Assembled(
        grid.pitch_mm, grid.nx, grid.ny, grid.recess_x_mm, grid.wall_mm, grid.depth_mm, rim,
        (), (), grid.pockets, spread,
    )  # fmt: skip


def _joined(quarters: Sequence[Grid], spread: float) -> Assembled:
    half = [_across(grid) for grid in quarters]
    if len(set(half)) != 1:
        raise MeshError(
            "The quarters differ in size: {set}.", Reason.NOT_A_MESH, set=sorted(set(half))
        )
    across = half[0]
    first = quarters[0]
    size = round(2 * across)
    if abs(2 * across - size) > 0.1:
        raise MeshError(
            "Two halves of {across:.2f} squares make no whole number of squares.",
            Reason.NOT_A_MESH,
            across=across,
        )
    pockets = set()
    for turn, grid in enumerate(quarters):
        # Which quarter is which does not show where all are alike; they go round clockwise.
        for row, col in grid.pockets:
            place = (row, col)
            for _ in range(turn):
                place = (place[1], size - 1 - place[0])
            pockets.add(place)
    rims = [side.margin_mm for grid in quarters for side in grid.sides if not side.seam]
    return Assembled(
        float(np.mean([grid.pitch_mm for grid in quarters])), size, size,
        float(np.mean([grid.recess_x_mm for grid in quarters])),
        float(np.mean([grid.wall_mm for grid in quarters])), first.depth_mm,
        float(np.median(rims)), (across,), (across,), tuple(sorted(pockets)), spread,
    )  # fmt: skip


def _across(grid: Grid) -> float:
    """Squares from the rim to the seam, of the nearest tenth."""
    right, bottom = grid.side("right"), grid.side("bottom")
    along = grid.nx + right.partial, grid.ny + bottom.partial
    if abs(along[0] - along[1]) > 0.05:
        raise MeshError(
            "A quarter of {along:.2f} by {along_2:.2f} squares is not square.",
            Reason.NOT_A_MESH,
            along=along[0],
            along_2=along[1],
        )
    return round(sum(along) / 2, 1)
