from __future__ import annotations

import json
from pathlib import Path

import manifold3d
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parts import STANDARD, measured

from stl_meta.faults import MeshError
from stl_meta.loaders.registry import load_bytes
from stl_meta.measuring.kinds import Kind
from stl_meta.measuring.measure import measure_file
from stl_meta.measuring.section import cut
from stl_meta.mesh import Mesh
from stl_meta.picture import draw_part
from stl_meta.printable import bookcase, extras
from stl_meta.printable.button_box import button_box
from stl_meta.printable.check import LONGEST_BRIDGE_MM, checked
from stl_meta.printable.design import FitTo, SetDesign
from stl_meta.printable.fitting import design_for, fit_for
from stl_meta.printable.overhang import longest_bridge_mm
from stl_meta.printable.part import PrintPart
from stl_meta.printable.shapes import STROKE_MM, box, lettering, mesh_of
from stl_meta.printed_set import load_set, set_from_parts, set_to_text
from stl_meta.solid import extent, volume
from stl_meta.writers import stl_bytes, threemf_bytes

TILES = [("A", 1, 9), ("Q", 10, 1), ("CH", 5, 2), ("", 0, 2)]
BITS = [[r in (0, 5) or c in (0, 5) or (r * c) % 3 == 1 for c in range(6)] for r in range(6)]
ALL = (
    *bookcase.whole_set(SetDesign(), STANDARD, TILES),
    extras.corner_clip(FitTo(), BITS, 40),
    extras.arm_clamp(),
    extras.tile_dots(FitTo()),
    *button_box(),
)


def _manifold(mesh: Mesh) -> manifold3d.Manifold:
    return manifold3d.Manifold(
        manifold3d.Mesh64(mesh.vertices.copy(), mesh.faces.astype(np.uint64))
    )


@pytest.mark.parametrize("part", ALL, ids=lambda part: part.name)
def test_every_part_is_a_solid_that_fits_the_smallest_bed(part: PrintPart) -> None:
    found = checked(part)
    assert found.watertight
    assert found.smallest_bed == "180"
    assert found.bridge_mm <= LONGEST_BRIDGE_MM
    for mesh in (*(each.mesh for each in part.volumes), part.single):
        kernel = _manifold(mesh)
        assert kernel.status() == manifold3d.Error.NoError
        assert kernel.volume() == pytest.approx(volume(mesh), rel=1e-6)


@settings(max_examples=5, deadline=None)
@given(
    st.floats(14, 30), st.floats(1.0, 3.0), st.floats(0.8, 3.0), st.sampled_from([0.5, -0.5])
)
def test_other_measures_give_solids_too(
    pitch: float, wall: float, height: float, relief: float
) -> None:
    design = SetDesign(pitch_mm=pitch, wall_mm=wall, wall_height_mm=height, relief_mm=relief)
    for part in (bookcase.quarter(design, STANDARD), bookcase.tile(design, "B", 3)):
        assert all(_manifold(v.mesh).status().name == "NoError" for v in part.volumes)
        assert checked(part).watertight
    grid = measured(bookcase.quarter(design, STANDARD).mesh).grid
    assert grid is not None
    assert grid.pitch_mm == pytest.approx(pitch, abs=0.01)
    assert grid.recess_x_mm == pytest.approx(design.recess_mm, abs=0.01)


@pytest.mark.parametrize(
    "wrong", [{"squares": 14}, {"pitch_mm": 5.0}, {"floor_mm": 1.0}, {"wall_mm": -1.0}]
)
def test_measures_that_make_no_set_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(MeshError):
        SetDesign(**wrong)  # type: ignore[arg-type]


def test_the_four_quarters_meet_and_the_ring_fits_under_them() -> None:
    design = SetDesign()
    sides = {
        which: extent(bookcase.quarter(design, STANDARD, which).mesh)
        for which in ("top-left", "top-right", "bottom-left", "bottom-right")
    }
    for size in sides.values():
        assert size == pytest.approx(
            [design.quarter_mm, design.quarter_mm, design.board_thick_mm]
        )
    ring = bookcase.connector(design).mesh
    assert extent(ring) == pytest.approx([60.0, 60.0, 1.6], abs=0.05)
    board = _manifold(bookcase.quarter(design, STANDARD).mesh)
    # The upper left quarter's seams meet at its lower right corner.
    under = _manifold(ring).translate([design.quarter_mm, 0, 0])
    assert (board ^ under).volume() < 1e-6
    # A little wider or higher, and the ring would not go in: it sits without rattling.
    assert (board ^ under.scale([1, 1, 1.2])).volume() > 0.1
    assert (board ^ under.translate([-0.4, 0, 0])).volume() > 0.1


