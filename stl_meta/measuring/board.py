"""A board or a part of one: its squares, its edges, and the squares that a seam cuts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from stl_meta.measuring.lattice import Lattice, find_lattice
from stl_meta.measuring.levels import Level
from stl_meta.measuring.section import Section, cut
from stl_meta.measuring.walls import wall_grid
from stl_meta.mesh import Array, Ints
from stl_meta.pose import Laid

SIDES = ("left", "right", "top", "bottom")
_COUNTER_CLOCKWISE = {"left": "bottom", "bottom": "right", "right": "top", "top": "left"}
_SEAM_WALL = 0.25
"""A side whose margin is at most so much of a wall was cut through the wall: a seam."""

_OPEN_SQUARE = 0.8
"""Share of a square before an edge from which it is whole, and only lacks its outer wall."""

_POST_SHARE = 0.3
"""Share of a square that stands up: less are posts between squares, more is the square."""

_MOST = 0.7
LEAST_ACROSS = 8
"""A board has more squares than that along a side."""

SAME_PITCH = 0.005
"""Of the pitch; lengths that differ less are one."""

WHOLE_BOARDS = (15, 17, 19, 21)
"""Squares along a side of boards that are played on: a part with so many is a whole board."""


@dataclass(frozen=True, slots=True)
class Side:
    """One edge of a board part, seen from above.

    Attributes:
        name: `left`, `right`, `top` or `bottom`.
        margin_mm: From the border of the outermost whole square, the middle of a wall, to the
            edge of the part: half a wall where a whole wall ends the part, 0 where half a one
            does, less where there is none.
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
        method: `section` where squares are sunk, `islands` where they stand up, `posts` where
            posts part them; `walls` where only the walls of a broken mesh could be measured.
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

    def scaled(self, factor: float) -> Grid:
        """Return the grid of the part so many times as large."""
        lengths = {
            name: getattr(self, name) * factor
            for name in ("pitch_x_mm", "pitch_y_mm", "recess_x_mm", "recess_y_mm", "depth_mm",
                         "wall_mm", "residual_mm", "pocket_depth_mm")
            if getattr(self, name) is not None
        }  # fmt: skip
        sides = tuple(replace(s, margin_mm=s.margin_mm * factor) for s in self.sides)
        x, y = self.origin_mm
        return replace(self, **lengths, sides=sides, origin_mm=(x * factor, y * factor))

    @property
    def pitch_mm(self) -> float:
        """Mean of both directions."""
        return (self.pitch_x_mm + self.pitch_y_mm) / 2


def is_square(grid: Grid) -> bool:
    """Whether squares are as wide as long."""
    x, y = grid.pitch_x_mm, grid.pitch_y_mm
    return abs(x - y) <= SAME_PITCH * max(x, y)


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
    base = cut(laid, 0.93 * (below[0] if below else top))
    method = "islands" if lattice.islands else "section"
    if lattice.islands and lattice.share < _POST_SHARE:
        method, lattice = "posts", _between_posts(lattice, base)
    pitch = lattice.pitch
    wall = float((pitch[0] - lattice.size[0]) + (pitch[1] - lattice.size[1])) / 2
    sides = [_side(name, lattice, section, base, wall, method) for name in SIDES]
    left = right = up = down = 0
    if not _is_usual(*lattice.count):
        sides, (left, right, up, down) = _whole_squares(sides, pitch)
    nx, ny = lattice.count[0] + left + right, lattice.count[1] + up + down
    if _is_usual(nx, ny):
        sides = [replace(side, partial=0.0, seam=False) for side in sides]
    corner = lattice.at(-0.5 - left, lattice.count[1] - 0.5 + up)
    i, j = (
        np.asarray(each, dtype=np.int64)
        for each in np.meshgrid(np.arange(nx) - left, lattice.count[1] - 1 + up - np.arange(ny))
    )
    pockets, pocket_depth = _pockets(laid, below, floor, lattice, i, j, method)
    return Grid(
        *pitch, nx, ny, len(lattice.cells), lattice.shape, method,
        float(lattice.size[0]), float(lattice.size[1]),
        None if lattice.islands and not below else rim - floor, wall,
        (float(corner[0]), float(corner[1])), lattice.residual, tuple(sides), pockets,
        pocket_depth,
    )  # fmt: skip


def _is_usual(nx: int, ny: int) -> bool:
    """Whether so many squares are a board: what lies beyond is its rim, grooved or not."""
    return nx == ny and nx in WHOLE_BOARDS


def _between_posts(posts: Lattice, base: Section) -> Lattice:
    """The squares that posts mark: between them, or around each where that makes a board.

    Posts may stand at all corners of squares (one more than squares), only where four squares
    meet (one fewer), or in the middle of each.
    """
    room = min(_reach(name, posts, base) for name in SIDES)
    steps = [(-1, 0.0), (1, 0.97), (0, 0.47)]
    usual = [
        step for step, least in steps
        if room >= least and posts.count[0] + step == posts.count[1] + step
        and posts.count[0] + step in WHOLE_BOARDS
    ]  # fmt: skip
    step = usual[0] if usual else -1
    shape = np.array(posts.count) + step
    i, j = np.meshgrid(np.arange(shape[0]), np.arange(shape[1]))
    size = np.array(posts.pitch) - posts.size * (step != 0)
    origin = posts.origin - step / 2 * (posts.u + posts.v)
    cells = np.stack([i.ravel(), j.ravel()], axis=1)
    return replace(posts, origin=origin, cells=cells, size=size, shape="square")


