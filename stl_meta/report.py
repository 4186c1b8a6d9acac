"""Writes a measured file down as JSON, in a form that is numbered and stays."""

from __future__ import annotations

from dataclasses import asdict

from stl_meta.measuring.board import Grid
from stl_meta.measuring.measure import FileMeasure, PartMeasure
from stl_meta.measuring.tile import TileFace

SCHEMA = "stl_meta/1"
_DIGITS = 4

Json = dict[str, object]


def file_json(measured: FileMeasure) -> Json:
    """Return a measured file as plain values, all lengths in mm."""
    loaded = measured.loaded
    return {
        "schema": SCHEMA,
        "source": {
            "path": measured.path,
            "sha256": measured.sha256,
            "format": loaded.format,
            "triangles": loaded.triangles,
            "warnings": [each.plain() for each in loaded.warnings],
            "printer": asdict(loaded.printer) if loaded.printer else None,
        },
        "parts": [part_json(part) for part in measured.parts],
    }


def part_json(part: PartMeasure) -> Json:
    """Return one part as plain values."""
    width, depth, height = (_short(v) for v in part.size_mm)
    return {
        "name": part.name,
        "count": part.count,
        "plates": list(part.plates),
        "kind": part.judged.kind.value,
        "confidence": round(part.judged.confidence, 2),
        "reasons": list(part.judged.reasons),
        "units": {"name": part.unit.name, "source": part.unit.source, "mm": part.unit.mm},
        "size_mm": {"width": width, "depth": depth, "height": height},
        "transform": [[_short(v, 9) for v in row] for row in part.laid.matrix.tolist()],
        "levels": [
            {"z_mm": _short(level.z_mm), "share": _short(level.share)} for level in part.levels
        ],
        "grid": _grid_json(part.grid) if part.grid else None,
        "tile": _tile_json(part.tile) if part.tile else None,
        "mesh": {
            "triangles": part.triangles,
            **asdict(part.solidity),
            "volume_cm3": _short(part.volume_cm3),
            "area_cm2": _short(part.area_cm2),
        },
        "print": {
            "filament_cm3": round(part.filament.volume_cm3, 2),
            "filament_g": round(part.filament.grams, 1),
            "filament_m": round(part.filament.metres, 2),
            "accuracy": 0.15,
            "beds": part.beds,
        },
        "colours": [{"name": name, "colour": colour} for name, colour in part.colours],
        "warnings": [each.plain() for each in part.warnings],
    }


def _grid_json(grid: Grid) -> Json:
    return {
        "pitch_x_mm": _short(grid.pitch_x_mm),
        "pitch_y_mm": _short(grid.pitch_y_mm),
        "columns": grid.nx,
        "rows": grid.ny,
        "cells": grid.cells,
        "shape": grid.shape,
        "method": grid.method,
        "recess_x_mm": _short(grid.recess_x_mm),
        "recess_y_mm": _short(grid.recess_y_mm),
        "depth_mm": _maybe(grid.depth_mm),
        "wall_mm": _short(grid.wall_mm),
        "origin_mm": [_short(v) for v in grid.origin_mm],
        "residual_mm": _short(grid.residual_mm, 6),
        "sides": {
            side.name: {
                "margin_mm": _short(side.margin_mm),
                "partial": round(side.partial, 3),
                "seam": side.seam,
            }
            for side in grid.sides
        },
        "pockets": [list(each) for each in grid.pockets],
        "pocket_depth_mm": _maybe(grid.pocket_depth_mm),
    }


def _tile_json(tile: TileFace) -> Json:
    return {
        "side_x_mm": _short(tile.side_x_mm),
        "side_y_mm": _short(tile.side_y_mm),
        "thickness_mm": _short(tile.thickness_mm),
        "corner_mm": round(tile.corner_mm, 2),
        "relief": {
            "sign": tile.relief,
            "mm": _short(tile.relief_mm),
            "share": round(tile.relief_share, 3),
        },
        "letter": asdict(tile.letter) if tile.letter else None,
    }


def _short(value: float, digits: int = _DIGITS) -> float:
    return round(float(value), digits) + 0.0  # + 0.0 makes -0.0 plain


def _maybe(value: float | None) -> float | None:
    return None if value is None else _short(value)
