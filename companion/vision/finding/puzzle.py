"""Whether a grid that was found is a printed crossword, which has squares but is no board."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.vision.finding.extent import Extent
from companion.vision.finding.fit import CELLS
from companion.vision.finding.lattice import BEYOND, CELL_PX, Edges

LEAST_BLACK, MOST_BLACK = 0.08, 0.45
"""Share of black squares in crosswords."""

BLACK, WHITE = 0.35, 0.8
"""How bright black and white squares are, of the paper."""

FLAT = 0.1
"""How far the grey values of one black square differ (one sigma), of the paper: no letter."""

COLOURLESS: Final = 18.0
"""Most difference between a square's channels (median over the squares), of 255."""

TWO_KINDS: Final = 0.96
"""Share of squares that are black or white: boards have premium squares besides."""

BESIDE: Final = 0.2
"""Share of black squares beside another one; premium squares stand apart."""

MIRRORED: Final = 0.9
"""Share of black squares that are black in both mirrors, as premium squares are."""


def is_crossword(edges: Edges, extent: Extent) -> bool:
    """Tell whether only black and white squares are there, in no pattern that boards have.

    Args:
        edges: What is seen through the grid.
        extent: Where the fifteen lines of squares lie in it.
    """
    count, rim = CELLS + 2 * BEYOND, CELL_PX // 4
    down, along = BEYOND + extent.down, BEYOND + extent.along
    squares = edges.view.reshape(count, CELL_PX, count, CELL_PX, 3).transpose(0, 2, 1, 3, 4)
    middle = squares[down : down + CELLS, along : along + CELLS, rim:-rim, rim:-rim]
    colour = np.median(middle.reshape(CELLS, CELLS, -1, 3), axis=2)
    if float(np.median(np.ptp(colour, axis=2))) > COLOURLESS:
        return False
    grey = middle.mean(axis=4)
    bright, differs = np.median(grey, axis=(2, 3)), grey.std(axis=(2, 3))
    paper = max(float(np.percentile(bright, 75)), 1.0)
    black = (bright < BLACK * paper) & (differs < FLAT * paper)
    share = float(black.mean())
    kinds = float((black | (bright > WHITE * paper)).mean())
    if not LEAST_BLACK <= share <= MOST_BLACK or kinds < TWO_KINDS:
        return False
    return _share(black, _beside(black)) > BESIDE or _share(black, _twice(black)) < MIRRORED


def _share(black: NDArray[np.bool_], also: NDArray[np.bool_]) -> float:
    return float((black & also).sum() / max(int(black.sum()), 1))


def _twice(black: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where both mirrors are black."""
    return np.asarray(black[:, ::-1] & black[::-1])


def _beside(black: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where a neighbour is black."""
    wide = np.pad(black, 1)
    return np.asarray(wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:])
