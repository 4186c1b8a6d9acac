"""Whether a part can be printed without supports: what hangs in the air, and how far.

Layer by layer, as a slicer sees it: what a layer has beyond the one below hangs. Lines laid
from one shore to another bridge a gap; a region is as bad as the longest line that it needs, if
all its lines run in the direction that suits it best.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from stl_meta.measuring.section import cut
from stl_meta.mesh import Mesh, triangle_normals

LAYER_MM = 0.2
_PX_MM = 0.2
_STEEP_PX = 1
"""Of a layer beyond the one below: walls that lean by 45 degrees carry themselves."""

_LINE_MM = 0.8
"""What hangs no farther from its shore than two lines are wide stays up."""

_RAGGED = 0.15
_DIRECTIONS_DEG = range(0, 180, 15)

Mask = NDArray[np.uint8]


def longest_bridge_mm(mesh: Mesh) -> float:
    """Return the longest line that must be laid over nothing; inf for what has one shore only.

    Args:
        mesh: In mm, as it stands on the printer's bed.
    """
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    normals, areas = triangle_normals(mesh)
    z = mesh.vertices[:, 2][mesh.faces] - low[2]
    hanging = (normals[:, 2] < -0.4) & (z.max(axis=1) > LAYER_MM) & (areas > 1e-6)
    layers = {
        int(k)
        for a, b in zip(z[hanging].min(axis=1), z[hanging].max(axis=1), strict=True)
        for k in range(max(1, int(a / LAYER_MM)), int(b / LAYER_MM) + 2)
    }
    size = tuple(np.ceil((high - low)[:2] / _PX_MM).astype(int) + 8)
    longest = 0.0
    masks: dict[int, Mask] = {}
    for k in sorted(layers):
        if (k + 0.5) * LAYER_MM >= high[2] - low[2]:
            continue
        for each in (k - 1, k):
            if each not in masks:
                masks[each] = _layer(mesh, low, (each + 0.5) * LAYER_MM, size)
        longest = max(longest, _bridge_mm(masks[k], masks[k - 1]))
        masks.pop(k - 1, None)
    return longest


def _layer(mesh: Mesh, low: NDArray[np.float64], height: float, size: tuple[int, ...]) -> Mask:
    """Where there is material at a height, uint8 (rows, columns)."""
    section = cut(mesh, float(low[2]) + height)
    mask = np.zeros((size[1], size[0]), dtype=np.uint8)
    columns = low[0] + (np.arange(size[0]) - 3.5) * _PX_MM
    for row in range(size[1]):
        met = section.crossings(float(low[1]) + (row - 3.5) * _PX_MM, 0)
        if len(met):
            mask[row] = np.searchsorted(met, columns) % 2
    return mask


def _bridge_mm(layer: Mask, below: Mask) -> float:
    shore = cv2.dilate(below, np.ones((2 * _STEEP_PX + 1,) * 2, np.uint8))
    hanging = (layer > 0) & (shore == 0)
    if not hanging.any():
        return 0.0
    far = cv2.distanceTransform((shore == 0).astype(np.uint8), cv2.DIST_L2, 3)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(hanging.astype(np.uint8))
    longest = 0.0
    for k in range(1, count):
        x, y, w, h = (int(v) for v in stats[k, :4])
        region = labels == k
        if float(np.asarray(far)[region].max()) * _PX_MM <= _LINE_MM:
            continue
        around = slice(max(y - 2, 0), y + h + 2), slice(max(x - 2, 0), x + w + 2)
        piece = region[around].astype(np.uint8)
        bank = (shore[around] > 0).astype(np.uint8)
        longest = max(longest, min(_lines_mm(piece, bank, deg) for deg in _DIRECTIONS_DEG))
    return longest


def _lines_mm(region: Mask, shore: Mask, deg: float) -> float:
    """The longest line over a region along a direction; inf if one does not reach a shore."""
    height, width = region.shape
    side = int(np.ceil(np.hypot(height, width))) + 4
    turn = np.array(
        cv2.getRotationMatrix2D((width / 2, height / 2), deg, 1.0), dtype=np.float64
    )
    turn[:, 2] += side / 2 - np.array([width, height]) / 2
    turned = [
        np.asarray(cv2.warpAffine(each, turn, (side, side), flags=cv2.INTER_NEAREST))
        for each in (region, cv2.dilate(shore, np.ones((3, 3), np.uint8)))
    ]
    open_, bank = turned[0] > 0, turned[1] > 0
    edges = np.diff(np.pad(open_.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    rows, starts = np.nonzero(edges == 1)
    _, ends = np.nonzero(edges == -1)
    before, after = np.clip(starts - 2, 0, side - 1), np.clip(ends + 1, 0, side - 1)
    held = (bank[rows, starts] | bank[rows, before]) & (
        bank[rows, ends - 1] | bank[rows, after]
    )
    # Pixels are coarse: the first and last lines of a region may seem to reach no shore.
    lines = ends - starts
    if lines[~held].sum() > _RAGGED * lines.sum():
        return float("inf")
    return float(lines.max(initial=0)) * _PX_MM