def test_tiles_and_inserts_fit_their_squares() -> None:
    design = SetDesign()
    tile = extent(bookcase.tile(design, "W", 4).mesh)
    insert = extent(bookcase.inserts(design, STANDARD)[0].mesh)
    assert tile[:2].max() < design.recess_mm - 0.5
    assert insert[:2].max() < design.recess_mm - 0.2
    assert insert[2] == pytest.approx(design.insert_mm)
    counts = {part.name: part.count for part in bookcase.inserts(design, STANDARD)}
    assert counts == {
        "insert-word-3": 8, "insert-word-2": 16, "insert-letter-3": 12, "insert-letter-2": 24,
        "insert-start": 1,
    }  # fmt: skip


def test_a_clip_grips_the_board_it_was_made_for() -> None:
    fit = FitTo(thick_mm=6.2, rim_mm=5.0)
    clip = extras.corner_clip(fit, BITS, 41, marker_mm=24)
    body = clip.volumes[0].mesh
    plate = 32.0
    corner = np.array([plate - 4.5, 4.5])  # where the board's corner comes to lie
    inside = corner + np.array([[2.0, -2.0], [8.0, -8.0]])
    high = extent(body)[2]
    free = cut(body, high / 2)
    assert not free.contains(inside).any()
    # Play enough for the board, not so much that it wobbles.
    levels = [
        z for z in np.linspace(0.1, high - 0.5, 200) if not cut(body, z).contains(inside[:1])[0]
    ]
    assert 6.2 < max(levels) - min(levels) < 7.0
    # The upper lip holds the rim and leaves the squares free.
    lip = cut(body, high - 1.2)
    assert lip.contains(corner[None] + [[2.0, -2.0]])[0]
    assert not lip.contains(corner[None] + [[6.0, -6.0]])[0]
    # The marker lies in the plate's upper face, flush.
    ink = clip.volumes[1].mesh
    assert ink.vertices[:, 2].max() == pytest.approx(high)
    assert extent(ink)[:2] == pytest.approx([24.0, 24.0], abs=0.01)


@pytest.mark.parametrize("part", ALL, ids=lambda part: part.name)
def test_what_is_written_can_be_read(part: PrintPart) -> None:
    (alone,) = load_bytes(stl_bytes(part.single, part.name), "a.stl").parts
    assert len(alone.pieces[0].mesh) == len(part.single)
    (again,) = load_bytes(threemf_bytes([part]), "a.3mf").parts
    assert (again.name, again.count) == (part.name, part.count)
    assert [p.colour for p in again.pieces] == [v.colour for v in part.volumes]
    for piece, made in zip(again.pieces, part.volumes, strict=True):
        assert volume(piece.mesh) == pytest.approx(volume(made.mesh), rel=1e-3)
    assert threemf_bytes([part]) == threemf_bytes([part])


