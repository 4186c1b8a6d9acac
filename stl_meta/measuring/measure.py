"""Measures the parts of a file: the whole way from bytes to what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from stl_meta.faults import LIMITS, Limits, MeshError, Warned
from stl_meta.loaders.model import Loaded, LoadedPart, Printer
from stl_meta.loaders.registry import load_bytes, read_bytes
from stl_meta.measuring.board import Grid, find_grid, is_square
from stl_meta.measuring.bodies import apart
from stl_meta.measuring.kinds import Judged, Kind, judge_kind
from stl_meta.measuring.levels import Level, levels_up
from stl_meta.measuring.naming import count_in
from stl_meta.measuring.tile import TileFace, tile_face
from stl_meta.measuring.units import Unit, Unsettled, known_unit, settle_unit
from stl_meta.mend import Mended, mended
from stl_meta.mesh import Mesh, joined
from stl_meta.pose import Laid, lay_flat, quarter_turned
from stl_meta.printing import Assumed, Filament, beds, filament
from stl_meta.solid import Solidity, volume

_WEIGHTS_G = (0.005, 2000.0)
"""Of filament for one part: less is no print, more is more than two spools."""


@dataclass(frozen=True, slots=True, eq=False)
class PartMeasure:
    """All that is known of a part; lengths in mm.

    Attributes:
        name: As the file has it, else the file's.
        count: How many the file lays out, times how many its name says there are.
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
    """Read and measure a mesh file by itself; see `measure_files`.

    Raises:
        MeshError: The file is refused; `reason` and message say why.
    """
    (found,) = measure_files(
        [path], unit=unit, limits=limits, assumed=assumed, progress=progress
    )
    if isinstance(found, MeshError):
        raise found
    return found


def measure_files(
    paths: Sequence[Path], *, unit: str | None = None, limits: Limits = LIMITS,
    assumed: Assumed | None = None, progress: Progress | None = None,
) -> list[FileMeasure | MeshError]:  # fmt: skip
    """Read and measure the mesh files of one set; their unit is judged over all together.

    Args:
        paths: STL, OBJ or 3MF.
        unit: What the user says they are in, as 3MF spells units; None to find out.
        limits: How much is read of each.
        assumed: How it will be printed.
        progress: Told before each file, or each part where there is one file.

    Returns:
        For each file its measures, or why it is refused.
    """
    several = len(paths) > 1
    opened: list[_Opened | MeshError] = []
    for number, path in enumerate(paths):
        if progress is not None and several:
            progress(number, len(paths), path.name)
        try:
            opened.append(_opened(path, limits, None if several else progress))
        except MeshError as fault:
            opened.append(fault)
    bare = [each for each in opened if isinstance(each, _Opened) and not each.loaded.unit]
    found = [] if unit or not bare else settle_unit([each.raws for each in bare])
    units = {id(each): settled for each, settled in zip(bare, found, strict=False)}
    return [
        each if isinstance(each, MeshError)
        else each.measured(_told(unit, each.loaded.unit) or units[id(each)], assumed)
        for each in opened
    ]  # fmt: skip


def measure_part(
    part: LoadedPart, loaded: Loaded, file_name: str, *, unit: str | None = None,
    assumed: Assumed | None = None,
) -> PartMeasure:  # fmt: skip
    """Measure one part of a file by itself; arguments as for `measure_files`."""
    raw = _raw(part, loaded, file_name)
    settled = _told(unit, loaded.unit) or settle_unit([[raw]])[0]
    return _finished(raw, loaded, file_name, settled, assumed)


def _told(told: str | None, declared: str | None) -> Unit | None:
    if told is not None:
        return known_unit(told, "told")
    return None if declared is None else known_unit(declared, "declared")


@dataclass(frozen=True, slots=True, eq=False)
class _Raw(Unsettled):
    """A part as it was read and laid, in the unit of its file."""

    part: LoadedPart
    whole: Mended


@dataclass(frozen=True, slots=True, eq=False)
class _Opened:
    """A file whose parts were laid, but whose unit is not settled."""

    path: Path
    sha256: str
    loaded: Loaded
    raws: tuple[_Raw, ...]

    def measured(self, unit: Unit, assumed: Assumed | None) -> FileMeasure:
        parts = tuple(
            _finished(raw, self.loaded, self.path.stem, unit, assumed) for raw in self.raws
        )
        return FileMeasure(str(self.path), self.sha256, self.loaded, parts)


