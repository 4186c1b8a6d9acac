"""Puts the parts of a board together, by their seams and by the squares that seams cut.

Parts are laid into rows and columns like a jigsaw: each turned as need be, so that squares cut
by a seam find their other half, rims come to lie outside, and the whole is square.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from stl_meta.faults import MeshError, Reason
from stl_meta.measuring.board import LEAST_ACROSS, SAME_PITCH, SIDES, WHOLE_BOARDS, Grid, Side

_SAME_PARTIAL = 0.06
_WALLED = 1.3
"""A side that ends so many walls beyond its squares at most may lie inside of a board."""

_MOST_ACROSS = 6
_MOST_STEPS = 50_000


@dataclass(frozen=True, slots=True)
class Assembled:
    """A whole board.

    Attributes:
        pitch_mm: Distance of neighbouring squares in a row.
        columns: Squares in a row, those that a seam cuts included.
        rows: Rows of squares.
        recess_mm: Clear width of a square.
        wall_mm: Between squares.
        depth_mm: From the top of the walls to the floor; of grooves where squares stand up.
        rim_mm: Around the squares.
        seams_x: Where upright seams run, in squares from the left.
        seams_y: Where level seams run, in squares from the top.
        pockets: (row, column) of the squares with a pocket for an insert that can be told:
            nothing is known of those that a seam cuts, nor where it is not known which part
            goes where.
        spread_mm: Largest difference of pitch between the parts.
        pitch_y_mm: Distance of rows, where squares are longer than wide or wider than long.
        sunk: Whether tiles lie on a floor below what parts the squares; else on its top, or
            on a plain face between posts.
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
    pitch_y_mm: float | None = None
    sunk: bool = True

    @property
    def sunk_mm(self) -> float | None:
        """How far tiles lie below the face that squares are read on; None if not known."""
        return self.depth_mm if self.sunk else 0.0

    @property
    def mean_mm(self) -> float:
        """Pitch, for heights in squares; of squares that are not square the mean of both."""
        return (self.pitch_mm + (self.pitch_y_mm or self.pitch_mm)) / 2

    @property
    def square_mm(self) -> float:
        """Pitch of a board of square squares.

        Raises:
            MeshError: They are not square.
        """
        if self.pitch_y_mm is not None:
            raise MeshError(
                "The squares are {width:.2f} by {height:.2f} mm: not square.",
                Reason.NOT_A_MESH,
                width=self.pitch_mm,
                height=self.pitch_y_mm,
            )
        return self.pitch_mm


def assemble(grids: Sequence[Grid], *, copies: Sequence[int] | None = None) -> Assembled:
    """Return the board that parts make.

    Args:
        grids: Of the parts; a whole board among them is the board.
        copies: How many there are of each. Where all are there once and make no board so, they
            may be several of each, if that makes a usual board.

    Raises:
        MeshError: They make no board; says what is missing.
    """
    counts = list(copies or [1] * len(grids))
    if not grids:
        raise MeshError("There is no part with squares.", Reason.NOT_A_MESH)
    whole = [grid for grid in grids if is_whole(grid)]
    parts = whole[:1] or list(grids)
    spread = _spread(whole or parts)
    laid = _Layer(parts, counts if not whole else [1]).laid()
    if laid is None:
        raise MeshError(
            "No whole board can be laid of these parts: {parts}. A part that is needed more "
            "than once has its number in the name of its file, such as edge_x4.stl.",
            Reason.NOT_A_MESH,
            parts=", ".join(
                f"{count} x {grid.nx + _cut(grid, 0):.4g} by {grid.ny + _cut(grid, 1):.4g}"
                for grid, count in zip(parts, counts, strict=False)
            ),
        )
    return _described(laid, spread)


def is_whole(grid: Grid) -> bool:
    """Whether a part is a board by itself."""
    if grid.method == "walls" and (grid.nx != grid.ny or grid.nx not in WHOLE_BOARDS):
        return False
    return min(grid.nx, grid.ny) > LEAST_ACROSS and not any(side.seam for side in grid.sides)


def _cut(grid: Grid, axis: int) -> float:
    names = ("left", "right") if axis == 0 else ("top", "bottom")
    return sum(side.partial for side in grid.sides if side.name in names)


