"""Which fifteen lines of squares are the board's: printed lines go on, or end at the rim.

Two witnesses, neither of which knows a particular board. A line of squares is crossed by the
edges between its squares, the rim is not. And the premium squares of a board fall on each other
in every mirror and quarter turn about its middle, and about no other place. Together they say
by how many whole squares a grid is beside the board, also where part of the board lies outside
the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finding.fit import CELLS, FloatArray
from companion.vision.finding.lattice import BEYOND, CELL_PX, Edges, Lattice

ALIVE_SPREAD: Final = 0.35
"""How far lines of squares differ in their edges (one sigma), where the middle one has 1."""

MOST_AGAINST, MOST_BEYOND = 4.0, 1.0
"""Most nats that one line says against being of the board, or against being none: tiles lie
close together on some, and others have letters printed beside them."""

ALIKE: Final = 40.0
"""Nats for a board that falls on itself exactly, against one that does not at all."""

BESIDE: Final = 1.5
"""Price in nats of a board that is not where the grid was believed to be, each way."""

SHOWN: Final = 0.6
"""Share of a line of squares that must be seen for it to say anything."""

LEAST_SQUARES: Final = 120
_OUTLYING = 2.0
_INNER = slice(BEYOND, -BEYOND)

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Extent:
    """Where the board lies on its lattice.

    Attributes:
        down: Squares by which it lies further down than the grid.
        along: Further to the right.
        lead: Nats by which this is likelier than the grid as it is; 0 if that is the best.
    """

    down: int
    along: int
    lead: float

    @property
    def step(self) -> FloatArray:
        """(3, 3), cells of the board to cells of the grid."""
        return np.array([[1.0, 0, self.along], [0, 1.0, self.down], [0, 0, 1.0]])


def extent_of(lattice: Lattice) -> Extent:
    """Which of the places a few squares beside the grid explains what is seen best."""
    edges = lattice.edges
    rows = _lines(edges.across, edges.shown)
    columns = _lines(edges.down.T, edges.shown.T)
    unlike = _unlikeness(edges)
    worth = {}
    for (down, along), apart in unlike.items():
        price = BESIDE * ((down != 0) + (along != 0)) + ALIKE * apart
        worth[down, along] = _explained(*rows, down) + _explained(*columns, along) - price
    if (0, 0) not in worth:
        return Extent(0, 0, 0.0)
    best = max(worth, key=lambda at: worth[at])
    return Extent(*best, worth[best] - worth[0, 0])


def _lines(
    edge: NDArray[np.float32], shown: NDArray[np.float32]
) -> tuple[FloatArray, FloatArray]:
    """How strongly each line of squares is crossed by edges, the middle one 1; how far seen.

    Args:
        edge: (S, S), edges across the lines.
        shown: (S, S), 0 where the picture ends.
    """
    lines = cv2.blur(edge, (1, CELL_PX // 2 | 1))
    local = (lines - cv2.blur(lines, (2 * CELL_PX + 1, 1))) * shown
    side = edge.shape[0]
    place = (np.arange(side) + 0.5) / CELL_PX - BEYOND
    wave = local * np.cos(2 * np.pi * place)
    count = side // CELL_PX
    # Two pixels of a square's edge are left out: they belong to the line beside it.
    bands = wave.reshape(count, CELL_PX, count, CELL_PX)[:, 2:].mean(axis=1).sum(axis=2)
    strength = np.clip(bands[:, _INNER], -1.0, 2.0).mean(axis=1)
    seen = (
        shown.reshape(count, CELL_PX, count, CELL_PX).mean(axis=(1, 3))[:, _INNER].mean(axis=1)
    )
    middle = max(float(np.median(strength[_INNER])), 1e-6)
    return strength / middle, seen


def _explained(strength: FloatArray, seen: FloatArray, shift: int) -> float:
    """Log likelihood, up to a constant, that the board's lines begin `shift` further on."""
    place = np.arange(len(strength)) - BEYOND - shift
    own = (place >= 0) & (place < CELLS)
    short = np.minimum(((1 - np.minimum(strength, 1.0)) / ALIVE_SPREAD) ** 2 / 2, MOST_AGAINST)
    over = np.minimum((np.clip(strength, 0, 1.2) / ALIVE_SPREAD) ** 2 / 2, MOST_BEYOND)
    return -float(np.where(own, short, over)[seen >= SHOWN].sum())


def _unlikeness(edges: Edges) -> dict[tuple[int, int], float]:
    """How unlike itself the board is in its mirrors, by (down, along); about 1 at random."""
    colour, seen = _colours(edges)
    inner = seen.copy()
    inner[:] = False
    inner[_INNER, _INNER] = seen[_INNER, _INNER]
    if inner.sum() < LEAST_SQUARES:
        return {(0, 0): 1.0}
    level = colour - np.median(colour[inner], axis=0)
    scale = float(np.percentile(np.abs(level[inner]), 75, axis=0).mean()) + 0.03
    one, other = _twins().T
    apart = {}
    for down in range(-BEYOND, BEYOND + 1):
        for along in range(-BEYOND, BEYOND + 1):
            part = (
                slice(BEYOND + down, BEYOND + down + CELLS),
                slice(BEYOND + along, BEYOND + along + CELLS),
            )
            there, here = seen[part].ravel(), level[part].reshape(-1, 3)
            if there.sum() < LEAST_SQUARES:
                continue
            both = there[one] & there[other]
            distance = np.linalg.norm(here[one[both]] - here[other[both]], axis=1) / scale
            apart[down, along] = float(np.minimum(distance, _OUTLYING).mean())
    usual = max(float(np.median(list(apart.values()))), 1e-6)
    return {at: value / usual for at, value in apart.items()}


def _colours(edges: Edges) -> tuple[FloatArray, Bools]:
    """Median log colour of the middle of each square (n, n, 3), and whether it is seen."""
    count, edge = CELLS + 2 * BEYOND, CELL_PX // 4
    squares = edges.view.reshape(count, CELL_PX, count, CELL_PX, 3).transpose(0, 2, 1, 3, 4)
    middle = squares[:, :, edge:-edge:2, edge:-edge:2].reshape(count, count, -1, 3)
    shown = edges.shown.reshape(count, CELL_PX, count, CELL_PX).transpose(0, 2, 1, 3)
    seen = shown[:, :, 2:-2, 2:-2].min(axis=(2, 3)) > 0.5
    return np.log(np.median(middle, axis=2) + 12), seen


@lru_cache(maxsize=1)
def _twins() -> NDArray[np.intp]:
    """Pairs (N, 2) of squares that are mirror images or quarter turns of each other."""
    place = np.arange(CELLS * CELLS).reshape(CELLS, CELLS)
    images = np.stack(
        [np.rot90(side, turn).ravel() for turn in range(4) for side in (place, place.T)], axis=1
    )
    pairs = {
        (min(a, b), max(a, b)) for row in images.tolist() for a in row for b in row if a != b
    }
    return np.array(sorted(pairs), dtype=np.intp)
