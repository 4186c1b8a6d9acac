"""Lays a part flat: thickness along z, the worked face up, its walls along x and y."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stl_meta.mesh import Array, Ints, Mesh, triangle_normals

Flags = NDArray[np.bool_]

_ANGLE_BINS = 180

_FLAT = 0.96
"""Least cosine between a triangle's normal and an axis for it to count as facing that way."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A part in its own frame.

    Attributes:
        mesh: Moved so that its box begins at the origin; z is up.
        matrix: (4, 4), from the frame of the file.
        orthogonality: 0..1, how far the upright walls keep to two directions.
        normals: float64 (F, 3) of `mesh`.
        areas: float64 (F,) of `mesh`.
    """

    mesh: Mesh
    matrix: Array
    orthogonality: float
    normals: Array
    areas: Array


def lay_flat(mesh: Mesh) -> Laid:
    """Return the mesh in the frame its own faces suggest; see `Laid`."""
    normals, areas = triangle_normals(mesh)
    up = _thickness_axis(normals, areas)
    turn = _turn_to_z(up)
    if _faces_down(mesh.vertices @ turn.T, mesh.faces, normals @ turn.T, areas):
        turn = np.diag([1.0, -1.0, -1.0]) @ turn
    angle, orthogonality = _wall_angle(normals @ turn.T, areas)
    c, s = np.cos(-angle), np.sin(-angle)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ turn
    return placed(mesh, turn, orthogonality, normals, areas)


def placed(mesh: Mesh, turn: Array, orthogonality: float, normals: Array, areas: Array) -> Laid:
    """Return the mesh turned by a (3, 3) rotation, its box beginning at the origin."""
    vertices = mesh.vertices @ turn.T
    matrix = np.eye(4)
    matrix[:3, :3] = turn
    matrix[:3, 3] = -vertices.min(axis=0)
    moved = Mesh(vertices - vertices.min(axis=0), mesh.faces)
    return Laid(moved, matrix, orthogonality, normals @ turn.T, areas)


def quarter_turned(laid: Laid, quarters: int) -> Laid:
    """Return the part turned counter-clockwise on the table by so many quarters."""
    if quarters % 4 == 0:
        return laid
    c, s = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters % 4]
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    again = placed(laid.mesh, turn, laid.orthogonality, laid.normals, laid.areas)
    return Laid(
        again.mesh, again.matrix @ laid.matrix, laid.orthogonality, again.normals, laid.areas
    )


def _thickness_axis(normals: Array, areas: Array) -> Array:
    """The direction, up to sign, that most of the surface faces."""
    bins = np.round(normals * 20)
    # Opposite faces count together: make the first component that is not zero positive.
    lead = np.where(
        bins[:, 2] != 0, bins[:, 2], np.where(bins[:, 1] != 0, bins[:, 1], bins[:, 0])
    )
    bins *= np.where(lead < 0, -1.0, 1.0)[:, None]
    code = (bins[:, 0] * 41 + bins[:, 1]) * 41 + bins[:, 2]
    _, index = np.unique(code, return_inverse=True)
    best = int(np.argmax(np.bincount(index.reshape(-1), areas)))
    axis = bins[int(np.argmax(index.reshape(-1) == best))]
    axis = axis / np.linalg.norm(axis)
    for least in (0.97, 0.985, 0.99):
        # A face seen at a bin's border spreads over several; their mean is the direction.
        cosine = normals @ axis
        near = np.abs(cosine) > least
        mean = (normals[near] * (areas[near] * np.sign(cosine[near]))[:, None]).sum(axis=0)
        axis = mean / np.linalg.norm(mean)
    return np.asarray(axis)


def _turn_to_z(axis: Array) -> Array:
    """A rotation that takes the axis to z."""
    other = np.eye(3)[int(np.argmin(np.abs(axis)))]
    x = np.cross(other, axis)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(axis, x), axis])


def _faces_down(vertices: Array, faces: Ints, normals: Array, areas: Array) -> bool:
    """Whether the worked face looks down: of the two outermost planes, the smaller."""
    z = vertices[:, 2]
    middle = z[faces].mean(axis=1)
    low, high = float(z.min()), float(z.max())
    near = max(0.04 * (high - low), 1e-9)
    top = areas[(normals[:, 2] > _FLAT) & (middle > high - near)].sum()
    bottom = areas[(normals[:, 2] < -_FLAT) & (middle < low + near)].sum()
    if abs(top - bottom) > 1e-3 * max(top, bottom, 1e-12):
        return bool(top > bottom)
    return False


def _wall_angle(normals: Array, areas: Array) -> tuple[float, float]:
    """Direction of the upright walls modulo a right angle, and how well they agree."""
    upright = np.abs(normals[:, 2]) < 0.2
    if not upright.any():
        return 0.0, 0.0
    weight = areas[upright]
    fourfold = np.exp(4j * np.arctan2(normals[upright, 1], normals[upright, 0]))
    turn = np.angle(fourfold)
    mean = (fourfold * weight).sum() / max(weight.sum(), 1e-12)
    # The most frequent direction, not the mean of all: letters have slanting walls.
    counts, _ = np.histogram(turn, _ANGLE_BINS, (-np.pi, np.pi), weights=weight)
    smooth = counts + np.roll(counts, 1) + np.roll(counts, -1)
    angle = (int(np.argmax(smooth)) + 0.5) * 2 * np.pi / _ANGLE_BINS - np.pi
    for window in (0.2, 0.12, 0.12):
        apart = np.angle(np.exp(1j * (turn - angle)))
        near = np.abs(apart) < window
        angle += float((apart[near] * weight[near]).sum() / max(weight[near].sum(), 1e-12))
    return float(np.angle(np.exp(1j * angle))) / 4, float(abs(mean))


def facing_up(laid: Laid) -> Flags:
    """Return which triangles of the part face up, bool (F,)."""
    return np.asarray(laid.normals[:, 2] > _FLAT)


def facing_down(laid: Laid) -> Flags:
    """Return which triangles of the part face down, bool (F,)."""
    return np.asarray(laid.normals[:, 2] < -_FLAT)
