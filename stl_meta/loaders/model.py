"""What every reader hands over."""

from __future__ import annotations

from dataclasses import dataclass

from stl_meta.faults import Warned
from stl_meta.mesh import Mesh


@dataclass(frozen=True, slots=True)
class Piece:
    """One volume of a part, printed in one filament.

    Attributes:
        name: As the file has it; may be empty.
        mesh: In the unit of the file.
        extruder: Number of the filament from 1, where the file says.
        colour: `#rrggbb`, where the file says.
    """

    name: str
    mesh: Mesh
    extruder: int | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class LoadedPart:
    """One thing that comes off the printer in one piece.

    Attributes:
        name: As the file has it; may be empty.
        pieces: Its volumes; more than one where it is printed in several colours.
        count: How many of it the file lays out.
        plates: Names of the plates they lie on, where the file says.
    """

    name: str
    pieces: tuple[Piece, ...]
    count: int = 1
    plates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Printer:
    """What a print project says of the printer and its filament.

    Attributes:
        model: Name of the printer.
        bed_mm: Width and depth of the bed.
        height_mm: Height that can be printed.
        colours: `#rrggbb` of each filament, by extruder.
        densities_g_cm3: Of each filament.
        materials: Name of each filament's material.
    """

    model: str = ""
    bed_mm: tuple[float, float] | None = None
    height_mm: float | None = None
    colours: tuple[str, ...] = ()
    densities_g_cm3: tuple[float, ...] = ()
    materials: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """A mesh file as read.

    Attributes:
        format: `stl-binary`, `stl-ascii`, `obj` or `3mf`.
        parts: At least one.
        unit: Name of the unit where the file declares one.
        warnings: What was put right or set aside.
        printer: Of a print project.
    """

    format: str
    parts: tuple[LoadedPart, ...]
    unit: str | None = None
    warnings: tuple[Warned, ...] = ()
    printer: Printer | None = None

    @property
    def triangles(self) -> int:
        """Of all parts, each counted once however many copies are laid out."""
        return sum(len(piece.mesh) for part in self.parts for piece in part.pieces)
