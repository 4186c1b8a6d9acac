"""Takes apart a file in which several things lie side by side, as on a printer's plate."""

from __future__ import annotations

import numpy as np

from stl_meta.loaders.model import LoadedPart, Piece
from stl_meta.mesh import Array, Ints, Mesh, triangle_normals
from stl_meta.pose import lay_flat
from stl_meta.solid import components, volume

_MOST_BODIES = 2000
"""More are crumbs of a broken mesh, not things."""

_LEAST_TRIANGLES = 4
_LEAST_SHARE = 0.005
"""Of the largest body's size; smaller ones are crumbs."""

_TOUCH = 1e-4
_WITHIN = 0.5
"""Share of the smaller body, along two axes, that lies in the box of one it belongs to."""

_ALIKE = 2e-4
"""Share of a thing's largest length; rounding in files is a hundredth of it."""


def apart(part: LoadedPart, name: str) -> tuple[LoadedPart, ...]:
    """Return the things that a part of one volume is made of, equal ones counted.

    Bodies whose boxes lie in each other belong together, as a letter does to the tile it is
    let in; those that lie side by side are things of their own. A part that is one thing is
    returned as it is, but for the bodies that it is made of. Things are called by a name and a
    number.
    """
    if len(part.pieces) != 1:
        return (part,)
    bodies = _bodies(part.pieces[0].mesh)
    if len(bodies) < 2:
        return (part,)
    turn = lay_flat(part.pieces[0].mesh).matrix
    groups = _together([body.moved(turn) for body in bodies])
    things = [[bodies[k] for k in np.flatnonzero(groups == each)] for each in np.unique(groups)]
    whole = part.pieces[0]
    if len(things) == 1:
        pieces = tuple(Piece(whole.name, body, whole.extruder, whole.colour) for body in bodies)
        return (LoadedPart(part.name, pieces, part.count, part.plates),)
    kinds: list[tuple[Array, list[Mesh], int]] = []
    for thing in things:
        print_ = _fingerprint(thing)
        for number, (known, first, count) in enumerate(kinds):
            if _alike(known, print_):
                kinds[number] = (known, first, count + 1)
                break
        else:
            kinds.append((print_, thing, 1))
    return tuple(
        LoadedPart(
            f"{name} {number}",
            tuple(Piece("", body, whole.extruder, whole.colour) for body in thing),
            part.count * count, part.plates,
        )
        for number, (_, thing, count) in enumerate(kinds, 1)
    )  # fmt: skip


def _bodies(mesh: Mesh) -> list[Mesh]:
    """The pieces of a mesh that share no corner; without crumbs, and none where all are."""
    used = np.unique(mesh.faces)
    label = np.zeros(len(mesh.vertices), dtype=np.int64)
    label[used] = components(mesh.faces, len(mesh.vertices))
    of_face = label[mesh.faces[:, 0]]
    names, of_face = np.unique(of_face, return_inverse=True)
    if not 1 < len(names) <= _MOST_BODIES:
        return []
    order = np.argsort(of_face, kind="stable")
    found = []
    for rows in np.split(order, np.cumsum(np.bincount(of_face))[:-1]):
        corners, faces = np.unique(mesh.faces[rows], return_inverse=True)
        found.append(Mesh(mesh.vertices[corners], faces.reshape(-1, 3).astype(np.int64)))
    sizes = np.array([np.ptp(body.vertices, axis=0).max() for body in found])
    return [
        body for body, size in zip(found, sizes, strict=True)
        if size > _LEAST_SHARE * sizes.max() and len(body) >= _LEAST_TRIANGLES
    ]  # fmt: skip


def _together(bodies: list[Mesh]) -> Ints:
    """Number of the thing that each body belongs to; the plate they are on lies flat."""
    low = np.array([body.vertices.min(axis=0) for body in bodies])
    high = np.array([body.vertices.max(axis=0) for body in bodies])
    size = high - low
    near = _TOUCH * float(np.ptp(np.concatenate([low, high]), axis=0).max())
    pairs = [np.arange(len(bodies))[:, None].repeat(2, axis=1)]
    for k in range(len(bodies)):
        both = np.minimum(high[k], high) - np.maximum(low[k], low)
        # They touch, and along the two other axes one lies well within the other.
        share = np.clip(both, 0, None) / np.maximum(np.minimum(size[k], size), near)
        within = (share > _WITHIN).sum(axis=1) >= 2
        other = np.flatnonzero((both >= -near).all(axis=1) & within)
        pairs.append(np.stack([np.full(len(other), k), other], axis=1))
    return components(np.concatenate(pairs), len(bodies))


def _fingerprint(thing: list[Mesh]) -> Array:
    """Measures of a thing that no other shape shares, also not its mirror image.

    How many triangles, then lengths in its own unit: roots of area and volume, the box, and
    where in the box the surface lies (its moments up to the third, which tell T from L).
    """
    total = [np.zeros(3 + 3 + 19)]
    for body in thing:
        areas = triangle_normals(body)[1]
        low, high = body.vertices.min(axis=0), body.vertices.max(axis=0)
        size = max(float((high - low).max()), 1e-300)
        x, y, z = ((body.corners.mean(axis=1) - (low + high) / 2) / size).T
        once = np.stack([x, y, z])
        twice = np.stack([x * x, y * y, z * z, x * y, x * z, y * z])
        thrice = np.concatenate([twice * x, twice[1:3] * y, twice[2:3] * z, twice[5:] * y])
        moments = np.concatenate([once, twice, thrice]) @ areas / max(areas.sum(), 1e-300)
        total.append(np.concatenate([
            [len(body), areas.sum() ** 0.5, np.cbrt(abs(volume(body)))],
            high - low, size * moments,
        ]))  # fmt: skip
    return np.asarray(np.sum(total, axis=0))


def _alike(a: Array, b: Array) -> bool:
    """Whether two things are one kind; of two that are taken apart, each is told by itself."""
    return bool(a[0] == b[0] and np.abs(a - b)[1:].max() < _ALIKE * max(a[1:].max(), 1e-12))
