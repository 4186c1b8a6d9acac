"""What makes a lens hard to believe, whoever measured it."""

from __future__ import annotations

import numpy as np

from calibration.models import LensModel

_FOCAL = (0.35, 4.5)
"""Focal length in longer sides of the picture: from very wide to a strong telephoto lens."""

_SQUEEZED = 0.1
_OFF_CENTRE = 0.15
_ERROR = 0.0025
"""Of the longer side: a good fit leaves a tenth of it."""

_LEAST_VIEWS = 6
_WIDEST_DEG = 130.0


def is_fisheye(lens: LensModel) -> bool:
    """Whether the model of a pinhole does not hold: it folds the picture, or sees too wide."""
    corners = np.array([
        [0, 0], [lens.width_px - 1, 0], [lens.width_px - 1, lens.height_px - 1],
        [0, lens.height_px - 1],
    ], dtype=float)  # fmt: skip
    middle = np.array([lens.cx_px, lens.cy_px])
    focal = np.array([lens.fx_px, lens.fy_px])
    farthest = float(np.linalg.norm((corners - middle) / focal, axis=1).max())
    # Seen radius over true radius: it must grow as far as the picture's corners reach.
    true = np.linspace(0, np.tan(np.radians(_WIDEST_DEG / 2)), 600)
    seen = true * (1 + true**2 * (lens.k1 + true**2 * (lens.k2 + true**2 * lens.k3)))
    fold = int(np.argmax(np.diff(seen) <= 0)) if (np.diff(seen) <= 0).any() else len(seen) - 1
    return bool(seen[: fold + 1].max() < farthest)


def doubts(lens: LensModel) -> tuple[str, ...]:
    """Return what is hard to believe of a lens, a sentence each; nothing for a good one."""
    found = []
    longer = max(lens.width_px, lens.height_px)
    share = lens.fx_px / longer
    if not _FOCAL[0] <= share <= _FOCAL[1]:
        found.append(
            f"A focal length of {share:.2f} times the picture's side is no usual camera's."
        )
    if abs(lens.fx_px / lens.fy_px - 1) > _SQUEEZED:
        found.append("Pixels would be longer than wide.")
    off = max(abs(lens.cx_px - (lens.width_px - 1) / 2) / lens.width_px,
              abs(lens.cy_px - (lens.height_px - 1) / 2) / lens.height_px)  # fmt: skip
    if off > _OFF_CENTRE:
        found.append(f"The lens would stand {off:.0%} beside the middle of the picture.")
    if lens.error_px > _ERROR * longer:
        found.append(f"The fit left {lens.error_px:.1f} px over.")
    if 0 < lens.views < _LEAST_VIEWS:
        found.append(f"It was measured from {lens.views} views only.")
    if is_fisheye(lens):
        found.append("It bends like a fisheye, which this model does not hold for.")
    return tuple(found)
