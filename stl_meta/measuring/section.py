"""Cuts a part at a height and measures the outlines, without putting them in order.

Area, middle and box of a closed outline are sums over its segments, so it is enough to know
which segments belong together. A segment's ends lie on edges of the mesh; two segments meet
where they name the same edge, whatever the rounding of their coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stl_meta.mesh import Array, Ints, Mesh
from stl_meta.pose import Laid
from stl_meta.solid import components


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """A part cut at one height.

    Attributes:
        z: Where; no corner of the mesh lies exactly there.
        starts: float64 (S, 2), ends of the segments; material lies to the left.
        ends: float64 (S, 2).
        outline: int64 (S,), to which outline each segment belongs.
        area: float64 (L,), signed: negative for holes.
        middle: float64 (L, 2), centre of each outline's area.
        low: float64 (L, 2), lower corner of each outline's box.
        high: float64 (L, 2), upper corner.
        length: float64 (L,), perimeter.
        closed: Whether every end has met its neighbour.
    """

    z: float
    starts: Array
    ends: Array
    outline: Ints
    area: Array
    middle: Array
    low: Array
    high: Array
    length: Array
    closed: bool

    @property
    def size(self) -> Array:
        """float64 (L, 2): width and depth of each outline's box."""
        return self.high - self.low

    @property
    def holes(self) -> NDArray[np.bool_]:
        """Which outlines go around nothing, bool (L,)."""
        return np.asarray(self.area < 0)

    @property
    def material(self) -> float:
        """Area of material in the section."""
        return float(self.area.sum())

    def contains(self, points: Array) -> NDArray[np.bool_]:
        """Return whether there is material at points float64 (N, 2), as bool (N,)."""
        inside = np.zeros(len(points), dtype=bool)
        y0, y1 = self.starts[:, 1], self.ends[:, 1]
        run = np.where(y0 == y1, 1.0, y1 - y0)
        for chunk in np.array_split(
            np.arange(len(points)), max(1, len(points) * len(y0) // 4_000_000)
        ):
            x, y = points[chunk, 0, None], points[chunk, 1, None]
            across = (y0 <= y) != (y1 <= y)
            at = self.starts[:, 0] + (y - y0) / run * (self.ends[:, 0] - self.starts[:, 0])
            inside[chunk] = ((at > x) & across).sum(axis=1) % 2 == 1
        return inside

    def crossings(self, at: float, axis: int) -> Array:
        """Return where a straight line meets outlines, float64 (N,), in order.

        Args:
            at: Where the line stands.
            axis: 0 for a line along x at that y, 1 for one along y at that x.
        """
        a, b = self.starts[:, 1 - axis], self.ends[:, 1 - axis]
        across = (a <= at) != (b <= at)
        a, b = a[across], b[across]
        p, q = self.starts[across, axis], self.ends[across, axis]
        return np.sort(p + (at - a) / (b - a) * (q - p))


def cut(part: Laid | Mesh, z: float) -> Section:
    """Return the section of a part at a height.

    Args:
        part: In its own frame; one that lies flat already is cut faster.
        z: Moved a hair where corners of the mesh lie exactly there.
    """
    mesh = part if isinstance(part, Mesh) else part.mesh
    height = mesh.vertices[:, 2]
    step = 1e-7 * max(float(np.ptp(height)) if isinstance(part, Mesh) else part.size[2], 1e-9)
    while (height == z).any():
        z += step
    if isinstance(part, Mesh):
        corners = height[mesh.faces]
        crossing = (corners.min(axis=1) < z) & (corners.max(axis=1) > z)
    else:
        crossing = (part.low < z) & (part.high > z)
    faces = mesh.faces[crossing]
    above = height[faces] > z
    count = above.sum(axis=1)
    if not len(faces):
        none, two = np.zeros(0), np.zeros((0, 2))
        return Section(z, two, two, np.zeros(0, np.int64), none, two, two, two, none, True)
    # The corner that is alone on its side; turn each triangle so that it comes first.
    alone = np.where(count[:, None] == 1, above, ~above).argmax(axis=1)
    rows = np.arange(len(faces))
    a, b, c = (faces[rows, (alone + k) % 3] for k in range(3))
    first, second = _crossing(mesh, a, b, z), _crossing(mesh, a, c, z)
    one_above = (count == 1)[:, None]
    # Seen from above, material lies left of a segment that runs from ab to ac if a is above.
    starts, ends = np.where(one_above, first, second), np.where(one_above, second, first)
    keys = np.stack([_key(mesh, a, b), _key(mesh, a, c)], axis=1)
    keys = np.where(one_above, keys, keys[:, ::-1])
    return _measured(z, starts, ends, keys)


def _crossing(mesh: Mesh, a: Ints, b: Ints, z: float) -> Array:
    # Always from the smaller corner, so that both triangles of an edge get the same point.
    low, high = np.minimum(a, b), np.maximum(a, b)
    p, q = mesh.vertices[low], mesh.vertices[high]
    share = (z - p[:, 2]) / (q[:, 2] - p[:, 2])
    return np.asarray(p[:, :2] + share[:, None] * (q[:, :2] - p[:, :2]))


def _key(mesh: Mesh, a: Ints, b: Ints) -> Ints:
    return np.asarray(np.minimum(a, b) * len(mesh.vertices) + np.maximum(a, b))


def _measured(z: float, starts: Array, ends: Array, keys: Ints) -> Section:
    _, nodes = np.unique(keys, return_inverse=True)
    nodes = nodes.reshape(-1, 2).astype(np.int64)
    count = int(nodes.max()) + 1
    into, out = (
        np.bincount(nodes[:, 1], minlength=count),
        np.bincount(nodes[:, 0], minlength=count),
    )
    closed = bool((into == out).all())
    nodes, count = _untied(starts, ends, nodes, count, np.flatnonzero((into > 1) & (out > 1)))
    labels = np.zeros(count, dtype=np.int64)
    used = np.zeros(count, dtype=bool)
    used[nodes.reshape(-1)] = True
    labels[used] = components(nodes, count)
    _, outline = np.unique(labels[nodes[:, 0]], return_inverse=True)
    outline = outline.reshape(-1).astype(np.int64)
    number = int(outline.max()) + 1
    # Sums are taken around a near point: far from the origin their digits would cancel.
    origin = starts.mean(axis=0)
    p, q = starts - origin, ends - origin
    cross = p[:, 0] * q[:, 1] - q[:, 0] * p[:, 1]
    area = np.bincount(outline, cross, number) / 2
    safe = np.where(np.abs(area) > 1e-12, area, np.inf)
    middle = np.stack(
        [
            np.bincount(outline, (p[:, k] + q[:, k]) * cross, number) / (6 * safe)
            for k in (0, 1)
        ],
        axis=1,
    )
    low, high = np.full((number, 2), np.inf), np.full((number, 2), -np.inf)
    np.minimum.at(low, outline, starts)
    np.maximum.at(high, outline, starts)
    np.minimum.at(low, outline, ends)
    np.maximum.at(high, outline, ends)
    length = np.bincount(outline, np.linalg.norm(q - p, axis=1), number).astype(np.float64)
    return Section(z, starts, ends, outline, area, middle + origin, low, high, length, closed)


def _untied(
    starts: Array, ends: Array, nodes: Ints, count: int, knots: Ints
) -> tuple[Ints, int]:
    """Give outlines that only touch, as a chequer's corners do, nodes of their own."""
    nodes = nodes.copy()
    for knot in knots.tolist():
        into = np.flatnonzero(nodes[:, 1] == knot)
        out = list(np.flatnonzero(nodes[:, 0] == knot))
        for segment in into.tolist()[1:]:
            way = ends[segment] - starts[segment]
            ways = ends[out] - starts[out]
            # Turning left as sharply as can be keeps to the same piece of material.
            turn = np.arctan2(way[0] * ways[:, 1] - way[1] * ways[:, 0], ways @ way)
            chosen = out.pop(int(np.argmax(turn)))
            nodes[segment, 1] = nodes[chosen, 0] = count
            count += 1
            if len(out) < 2:
                break
    return nodes, count
