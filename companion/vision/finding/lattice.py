"""Where the printed lines of a board really lie, beside where a grid is believed to be.

Networks that have mostly seen whole boards lay fifteen squares on whatever they are shown.
The lines between the squares say otherwise: along an axis they come back with every square, so
their edges have a phase, and a grid squeezed onto fourteen squares drifts by a whole turn from
one side of the board to the other. The drift is measured window by window and the grid put
where the lines are (up to whole squares, which `companion.vision.finding.extent` counts).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finding.fit import (
    BOARD_CORNERS,
    CELLS,
    FloatArray,
    View,
    corners_from_homography,
    fit_homography,
    is_board_shaped,
)
from companion.vision.finding.lens import Lens
from companion.vision.finding.networks import Pyramid

BEYOND: Final = 3
"""Squares around the grid that are looked at."""

CELL_PX: Final = 16
LATTICE_VIEW: Final = View(side_px=(CELLS + 2 * BEYOND) * CELL_PX, margin_cells=BEYOND)

ROUNDS: Final = 3
STILL_CELLS: Final = 0.12
"""Less than this is left to the networks, which see more than lines."""

CLEAR: Final = 0.9
"""Coherence from which the lines of a board are believed."""

_REACH = 1.6
"""Windows in which a phase is measured, in squares (one sigma)."""

_LEAST_SIDE_PX = 40.0

_STEP_PX = 4
"""How finely it is told which places the picture shows."""

_LOGS = np.log(np.arange(256, dtype=np.float32) + 10)


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """Edges of what is seen through a grid, `BEYOND` squares more on each side.

    Attributes:
        across: float32 (S, S), strength of edges that run down (left and right differ).
        down: float32 (S, S), strength of edges that run along.
        shown: float32 (S, S), 1 where the picture shows something.
        view: uint8 (S, S, 3), what is seen.
    """

    across: NDArray[np.float32]
    down: NDArray[np.float32]
    shown: NDArray[np.float32]
    view: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """The grid where the printed lines are.

    Attributes:
        plane: (3, 3), cells to pixels of the straightened picture; up to whole squares.
        moved_cells: How far the worst corner of the grid was from its lines.
        coherence: 0..1, how well lines at even distances explain the edges, the weaker axis.
        edges: Seen through `plane`.
    """

    plane: FloatArray
    moved_cells: float
    coherence: float
    edges: Edges


def lattice_at(pyramid: Pyramid, plane: FloatArray, lens: Lens) -> Lattice:
    """Measure the lines near a grid and put the grid on them.

    Args:
        pyramid: The picture.
        plane: (3, 3), cells to pixels of the straightened picture.
        lens: How the picture is bent.
    """
    first, off = _measured(pyramid, plane, lens)
    best, moved, rounds = first, off, 0
    while off >= STILL_CELLS and rounds < ROUNDS and best.mended is not None:
        best, off = _measured(pyramid, best.mended, lens)
        moved, rounds = max(moved, off), rounds + 1
    if best.coherence < CLEAR:
        best = first
    return Lattice(best.plane, moved, best.coherence, best.edges)


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    plane: FloatArray
    mended: FloatArray | None
    coherence: float
    edges: Edges


def _measured(pyramid: Pyramid, plane: FloatArray, lens: Lens) -> tuple[_Measured, float]:
    """What one look says of a grid, and by how much its worst corner is off, in squares."""
    edges = edges_of(pyramid, plane, lens)
    across, share = _phases(_windows(edges.across, edges.shown, along=True))
    down, other = _phases(_windows(edges.down, edges.shown, along=False))
    off = float(np.abs(_terms(BOARD_CORNERS) @ np.stack([across, down], axis=1)).max())
    mended = _mended(plane, across, down)
    return _Measured(plane, mended, min(share, other), edges), off


def edges_of(pyramid: Pyramid, plane: FloatArray, lens: Lens) -> Edges:
    """The edges seen through a grid, (cells to pixels, (3, 3))."""
    side = LATTICE_VIEW.side_px
    matrix = LATTICE_VIEW.matrix @ np.linalg.inv(plane)
    view = pyramid.view(matrix, side, lens)
    shown = shown_in(pyramid, plane, lens)
    logs = cv2.GaussianBlur(_LOGS[view], (0, 0), 0.8)
    across, down = np.zeros((side, side), np.float32), np.zeros((side, side), np.float32)
    across[:, 1:-1] = np.abs(logs[:, 2:] - logs[:, :-2]).max(axis=2)
    down[1:-1] = np.abs(logs[2:] - logs[:-2]).max(axis=2)
    return Edges(_capped(across * shown), _capped(down * shown), shown, view)


def shown_in(pyramid: Pyramid, plane: FloatArray, lens: Lens) -> NDArray[np.float32]:
    """Which places of the view lie in the picture, (S, S) of 0 and 1."""
    height, width = pyramid.levels[0].shape[:2]
    places = LATTICE_VIEW.lattice(LATTICE_VIEW.side_px // _STEP_PX)
    at = np.concatenate([places, np.ones((*places.shape[:2], 1))], axis=-1) @ plane.T
    depth = at[..., 2:]
    seen = lens.distort(at[..., :2] / np.where(np.abs(depth) < 1e-9, 1e-9, depth))
    inside = ((seen > 0) & (seen < (width - 1, height - 1))).all(axis=-1) & (depth[..., 0] > 0)
    # The picture's own edge is no edge of anything.
    safe = cv2.erode(inside.astype(np.float32), np.ones((3, 3)))
    return np.asarray(safe.repeat(_STEP_PX, axis=0).repeat(_STEP_PX, axis=1), np.float32)


def _capped(edge: NDArray[np.float32]) -> NDArray[np.float32]:
    """Strengths of which none counts for more than an ordinary strong one: 0..1."""
    inner = slice(BEYOND * CELL_PX, -BEYOND * CELL_PX)
    most = max(float(np.percentile(edge[inner, inner], 85)), 1e-6)
    return np.asarray(np.minimum(edge, most) / most, np.float32)


def _windows(
    edge: NDArray[np.float32], shown: NDArray[np.float32], *, along: bool
) -> NDArray[np.complex128]:
    """The first harmonic of the edges around each square, (15, 15), row and column."""
    long = round(0.7 * CELL_PX) | 1
    lines = cv2.blur(edge, (1, long) if along else (long, 1))
    local = (lines - cv2.GaussianBlur(lines, (0, 0), CELL_PX)) * shown
    side = edge.shape[0]
    turn = np.exp(-2j * np.pi * ((np.arange(side) + 0.5) / CELL_PX - BEYOND))
    wave = local * (turn[None, :] if along else turn[:, None])
    count = side // CELL_PX
    sums = wave.reshape(count, CELL_PX, count, CELL_PX).sum(axis=(1, 3))
    blurred = [cv2.GaussianBlur(np.ascontiguousarray(part), (0, 0), _REACH)
               for part in (sums.real, sums.imag)]  # fmt: skip
    inner = slice(BEYOND, -BEYOND)
    return np.asarray((blurred[0] + 1j * blurred[1])[inner, inner])


def _terms(cells: FloatArray) -> FloatArray:
    """1, x, y, x^2, xy, y^2 of points (N, 2), counted from the middle of the board."""
    x, y = cells[:, 0] - CELLS / 2, cells[:, 1] - CELLS / 2
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def _phases(wave: NDArray[np.complex128]) -> tuple[FloatArray, float]:
    """The phase as a smooth function of the place (six terms, in turns), and its coherence."""
    steps = np.arange(CELLS) + 0.5
    terms = _terms(np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2))
    strength = np.abs(wave)
    weight = np.minimum(strength / max(float(np.median(strength)), 1e-9), 2.0)
    unit = (wave / np.maximum(strength, 1e-9)).ravel()
    fit = np.concatenate([[0.0], _slopes(wave, weight, terms.reshape(CELLS, CELLS, 6))])
    weight = weight.ravel()
    fit[0] = np.angle((weight * unit * _turned(terms, fit)).sum()) / (2 * np.pi)
    for _ in range(6):
        left = np.angle(unit * _turned(terms, fit)) / (2 * np.pi)
        fit = fit + _least_squares(terms, left, weight / (1 + (left / 0.1) ** 2))
    share = abs((weight * unit * _turned(terms, fit)).sum()) / max(weight.sum(), 1e-9)
    return fit, float(share)


def _turned(terms: FloatArray, fit: FloatArray) -> NDArray[np.complex128]:
    return np.asarray(np.exp(-2j * np.pi * (terms @ fit)))


def _slopes(wave: NDArray[np.complex128], weight: FloatArray, terms: FloatArray) -> FloatArray:
    """The five terms that change from place to place, from neighbours alone: no unwrapping."""
    rows, steps, sure = [], [], []
    for axis in (0, 1):
        here, there = [slice(None)] * 2, [slice(None)] * 2
        here[axis], there[axis] = slice(0, -1), slice(1, None)
        before, after = tuple(here), tuple(there)
        steps.append((np.angle(wave[after] * wave[before].conj()) / (2 * np.pi)).ravel())
        rows.append((terms[after] - terms[before])[..., 1:].reshape(-1, 5))
        sure.append(np.minimum(weight[after], weight[before]).ravel())
    matrix, step, trust = np.concatenate(rows), np.concatenate(steps), np.concatenate(sure)
    now, fit = trust, np.zeros(5)
    for _ in range(8):
        fit = _least_squares(matrix, step, now)
        now = trust / (1 + ((matrix @ fit - step) / 0.03) ** 2)
    return fit


def _least_squares(matrix: FloatArray, wanted: FloatArray, weight: FloatArray) -> FloatArray:
    root = np.sqrt(weight)
    return np.asarray(np.linalg.lstsq(matrix * root[:, None], wanted * root, rcond=None)[0])


def _mended(plane: FloatArray, across: FloatArray, down: FloatArray) -> FloatArray | None:
    """The grid moved onto its lines; None where that is no board any more."""
    steps = np.linspace(0, CELLS, 6)
    believed = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    terms = _terms(believed)
    true = believed + np.stack([terms @ across, terms @ down], axis=1)
    plane = plane @ fit_homography(true, believed, np.ones(len(true)))
    if not is_board_shaped(corners_from_homography(plane), least_side_px=_LEAST_SIDE_PX):
        return None
    return np.asarray(plane / plane[2, 2], dtype=np.float64)
