"""What slicers write beside a 3MF model: names, filaments, plates, the printer."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from stl_meta.faults import MeshError
from stl_meta.loaders.archive import Archive, Attributes
from stl_meta.loaders.model import Printer

_SETTINGS = "Metadata/model_settings.config"
_PROJECT = "Metadata/project_settings.config"
_AT_MOST = 8_000_000

NOT_PRINTED = ("negative_part", "modifier_part", "support_blocker", "support_enforcer")


@dataclass(slots=True)
class PartNote:
    """A volume of an object, by the settings."""

    name: str = ""
    extruder: int | None = None
    printed: bool = True


@dataclass(slots=True)
class ObjectNote:
    """An object, by the settings; its volumes by the object id of their mesh."""

    name: str = ""
    extruder: int | None = None
    parts: dict[str, PartNote] = field(default_factory=dict)


@dataclass(slots=True)
class Notes:
    """All that the settings say."""

    objects: dict[str, ObjectNote] = field(default_factory=dict)
    plates: dict[str, list[str]] = field(default_factory=dict)
    """Object id -> names of the plates it lies on."""


def read_notes(archive: Archive) -> Notes:
    """Return what a print project says of its objects; nothing where it says nothing."""
    notes = Notes()
    if _SETTINGS in archive:
        reader = _Settings(notes)
        archive.parse(_SETTINGS, reader.start, reader.end)
    return notes


class _Settings:
    """Follows the settings' elements."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.object: ObjectNote | None = None
        self.part: PartNote | None = None
        self.plate: list[str] | None = None
        self.plate_name = ""
        self.in_instance = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "object":
            self.object = self.notes.objects.setdefault(attributes.get("id", ""), ObjectNote())
        elif name == "part" and self.object is not None:
            printed = attributes.get("subtype", "normal_part") not in NOT_PRINTED
            self.part = PartNote(printed=printed)
            self.object.parts[attributes.get("id", "")] = self.part
        elif name == "plate":
            self.plate, self.plate_name = [], ""
        elif name == "model_instance":
            self.in_instance = True
        elif name == "metadata":
            self._metadata(attributes.get("key", ""), attributes.get("value", ""))

    def _metadata(self, key: str, value: str) -> None:
        if self.plate is not None:
            if key == "object_id" and self.in_instance:
                self.plate.append(value)
            elif key == "plater_name" and value:
                self.plate_name = value
            elif key == "plater_id" and not self.plate_name:
                self.plate_name = f"plate {value}"
            return
        target = self.part or self.object
        if target is None:
            return
        if key == "name":
            target.name = value
        elif key == "extruder" and value.isascii() and value.isdigit() and len(value) < 6:
            target.extruder = int(value) or None

    def end(self, name: str) -> None:
        if name == "part":
            self.part = None
        elif name == "object":
            self.object = None
        elif name == "model_instance":
            self.in_instance = False
        elif name == "plate" and self.plate is not None:
            for each in self.plate:
                names = self.notes.plates.setdefault(each, [])
                if self.plate_name not in names:
                    names.append(self.plate_name)
            self.plate = None


def read_printer(archive: Archive) -> Printer | None:
    """Return printer and filaments of a print project, or None where it has none."""
    if _PROJECT not in archive:
        return None
    try:
        data = json.loads(archive.read(_PROJECT, at_most=_AT_MOST))
    except (ValueError, RecursionError, MeshError):
        return None
    if not isinstance(data, dict):
        return None
    area = [pair for pair in map(_pair, _texts(data, "printable_area")) if pair]
    bed = None
    if area:
        xs, ys = zip(*area, strict=True)
        bed = (max(xs) - min(xs), max(ys) - min(ys))
    densities = [_number(text) for text in _texts(data, "filament_density")]
    return Printer(
        model=str(data.get("printer_model", "")),
        bed_mm=bed,
        height_mm=_number(str(data.get("printable_height", ""))),
        colours=tuple(colour_code(text) or "" for text in _texts(data, "filament_colour")),
        densities_g_cm3=tuple(d for d in densities if d),
        materials=tuple(_texts(data, "filament_type")),
    )


def _texts(data: dict[str, object], key: str) -> list[str]:
    found = data.get(key, [])
    return [str(each) for each in found] if isinstance(found, list) else []


def _pair(text: str) -> tuple[float, float] | None:
    x, _, y = text.partition("x")
    a, b = _number(x), _number(y)
    return None if a is None or b is None else (a, b)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < 1e6 else None


def colour_code(text: str) -> str | None:
    """Return `#rrggbb` for `#RRGGBB` or `#RRGGBBAA`; None for anything else."""
    digits = text.strip().removeprefix("#")[:6].lower()
    return f"#{digits}" if len(digits) == 6 and set(digits) <= set("0123456789abcdef") else None
