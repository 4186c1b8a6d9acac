"""One look at a board through a homography, and what it says of the homography."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.vision.finding.fit import (
    CELLS,
    FloatArray,
    View,
    corners_from_homography,
    fit_robustly,
    inverse,
    is_board_shaped,
    signed_area,
    transform,
)
from companion.vision.finding.lens import Lens
from companion.vision.finding.networks import Pyramid, Residuals

LEAST_CELL_PX: Final = 6.0
"""Smaller squares are not read; half of it is still followed."""

LEAST_PLACES: Final = 40

Ask = Callable[[NDArray[np.uint8]], Residuals]


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """What one look says.

    Attributes:
        homography: (3, 3), cells to pixels, mended.
        moved_cells: How far the worst corner moved.
        score: 0..1, how sure it is that a grid lies there.
        seen_px: (N, 2), places of the picture.
        cells: (N, 2), the board coordinates they show.
        trust: (N,), weights; outliers and covered places carry little.
    """

    homography: FloatArray
    moved_cells: float
    score: float
    seen_px: FloatArray
    cells: FloatArray
    trust: FloatArray


def glance(
    pyramid: Pyramid,
    homography: FloatArray,
    view: View,
    ask: Ask,
    lens: Lens | None = None,
) -> Glance | None:
    """Look once and mend the homography; None where no board can be seen through it.

    With a lens the homographies lead to pixels of the straightened picture.
    """
    seen = ask(pyramid.view(view.matrix @ np.linalg.inv(homography), view.side_px, lens))
    places = view.lattice(seen.inside.shape[0]).reshape(-1, 2)
    cells = places + seen.shift_cells.reshape(-1, 2)
    scale, inside = seen.scale_cells.ravel(), seen.inside.ravel()
    weight = inside**2 / (scale + 0.03)
    weight[inside < 0.25] = 0
    if np.count_nonzero(weight) < LEAST_PLACES:
        return None
    update, distance = fit_robustly(places, cells, weight)
    mended = homography @ inverse(update)
    corners = corners_from_homography(mended)
    if not is_board_shaped(corners, least_side_px=CELLS * LEAST_CELL_PX / 2):
        return None
    straight_px = transform(homography, places)
    moved_px = np.hypot(*(corners - corners_from_homography(homography)).T).max()
    cell_px = np.sqrt(abs(signed_area(corners))) / CELLS
    return Glance(
        homography=np.asarray(mended / mended[2, 2], dtype=np.float64),
        moved_cells=float(moved_px / cell_px),
        score=_score(transform(update, places), inside, scale, distance),
        seen_px=straight_px if lens is None else lens.distort(straight_px),
        cells=cells,
        trust=weight / (1 + (distance / 0.25) ** 2),
    )


def _score(
    cells: FloatArray, inside: FloatArray, scale: FloatArray, distance: FloatArray
) -> float:
    """0..1 from the mask, the network's own doubt, and how well one plane explains it all."""
    within = ((cells > 0) & (cells < CELLS)).all(axis=1)
    beyond = ((cells < -0.6) | (cells > CELLS + 0.6)).any(axis=1)
    if within.sum() < LEAST_PLACES:
        return 0.0
    filled = float(inside[within].mean())
    spill = float(inside[beyond].mean()) if beyond.any() else 0.0
    doubt = float(np.median(scale[within]))
    misfit = float(np.median(distance[within]))
    return filled * (1 - spill) * float(np.exp(-((doubt / 0.5) ** 2) - (misfit / 0.35) ** 2))
