"""Lays a part flat: thickness along z, the worked face up, its walls along x and y."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from stl_meta.faults import MeshError, Reason
from stl_meta.mesh import Array, Mesh, triangle_normals

Flags = NDArray[np.bool_]

_LEAST_AREA = 1e-9
"""Of the square of the longest side."""

_ANGLE_BINS = 180
_BINS = 20
_MOST_PAIRS = 1500
_SAME_WAY = 0.998

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
        size: float64 (3,), of its box.
        low: float64 (F,), lowest z of each triangle.
        high: float64 (F,), highest.
    """

    mesh: Mesh
    matrix: Array
    orthogonality: float
    normals: Array
    areas: Array
    size: Array
    low: Array
    high: Array

    def scaled(self, factor: float) -> Laid:
        """Return the part so many times as large; its matrix then leads from larger files."""
        if factor == 1:
            return self
        matrix = self.matrix.copy()
        matrix[:3, 3] *= factor
        return Laid(
            self.mesh.scaled(factor), matrix, self.orthogonality, self.normals,
            self.areas * factor**2, self.size * factor, self.low * factor, self.high * factor,
        )  # fmt: skip


def lay_flat(mesh: Mesh, normals: Array | None = None, areas: Array | None = None) -> Laid:
    """Return the mesh in the frame its own faces suggest; see `Laid`.

    Args:
        mesh: The part.
        normals: As `triangle_normals` gives them, where they are known already.
        areas: The same.

    Raises:
        MeshError: All its triangles lie in lines, or are too small to have an area.
    """
    if normals is None or areas is None:
        normals, areas = triangle_normals(mesh)
    least = _LEAST_AREA * float(np.ptp(mesh.vertices, axis=0).max(initial=0.0)) ** 2
    if not areas.sum() > least:
        raise MeshError("The file holds no triangle that has an area.", Reason.NO_TRIANGLES)
    up = _thickness_axis(normals, areas)
    turn = _turn_to_z(up)
    if _faces_down(mesh, turn[2], normals, areas):
        turn = np.diag([1.0, -1.0, -1.0]) @ turn
    angle, orthogonality = _wall_angle(normals, areas, turn)
    c, s = np.cos(-angle), np.sin(-angle)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ turn
    return placed(mesh, turn, orthogonality, normals, areas)


def placed(mesh: Mesh, turn: Array, orthogonality: float, normals: Array, areas: Array) -> Laid:
    """Return the mesh turned by a (3, 3) rotation, its box beginning at the origin."""
    vertices = mesh.vertices @ turn.T
    origin = vertices.min(axis=0)
    matrix = np.eye(4)
    matrix[:3, :3] = turn
    matrix[:3, 3] = -origin
    vertices -= origin
    a, b, c = vertices[:, 2].copy()[mesh.faces].T
    return Laid(
        Mesh(vertices, mesh.faces), matrix, orthogonality, normals @ turn.T, areas,
        vertices.max(axis=0), np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c),
    )  # fmt: skip


def quarter_turned(laid: Laid, quarters: int) -> Laid:
    """Return the part turned counter-clockwise on the table by so many quarters."""
    if quarters % 4 == 0:
        return laid
    width, depth, _ = laid.size
    turn = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1.0]])
    x, y, z = laid.mesh.vertices.T
    matrix = np.eye(4)
    matrix[:3, :3] = turn
    matrix[0, 3] = depth
    once = replace(
        laid, mesh=Mesh(np.stack([depth - y, x, z], axis=1), laid.mesh.faces),
        matrix=matrix @ laid.matrix, normals=laid.normals @ turn.T,
        size=np.array([depth, width, laid.size[2]]),
    )  # fmt: skip
    return quarter_turned(once, quarters - 1)


def _thickness_axis(normals: Array, areas: Array) -> Array:
    """The direction, up to sign, that most of the surface faces."""
    bins = np.round(normals * _BINS).astype(np.int64) + _BINS
    side = 2 * _BINS + 1
    code = (bins[:, 0] * side + bins[:, 1]) * side + bins[:, 2]
    weight = np.bincount(code, areas)
    sums = np.stack([np.bincount(code, areas * normals[:, k]) for k in range(3)], axis=1)
    filled = weight > 0
    weight, sums = weight[filled], sums[filled]
    means = sums / weight[:, None]
    means /= np.maximum(np.linalg.norm(means, axis=1), 1e-12)[:, None]
    best = int(np.argmax(weight))
    if len(weight) <= _MOST_PAIRS:
        # Opposite faces count together.
        facing = np.abs(means @ means.T) > _SAME_WAY
        best = int(np.argmax(facing @ weight))
    axis = means[best]
    for least in (0.97, 0.985, 0.99):
        # A face seen at a bin's border spreads over several; their mean is the direction.
        cosine = means @ axis
        near = np.abs(cosine) > least
        mean = (sums[near] * np.sign(cosine[near])[:, None]).sum(axis=0)
        axis = mean / np.linalg.norm(mean)
    return np.asarray(axis)


def _turn_to_z(axis: Array) -> Array:
    """A rotation that takes the axis to z."""
    other = np.eye(3)[int(np.argmin(np.abs(axis)))]
    x = np.cross(other, axis)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(axis, x), axis])


def _faces_down(mesh: Mesh, up: Array, normals: Array, areas: Array) -> bool:
    """Whether the worked face looks down: of the two outermost planes, the smaller."""
    z = mesh.vertices @ up
    middle = z[mesh.faces[:, 0]]
    cosine = normals @ up
    low, high = float(z.min()), float(z.max())
    near = max(0.04 * (high - low), 1e-9)
    top = areas[(cosine > _FLAT) & (middle > high - near)].sum()
    bottom = areas[(cosine < -_FLAT) & (middle < low + near)].sum()
    return bool(top - bottom > 1e-3 * max(top, bottom, 1e-12))


def _wall_angle(normals: Array, areas: Array, turn: Array) -> tuple[float, float]:
    """Direction of the upright walls modulo a right angle, and how well they agree."""
    upright = np.abs(normals @ turn[2]) < 0.2
    if not upright.any():
        return 0.0, 0.0
    weight = areas[upright]
    flat = normals[upright] @ turn[:2].T
    direction = flat[:, 0] + 1j * flat[:, 1]
    fourfold = (direction / np.maximum(np.abs(direction), 1e-300)) ** 2
    fourfold *= fourfold
    angles = np.angle(fourfold)
    mean = (fourfold * weight).sum() / max(weight.sum(), 1e-12)
    # The most frequent direction, not the mean of all: letters have slanting walls.
    counts, _ = np.histogram(angles, _ANGLE_BINS, (-np.pi, np.pi), weights=weight)
    smooth = counts + np.roll(counts, 1) + np.roll(counts, -1)
    angle = (int(np.argmax(smooth)) + 0.5) * 2 * np.pi / _ANGLE_BINS - np.pi
    for window in (0.2, 0.12, 0.12):
        apart = (angles - angle + np.pi) % (2 * np.pi) - np.pi
        near = np.abs(apart) < window
        angle += float((apart[near] * weight[near]).sum() / max(weight[near].sum(), 1e-12))
    return float(np.angle(np.exp(1j * angle))) / 4, float(abs(mean))


def facing_up(laid: Laid) -> Flags:
    """Return which triangles of the part face up, bool (F,)."""
    return np.asarray(laid.normals[:, 2] > _FLAT)
