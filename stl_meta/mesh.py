"""Meshes as arrays: corners, triangles, and what follows from them at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

_MIX = np.uint32(0x9E3779B1), np.uint32(0x85EBCA77)
"""Odd factors that spread a number's bits upwards; the golden ratio's and one of xxHash's."""


_MOST_TURNS = 40


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
    # + 0 makes -0 and 0 the same.
    words = np.ascontiguousarray((points + 0).reshape(len(points), -1)).view(np.uint32)
    first = first_of_equals(words)
    chosen = np.zeros(len(words), dtype=bool)
    chosen[first] = True
    return (np.cumsum(chosen) - 1)[first], np.flatnonzero(chosen)


def first_of_equals(words: NDArray[np.uint32]) -> Ints:
    """Return for each row the number of one row equal to it, the same for all its equals.

    Rows are thrown into a table at a place that their words decide; whoever is there last
    stands for its equals, and those that it does not equal are thrown again. Sorting would say
    the same in three times the time.

    Args:
        words: (N, K); N below 2^31.
    """
    columns = [np.ascontiguousarray(column) for column in words.T]
    found = np.zeros(len(words), dtype=np.int64)
    left = np.arange(len(words), dtype=np.int32)
    bits = max(8, min(28, int(len(words) * 1.3).bit_length()))
    table = np.zeros(1 << bits, dtype=np.int32)
    turn = 0
    while len(left) and turn < _MOST_TURNS:
        everything = len(left) == len(words)
        mine = columns if everything else [column[left] for column in columns]
        place = _mixed(mine, turn) >> np.uint32(32 - bits)
        table[place] = left
        there = table[place]
        same = np.ones(len(left), dtype=bool)
        for column, own in zip(columns, mine, strict=True):
            same &= column[there] == own
        if everything:
            found[:] = there
        else:
            found[left[same]] = there[same]
        left = left[~same]
        turn += 1
    if len(left):  # rows made to meet in one place again and again; nobody's mesh does that
        _, first, again = np.unique(words[left], axis=0, return_index=True, return_inverse=True)
        found[left] = left[first[again.reshape(-1)]]
    return found


def _mixed(columns: list[NDArray[np.uint32]], turn: int) -> NDArray[np.uint32]:
    """A number from the words of each row, with its upper bits well mixed, uint32 (N,)."""
    mixed = columns[0] ^ np.uint32((0x27D4EB2F * (turn + 1)) & 0xFFFFFFFF)
    mixed *= _MIX[0]
    for column in columns[1:]:
        mixed ^= mixed >> np.uint32(15)
        mixed += column
        mixed *= _MIX[1]
    mixed ^= mixed >> np.uint32(13)
    mixed *= _MIX[0]
    return mixed


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
