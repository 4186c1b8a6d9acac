"""Whether a mesh encloses a volume, and how large it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from stl_meta.mesh import Array, Ints, Mesh, triangle_normals

Labels = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Solidity:
    """How good a solid a mesh is.

    Attributes:
        watertight: Every edge has exactly two triangles, of opposite direction.
        open_edges: Edges of one triangle only: holes.
        crowded_edges: Edges of more than two triangles, or of two in the same direction.
        bodies: Pieces that share no corner.
    """

    watertight: bool
    open_edges: int
    crowded_edges: int
    bodies: int


def solidity(mesh: Mesh) -> Solidity:
    """Return how good a solid the mesh is. Linear in the triangles but for one sort."""
    keys, forward = edge_keys(mesh)
    signed = np.sort(keys * 2 + forward)
    labels = components(mesh.faces, len(mesh.vertices))
    bodies = int(np.count_nonzero(np.bincount(labels)))
    even = len(signed) % 2 == 0
    if even and (signed[0::2] + 1 == signed[1::2]).all() and not (signed[0::2] & 1).any():
        pairs = signed[0::2]
        if (pairs[1:] != pairs[:-1]).all():
            return Solidity(True, 0, 0, bodies)
    edges = signed >> 1
    starts = np.flatnonzero(np.concatenate([[True], edges[1:] != edges[:-1]]))
    counts = np.diff(np.append(starts, len(edges)))
    ahead = np.add.reduceat(signed & 1, starts)
    lonely = counts == 1
    sound = (counts == 2) & (ahead == 1)
    crowded = int((~lonely & ~sound).sum())
    return Solidity(False, int(lonely.sum()), crowded, bodies)


def edge_keys(mesh: Mesh) -> tuple[Ints, Ints]:
    """Return a number for each triangle side's edge, int64 (3 F,), and its direction, 0 or 1.

    Sides stand triangle by triangle: 01, 12, 20. An edge has the same number in both triangles.
    """
    tail = mesh.faces
    head = mesh.faces[:, [1, 2, 0]]
    keys = np.minimum(tail, head) * len(mesh.vertices) + np.maximum(tail, head)
    return keys.reshape(-1), (tail < head).astype(np.int64).reshape(-1)


def components(groups: Ints, count: int) -> Ints:
    """Return for each used node the smallest node it is joined to.

    Args:
        groups: int64 (N, K); the nodes of a row belong together.
        count: Number of nodes, below 2^31.

    Returns:
        int64 (M,): labels of the nodes that appear in `groups`, in order of the nodes.
    """
    # Column by column and in 32 bits: half the memory to walk through.
    columns = [np.ascontiguousarray(column, dtype=np.int32) for column in groups.T]
    label: Labels = np.arange(count, dtype=np.int32)
    for a, b in pairwise(columns):
        # Each node hangs itself under some smaller neighbour: no circles, and few trees left.
        label[np.maximum(a, b)] = np.minimum(a, b)
    label = _flat(label)
    active = columns
    while len(active[0]):
        now = [label[column] for column in active]
        least = reduce(np.minimum, now)
        open_rows = np.flatnonzero(reduce(np.logical_or, [each != least for each in now]))
        active, least = [column[open_rows] for column in active], least[open_rows]
        # Hooking the roots, then flattening all trees, makes the number of rounds small.
        for column in now:
            np.minimum.at(label, column[open_rows], least)
        label = _flat(label)
    used = np.zeros(count, dtype=bool)
    for column in columns:
        used[column] = True
    return label[used].astype(np.int64)


def _flat(label: Labels) -> Labels:
    """Let every node point at the root of its tree."""
    while True:
        flatter = label[label]
        if np.array_equal(flatter, label):
            return label
        label = flatter


def volume(mesh: Mesh) -> float:
    """Signed volume, in cubes of the mesh's unit: negative where it is inside out."""
    return volume_by_normals(mesh, *triangle_normals(mesh))


def volume_by_normals(mesh: Mesh, normals: Array, areas: Array) -> float:
    """The same where normals float64 (F, 3) and areas float64 (F,) are known already."""
    # Around the middle, so that a part far from the origin loses no digits.
    near = mesh.vertices - mesh.vertices.mean(axis=0)
    return float(np.einsum("ij,ij,i->", near[mesh.faces[:, 0]], normals, areas) / 3)


def extent(mesh: Mesh) -> Array:
    """Size of the box around the mesh along the axes, float64 (3,)."""
    return np.asarray(np.ptp(mesh.vertices, axis=0))