def _reach(name: str, lattice: Lattice, base: Section) -> float:
    """From the outermost middles to the edge of the part, in squares."""
    axis, sign, last, count = _ways(name, lattice)
    across = np.linspace(0, count - 1, min(count, 9)).round()
    edge = np.full(len(across), float(last))
    starts = lattice.at(*((edge, across) if axis == 0 else (across, edge)))
    beyond = [_beyond(base, start, axis, sign) for start in starts]
    return float(np.median(beyond)) / lattice.pitch[axis]


def _ways(name: str, lattice: Lattice) -> tuple[int, int, int, int]:
    """Of a side: its axis, its direction, its outermost row, and how many squares it has."""
    axis = 0 if name in ("left", "right") else 1
    sign = 1 if name in ("right", "top") else -1
    count = lattice.count
    return axis, sign, count[axis] - 1 if sign > 0 else 0, count[1 - axis]


def _side(
    name: str, lattice: Lattice, section: Section, base: Section, wall: float, method: str
) -> Side:
    """Measure one edge: how far the part goes on, and whether its squares do."""
    axis, sign, last, count = _ways(name, lattice)
    pitch = lattice.pitch[axis]
    border = last + sign * 0.5
    # The middle of a border is wall or groove, whatever the squares are like.
    across = np.linspace(0, count - 1, min(count, 9)).round()
    edge = np.full(len(across), border)
    starts = lattice.at(*((edge, across) if axis == 0 else (across, edge)))
    margin = float(np.median([_beyond(base, start, axis, sign) for start in starts])) / pitch
    inner = (0.0 if method == "posts" else wall / 2 / pitch) + 0.06
    partial = 0.0
    if margin > inner + 0.04:
        along = border + sign * np.linspace(inner, min(margin, 1.0) - 0.02, 5)
        squares = _is_square(section, lattice, axis, along, across)
        between = np.arange(count - 1, dtype=np.float64) + 0.5
        walls = ~_is_square(section, lattice, axis, along, between)
        # Squares go on beyond the last whole one only where what parts them goes on as well.
        if method == "posts":
            partial = margin if 0.42 < margin < 0.58 else 0.0
        elif squares.mean() > _MOST and walls.mean() > _MOST:
            partial = margin
    seam = bool(partial) or margin * pitch <= _SEAM_WALL * max(wall, 0.02 * pitch)
    return Side(name, margin * pitch, partial, (seam and method != "islands") or bool(partial))


def _is_square(
    section: Section, lattice: Lattice, axis: int, along: Array, across: Array
) -> NDArray[np.bool_]:
    """For each line across a side: whether all places along it are like squares."""
    i, j = (along[:, None], across[None]) if axis == 0 else (across[None], along[:, None])
    places = lattice.at(*np.broadcast_arrays(i, j))
    filled = section.contains(places.reshape(-1, 2)).reshape(places.shape[:2])
    return np.asarray((filled == lattice.islands).all(axis=0))


def _whole_squares(
    sides: list[Side], pitch: tuple[float, float]
) -> tuple[list[Side], tuple[int, int, int, int]]:
    """Count squares that lack only their outer wall as whole, and tell at which sides."""
    found, more = [], []
    for side in sides:
        step = pitch[0] if side.name in ("left", "right") else pitch[1]
        whole = side.partial > _OPEN_SQUARE
        margin = side.margin_mm - step * whole
        more.append(int(whole))
        partial = 0.0 if whole else side.partial
        seam = side.seam and not (whole and margin > 0.1 * step)
        found.append(replace(side, margin_mm=margin, partial=partial, seam=seam))
    return found, (more[0], more[1], more[2], more[3])


def _beyond(base: Section, start: Array, axis: int, sign: int) -> float:
    """How far material goes on from a place along an axis; 0 where there is none."""
    met = (base.crossings(float(start[1 - axis]), axis) - start[axis]) * sign
    ahead = met[met > 0]
    return float(ahead.min()) if len(ahead) % 2 else 0.0


def _pockets(
    laid: Laid, below: list[float], floor: float, lattice: Lattice, i: Ints, j: Ints,
    method: str,
) -> tuple[tuple[tuple[int, int], ...], float | None]:  # fmt: skip
    """Squares with a floor deeper than the others', as (row, column) from the top left.

    `i` and `j`, int64 (rows, columns), are each square's numbers in the lattice.
    """
    if method != "section" or len(below) < 2:
        return (), None
    deeper = cut(laid, (below[-2] + floor) / 2)
    # A pocket is deep all over; an engraved letter is not.
    empty = np.array([
        ~deeper.contains(lattice.at(np.add(i, dx), np.add(j, dy)).reshape(-1, 2))
        for dx in (-0.25, 0, 0.25) for dy in (-0.25, 0, 0.25)
    ]).mean(axis=0).reshape(i.shape) > _MOST  # fmt: skip
    found = tuple((int(row), int(col)) for row, col in np.argwhere(empty))
    return (found, floor - below[-2]) if found else ((), None)


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
