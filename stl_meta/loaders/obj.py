"""Reads the polygons of Wavefront OBJ files; everything else in them is passed over."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from stl_meta.faults import Limits, MeshError, Reason, Warned
from stl_meta.loaders.model import Loaded, LoadedPart, Piece
from stl_meta.loaders.stl import finite
from stl_meta.mesh import welded


class _Reader:
    """Collects corners and triangles line by line."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.points: list[tuple[float, float, float]] = []
        self.faces: dict[str, list[tuple[int, int, int]]] = {}
        self.name = ""
        self.commas = False
        self.count = 0

    def line(self, number: int, text: str) -> None:
        """Take one line; raises `MeshError` with its number where it is wrong."""
        word, _, rest = text.strip().partition(" ")
        if word == "v":
            self._point(number, rest)
        elif word == "f":
            self._face(number, rest.split())
        elif word in ("o", "g"):
            self.name = rest.strip()

    def _point(self, number: int, rest: str) -> None:
        if "," in rest:
            self.commas, rest = True, rest.replace(",", ".")
        words = rest.split()
        try:
            x, y, z = (float(word) for word in words[:3])
        except ValueError:
            raise MeshError(
                "Line {number}: a corner needs three numbers, not {rest!r}.",
                Reason.BAD_NUMBER,
                number=number,
                rest=rest[:40],
            ) from None
        self.points.append((x, y, z))

    def _face(self, number: int, words: list[str]) -> None:
        try:
            raw = [int(word.partition("/")[0]) for word in words]
        except ValueError:
            raise MeshError(
                "Line {number}: {words!r} is no list of corners.",
                Reason.BAD_INDEX,
                number=number,
                words=" ".join(words)[:40],
            ) from None
        there = len(self.points)
        index = [i - 1 if i > 0 else there + i for i in raw]
        if len(index) < 3 or min(index) < 0 or max(index) >= there or 0 in raw:
            raise MeshError(
                "Line {number}: the face names a corner that is not there.",
                Reason.BAD_INDEX,
                number=number,
            )
        self.count += len(index) - 2
        if self.count > self.limits.triangles:
            raise MeshError(
                "The file has more than {triangles} triangles; reduce it.",
                Reason.TOO_MANY_TRIANGLES,
                triangles=self.limits.triangles,
            )
        if self.name not in self.faces and len(self.faces) >= self.limits.parts:
            raise MeshError(
                "The file has more than {parts} parts; split it.",
                Reason.TOO_LARGE,
                parts=self.limits.parts,
            )
        fan = self.faces.setdefault(self.name, [])
        fan.extend((index[0], b, c) for b, c in pairwise(index[1:]))


def read_obj(raw: bytes, name: str, limits: Limits) -> Loaded:
    """Return the parts of an OBJ file; each object or group with faces is one.

    Args:
        raw: The file.
        name: Of the file, for messages.
        limits: How much is read.

    Raises:
        MeshError: The file is refused; `reason` says why.
    """
    reader = _Reader(limits)
    lines = (
        raw.decode("utf-8", "replace").replace("\\\r\n", " ").replace("\\\n", " ").splitlines()
    )
    for number, text in enumerate(lines, 1):
        reader.line(number, text)
    if not reader.faces:
        reason = Reason.NO_TRIANGLES if reader.points else Reason.NOT_A_MESH
        raise MeshError("The file has no faces.", reason)
    points = np.array(reader.points, dtype=np.float64)
    warnings: tuple[Warned, ...] = ()
    if reader.commas:
        warnings = (Warned("decimal-commas", "Decimal commas were read as points."),)
    parts = []
    for title, faces in reader.faces.items():
        corners, more = finite(points[np.array(faces, dtype=np.int64)])
        warnings = (*warnings, *more)
        mesh = welded(corners)
        if len(mesh):
            parts.append(LoadedPart(title, (Piece(title, mesh),)))
    if not parts:
        raise MeshError("No face of the file has an area.", Reason.NO_TRIANGLES)
    return Loaded("obj", tuple(parts), None, warnings)
