"""`companion stl`: what the files of a printed set hold, and parts to print for it."""

from __future__ import annotations

import argparse
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.terminal import json_line, t, tell
from companion.errors import DependencyMissing, InputError, told
from companion.text import listed, said, sentences

if TYPE_CHECKING:
    from companion.board.tiles import TileSet
    from stl_meta.measuring.measure import FileMeasure, PartMeasure
    from stl_meta.printable.part import PrintPart

MAKE, RENDER = "make", "render"
_NAMES = (
    "set", "board", "inserts", "tiles", "rack", "extras", "corner-clips", "arm-clamp",
    "tile-dots", "button-box",
)  # fmt: skip
_UNITS = ("micron", "millimeter", "centimeter", "inch", "foot", "meter")
_BAR = 24
_LEAST_BED_MM, _MOST_BED_MM = 60.0, 2000.0
_TILES_IN_PLAY = 36


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "stl",
        help=t("measure the files of a printed set, or make parts for one"),
        description=(
            t(
                "companion stl FILE... measures STL, OBJ and 3MF files. companion stl "
                "make NAME... writes parts to print: {names}. companion stl render "
                "SET.json draws the set in play.",
                names=listed(_NAMES, "comma"),
            )
        ),
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help=t("or: make NAME..., render SET.json")
    )
    parser.add_argument("--unit", choices=_UNITS, help=t("what the files are in, if not mm"))
    parser.add_argument(
        "--set", metavar="SET.json", help=t("write what a reader needs of the set")
    )
    parser.add_argument("--pictures", metavar="FOLDER", help=t("draw what was understood"))
    parser.add_argument("--json", action="store_true", help=t("one JSON object per file"))
    parser.add_argument(
        "--for", dest="fit", metavar="SET.json", help=t("make parts for this set")
    )
    parser.add_argument(
        "--bed", metavar="WxD", default="256x256", help=t("of the printer, in mm: 256x256")
    )
    parser.add_argument("--out", metavar="FOLDER", default="printed", help=t("where parts go"))
    parser.add_argument(
        "--language", default="english", help=t("tile set for tiles that are made")
    )
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), default=4, help=t("of the button box")
    )
    parser.add_argument(
        "--board", choices=("uno", "nano", "leonardo", "mega"), default="uno",
        help=t("in the button box"),
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help=t("of the game that is rendered"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure files or make parts; return 0 when all went well."""
    if args.files[0] == MAKE:
        return _make(args)
    if args.files[0] == RENDER:
        return _render(args)
    return _measure(args)


def _measure(args: argparse.Namespace) -> int:
    from companion.commands.stl_lines import lines
    from stl_meta.faults import MeshError
    from stl_meta.measuring.measure import measure_files
    from stl_meta.report import file_json

    whole = True
    parts: list[PartMeasure] = []
    paths = [Path(name) for name in args.files]
    found = measure_files(paths, unit=args.unit, progress=_progress)
    _clear()
    for name, measured in zip(args.files, found, strict=True):
        if isinstance(measured, MeshError):
            whole = False
            if args.json:
                detail = told(measured)
                print(json_line({"file": name, "status": measured.reason, "detail": detail}))
            tell(said("{file}: {detail}", file=name, detail=told(measured)))
            continue
        parts += measured.parts
        if args.json:
            answer = {"file": name, "status": "ok", "detail": "", **file_json(measured)}
            print(json_line(answer), flush=True)
        else:
            for line in lines(measured):
                tell(line)
        if args.pictures:
            _draw(measured, Path(args.pictures))
    if args.set and parts:
        _write_set(Path(args.set), parts)
    return 0 if whole else 1


def _progress(done: int, total: int, name: str) -> None:
    if sys.stderr.isatty() and total > 1:
        filled = round(_BAR * done / total)
        bar = "#" * filled + "." * (_BAR - filled)
        print(f"\r[{bar}] {done}/{total} {name[:30]:30}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r" + " " * (_BAR + 50) + "\r", end="", file=sys.stderr)


def _draw(measured: FileMeasure, folder: Path) -> None:
    from stl_meta.picture import draw_part

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, part in enumerate(measured.parts):
            stem = f"{Path(measured.path).stem}-{number + 1}"
            draw_part(part).save(folder / f"{stem}.png")
    except OSError as error:
        raise InputError(
            "{folder} cannot be written to: {why}.",
            folder=str(folder),
            why=str(error.strerror or error),
        ) from error


def _write_set(path: Path, parts: list[PartMeasure]) -> None:
    from stl_meta.faults import MeshError
    from stl_meta.printed_set import set_from_parts, set_to_text

    try:
        text = set_to_text(set_from_parts(path.stem, parts))
        path.write_text(text, encoding="utf-8")
    except MeshError as fault:
        raise InputError("No set can be made of these files: {why}", why=told(fault)) from fault
    except OSError as error:
        raise InputError(
            "{file} cannot be written: {why}.", file=str(path), why=str(error.strerror or error)
        ) from error
    tell(said("{file}: what a reader needs of the set", file=str(path)))


def _make(args: argparse.Namespace) -> int:
    names = args.files[1:]
    unknown = [name for name in names if name not in _NAMES]
    if not names or unknown:
        parts = listed(_NAMES, "comma")
        raise InputError(
            said("There is no part {name!r}; choose of: {parts}.", name=unknown[0], parts=parts)
            if unknown
            else said("Say what to make; choose of: {parts}.", parts=parts)
        )
    if find_spec("manifold3d") is None:
        raise DependencyMissing(
            "Parts are made with manifold3d, which is not installed; do: "
            "pip install 'tabletop-companion[print]'"
        )
    from stl_meta.faults import MeshError

    try:
        for name in names:
            _write_parts(name, _parts(name, args), args)
    except MeshError as fault:
        raise InputError(told(fault)) from fault
    except OSError as error:
        raise InputError(
            "{folder} cannot be written to: {why}.",
            folder=args.out,
            why=str(error.strerror or error),
        ) from error
    return 0


def _render(args: argparse.Namespace) -> int:
    """Draw sets in play, each with its truth beside it."""
    from companion import tilesets

    if len(args.files) < 2 or args.seed < 0:
        raise InputError("Say which set: companion stl render SET.json, with a seed from 0.")
    tiles = tilesets.load(args.language)
    for name in args.files[1:]:
        answer = _rendered(name, tiles, args)
        if args.json:
            print(json_line(answer), flush=True)
        tell(said("{file}: the set in play, its truth beside it", file=str(answer["image"])))
    return 0


def _rendered(name: str, tiles: TileSet, args: argparse.Namespace) -> dict[str, object]:
    import cv2
    import numpy as np

    from companion.synth.positions import random_cells
    from companion.synth.printed import render_set
    from stl_meta.faults import MeshError
    from stl_meta.printed_set import load_set

    kinds = [kind for kind in tiles.kinds if kind.count and kind.token != "?"]
    cells = random_cells(
        np.random.default_rng(args.seed), [kind.token for kind in kinds],
        [float(kind.count) for kind in kinds], tiles=_TILES_IN_PLAY,
    )  # fmt: skip
    values = {kind.token: kind.value for kind in kinds}
    stem = Path(args.out) / f"{Path(name).stem}-{args.seed}"
    try:
        scene = render_set(load_set(Path(name)), cells, values=values, seed=args.seed)
        _, encoded = cv2.imencode(".jpg", scene.image)
        answer = {
            "image": f"{stem}.jpg", "cells": scene.cells,
            "corners": np.round(scene.corners_px, 1).tolist(),
        }  # fmt: skip
        stem.parent.mkdir(parents=True, exist_ok=True)
        Path(f"{stem}.jpg").write_bytes(encoded.tobytes())
        Path(f"{stem}.json").write_text(json.dumps(answer) + "\n", encoding="utf-8")
    except (MeshError, ValueError) as fault:
        raise InputError("{file}: {detail}", file=name, detail=told(fault)) from fault
    except OSError as error:
        raise InputError(
            "{folder} cannot be written to: {why}.", folder=args.out, why=str(error)
        ) from error
    return answer


def _parts(name: str, args: argparse.Namespace) -> tuple[PrintPart, ...]:
    from calibration.markers import CLIP_MARKERS, marker_bits
    from stl_meta.printable import bookcase, extras
    from stl_meta.printable.button_box import button_box
    from stl_meta.printable.design import FitTo, SetDesign
    from stl_meta.printable.fitting import design_for, fit_for
    from stl_meta.printed_set import load_set

    design, fit = SetDesign(), FitTo.of(SetDesign())
    if args.fit:
        printed = load_set(Path(args.fit))
        fit = fit_for(printed)
        design = (
            design_for(printed)
            if name in ("set", "board", "inserts", "tiles", "rack")
            else design
        )
    if name == "corner-clips":
        return tuple(extras.corner_clip(fit, marker_bits(n), n) for n in CLIP_MARKERS)
    if name == "arm-clamp":
        return (extras.arm_clamp(),)
    if name == "tile-dots":
        return (extras.tile_dots(fit),)
    if name == "button-box":
        return button_box(players=args.players, board=args.board)
    if name == "extras":
        singles = ("corner-clips", "arm-clamp", "tile-dots", "button-box")
        return tuple(part for single in singles for part in _parts(single, args))
    if name == "rack":
        return (bookcase.rack(design),)
    rows = _layout_rows(design.squares)
    if name == "inserts":
        return bookcase.inserts(design, rows)
    tiles = _tile_kinds(args.language) if name in ("set", "tiles") else []
    parts = bookcase.whole_set(design, rows, tiles, _font())
    wanted = {"board": ("board", "connector"), "tiles": ("tile",)}.get(name)
    return tuple(p for p in parts if wanted is None or p.name.startswith(wanted))


def _layout_rows(squares: int) -> tuple[str, ...]:
    from companion.board.layout import LAYOUTS

    for layout in LAYOUTS.values():
        if layout.size == squares:
            return layout.rows
    return tuple("." * squares for _ in range(squares))


def _tile_kinds(language: str) -> list[tuple[str, int, int]]:
    from companion import tilesets

    kinds = tilesets.load(language).kinds
    return [("" if k.token == "?" else k.token, k.value, k.count) for k in kinds]


def _font() -> str | None:
    from companion.synth.fonts import bundled_fonts

    # Of the bundled faces the plainest prints best; without any, Pillow's own will do.
    fonts = [font.path for font in bundled_fonts()]
    return next((path for path in fonts if "Karla" in path), fonts[0] if fonts else None)


def _write_parts(name: str, made: tuple[PrintPart, ...], args: argparse.Namespace) -> None:
    from companion.commands.stl_parts import Listed, parts_csv, parts_readme
    from stl_meta.printable.check import LONGEST_BRIDGE_MM, checked
    from stl_meta.printable.plates import packed
    from stl_meta.writers import stl_bytes, threemf_bytes

    folder, bed = Path(args.out), _bed(args.bed)
    parts = [part.printed for part in made]
    plates = packed(parts, bed)
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for number, part in enumerate(parts):
        found = checked(part)
        if not found.watertight or found.bridge_mm > LONGEST_BRIDGE_MM:
            raise InputError("{part} cannot be printed with these measures.", part=part.name)
        # Letters come from tile sets, which may be anybody's: no part of a path may hide there.
        plain = "".join(c if c.isalnum() or c in "-·" else "_" for c in part.name)
        copies = f"_x{part.count}" if part.count > 1 else ""
        path = folder / f"{plain}{copies}.stl"
        path.write_bytes(stl_bytes(part.single, part.name))
        on = [k + 1 for k, plate in enumerate(plates) if number in {e.part for e in plate}]
        rows.append(Listed(part, path.name, found, tuple(on)))
        if args.json:
            answer = {"file": str(path), "status": "ok", "detail": part.note, **found.plain()}
            print(json_line({**answer, "count": part.count, "plates": on}), flush=True)
        else:
            x, y, z = found.size_mm
            size = f"{x:.1f} x {y:.1f} x {z:.1f}"
            tell(sentences(
                said("{count} x {file}: {size} mm, watertight, nothing to support.",
                     count=part.count, file=str(path), size=size),
                part.note,
            ))  # fmt: skip
    whole = folder / f"{name}.3mf"
    whole.write_bytes(threemf_bytes(parts, bed_mm=bed))
    for number in range(len(plates) if len(plates) > 1 else 0):
        plate = folder / f"{name}-plate-{number + 1}.3mf"
        plate.write_bytes(threemf_bytes(parts, bed_mm=bed, only=number))
    (folder / f"{name}-parts.csv").write_text(parts_csv(rows), encoding="utf-8")
    (folder / f"{name}-README.md").write_text(parts_readme(name, rows, bed), encoding="utf-8")
    tell(said("{file}: all of it, with colours, on {count} plates",
              file=str(whole), count=len(plates)))  # fmt: skip


def _bed(text: str) -> tuple[float, float]:
    width, _, depth = text.lower().partition("x")
    try:
        bed = float(width), float(depth or width)
    except ValueError:
        bed = (0.0, 0.0)
    if not all(_LEAST_BED_MM <= side <= _MOST_BED_MM for side in bed):
        raise InputError("--bed is width and depth in mm, such as 256x256.")
    return bed
