from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from parts import STANDARD, cuboid, measured, project_3mf, rotation

from stl_meta import mesh as mesh_module
from stl_meta.faults import MeshError
from stl_meta.loaders.registry import load_bytes
from stl_meta.measuring.assemble import assemble
from stl_meta.measuring.kinds import Kind
from stl_meta.measuring.measure import PartMeasure, measure_part
from stl_meta.mesh import Mesh, first_of_equals, joined, welded
from stl_meta.printable import bookcase
from stl_meta.printable.design import SetDesign
from stl_meta.report import part_json

DESIGN = SetDesign()
KINDS = {
    "quarter": Kind.BOARD_PART, "connector": Kind.CONNECTOR, "insert": Kind.INSERT,
    "tile": Kind.TILE, "blank": Kind.TILE, "rack": Kind.RACK,
}  # fmt: skip


@cache
def mesh(name: str) -> Mesh:
    parts = {
        "quarter": lambda: bookcase.quarter(DESIGN, STANDARD),
        "connector": lambda: bookcase.connector(DESIGN),
        "insert": lambda: bookcase.inserts(DESIGN, STANDARD)[0],
        "tile": lambda: bookcase.tile(DESIGN, "R", 1),
        "blank": lambda: bookcase.tile(DESIGN, "", 0),
        "rack": lambda: bookcase.rack(DESIGN),
    }
    return parts[name]().mesh


@cache
def plain(name: str) -> PartMeasure:
    return measured(mesh(name))


@pytest.mark.parametrize("name", KINDS)
def test_a_part_is_known_by_its_shape_alone(name: str) -> None:
    part = plain(name)
    assert part.judged.kind == KINDS[name]
    assert part.judged.confidence >= 0.7
    assert part.judged.reasons
    assert part.unit.source == "assumed"


def test_a_quarter_is_measured_with_its_half_squares_and_pockets() -> None:
    part = plain("quarter")
    grid = part.grid
    assert grid is not None
    assert (grid.nx, grid.ny, grid.cells, grid.shape) == (7, 7, 49, "square")
    assert grid.pitch_x_mm == pytest.approx(DESIGN.pitch_mm, abs=0.001)
    assert grid.pitch_y_mm == pytest.approx(DESIGN.pitch_mm, abs=0.001)
    assert grid.recess_x_mm == pytest.approx(DESIGN.recess_mm, abs=0.001)
    assert grid.wall_mm == pytest.approx(DESIGN.wall_mm, abs=0.001)
    assert grid.depth_mm == pytest.approx(DESIGN.wall_height_mm, abs=0.001)
    assert grid.residual_mm < 0.001
    assert grid.pocket_depth_mm == pytest.approx(DESIGN.insert_mm, abs=0.001)
    seams = {side.name: side.partial for side in grid.sides if side.seam}
    assert seams == pytest.approx({"right": 0.5, "bottom": 0.5}, abs=0.001)
    assert grid.side("left").margin_mm == pytest.approx(DESIGN.rim_mm, abs=0.001)
    premiums = {(r, c) for r in range(7) for c in range(7) if STANDARD[r][c] != "."}
    assert set(grid.pockets) == premiums


def _turned(name: str, seed: int, *, scale: float = 1.0, noise: float = 0.0) -> Mesh:
    original = mesh(name)
    rng = np.random.default_rng(seed)
    points = original.vertices + rng.normal(0, noise, original.vertices.shape)
    shift = rng.uniform(-300, 300, 3)
    return Mesh((points @ rotation(seed).T + shift) * scale, original.faces)


@pytest.mark.parametrize("seed", range(4))
def test_pitch_is_exact_however_the_part_lies_in_inches_and_with_noise(seed: int) -> None:
    part = measured(_turned("quarter", seed, scale=1 / 25.4, noise=0.02))
    assert (part.unit.name, part.unit.source) == ("inch", "guessed")
    # Noise leaves no round numbers: it might be a set of 8 mm in centimetres.
    assert part.unit.others == ("centimeter",)
    assert "unit-doubtful" in {warning.name for warning in part.warnings}
    plain_inches = measured(_turned("quarter", seed, scale=1 / 25.4))
    assert (plain_inches.unit.name, plain_inches.unit.others) == ("inch", ())
    assert "unit-guessed" in {warning.name for warning in plain_inches.warnings}
    grid = part.grid
    assert grid is not None
    assert grid.pitch_x_mm == pytest.approx(DESIGN.pitch_mm, abs=0.01)
    assert grid.pitch_y_mm == pytest.approx(DESIGN.pitch_mm, abs=0.01)
    assert {side.name for side in grid.sides if side.seam} == {"right", "bottom"}
    assert set(grid.pockets) == set(plain("quarter").grid.pockets)  # type: ignore[union-attr]


CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")


