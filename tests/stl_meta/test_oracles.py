"""Against programs that others wrote; skipped where they are not installed."""

from __future__ import annotations

import importlib.util
import math
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from parts import STANDARD, project_3mf

from stl_meta.loaders.registry import load_bytes
from stl_meta.measuring.measure import measure_file
from stl_meta.printable import bookcase, extras
from stl_meta.printable.button_box import button_box
from stl_meta.printable.design import FitTo, SetDesign
from stl_meta.printable.part import PrintPart
from stl_meta.writers import stl_bytes, threemf_bytes

BITS = [[r in (0, 5) or c in (0, 5) or (r * c) % 3 == 1 for c in range(6)] for r in range(6)]
PARTS = (
    bookcase.quarter(SetDesign(), STANDARD),
    bookcase.connector(SetDesign()),
    bookcase.inserts(SetDesign(), STANDARD)[0],
    bookcase.tile(SetDesign(), "A", 1),
    bookcase.rack(SetDesign()),
    extras.corner_clip(FitTo(), BITS, 40).printed,
    extras.arm_clamp().printed,
    extras.tile_dots(FitTo()),
)
SLICED = [*PARTS, *(pytest.param(part, marks=pytest.mark.long) for part in button_box())]
FILAMENT_MM = 3.0
"""Diameter that slic3r assumes."""


@pytest.mark.oracle
@pytest.mark.skipif(
    shutil.which("slic3r") is None, reason="slic3r is not installed (scripts/oracles.sh)"
)
@pytest.mark.slow
@pytest.mark.parametrize("part", SLICED, ids=lambda part: part.name)
def test_a_part_is_sliced_and_takes_the_filament_that_was_told(
    part: PrintPart, tmp_path: Path
) -> None:
    path, out = tmp_path / "part.stl", tmp_path / "part.gcode"
    path.write_bytes(stl_bytes(part.single))
    words = (
        "slic3r --nozzle-diameter 0.4 --fill-density 15% --perimeters 2 --top-solid-layers 3 "
        "--bottom-solid-layers 3 --skirts 0 --layer-height 0.2 -o"
    ).split()
    subprocess.run([*words, str(out), str(path)], check=True, capture_output=True)
    found = re.search(r"filament used = ([\d.]+)mm", out.read_text(encoding="utf-8"))
    assert found is not None
    used_cm3 = float(found[1]) * math.pi / 4 * FILAMENT_MM**2 / 1000
    (measured,) = measure_file(path).parts
    # Of small things the slicer counts what it draws before them.
    assert measured.filament.volume_cm3 == pytest.approx(used_cm3, rel=0.15, abs=0.05)


LIB3MF = importlib.util.find_spec("lib3mf") is not None


@pytest.mark.oracle
@pytest.mark.skipif(not LIB3MF, reason="lib3mf is not installed (scripts/oracles.sh)")
def test_3mf_counts_are_those_of_lib3mf(tmp_path: Path) -> None:
    import lib3mf

    path = tmp_path / "set.3mf"
    whole = bookcase.whole_set(SetDesign(), STANDARD, [("A", 1, 9), ("", 0, 2)])
    for raw, extra in ((threemf_bytes(whole), (0, 0, 0)), (project_3mf(), (1, 12, 1))):
        # The second holds a modifier and an item that is not printed: those we leave out.
        path.write_bytes(raw)
        model = lib3mf.get_wrapper().CreateModel()
        model.QueryReader("3mf").ReadFromFile(str(path))
        meshes = model.GetMeshObjects()
        triangles = []
        while meshes.MoveNext():
            triangles.append(meshes.GetCurrentMeshObject().GetTriangleCount())
        items, count = model.GetBuildItems(), 0
        while items.MoveNext():
            count += 1
        loaded = load_bytes(raw, "set.3mf")
        ours = (
            sum(len(part.pieces) for part in loaded.parts), loaded.triangles,
            sum(part.count for part in loaded.parts),
        )  # fmt: skip
        theirs = (len(triangles), sum(triangles), count)
        assert tuple(t - e for t, e in zip(theirs, extra, strict=True)) == ours
