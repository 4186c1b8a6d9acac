"""Puts right what can be put right about a mesh, and says so."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from stl_meta.faults import Warned
from stl_meta.mesh import Array, Ints, Mesh, triangle_normals
from stl_meta.solid import Solidity, components, solidity, volume_by_normals

_CRACK_SHARE = 2e-6
"""Of the longest side: corners nearer to each other are taken for one where a mesh is open."""


@dataclass(frozen=True, slots=True, eq=False)
class Mended:
    """A mesh that was looked after.

    Attributes:
        mesh: Right side out, without cracks.
        solidity: How good a solid it now is.
        normals: float64 (F, 3), of its triangles.
        areas: float64 (F,).
        volume: At least 0.
        warnings: What was done, and what remains.
    """

    mesh: Mesh
    solidity: Solidity
    normals: Array
    areas: Array
    volume: float
    warnings: tuple[Warned, ...]


def mended(mesh: Mesh) -> Mended:
    """Turn a mesh right side out, and close cracks that are only rounding."""
    warnings: tuple[Warned, ...] = ()
    sound = solidity(mesh)
    if sound.open_edges:
        closer = without_cracks(mesh, _CRACK_SHARE * float(np.ptp(mesh.vertices, axis=0).max()))
        better = solidity(closer)
        if better.watertight:
            mesh, sound = closer, better
            warnings = (
                Warned("cracks-closed", "Corners that only rounding parted were joined."),
            )
        else:
            warnings = (
                Warned(
                    "open-mesh",
                    "The mesh is open at {count} edges; volumes are not reliable.",
                    count=sound.open_edges,
                ),
            )
    if sound.crowded_edges:
        crowded = Warned(
            "non-manifold",
            "{count} edges have more or other neighbours than two.",
            count=sound.crowded_edges,
        )
        warnings = (*warnings, crowded)
    normals, areas = triangle_normals(mesh)
    inside = volume_by_normals(mesh, normals, areas)
    if inside < 0:
        mesh, normals = mesh.inverted(), -normals
        warnings = (*warnings, Warned("inside-out", "The mesh was inside out and was turned."))
    return Mended(mesh, sound, normals, areas, abs(inside), warnings)


def without_cracks(mesh: Mesh, near: float) -> Mesh:
    """Return a mesh whose corners that are as near as that to each other are made one."""
    cells = np.floor(mesh.vertices / near).astype(np.int64)
    cells -= cells.min(axis=0) - 1
    span = cells.max(axis=0) + 2
    keys = (cells[:, 0] * span[1] + cells[:, 1]) * span[2] + cells[:, 2]
    order = np.argsort(keys, kind="stable")
    ranked = keys[order]
    pairs = [np.stack([order[:-1], order[1:]], axis=1)[ranked[:-1] == ranked[1:]]]
    for dx, dy, dz in product((0, 1), (-1, 0, 1), (-1, 0, 1)):
        step = (dx * span[1] + dy) * span[2] + dz
        if step > 0:
            pairs.append(_neighbours(mesh, keys, order, ranked, int(step), near))
    links = np.concatenate(pairs)
    label = np.arange(len(mesh.vertices))
    if len(links):
        label[np.unique(links)] = components(links, len(label))
    faces = label[mesh.faces]
    a, b, c = faces.T
    return Mesh(mesh.vertices, faces[(a != b) & (b != c) & (c != a)])


def _neighbours(
    mesh: Mesh, keys: Ints, order: Ints, ranked: Ints, step: int, near: float
) -> Ints:
    """Pairs of corners in cells that are so many numbers apart, and near enough."""
    at = np.searchsorted(ranked, keys + step)
    there = np.flatnonzero(at < len(ranked))
    there = there[ranked[at[there]] == keys[there] + step]
    other = order[at[there]]
    apart = np.linalg.norm(mesh.vertices[there] - mesh.vertices[other], axis=1)
    return np.asarray(np.stack([there, other], axis=1)[apart <= near], dtype=np.int64)