@pytest.mark.parametrize("pitch_mm", [16.0, 18.7, 25.4])
@pytest.mark.parametrize("which", CORNERS)
def test_pitch_is_exact_on_every_quarter_of_other_sets(which: str, pitch_mm: float) -> None:
    design = SetDesign(pitch_mm=pitch_mm, wall_mm=1.2)
    original = bookcase.quarter(design, STANDARD, which).mesh
    seed = CORNERS.index(which)
    rng = np.random.default_rng(seed)
    for scale, noise in ((1.0, 0.02), (1 / 25.4, 0.02), (1.0, 0.0)):
        points = original.vertices + rng.normal(0, noise, original.vertices.shape)
        part = measured(Mesh((points @ rotation(seed + 9).T + 40) * scale, original.faces))
        grid = part.grid
        assert grid is not None
        near = 0.01 if noise else 0.001
        assert grid.pitch_x_mm == pytest.approx(pitch_mm, abs=near)
        assert grid.pitch_y_mm == pytest.approx(pitch_mm, abs=near)
        assert (grid.nx, grid.ny) == (7, 7)


def _essence(part: PartMeasure) -> dict[str, object]:
    """The report without what may differ: where the part lay in the file."""
    report = part_json(part)
    report.pop("transform")
    return report


def _same(a: object, b: object) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, float) and isinstance(b, float):
        return abs(a - b) < 2e-3 + 1e-3 * abs(a)
    return a == b


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(KINDS)), st.integers(0, 10_000))
def test_a_report_is_the_same_however_the_part_lies(name: str, seed: int) -> None:
    original = mesh(name)
    order = np.random.default_rng(seed).permutation(len(original))
    moved = _turned(name, seed)
    shuffled = Mesh(moved.vertices, np.roll(moved.faces[order], seed % 3, axis=1))
    a, b = _essence(plain(name)), _essence(measured(shuffled))
    assert _same(a, b), [key for key in a if not _same(a[key], b[key])]


def test_inside_out_is_put_right() -> None:
    part = measured(mesh("quarter").inverted())
    assert {warning.name for warning in part.warnings} == {"inside-out"}
    assert part.grid is not None
    assert part.grid.cells == 49


def test_a_mesh_with_holes_in_it_still_tells_its_grid() -> None:
    original = mesh("quarter")
    keep = np.random.default_rng(1).random(len(original)) > 0.03
    part = measured(Mesh(original.vertices, original.faces[keep]))
    assert "open-mesh" in {warning.name for warning in part.warnings}
    assert not part.solidity.watertight
    assert part.grid is not None
    assert part.grid.pitch_mm == pytest.approx(DESIGN.pitch_mm, abs=0.01)


def test_cracks_from_rounding_are_closed() -> None:
    original = mesh("connector")
    loose = original.corners + np.random.default_rng(0).normal(0, 1e-6, original.corners.shape)
    faces = np.arange(len(original) * 3).reshape(-1, 3)
    part = measured(Mesh(loose.reshape(-1, 3), faces))
    assert "cracks-closed" in {warning.name for warning in part.warnings}
    assert part.solidity.watertight


@pytest.mark.parametrize("relief", [0.6, -0.6])
def test_a_tile_tells_its_relief_and_letter(relief: float) -> None:
    design = SetDesign(relief_mm=relief)
    for letter, value in (("A", 1), ("H", 4), ("M", 3), ("T", 1)):
        part = measured(bookcase.tile(design, letter, value).mesh)
        tile = part.tile
        assert tile is not None
        assert tile.relief == ("raised" if relief > 0 else "sunk")
        assert tile.relief_mm == pytest.approx(relief, abs=0.001)
        assert tile.thickness_mm == pytest.approx(design.tile_mm, abs=0.001)
        assert tile.side_x_mm == pytest.approx(design.tile_side_mm, abs=0.01)
        assert tile.corner_mm == pytest.approx(design.tile_corner_mm, abs=0.1)
        assert tile.letter is not None
        assert (tile.letter.letter, tile.letter.source) == (letter, "shape")


def test_a_blank_is_flush_and_a_name_helps() -> None:
    blank = plain("blank").tile
    assert blank is not None
    assert (blank.relief, blank.relief_mm) == ("flush", 0.0)
    for name, letter in (("tile-NY", "NY"), ("letter L·L 2", "L·L"), ("Stein_ä", "Ä")):
        other = measured(mesh("tile"), name=name).tile
        assert other is not None
        assert other.letter is not None
        assert (other.letter.letter, other.letter.source) == (letter, "name")
    named = measured(mesh("tile"), name="tile_R").tile
    assert named is not None
    assert named.letter is not None
    assert named.letter.source == "name and shape"


def test_a_project_s_colours_reach_the_report() -> None:
    loaded = load_bytes(project_3mf(), "a.3mf")
    part = measure_part(loaded.parts[0], loaded, "a")
    assert part.judged.kind == Kind.TILE
    assert part.colours == (("body", "#ffeecc"), ("letter", "#112233"))
    assert part.count == 2
    assert part.beds["Some Printer"]


