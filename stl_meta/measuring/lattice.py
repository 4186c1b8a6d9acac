"""Finds a regular grid: equal outlines whose middles stand in rows and columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stl_meta.measuring.section import Section
from stl_meta.mesh import Array, Ints

LEAST_CELLS = 9
_SAME_AREA = 0.08
_WORST_RESIDUAL = 0.04
"""Of the pitch; worse is no grid."""

_SHAPES = ((0.94, "square"), (0.77, "round"), (0.70, "hexagonal"))


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A grid fitted to middles: cell (i, j) lies at origin + i u + j v.

    Attributes:
        origin: float64 (2,), middle of cell (0, 0).
        u: float64 (2,), step along x.
        v: float64 (2,), step along y.
        cells: int64 (N, 2), which cells were found, as (i, j).
        size: float64 (2,), width and depth of one.
        shape: `square`, `round`, `hexagonal` or `other`, by how it fills its box.
        islands: Whether the cells stand up instead of being sunk.
        residual: Largest distance of a middle from its place.
        share: Area of a cell as part of a square of the grid.
        z: Height of the section they were found in.
    """

    origin: Array
    u: Array
    v: Array
    cells: Ints
    size: Array
    shape: str
    islands: bool
    residual: float
    share: float
    z: float

    @property
    def pitch(self) -> tuple[float, float]:
        """Distance of neighbours along x and along y."""
        return float(np.linalg.norm(self.u)), float(np.linalg.norm(self.v))

    @property
    def count(self) -> tuple[int, int]:
        """Columns and rows."""
        return int(self.cells[:, 0].max()) + 1, int(self.cells[:, 1].max()) + 1

    def at(self, i: Array | Ints | float, j: Array | Ints | float) -> Array:
        """Places of cells by their (also broken) numbers, float64 (..., 2)."""
        i, j = np.asarray(i, dtype=float)[..., None], np.asarray(j, dtype=float)[..., None]
        return np.asarray(self.origin + i * self.u + j * self.v)


def find_lattice(section: Section) -> Lattice | None:
    """Return the grid of equal holes in a section, else of equal islands, else None."""
    for islands in (False, True):
        wanted = (section.area > 0) == islands
        if wanted.sum() < LEAST_CELLS:
            continue
        indices = np.flatnonzero(wanted)
        equal = indices[_largest_group(np.abs(section.area[indices]))]
        if len(equal) >= LEAST_CELLS:
            found = _fitted(section, equal, islands=islands)
            if found is not None:
                return found
    return None


def _largest_group(area: Array) -> NDArray[np.intp]:
    """Indices of the largest group of nearly equal areas; among equals the greatest."""
    order = np.argsort(area)
    ranked = area[order]
    ends = np.searchsorted(ranked, ranked * (1 + _SAME_AREA), side="right")
    counts = ends - np.arange(len(ranked))
    best = int(len(counts) - 1 - np.argmax(counts[::-1]))
    return np.asarray(order[best : ends[best]])


def _fitted(section: Section, which: NDArray[np.intp], *, islands: bool) -> Lattice | None:
    size = np.median(section.size[which], axis=0)
    middles = section.middle[which]
    if not section.closed:
        middles = (section.low[which] + section.high[which]) / 2
    fitted = fit(middles, size)
    if fitted is None:
        return None
    origin, u, v, cells, residual = fitted
    area = float(np.median(np.abs(section.area[which])))
    fill = area / max(float(size[0] * size[1]), 1e-12)
    shape = next((name for least, name in _SHAPES if fill > least), "other")
    share = area / float(abs(u[0] * v[1] - u[1] * v[0]))
    return Lattice(origin, u, v, cells, size, shape, islands, residual, share, section.z)


def fit(middles: Array, size: Array) -> tuple[Array, Array, Array, Ints, float] | None:
    """Fit a grid to middles by least squares.

    Args:
        middles: float64 (N, 2).
        size: float64 (2,), of a cell: steps are not smaller.

    Returns:
        Origin, step along x, step along y, cell numbers int64 (N, 2), largest residual; None
        where the middles are no grid.
    """
    numbers = []
    for axis in (0, 1):
        step = _step(middles[:, axis], float(size[axis]))
        if step is None:
            return None
        numbers.append(np.round((middles[:, axis] - middles[:, axis].min()) / step))
    cells = np.stack(numbers, axis=1).astype(np.int64)
    cells -= cells.min(axis=0)
    if (
        cells.max() > 60
        or len(np.unique(cells, axis=0)) < len(cells)
        or not cells.any(axis=0).all()
    ):
        return None
    system = np.column_stack([np.ones(len(cells)), cells])
    solution, *_ = np.linalg.lstsq(system, middles, rcond=None)
    origin, u, v = solution
    residual = float(np.linalg.norm(middles - system @ solution, axis=1).max())
    if residual > _WORST_RESIDUAL * min(np.linalg.norm(u), np.linalg.norm(v)):
        return None
    return origin, u, v, cells, residual


def _step(values: Array, size: float) -> float | None:
    """Distance of neighbouring columns; None where all stand in one."""
    ranked = np.sort(values)
    starts = np.flatnonzero(np.concatenate([[True], np.diff(ranked) > 0.3 * size]))
    columns = np.add.reduceat(ranked, starts) / np.diff(np.append(starts, len(ranked)))
    gaps = np.diff(columns)
    if not len(gaps):
        return None
    return float(np.median(gaps[gaps < 1.4 * gaps.min()]))