def test_a_set_goes_to_json_and_back_and_parts_fit_it(tmp_path: Path) -> None:
    design = SetDesign(pitch_mm=19.0, wall_height_mm=1.0, relief_mm=0.5)
    path = tmp_path / "set.3mf"
    path.write_bytes(threemf_bytes(bookcase.whole_set(design, STANDARD, TILES)))
    seen: list[str] = []
    measured_ = measure_file(path, progress=lambda done, total, name: seen.append(name))
    assert len(seen) == len(measured_.parts)
    printed = set_from_parts("mine", measured_.parts)
    assert printed.board.columns == 15
    assert printed.board.pitch_mm == pytest.approx(19.0, abs=0.001)
    assert printed.tile is not None
    assert (printed.tile.relief, printed.tile.ink) == ("raised", "#1b1d22")
    assert printed.tile.letters["A"] == 9
    assert printed.tile_height_cells == pytest.approx((4.4 - 1.0) / 19.0, abs=1e-4)
    saved = tmp_path / "mine.json"
    saved.write_text(set_to_text(printed), encoding="utf-8")
    again = load_set(saved)
    assert set_to_text(again) == set_to_text(printed)
    assert fit_for(again).thick_mm == pytest.approx(design.board_thick_mm, abs=0.001)
    made = design_for(again)
    assert made.pitch_mm == pytest.approx(19.0, abs=0.001)
    assert made.tile_side_mm == pytest.approx(design.tile_side_mm, abs=0.02)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"schema": "printed-set/9"}', '{"schema": "printed-set/1"}', "[" * 9999],
)
def test_a_file_that_is_no_set_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MeshError):
        load_set(path)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("board", "pitch_mm"), "wide"),
        (("board", "pitch_mm"), 0.0),
        (("board", "columns"), None),
        (("board", "pockets"), 3),
        (("tile", "relief"), "fuzzy"),
        (("tile", "side_mm"), [1]),
        (("tile", "colour"), "red"),
        (("colours",), [1]),
        (("board_thick_mm",), float("inf")),
    ],
)
def test_a_set_with_a_wrong_value_is_refused(
    path: tuple[str, ...], value: object, tmp_path: Path
) -> None:
    parts = [measured(bookcase.quarter(SetDesign(), STANDARD).mesh)]
    parts.append(measured(bookcase.tile(SetDesign(), "A", 1).mesh))
    data = json.loads(set_to_text(set_from_parts("x", parts)))
    target = data
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    saved = tmp_path / "set.json"
    saved.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(MeshError, match="no printed-set file"):
        load_set(saved)


def test_the_picture_shows_squares_pockets_and_seams() -> None:
    part = measured(bookcase.quarter(SetDesign(), STANDARD).mesh)
    assert part.judged.kind == Kind.BOARD_PART
    picture = np.asarray(draw_part(part))
    for colour in ((22, 130, 92), (205, 120, 20), (200, 40, 50)):
        assert (picture == colour).all(axis=2).sum() > 500


@pytest.mark.parametrize(
    ("under", "longest"),
    [
        ([(0, 20)], 0.0),  # nothing hangs
        ([(0, 6), (10, 20)], 4.0),  # a tunnel
        ([(0, 4), (16, 20)], 12.0),  # a wide one
        ([(0, 12)], np.inf),  # one shore only
    ],
)
def test_what_hangs_is_measured_in_any_direction(
    under: list[tuple[float, float]], longest: float
) -> None:
    solid = box(20, 20, 4, at=(0, 0, 6))
    for a, b in under:
        solid += box(b - a, 20, 6, at=(a, 0, 0))
    for deg in (0, 30, 90):
        found = longest_bridge_mm(mesh_of(solid.rotate([0, 0, deg])))
        assert found == pytest.approx(longest, abs=0.9)


def test_walls_that_lean_by_45_degrees_carry_themselves() -> None:
    for top, hangs in (((20, 20), False), ((60, 60), True)):
        cone = manifold3d.Manifold.extrude(
            manifold3d.CrossSection.square((10, 10), True), 6, 0, 0, (top[0] / 10, top[1] / 10)
        )
        assert (longest_bridge_mm(mesh_of(cone)) > 0) == hangs


@pytest.mark.parametrize("text", ["1", "8", "10", "W", "\u00c5"])
@pytest.mark.parametrize("high", [2.2, 3.7, 9.3])
def test_strokes_are_as_wide_as_a_nozzle_can_lay_them(text: str, high: float) -> None:
    letter = mesh_of(lettering(text, high, 0.6))
    area = cut(letter, 0.3).material
    found = manifold3d.CrossSection(list(_manifold(letter).slice(0.3).to_polygons()))
    core = found.offset(-0.95 * STROKE_MM / 2).offset(0.95 * STROKE_MM / 2)
    assert core.area() > 0.95 * area


def test_clip_and_clamp_stand_as_they_are_printed() -> None:
    clip = extras.corner_clip(FitTo(), BITS, 40)
    assert clip.up == "x"
    x, y, z = extent(clip.mesh)
    assert extent(clip.printed.mesh) == pytest.approx([y, z, x])
    assert volume(clip.printed.single) == pytest.approx(volume(clip.single))
    assert longest_bridge_mm(clip.single) > LONGEST_BRIDGE_MM
    assert clip.printed.printed is not clip
    assert clip.printed.printed.up == "z"