@pytest.mark.parametrize(
    ("size", "kind"),
    [((19, 19, 4.5), Kind.TILE), ((19, 19, 1.2), Kind.INSERT), ((50, 40, 30), Kind.UNKNOWN)],
)
def test_plain_blocks(size: tuple[float, float, float], kind: Kind) -> None:
    assert measured(cuboid(*size)).judged.kind == kind


@pytest.mark.parametrize(
    ("scale", "name"),
    [(1, "millimeter"), (1 / 25.4, "inch"), (0.1, "centimeter"), (1000, "micron")],
)
def test_the_unit_is_guessed_by_the_pitch(scale: float, name: str) -> None:
    part = measured(mesh("quarter").scaled(scale))
    assert part.unit.name == name
    assert part.grid is not None
    assert part.grid.pitch_mm == pytest.approx(DESIGN.pitch_mm, rel=1e-4)


def test_a_told_unit_is_taken() -> None:
    part = measured(cuboid(1, 1, 0.2), unit="inch")
    assert (part.unit.source, part.size_mm) == ("told", pytest.approx((25.4, 25.4, 5.08)))


def test_a_chequer_whose_fields_touch_is_a_grid() -> None:
    fields = [
        Mesh(
            cuboid(20, 20, 0.4).vertices + np.array([20 * c, 20 * r, 0]), cuboid(1, 1, 1).faces
        )
        for r in range(8)
        for c in range(8)
        if (r + c) % 2
    ]
    part = measured(welded(joined(fields).corners))
    assert "non-manifold" in {warning.name for warning in part.warnings}
    assert part.grid is not None
    assert part.grid.pitch_mm == pytest.approx(20.0)
    assert part.grid.method == "islands"


def test_four_quarters_make_fifteen_by_fifteen() -> None:
    corners = ("top-left", "top-right", "bottom-left", "bottom-right")
    grids = [measured(bookcase.quarter(DESIGN, STANDARD, which).mesh).grid for which in corners]
    board = assemble([grid for grid in grids if grid is not None])
    assert (board.columns, board.rows) == (15, 15)
    assert board.pitch_mm == pytest.approx(DESIGN.pitch_mm, abs=0.001)
    assert board.rim_mm == pytest.approx(DESIGN.rim_mm, abs=0.001)
    assert (board.seams_x, board.seams_y) == ((7.5,), (7.5,))
    premiums = {(r, c) for r in range(15) for c in range(15) if STANDARD[r][c] != "."}
    assert set(board.pockets) == {(r, c) for r, c in premiums if 7 not in (r, c)}


def test_one_quarter_stands_for_four() -> None:
    grid = plain("quarter").grid
    assert grid is not None
    assert assemble([grid]) == assemble([grid], copies=[4])


def test_parts_that_make_no_board_are_refused() -> None:
    grid = plain("quarter").grid
    assert grid is not None
    with pytest.raises(MeshError, match=r"No whole board .* 3 x 7\.5 by 7\.5"):
        assemble([grid], copies=[3])
    middle = replace(
        grid, sides=tuple(replace(s, partial=0.0, margin_mm=0.0) for s in grid.sides)
    )
    with pytest.raises(MeshError, match="No whole board"):
        assemble([middle], copies=[5])
    with pytest.raises(MeshError, match=r"x4\.stl"):
        assemble([middle])
    with pytest.raises(MeshError, match="The parts differ"):
        assemble([grid, replace(grid, pitch_x_mm=25.0, pitch_y_mm=25.0)])
    with pytest.raises(MeshError, match="no part with squares"):
        assemble([])


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.tuples(*[st.sampled_from([0.0, 0.0, 1.0, 2.5, 19.0, 19.0, 40.0, -3.0])] * 9),
        min_size=1, max_size=14,
    ),
    st.sampled_from([1.0, 1e-6, 1e6]),
)  # fmt: skip
def test_any_heap_of_triangles_is_measured_or_refused(
    triangles: list[tuple[float, ...]], scale: float
) -> None:
    corners = np.array(triangles).reshape(-1, 3, 3) * scale
    heap = welded(corners)
    if not len(heap):
        return
    try:
        part = measured(heap)
    except MeshError:
        return
    report = json.dumps(part_json(part), allow_nan=False)
    assert part.judged.kind.value in report


@given(
    arrays(
        np.uint32, st.tuples(st.integers(0, 60), st.integers(1, 4)), elements=st.integers(0, 2)
    )
)
def test_equal_rows_are_told_from_others(rows: np.ndarray) -> None:
    first = first_of_equals(rows)
    assert (rows[first] == rows).all()
    assert len(np.unique(first)) == len(np.unique(rows, axis=0))


def test_rows_that_meet_in_one_place_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(columns: list[np.ndarray], turn: int) -> np.ndarray:
        return np.zeros(len(columns[0]), dtype=np.uint32)

    original = mesh("connector")
    monkeypatch.setattr(mesh_module, "_mixed", nowhere)
    assert len(welded(original.corners).vertices) == len(original.vertices)
