"""The elements of one `.model` file of a 3MF archive, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from stl_meta.faults import Limits, MeshError, Reason
from stl_meta.loaders.archive import Attributes
from stl_meta.loaders.project import colour_code
from stl_meta.loaders.stl import FARTHEST
from stl_meta.mesh import Array, Ints

IDENTITY = np.eye(4)


@dataclass(frozen=True, slots=True)
class Link:
    """A component or build item: which object, where, and whether it is printed."""

    path: str
    object_id: str
    matrix: Array
    printed: bool = True


@dataclass(slots=True)
class RawObject:
    """One object: a mesh, or links to others."""

    name: str = ""
    colour: str | None = None
    vertices: Array | None = None
    faces: Ints | None = None
    links: list[Link] = field(default_factory=list)
    printed: bool = True


class ModelReader:
    """Takes the elements of a model file one by one.

    Args:
        path: Of the file in the archive; links without a path stay in it.
        limits: How many triangles are taken.
    """

    def __init__(self, path: str, limits: Limits) -> None:
        self.path = path
        self.unit: str | None = None
        self.objects: dict[str, RawObject] = {}
        self.items: list[Link] = []
        self._limits = limits
        self._object: RawObject | None = None
        self._numbers: list[float] = []
        self._indices: list[int] = []
        self._colours: dict[tuple[str, int], str] = {}
        self._group = ("", 0)

    def start(self, name: str, attributes: Attributes) -> None:
        """Take the start of an element."""
        try:
            self._start(name, attributes)
        except KeyError as error:
            raise MeshError(
                "{path}: <{name}> lacks the attribute {why}.",
                Reason.BAD_XML,
                path=self.path,
                name=name,
                why=error,
            ) from None
        except ValueError:
            raise MeshError(
                "{path}: <{name}> holds something that is no number.",
                Reason.BAD_NUMBER,
                path=self.path,
                name=name,
            ) from None

    def _start(self, name: str, attributes: Attributes) -> None:
        if name == "vertex":
            numbers = self._numbers
            numbers.append(float(attributes["x"]))
            numbers.append(float(attributes["y"]))
            numbers.append(float(attributes["z"]))
        elif name == "triangle":
            indices = self._indices
            indices.append(int(attributes["v1"]))
            indices.append(int(attributes["v2"]))
            indices.append(int(attributes["v3"]))
            if len(indices) > 3 * self._limits.triangles:
                raise MeshError(
                    "The file has more than {triangles} triangles; reduce it.",
                    Reason.TOO_MANY_TRIANGLES,
                    triangles=self._limits.triangles,
                )
        else:
            self._rare(name, attributes)

    def _rare(self, name: str, attributes: Attributes) -> None:
        if name == "model":
            self.unit = attributes.get("unit")
        elif name == "object":
            colour = self._colours.get(
                (attributes.get("pid", ""), int(attributes.get("pindex", "0")))
            )
            printed = attributes.get("type", "model") in ("model", "solidsupport", "surface")
            self._object = RawObject(attributes.get("name", ""), colour, printed=printed)
            self.objects[attributes["id"]] = self._object
        elif name == "component" and self._object is not None:
            self._object.links.append(self._link(attributes))
        elif name == "item":
            self.items.append(self._link(attributes))
        elif name in ("basematerials", "colorgroup"):
            self._group = (attributes["id"], 0)
        elif name in ("base", "color"):
            key, number = self._group
            code = colour_code(attributes.get("displaycolor", attributes.get("color", "")))
            if code:
                self._colours[key, number] = code
            self._group = (key, number + 1)

    def end(self, name: str) -> None:
        """Take the end of an element."""
        if name == "mesh" and self._object is not None:
            self._object.vertices = np.array(self._numbers, dtype=np.float64).reshape(-1, 3)
            self._object.faces = self._faces()
            self._numbers, self._indices = [], []
        elif name == "object":
            self._object = None

    def _faces(self) -> Ints:
        try:
            return np.array(self._indices, dtype=np.int64).reshape(-1, 3)
        except OverflowError:
            raise MeshError(
                "{path}: a triangle names a corner that is not there.",
                Reason.BAD_INDEX,
                path=self.path,
            ) from None

    def _link(self, attributes: Attributes) -> Link:
        printed = attributes.get("printable", "1") != "0"
        path = attributes.get("path", self.path)
        return Link(path, attributes["objectid"], _matrix(attributes.get("transform")), printed)


def _matrix(text: str | None) -> Array:
    if text is None:
        return IDENTITY
    numbers = [float(word) for word in text.split()]
    if len(numbers) != 12 or not all(abs(n) <= FARTHEST for n in numbers):
        raise ValueError(text)
    matrix = np.eye(4)
    # 3MF multiplies rows by matrices; ours multiply columns.
    matrix[:3, :] = np.array(numbers).reshape(4, 3).T
    return matrix
