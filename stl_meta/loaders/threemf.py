"""Reads 3MF, also print projects whose objects are spread over several model files.

Source: 3MF Core Specification 1.3 and Production Extension 1.2 (`p:path`): an object is named
by its file and its id together, since every file counts its ids anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stl_meta.faults import Limits, MeshError, Reason, Warned
from stl_meta.loaders.archive import Archive, Attributes
from stl_meta.loaders.model import Loaded, LoadedPart, Piece, Printer
from stl_meta.loaders.model_xml import IDENTITY, Link, ModelReader, RawObject
from stl_meta.loaders.project import Notes, read_notes, read_printer
from stl_meta.loaders.stl import finite
from stl_meta.mesh import Array, Mesh, welded

MM_PER_UNIT = {
    "micron": 0.001, "millimeter": 1.0, "centimeter": 10.0, "inch": 25.4, "foot": 304.8,
    "meter": 1000.0,
}  # fmt: skip
_MODEL_TYPE = "/3dmodel"
_USUAL = "3D/3dmodel.model"


def read_3mf(raw: bytes, name: str, limits: Limits) -> Loaded:
    """Return the printed parts of a 3MF file; a part is what one build item lays down.

    Args:
        raw: The file.
        name: Of the file, for messages.
        limits: How much is read.

    Raises:
        MeshError: The file is refused; `reason` says why.
    """
    archive = Archive(raw, limits)
    root = _root(archive)
    models = _Models(archive, limits)
    model = models.at(root)
    unit = model.unit
    if unit is not None and unit not in MM_PER_UNIT:
        raise MeshError(
            "The unit {unit!r} is not one of {mm_per_unit}.",
            Reason.UNKNOWN_UNIT,
            unit=unit,
            mm_per_unit=", ".join(MM_PER_UNIT),
        )
    builder = _Builder(models, read_notes(archive), read_printer(archive), limits)
    for item in model.items:
        builder.add(item)
    if not model.items:
        for object_id in model.objects:
            builder.add(Link(root, object_id, IDENTITY))
        builder.warn(Warned("no-build", "The file lays nothing out; its objects were read."))
    parts = builder.parts()
    if not parts:
        raise MeshError("The file prints nothing that has an area.", Reason.NO_TRIANGLES)
    if unit is None:
        # The specification's default counts as declared, but people should know.
        builder.warn(
            Warned("no-unit", "The file names no unit; the format's default is millimetres.")
        )
    return Loaded(
        "3mf", parts, unit or "millimeter", tuple(builder.warnings.values()), builder.printer
    )


def _root(archive: Archive) -> str:
    targets: list[str] = []

    def start(name: str, attributes: Attributes) -> None:
        if name == "Relationship" and attributes.get("Type", "").endswith(_MODEL_TYPE):
            targets.append(attributes.get("Target", ""))

    if "_rels/.rels" in archive:
        archive.parse("_rels/.rels", start)
    for path in (*targets, _USUAL):
        if path in archive:
            return path
    raise MeshError("The archive holds no 3MF model.", Reason.NOT_A_MESH)


class _Models:
    """The model files of an archive, each parsed when first named."""

    def __init__(self, archive: Archive, limits: Limits) -> None:
        self._archive = archive
        self._limits = limits
        self._read: dict[str, ModelReader] = {}

    def at(self, path: str) -> ModelReader:
        key = path.lstrip("/")
        if key not in self._read:
            reader = ModelReader(key, self._limits)
            self._archive.parse(key, reader.start, reader.end)
            self._read[key] = reader
        return self._read[key]

    def object(self, link: Link) -> RawObject:
        found = self.at(link.path).objects.get(link.object_id)
        if found is None:
            raise MeshError(
                "{path} has no object {object_id}, which is to be printed.",
                Reason.MISSING_OBJECT,
                path=link.path,
                object_id=link.object_id,
            )
        return found


@dataclass(slots=True)
class _Leaf:
    """A mesh within an item: where it was named, and how it lies in the item."""

    object: RawObject
    object_id: str
    key: tuple[str, str]
    matrix: Array


class _Builder:
    """Turns items into parts, each different object once."""

    def __init__(
        self, models: _Models, notes: Notes, printer: Printer | None, limits: Limits
    ) -> None:
        self.printer = printer
        self.warnings: dict[str, Warned] = {}
        self._models = models
        self._notes = notes
        self._limits = limits
        self._found: dict[tuple[object, ...], tuple[LoadedPart, int]] = {}
        self._meshes: dict[tuple[str, str], Mesh | None] = {}
        self._triangles = 0
        self._steps = 0

    def warn(self, warned: Warned) -> None:
        self.warnings.setdefault(warned.name, warned)

    def parts(self) -> tuple[LoadedPart, ...]:
        return tuple(
            LoadedPart(part.name, part.pieces, count, part.plates)
            for part, count in self._found.values()
            if part.pieces
        )

    def add(self, item: Link) -> None:
        """Take one build item."""
        if not item.printed:
            self.warn(
                Warned("not-printed", "Items that are marked as not printed were left out.")
            )
            return
        # Where an item lies is of no interest, but its size and whether it is mirrored are.
        shape = np.round(item.matrix[:3, :3].T @ item.matrix[:3, :3], 6)
        mirrored = np.linalg.det(item.matrix[:3, :3]) < 0
        key = (item.path.lstrip("/"), item.object_id, shape.tobytes(), bool(mirrored))
        if key in self._found:
            part, count = self._found[key]
            self._count(sum(len(piece.mesh) for piece in part.pieces))
            self._found[key] = (part, count + 1)
            return
        if len(self._found) >= self._limits.parts:
            raise MeshError(
                "The file has more than {parts} different parts.",
                Reason.TOO_LARGE,
                parts=self._limits.parts,
            )
        if mirrored:
            self.warn(Warned("mirrored", "Mirrored parts were turned the right side out."))
        self._found[key] = (self._part(item), 1)

    def _part(self, item: Link) -> LoadedPart:
        note = self._notes.objects.get(item.object_id)
        leaves: list[_Leaf] = []
        self._collect(item, item.matrix, leaves, 0)
        pieces = []
        for leaf in leaves:
            part_note = note.parts.get(leaf.object_id) if note else None
            if not leaf.object.printed or (part_note and not part_note.printed):
                self.warn(
                    Warned("not-printed", "Items that are marked as not printed were left out.")
                )
                continue
            mesh = self._mesh(leaf)
            if mesh is None:
                continue
            self._count(len(mesh))
            extruder = (part_note and part_note.extruder) or (note and note.extruder) or None
            name = (part_note.name if part_note else "") or leaf.object.name
            colour = self._colour(extruder) or leaf.object.colour
            pieces.append(Piece(name, mesh.moved(leaf.matrix), extruder, colour))
        top = self._models.object(item)
        name = (note.name if note else "") or top.name
        plates = tuple(self._notes.plates.get(item.object_id, ()))
        return LoadedPart(name, tuple(pieces), 1, plates)

    def _colour(self, extruder: int | None) -> str | None:
        colours = self.printer.colours if self.printer else ()
        return colours[extruder - 1] or None if extruder and extruder <= len(colours) else None

    def _collect(self, link: Link, matrix: Array, leaves: list[_Leaf], depth: int) -> None:
        if depth > self._limits.nesting:
            raise MeshError(
                "Components hold each other in a circle or too deep.", Reason.NESTING
            )
        self._steps += 1
        if self._steps > self._limits.pieces:
            raise MeshError(
                "The parts are made of more than {pieces} pieces.",
                Reason.TOO_LARGE,
                pieces=self._limits.pieces,
            )
        found = self._models.object(link)
        if found.vertices is not None:
            key = (link.path.lstrip("/"), link.object_id)
            leaves.append(_Leaf(found, link.object_id, key, matrix))
        for each in found.links:
            self._collect(each, matrix @ each.matrix, leaves, depth + 1)

    def _mesh(self, leaf: _Leaf) -> Mesh | None:
        """The mesh of a leaf in its own frame; None where it is empty."""
        if leaf.key in self._meshes:
            return self._meshes[leaf.key]
        vertices, faces = leaf.object.vertices, leaf.object.faces
        mesh = None
        if vertices is not None and faces is not None and len(faces):
            if faces.min() < 0 or faces.max() >= len(vertices):
                raise MeshError(
                    "A triangle of object {object_id} names a corner that is not there.",
                    Reason.BAD_INDEX,
                    object_id=leaf.object_id,
                )
            corners, more = finite(vertices[faces])
            for each in more:
                self.warn(each)
            mesh = welded(corners)
        if mesh is None or not len(mesh):
            self.warn(Warned("empty-object", "Objects without triangles were left out."))
            mesh = None
        self._meshes[leaf.key] = mesh
        return mesh

    def _count(self, triangles: int) -> None:
        self._triangles += triangles
        if self._triangles > self._limits.triangles:
            raise MeshError(
                "With all copies the file has more than {triangles} triangles; print "
                "from a smaller project.",
                Reason.TOO_MANY_TRIANGLES,
                triangles=self._limits.triangles,
            )
