"""Meshes as arrays: corners, triangles, and what follows from them at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

_MIX = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xC2B2AE3D27D4EB4F),
    np.uint64(0x165667B19E3779F9),
)


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Triangles that share their corners.

    Attributes:
        vertices: float64 (V, 3), in the unit of the file until `scaled`; then mm.
        faces: int64 (F, 3), indices of corners, counter-clockwise seen from outside.
    """

    vertices: Array
    faces: Ints

    def __post_init__(self) -> None:
        for array in (self.vertices, self.faces):
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.faces)

    @property
    def corners(self) -> Array:
        """float64 (F, 3, 3): of each triangle its three corners."""
        return self.vertices[self.faces]

    def moved(self, matrix: Array) -> Mesh:
        """Return a copy under a (4, 4) matrix; mirrored ones are turned outside out again."""
        vertices = self.vertices @ matrix[:3, :3].T + matrix[:3, 3]
        mirrored = np.linalg.det(matrix[:3, :3]) < 0
        return Mesh(vertices, self.faces[:, ::-1].copy() if mirrored else self.faces)

    def scaled(self, factor: float) -> Mesh:
        """Return a copy so many times as large."""
        return self if factor == 1 else Mesh(self.vertices * factor, self.faces)

    def inverted(self) -> Mesh:
        """Return a copy with inside and outside exchanged."""
        return Mesh(self.vertices, self.faces[:, ::-1].copy())


def joined(meshes: list[Mesh]) -> Mesh:
    """Return several meshes as one; corners are not merged."""
    if len(meshes) == 1:
        return meshes[0]
    starts = np.cumsum([0, *(len(m.vertices) for m in meshes)])
    return Mesh(
        np.concatenate([m.vertices for m in meshes]),
        np.concatenate([m.faces + at for m, at in zip(meshes, starts[:-1], strict=True)]),
    )


def welded(corners: NDArray[np.floating], *, step: float = 0.0) -> Mesh:
    """Return a mesh from loose triangles, with equal corners made one.

    Args:
        corners: (F, 3, 3), finite.
        step: Corners that round to the same multiple of this are equal; 0: the very same.

    Triangles with two equal corners are left out.
    """
    points = np.ascontiguousarray(corners.reshape(-1, 3))
    keys = np.round(points.astype(np.float64) / step) if step else points
    index, first = _numbered(keys)
    vertices = points[first].astype(np.float64)
    faces = index.reshape(-1, 3)
    a, b, c = faces.T
    whole = (a != b) & (b != c) & (c != a)
    return Mesh(vertices, faces if whole.all() else faces[whole])


def _numbered(points: NDArray[np.floating]) -> tuple[Ints, Ints]:
    """Number equal rows alike: (number of each row, one row of each number)."""
    words = np.uint32 if points.dtype == np.float32 else np.uint64
    bits = (points + 0).view(words)  # + 0 makes -0 and 0 the same
    first, second, third = (bits[:, axis].astype(np.uint64) for axis in range(3))
    mixed = first * _MIX[0]
    for each, factor in ((second, _MIX[1]), (third, _MIX[2])):
        mixed ^= mixed >> np.uint64(29)
        mixed = (mixed + each) * factor
    mixed ^= mixed >> np.uint64(32)
    for sort in (_sorted_short, _sorted_whole):
        order, ranked = sort(mixed)
        fresh = np.concatenate([[True], ranked[1:] != ranked[:-1]])
        chosen = order[fresh]
        index = np.zeros(len(order), dtype=np.int64)
        index[order] = np.cumsum(fresh) - 1
        if np.array_equal(bits[chosen[index]], bits):
            return index, chosen
    # Two different points with one whole key: never seen, but then the slow way is right.
    _, first, found = np.unique(bits, axis=0, return_index=True, return_inverse=True)
    return found.reshape(-1).astype(np.int64), first.astype(np.int64)


def _sorted_short(keys: NDArray[np.uint64]) -> tuple[Ints, NDArray[np.uint64]]:
    """The order of keys, equal ones together, and what was compared of them.

    Numbers are sorted several times faster than the places they stand at, so each key gives up
    its lower bits to its place. Of a million triangles one mesh in thirty then has two points
    that look alike, which the caller notices; smaller ones hardly ever.
    """
    shift = np.uint64(max(len(keys) - 1, 1).bit_length())
    places = np.arange(len(keys), dtype=np.uint64)
    packed = np.sort(keys >> shift << shift | places)
    mask = (np.uint64(1) << shift) - np.uint64(1)
    return (packed & mask).astype(np.int64), packed >> shift


def _sorted_whole(keys: NDArray[np.uint64]) -> tuple[Ints, NDArray[np.uint64]]:
    """The same with all bits of the keys."""
    order = np.argsort(keys)
    return order, keys[order]


def triangle_normals(mesh: Mesh) -> tuple[Array, Array]:
    """Return unit normals float64 (F, 3) and areas float64 (F,); zero normals where flat."""
    # Column by column: on a million triangles several times faster than np.cross on rows.
    first, second, third = mesh.faces.T
    columns = [mesh.vertices[:, k].copy() for k in range(3)]
    start = [column[first] for column in columns]
    ux, uy, uz = (column[second] - at for column, at in zip(columns, start, strict=True))
    vx, vy, vz = (column[third] - at for column, at in zip(columns, start, strict=True))
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = np.sqrt(x * x + y * y + z * z)
    inverse = np.where(length > 0, 1 / np.maximum(length, 1e-300), 0.0)
    return np.stack([x * inverse, y * inverse, z * inverse], axis=1), length / 2