def _opened(path: Path, limits: Limits, progress: Progress | None) -> _Opened:
    raw = read_bytes(path, limits)
    loaded = load_bytes(raw, path.name, limits)
    things = [thing for part in loaded.parts for thing in apart(part, part.name or path.stem)]
    raws = []
    for number, part in enumerate(things):
        if progress is not None:
            progress(number, len(things), part.name or path.stem)
        raws.append(_raw(part, loaded, path.stem))
    return _Opened(path, sha256(raw).hexdigest(), loaded, tuple(raws))


def _raw(part: LoadedPart, loaded: Loaded, file_name: str) -> _Raw:
    whole = mended(joined([piece.mesh for piece in part.pieces]))
    laid = lay_flat(whole.mesh, whole.normals, whole.areas)
    levels = levels_up(laid)
    return _Raw(laid, levels, find_grid(laid, levels), part.name or file_name, part, whole)


def _finished(
    raw: _Raw, loaded: Loaded, file_name: str, unit: Unit, assumed: Assumed | None
) -> PartMeasure:
    part, mm = raw.part, unit.mm
    levels = tuple(Level(level.z_mm * mm, level.share) for level in raw.levels)
    laid, grid = raw.laid.scaled(mm), raw.grid.scaled(mm) if raw.grid else None
    laid, grid = _as_seen(laid, grid)
    judged = judge_kind(laid, levels, grid, f"{file_name} {part.name}")
    solid_mm3 = raw.whole.volume * mm**3
    # What was taken from a plate has no name of its own to go by.
    own = part.name in {each.name for each in loaded.parts}
    names = (part.name, file_name) if own else ()
    count = part.count * count_in(part.name)
    if len(loaded.parts) == 1:
        count *= count_in(file_name)
    tile = None
    if judged.kind in (Kind.TILE, Kind.INSERT):
        tile = tile_face(
            laid, names, inlay=_inlay(part, laid, mm), lettered=judged.kind is Kind.TILE
        )
    needed = filament(laid, solid_mm3, _print_settings(part, loaded.printer, assumed))
    x, y, z = (float(v) for v in laid.size)
    return PartMeasure(
        raw.name, count, part.plates, len(raw.whole.mesh), unit, judged, (x, y, z), laid,
        levels, grid, tile, raw.whole.solidity, solid_mm3 / 1000,
        float(laid.areas.sum()) / 100, needed, beds(laid, _own_bed(loaded.printer)),
        tuple((piece.name, piece.colour) for piece in part.pieces if piece.colour),
        (*raw.whole.warnings, *_doubts(unit, grid, needed)),
    )  # fmt: skip


def _doubts(unit: Unit, grid: Grid | None, needed: Filament) -> Iterator[Warned]:
    """What people should look at before they rely on the measures."""
    if unit.others:
        yield Warned(
            "unit-doubtful",
            "No unit is declared; {unit} is a guess, and {others} would do as well. Say which "
            "it is with --unit.",
            unit=unit.name,
            others=", ".join(unit.others),
        )
    elif unit.source == "guessed":
        yield Warned(
            "unit-guessed",
            "No unit is declared; by its size the file is in {unit}.",
            unit=unit.name,
        )
    if grid is not None and not is_square(grid):
        yield Warned(
            "not-square",
            "The squares are not square: {width:.2f} by {height:.2f} mm.",
            width=grid.pitch_x_mm,
            height=grid.pitch_y_mm,
        )
    least, most = _WEIGHTS_G
    if not least <= needed.grams <= most:
        yield Warned(
            "absurd-weight",
            "It would take {grams:.3g} g of filament, which is hardly right: look at the unit.",
            grams=needed.grams,
        )


def _inlay(part: LoadedPart, laid: Laid, mm: float) -> Mesh | None:
    """All volumes but the largest, in the frame of the part that lies flat."""
    if len(part.pieces) < 2:
        return None
    meshes = sorted((piece.mesh for piece in part.pieces), key=lambda m: abs(volume(m)))
    return joined(meshes[:-1]).scaled(mm).moved(laid.matrix)


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