def _spread(grids: Sequence[Grid]) -> float:
    pairs = np.sort([(grid.pitch_x_mm, grid.pitch_y_mm) for grid in grids], axis=1)
    spread = float(np.ptp(pairs, axis=0).max())
    if spread > SAME_PITCH * pairs.max():
        raise MeshError(
            "The parts differ: squares of {pitches:.2f} and {pitches_2:.2f} mm.",
            Reason.NOT_A_MESH,
            pitches=float(pairs.min()),
            pitches_2=float(pairs.max()),
        )
    return spread


@dataclass(frozen=True, slots=True)
class _Laid:
    """Parts in their places, row by row from the top left, each turned as it lies."""

    rows: int
    columns: int
    grids: tuple[Grid, ...]

    def at(self, row: int, column: int) -> Grid:
        return self.grids[row * self.columns + column]

    @property
    def size(self) -> tuple[float, float]:
        """Squares along x and along y."""
        across = [self.at(0, k) for k in range(self.columns)]
        down = [self.at(k, 0) for k in range(self.rows)]
        return (sum(g.nx + _cut(g, 0) for g in across), sum(g.ny + _cut(g, 1) for g in down))


class _Layer:
    """Looks for a way to lay parts as a board."""

    def __init__(self, grids: Sequence[Grid], counts: Sequence[int]) -> None:
        self._ways = [[grid.turned(k, (0.0, 0.0)) for k in range(4)] for grid in grids]
        self._counts = list(counts)
        walls = [side.margin_mm > _WALLED * grid.wall_mm
                 for grid in grids for side in grid.sides]  # fmt: skip
        self._rims = any(walls)
        self._steps = 0

    def laid(self) -> _Laid | None:
        """The board; None where there is none."""
        total = sum(self._counts)
        for rows in range(1, _MOST_ACROSS + 1):
            if total % rows == 0 and total // rows <= _MOST_ACROSS:
                for found in self._tried(rows, total // rows, self._counts):
                    width, height = found.size
                    if abs(width - height) < 0.2 and width > LEAST_ACROSS:
                        return found
        if max(self._counts) > 1:
            return None
        return self._of_copies()

    def _of_copies(self) -> _Laid | None:
        """The same where each part may be needed more often than it is there."""
        kinds = len(self._counts)
        for rows, columns in sorted(product(range(1, 5), repeat=2), key=lambda n: n[0] * n[1]):
            if rows * columns <= kinds:
                continue
            for found in self._tried(rows, columns, [rows * columns] * kinds):
                width, height = found.size
                usual = round(width) in WHOLE_BOARDS or self._is_quartered()
                if abs(width - height) < 0.2 and usual and self._all_used(found):
                    return found
        return None

    def _is_quartered(self) -> bool:
        """Whether it is one part, cut through its squares on two sides that meet."""
        (first, *_), *others = self._ways
        cut = [side.name for side in first.sides if side.partial]
        return not others and len(cut) == 2 and bool(_cut(first, 0)) and bool(_cut(first, 1))

    def _all_used(self, found: _Laid) -> bool:
        # One part alone is known to be one of several by its seams, or not at all.
        if (
            len(self._ways) == 1
            and not any(side.partial for side in found.grids[0].sides)
            and (not self._rims)
        ):
            return False
        return all(any(each in ways for each in found.grids) for ways in self._ways)

    def _tried(self, rows: int, columns: int, counts: Sequence[int]) -> Iterator[_Laid]:
        self._steps = 0
        yield from self._more(rows, columns, (), list(counts))

    def _more(
        self, rows: int, columns: int, placed: tuple[Grid, ...], left: list[int]
    ) -> Iterator[_Laid]:
        if len(placed) == rows * columns:
            yield _Laid(rows, columns, placed)
            return
        row, column = divmod(len(placed), columns)
        for kind, ways in enumerate(self._ways):
            if not left[kind]:
                continue
            for way in ways:
                self._steps += 1
                if self._steps > _MOST_STEPS:
                    return
                if self._fits(way, row, column, rows, columns, placed):
                    left[kind] -= 1
                    yield from self._more(rows, columns, (*placed, way), left)
                    left[kind] += 1

    def _fits(
        self, grid: Grid, row: int, column: int, rows: int, columns: int,
        placed: tuple[Grid, ...],
    ) -> bool:  # fmt: skip
        outer = {"left": column == 0, "right": column == columns - 1,
                 "top": row == 0, "bottom": row == rows - 1}  # fmt: skip
        if not grid.sides:
            return all(outer.values())
        if not all(self._may_lie(grid.side(name), grid, outer[name]) for name in SIDES):
            return False
        if column and not _meet(placed[-1], grid, "right", "left"):
            return False
        return not row or _meet(placed[len(placed) - columns], grid, "bottom", "top")

    def _may_lie(self, side: Side, grid: Grid, outside: bool) -> bool:
        walled = side.margin_mm <= _WALLED * max(grid.wall_mm, 0.02 * grid.pitch_mm)
        if outside:
            return not side.partial and not (side.seam and walled and self._rims)
        return bool(side.partial) or walled


def _meet(first: Grid, second: Grid, end: str, start: str) -> bool:
    """Whether two parts lie well beside each other."""
    parts = first.side(end).partial + second.side(start).partial
    if min(abs(parts), abs(parts - 1)) > _SAME_PARTIAL:
        return False
    axis = 1 if end == "right" else 0
    if axis:
        along = (first.ny + _cut(first, 1), second.ny + _cut(second, 1))
        pitch = (first.pitch_y_mm, second.pitch_y_mm)
        ends = [(g.side("top").partial, g.side("bottom").partial) for g in (first, second)]
    else:
        along = (first.nx + _cut(first, 0), second.nx + _cut(second, 0))
        pitch = (first.pitch_x_mm, second.pitch_x_mm)
        ends = [(g.side("left").partial, g.side("right").partial) for g in (first, second)]
    alike = all(abs(a - b) < _SAME_PARTIAL for a, b in zip(*ends, strict=True))
    return (
        alike
        and abs(along[0] - along[1]) < 0.1
        and (abs(pitch[0] - pitch[1]) <= SAME_PITCH * pitch[0])
    )


def _described(laid: _Laid, spread: float) -> Assembled:
    grids = laid.grids
    widths = [laid.at(0, k).nx + _cut(laid.at(0, k), 0) for k in range(laid.columns)]
    heights = [laid.at(k, 0).ny + _cut(laid.at(k, 0), 1) for k in range(laid.rows)]
    lefts, tops = (np.cumsum([0.0, *sizes]).round(1).tolist() for sizes in (widths, heights))
    size = round(lefts[-1]), round(tops[-1])
    rims = []
    pockets = set()
    for number, grid in enumerate(grids):
        row, column = divmod(number, laid.columns)
        outer = {"left": column == 0, "right": column == laid.columns - 1,
                 "top": row == 0, "bottom": row == laid.rows - 1}  # fmt: skip
        rims += [side.margin_mm for side in grid.sides if outer[side.name]]
        if grid.sides:
            start = (
                lefts[column] + grid.side("left").partial,
                tops[row] + grid.side("top").partial,
            )
            pockets |= {(round(start[1] + r), round(start[0] + c)) for r, c in grid.pockets}
        else:
            pockets |= set(grid.pockets)
    mean = {name: float(np.mean([getattr(grid, name) for grid in grids]))
            for name in ("pitch_x_mm", "pitch_y_mm", "recess_x_mm", "wall_mm")}  # fmt: skip
    x, y = mean["pitch_x_mm"], mean["pitch_y_mm"]
    square = abs(x - y) <= SAME_PITCH * max(x, y)
    return Assembled(
        (x + y) / 2 if square else x, *size, mean["recess_x_mm"], mean["wall_mm"],
        grids[0].depth_mm, float(np.median(rims)) if rims else 0.0, tuple(lefts[1:-1]),
        tuple(tops[1:-1]), _known_pockets(pockets, laid, size), spread, None if square else y,
        grids[0].method in ("section", "walls"),
    )  # fmt: skip


def _known_pockets(
    pockets: set[tuple[int, int]], laid: _Laid, size: tuple[int, int]
) -> tuple[tuple[int, int], ...]:
    """Pockets, but none where another way to lay the same parts would move them."""
    turned = {(col, size[0] - 1 - row) for row, col in pockets}
    if len(laid.grids) > 1 and pockets != turned:
        return ()
    return tuple(sorted(pockets))
