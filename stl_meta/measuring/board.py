"""A board or a part of one: its squares, its edges, and the squares that a seam cuts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from stl_meta.measuring.lattice import Lattice, find_lattice
from stl_meta.measuring.levels import Level
from stl_meta.measuring.section import Section, cut
from stl_meta.measuring.walls import wall_grid
from stl_meta.mesh import Array
from stl_meta.pose import Laid

SIDES = ("left", "right", "top", "bottom")
_COUNTER_CLOCKWISE = {"left": "bottom", "bottom": "right", "right": "top", "top": "left"}
_SEAM_WALL = 0.8
"""A side whose margin is at most so much of a wall was cut through the wall: a seam."""


@dataclass(frozen=True, slots=True)
class Side:
    """One edge of a board part, seen from above.

    Attributes:
        name: `left`, `right`, `top` or `bottom`.
        margin_mm: From the border of the outermost whole square to the edge of the part.
        partial: Part of a square that is open towards this edge; 0 for none.
        seam: Whether another part follows here.
    """

    name: str
    margin_mm: float
    partial: float
    seam: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """The squares of a board part, seen from above: x to the right, rows downwards.

    Attributes:
        pitch_x_mm: Distance of neighbouring squares in a row.
        pitch_y_mm: Distance of rows.
        nx: Whole squares in a row.
        ny: Rows of whole squares.
        cells: How many whole squares were found.
        shape: Of a square's outline.
        method: `section`, `islands` or `walls`: how the grid was found.
        recess_x_mm: Clear width of a square.
        recess_y_mm: Clear depth.
        depth_mm: From the top of the walls to the floor; None where unknown.
        wall_mm: Between neighbouring squares.
        origin_mm: (x, y) of the outer corner of the top left whole square, in the part's own
            frame with y upwards.
        residual_mm: Largest distance of a square from its place in the grid.
        sides: The four edges.
        pockets: (row, column) of the whole squares with a deeper floor, where an insert goes.
        pocket_depth_mm: How much deeper.
    """

    pitch_x_mm: float
    pitch_y_mm: float
    nx: int
    ny: int
    cells: int
    shape: str
    method: str
    recess_x_mm: float
    recess_y_mm: float
    depth_mm: float | None
    wall_mm: float
    origin_mm: tuple[float, float]
    residual_mm: float
    sides: tuple[Side, ...] = ()
    pockets: tuple[tuple[int, int], ...] = ()
    pocket_depth_mm: float | None = None

    def side(self, name: str) -> Side:
        """The edge of that name."""
        return next(side for side in self.sides if side.name == name)

    def turned(self, quarters: int, size_mm: tuple[float, float]) -> Grid:
        """Return the grid of the part turned counter-clockwise by so many quarters.

        Args:
            quarters: How many.
            size_mm: Width and depth of the part before.
        """
        if quarters % 4 == 0:
            return self
        width, depth = size_mm
        # The upper right corner becomes the upper left one.
        x, y = self.origin_mm
        origin = depth - y, x + self.nx * self.pitch_x_mm
        sides = {_COUNTER_CLOCKWISE[side.name]: side for side in self.sides}
        once = Grid(
            self.pitch_y_mm, self.pitch_x_mm, self.ny, self.nx, self.cells, self.shape,
            self.method, self.recess_y_mm, self.recess_x_mm, self.depth_mm, self.wall_mm,
            origin, self.residual_mm,
            tuple(replace(sides[name], name=name) for name in SIDES if name in sides),
            tuple(sorted((self.nx - 1 - col, row) for row, col in self.pockets)),
            self.pocket_depth_mm,
        )  # fmt: skip
        return once.turned(quarters - 1, (depth, width))

    @property
    def pitch_mm(self) -> float:
        """Mean of both directions."""
        return (self.pitch_x_mm + self.pitch_y_mm) / 2


def find_grid(laid: Laid, levels: tuple[Level, ...]) -> Grid | None:
    """Return the grid of a part that lies flat, or None where there is none.

    Args:
        laid: The part.
        levels: Its flats that look up.
    """
    best = None
    for height in _between(laid, levels):
        section = cut(laid, height)
        lattice = find_lattice(section)
        if lattice is not None and (best is None or len(lattice.cells) >= len(best[1].cells)):
            best = (section, lattice)
    if best is None:
        return _from_walls(laid, levels)
    return _described(laid, levels, *best)


def _between(laid: Laid, levels: tuple[Level, ...]) -> list[float]:
    top = float(laid.size[2])
    heights = [0.0, *(level.z_mm for level in levels)]
    if top - heights[-1] > 0.05 * top:
        heights.append(top)
    return [(a + b) / 2 for a, b in pairwise(heights)]


def _described(
    laid: Laid, levels: tuple[Level, ...], section: Section, lattice: Lattice
) -> Grid:
    top = float(laid.size[2])
    above = [level.z_mm for level in levels if level.z_mm > section.z]
    below = [level.z_mm for level in levels if level.z_mm < section.z]
    rim, floor = (above[0] if above else top), (below[-1] if below else 0.0)
    # Just under the lowest floor, above whatever is let in from below.
    base = section if lattice.islands else cut(laid, 0.93 * (below[0] if below else top))
    pitch, (nx, ny) = lattice.pitch, lattice.count
    wall = ((pitch[0] - lattice.size[0]) + (pitch[1] - lattice.size[1])) / 2
    sides = tuple(_side(name, lattice, section, base, float(wall)) for name in SIDES)
    pockets, pocket_depth = _pockets(laid, below, floor, lattice)
    corner = lattice.at(-0.5, ny - 0.5)
    return Grid(
        *pitch, nx, ny, len(lattice.cells), lattice.shape,
        "islands" if lattice.islands else "section",
        float(lattice.size[0]), float(lattice.size[1]),
        None if lattice.islands and not below else rim - floor, float(wall),
        (float(corner[0]), float(corner[1])), lattice.residual, sides, pockets, pocket_depth,
    )  # fmt: skip


def _side(name: str, lattice: Lattice, section: Section, base: Section, wall: float) -> Side:
    """Measure one edge: how far the part goes on, and whether its squares do."""
    nx, ny = lattice.count
    along_x = name in ("left", "right")
    count, last = (ny, nx - 1) if along_x else (nx, ny - 1)
    sign = 1 if name in ("right", "top") else -1
    border = last + 0.5 if sign > 0 else -0.5
    axis = 0 if along_x else 1
    pitch = lattice.pitch[axis]
    across = np.linspace(0, count - 1, min(count, 9)).round()
    edge = np.full(len(across), border)
    starts = lattice.at(*((edge, across) if along_x else (across, edge)))
    margin = float(np.median([_beyond(base, start, axis, sign) for start in starts])) / pitch

    def points(beyond: Array) -> Array:
        along = border + sign * beyond
        i, j = (along[:, None], across[None]) if along_x else (across[None], along[:, None])
        return lattice.at(*np.broadcast_arrays(i, j))

    open_share = 0.0
    inner = wall / 2 / pitch + 0.06
    if not lattice.islands and margin > inner + 0.04:
        probes = points(np.linspace(inner, min(margin, 1.0) - 0.02, 5))
        free = ~section.contains(probes.reshape(-1, 2)).reshape(probes.shape[:2])
        open_share = margin if free.all(axis=0).mean() > 0.7 else 0.0
    # Islands say nothing of an edge: nothing stands beyond the last of them anyway.
    least = _SEAM_WALL * max(wall, 0.02 * pitch)
    seam = bool(open_share) or (not lattice.islands and margin * pitch <= least)
    return Side(name, margin * pitch, min(open_share, 1.0), seam)


def _beyond(base: Section, start: Array, axis: int, sign: int) -> float:
    """How far material goes on from a place along an axis; 0 where there is none."""
    met = (base.crossings(float(start[1 - axis]), axis) - start[axis]) * sign
    ahead = met[met > 0]
    return float(ahead.min()) if len(ahead) % 2 else 0.0


def _pockets(
    laid: Laid, below: list[float], floor: float, lattice: Lattice
) -> tuple[tuple[tuple[int, int], ...], float | None]:
    """Squares with a floor deeper than the others', as (row, column) from the top left."""
    if lattice.islands or len(below) < 2:
        return (), None
    deeper = cut(laid, (below[-2] + floor) / 2)
    empty = ~deeper.contains(lattice.at(lattice.cells[:, 0], lattice.cells[:, 1]))
    ny = lattice.count[1]
    found = sorted((ny - 1 - int(j), int(i)) for i, j in lattice.cells[empty])
    return (tuple(found), floor - below[-2]) if found else ((), None)


def _from_walls(laid: Laid, levels: tuple[Level, ...]) -> Grid | None:
    along = [wall_grid(laid, axis) for axis in (0, 1)]
    x, y = along
    if (
        x is None
        or y is None
        or x.count * y.count < 9
        or abs(x.pitch - y.pitch) > 0.2 * x.pitch
    ):
        return None
    depth = levels[-1].z_mm - levels[-2].z_mm if len(levels) > 1 else None
    wall = (x.pitch - x.gap + y.pitch - y.gap) / 2
    top = y.first - (y.pitch - y.gap) / 2 + y.count * y.pitch
    return Grid(
        x.pitch, y.pitch, x.count, y.count, x.count * y.count, "square", "walls", x.gap, y.gap,
        depth, wall, (x.first - (x.pitch - x.gap) / 2, top), max(x.residual, y.residual),
    )  # fmt: skip
