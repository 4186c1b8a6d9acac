"""Measures the parts of a file: the whole way from bytes to what they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from stl_meta.faults import LIMITS, Limits, MeshError, Reason, Warned
from stl_meta.loaders.model import Loaded, LoadedPart, Printer
from stl_meta.loaders.registry import load_bytes
from stl_meta.measuring.board import Grid, find_grid
from stl_meta.measuring.kinds import Judged, Kind, judge_kind
from stl_meta.measuring.levels import Level, levels_up
from stl_meta.measuring.tile import TileFace, tile_face
from stl_meta.measuring.units import Unit, known_unit, settle_unit
from stl_meta.mend import mended
from stl_meta.mesh import Mesh, joined
from stl_meta.pose import Laid, lay_flat, quarter_turned
from stl_meta.printing import Assumed, Filament, beds, filament
from stl_meta.solid import Solidity, volume


@dataclass(frozen=True, slots=True, eq=False)
class PartMeasure:
    """All that is known of a part; lengths in mm.

    Attributes:
        name: As the file has it, else the file's.
        count: How many the file lays out.
        plates: On which plates.
        triangles: Of its mesh.
        unit: Which unit was settled on.
        judged: What it is for.
        size_mm: (width, depth, height) as it lies flat.
        laid: Its mesh as it lies flat.
        levels: Its flats that look up.
        grid: Its squares.
        tile: Its face, for tiles and inserts.
        solidity: How good a solid it is.
        volume_cm3: Of the solid.
        area_cm2: Of its surface.
        filament: What it takes to print.
        beds: On which beds it fits.
        colours: Name and colour of its volumes, where the file says.
        warnings: What was put right.
    """

    name: str
    count: int
    plates: tuple[str, ...]
    triangles: int
    unit: Unit
    judged: Judged
    size_mm: tuple[float, float, float]
    laid: Laid
    levels: tuple[Level, ...]
    grid: Grid | None
    tile: TileFace | None
    solidity: Solidity
    volume_cm3: float
    area_cm2: float
    filament: Filament
    beds: dict[str, bool]
    colours: tuple[tuple[str, str], ...]
    warnings: tuple[Warned, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FileMeasure:
    """A file and its parts.

    Attributes:
        path: As it was named.
        sha256: Of its bytes.
        loaded: What the reader said.
        parts: In the order of the file.
    """

    path: str
    sha256: str
    loaded: Loaded
    parts: tuple[PartMeasure, ...]


Progress = Callable[[int, int, str], None]
"""Called with parts done, parts in all, and the name of the next."""


def measure_file(
    path: Path, *, unit: str | None = None, limits: Limits = LIMITS,
    assumed: Assumed | None = None, progress: Progress | None = None,
) -> FileMeasure:  # fmt: skip
    """Read and measure a mesh file.

    Args:
        path: STL, OBJ or 3MF.
        unit: What the user says it is in, as 3MF spells units; None to find out.
        limits: How much is read.
        assumed: How it will be printed.
        progress: Told before each part.

    Raises:
        MeshError: The file is refused; `reason` and message say why.
    """
    try:
        if path.stat().st_size > limits.bytes:
            raise MeshError(
                "The file has more than {bytes} bytes.", Reason.TOO_LARGE, bytes=limits.bytes
            )
        raw = path.read_bytes()
    except OSError as error:
        raise MeshError(
            "The file cannot be read: {why}.", Reason.UNREADABLE, why=error.strerror or error
        ) from error
    loaded = load_bytes(raw, path.name, limits)
    parts = []
    for number, part in enumerate(loaded.parts):
        if progress is not None:
            progress(number, len(loaded.parts), part.name or path.stem)
        parts.append(measure_part(part, loaded, path.stem, unit=unit, assumed=assumed))
    return FileMeasure(str(path), sha256(raw).hexdigest(), loaded, tuple(parts))


def measure_part(
    part: LoadedPart, loaded: Loaded, file_name: str, *, unit: str | None = None,
    assumed: Assumed | None = None,
) -> PartMeasure:  # fmt: skip
    """Measure one part of a file; arguments as for `measure_file`."""
    whole = mended(joined([piece.mesh for piece in part.pieces]))
    warnings = whole.warnings
    laid = lay_flat(whole.mesh, whole.normals, whole.areas)
    levels = levels_up(laid)
    grid = find_grid(laid, levels)
    settled = _unit(laid, grid, unit, loaded.unit)
    if settled.mm != 1:
        scaled, areas = whole.mesh.scaled(settled.mm), whole.areas * settled.mm**2
        laid = lay_flat(scaled, whole.normals, areas)
        levels = levels_up(laid)
        grid = find_grid(laid, levels)
    if settled.source == "guessed":
        guessed = Warned(
            "unit-guessed",
            "No unit is declared; by its size the file is in {unit}s.",
            unit=settled.name,
        )
        warnings = (*warnings, guessed)
    laid, grid = _as_seen(laid, grid)
    name = part.name or file_name
    judged = judge_kind(laid, levels, grid, f"{file_name} {part.name}")
    solid_mm3 = whole.volume * settled.mm**3
    tile = None
    if judged.kind in (Kind.TILE, Kind.INSERT):
        tile = tile_face(
            laid, (part.name, file_name), inlay=_inlay(part, laid, settled.mm),
            lettered=judged.kind is Kind.TILE,
        )  # fmt: skip
    x, y, z = (float(v) for v in laid.size)
    return PartMeasure(
        name, part.count, part.plates, len(whole.mesh), settled, judged, (x, y, z), laid,
        levels, grid, tile, whole.solidity, solid_mm3 / 1000, float(laid.areas.sum()) / 100,
        filament(laid, solid_mm3, _print_settings(part, loaded.printer, assumed)),
        beds(laid, _own_bed(loaded.printer)),
        tuple((piece.name, piece.colour) for piece in part.pieces if piece.colour), warnings,
    )  # fmt: skip


def _inlay(part: LoadedPart, laid: Laid, mm: float) -> Mesh | None:
    """All volumes but the largest, in the frame of the part that lies flat."""
    if len(part.pieces) < 2:
        return None
    meshes = sorted((piece.mesh for piece in part.pieces), key=lambda m: abs(volume(m)))
    return joined(meshes[:-1]).scaled(mm).moved(laid.matrix)


def _unit(laid: Laid, grid: Grid | None, told: str | None, declared: str | None) -> Unit:
    if told is not None:
        return known_unit(told, "told")
    if declared is not None:
        return known_unit(declared, "declared")
    longest = float(laid.size.max())
    square = grid is not None and grid.shape == "square"
    return settle_unit(longest, grid.pitch_mm if square and grid is not None else None)


def _as_seen(laid: Laid, grid: Grid | None) -> tuple[Laid, Grid | None]:
    """Turn the part so that the same part always lies the same way: seams right and below."""
    width, depth, _ = (float(v) for v in laid.size)
    if grid is None:
        return quarter_turned(laid, 1 if depth > 1.001 * width else 0), None
    best = max(range(4), key=lambda k: (_rank(grid.turned(k, (width, depth))), -k))
    return quarter_turned(laid, best), grid.turned(best, (width, depth))


def _rank(grid: Grid) -> tuple[object, ...]:
    """How well a part lies; of the four ways the greatest is chosen."""
    seams = [side.name for side in grid.sides if side.seam]
    towards = sum({"right": 2, "bottom": 2}.get(name, -1) for name in seams)
    return towards, grid.nx - grid.ny, tuple((-row, -col) for row, col in grid.pockets)


def _print_settings(
    part: LoadedPart, printer: Printer | None, assumed: Assumed | None
) -> Assumed:
    if assumed is not None or printer is None or not printer.densities_g_cm3:
        return assumed or Assumed()
    extruder = next((piece.extruder for piece in part.pieces if piece.extruder), 1)
    densities = printer.densities_g_cm3
    return Assumed(density_g_cm3=densities[min(extruder, len(densities)) - 1])


def _own_bed(printer: Printer | None) -> dict[str, tuple[float, float]]:
    if printer is None or printer.bed_mm is None:
        return {}
    return {printer.model or "printer": printer.bed_mm}
