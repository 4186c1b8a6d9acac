"""Boards of many makes: told right, or refused; never told wrong and sure."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from families import FAMILIES, Sizes, Truth, landscape, sunk, turned, write

from stl_meta.faults import MeshError
from stl_meta.measuring.measure import PartMeasure, measure_files
from stl_meta.printed_set import PrintedSet, set_from_parts

UNITS = (("millimeter", 0.7), ("inch", 0.15), ("centimeter", 0.08), ("meter", 0.07))
FEW, MANY = 4, 150


def _drawn(family: str, seed: int, folder: Path) -> tuple[Truth, list[Path], str]:
    rng = np.random.default_rng([seed, *family.encode()])
    truth = FAMILIES[family](rng)
    unit = str(rng.choice([name for name, _ in UNITS], p=[share for _, share in UNITS]))
    folder.mkdir(exist_ok=True)
    paths = [
        write(folder / f"{name}.stl", turned(mesh, rng), unit)
        for name, mesh in truth.files.items()
    ]
    return truth, paths, unit


def _outcome(family: str, seed: int, folder: Path) -> tuple[str, str]:
    """`right`, `refused` or `wrong`, and what there is to say of it."""
    truth, paths, unit = _drawn(family, seed, folder)
    parts: list[PartMeasure] = []
    for each in measure_files(paths):
        if isinstance(each, MeshError):
            return "refused", str(each)
        parts += each.parts
    try:
        found = set_from_parts("x", parts)
    except MeshError as fault:
        return "refused", f"{fault} ({unit})"
    odd = _differences(truth, found)
    told = {warned.name for part in parts for warned in part.warnings}
    if truth.pitch_y and "not-square" not in told:
        odd.append("squares that are not square were not told of")
    return ("wrong", f"{odd} ({unit})") if odd else ("right", "")


def _differences(truth: Truth, found: PrintedSet) -> list[str]:
    board = found.board
    sides = sorted((board.pitch_mm, board.pitch_y_mm or board.pitch_mm))
    wanted = sorted((truth.pitch, truth.pitch_y or truth.pitch))
    pairs = {
        "columns": (board.columns, truth.columns), "rows": (board.rows, truth.columns),
        "pitch": (sides[0], wanted[0]), "pitch_y": (sides[1], wanted[1]),
        "depth": (board.depth_mm, truth.depth),
        "sunk": (board.sunk_mm, truth.height_over),
    }  # fmt: skip
    if not truth.pitch_y:
        pairs["recess"] = (board.recess_mm, truth.recess)
    if truth.rim is not None:
        pairs["rim"] = (board.rim_mm, truth.rim)
    odd = [
        f"{name}: {a} instead of {b}"
        for name, (a, b) in pairs.items()
        if a is None or b is None or abs(a - b) > 0.01 + 0.001 * abs(b)
    ]
    if truth.letters and (found.tile is None or found.tile.letters != truth.letters):
        odd.append(f"letters: {found.tile and found.tile.letters} not {truth.letters}")
    return odd


def _counted(family: str, number: int, folder: Path) -> Counter[str]:
    outcomes = [_outcome(family, seed, folder) for seed in range(number)]
    counts = Counter(name for name, _ in outcomes)
    said = [f"{seed}: {name}, {text}"
            for seed, (name, text) in enumerate(outcomes) if name != "right"]  # fmt: skip
    assert not counts["wrong"], said
    assert counts["right"] >= 0.98 * number - 1, said
    return counts


@pytest.mark.parametrize("family", FAMILIES)
def test_a_few_of_each_make_are_told_right(family: str, tmp_path: Path) -> None:
    _counted(family, FEW, tmp_path / "f")


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES)
def test_98_of_100_of_each_make_are_told_right_and_none_wrong(
    family: str, tmp_path: Path
) -> None:
    _counted(family, MANY, tmp_path / "f")


def _set_of(folder: Path, *names: str) -> tuple[PrintedSet, set[str]]:
    parts = [
        part
        for each in measure_files([folder / f"{name}.stl" for name in names])
        if not isinstance(each, MeshError)
        for part in each.parts
    ]
    return set_from_parts("x", parts), {w.name for part in parts for w in part.warnings}


@pytest.mark.data
@pytest.mark.parametrize(
    ("names", "pitch_mm", "rim_mm", "over_mm"),
    [
        (("board_full_outer_wall",), 20.0, 0.6, 2.0),
        (("ridges",), 20.0, 10.0, 0.8),
        (("boxboard",), 20.0, 12.0, 2.0),
        (("posts",), 20.0, 8.0, 0.0),
        (("q77", "q78", "q87", "q88"), 20.0, 8.0, 2.0),
        (("travel_board", "travel_tile"), 8.0, 3.0, 1.0),
        (("board_full_outer_wall", "plate98"), 20.0, 0.6, 2.0),
        (("rect2022",), 20.0, 6.0, 2.0),
    ],
)
def test_boards_from_the_field(
    names: tuple[str, ...], pitch_mm: float, rim_mm: float, over_mm: float, shared_data: Path
) -> None:
    """Figures read off the files with another program, not by this one."""
    printed, told = _set_of(shared_data.parent / "cases" / "meshes", *names)
    board = printed.board
    assert (board.columns, board.rows) == (15, 15)
    across = min(board.pitch_mm, board.pitch_y_mm or board.pitch_mm)
    assert across == pytest.approx(pitch_mm, abs=0.001)
    assert (board.rim_mm, board.sunk_mm) == (
        pytest.approx(rim_mm, abs=0.01), pytest.approx(over_mm, abs=0.01),
    )  # fmt: skip
    if names == ("rect2022",):
        assert board.pitch_mm == pytest.approx(22.0, abs=0.001)
        assert "not-square" in told
    if "plate98" in names:
        assert printed.tile is not None
        assert printed.tile.count == 98
        # What the classic English set holds, its two blanks left out.
        counts = (
            "A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1"
        )
        assert printed.tile.letters == {each[0]: int(each[1:]) for each in counts.split()}
    if "travel_tile" in names:
        assert printed.tile is not None
        assert printed.tile.side_mm == pytest.approx(7.3, abs=0.001)
        assert printed.tile_height_cells == pytest.approx(1 / 8, abs=0.001)


def _block(folder: Path, name: str, size: tuple[float, float, float], unit: str) -> Path:
    mesh = landscape([0, size[0]], [0, size[1]], lambda x, y: size[2])
    return write(folder / f"{name}.stl", mesh, unit)


def test_a_tile_alone_in_inches_is_asked_for_and_beside_its_board_it_is_not(
    tmp_path: Path,
) -> None:
    # In centimetres it would be a travelling tile of 7.3 mm, in inches one of 18.63.
    tile = _block(tmp_path, "tile", (18.63, 18.63, 4.52), "inch")
    (alone,) = measure_files([tile])
    assert not isinstance(alone, MeshError)
    assert alone.parts[0].unit.others
    assert [w.name for w in alone.parts[0].warnings] == ["unit-doubtful"]
    (told,) = measure_files([tile], unit="inch")
    assert not isinstance(told, MeshError)
    assert told.parts[0].size_mm == pytest.approx((18.63, 18.63, 4.52), abs=1e-4)
    rng = np.random.default_rng(1)
    sizes = Sizes(21.0, 21.0, 1.6, 3.0, 1.4, 6.0)
    mesh = sunk(sizes, (15, 15), (-6, 321, -6, 321))
    board = write(tmp_path / "board.stl", turned(mesh, rng), "inch")
    both = measure_files([board, tile])
    parts = [part for each in both if not isinstance(each, MeshError) for part in each.parts]
    assert {part.unit.name for part in parts} == {"inch"}
    assert not any(part.unit.others for part in parts)
    assert set_from_parts("x", parts).tile_height_cells == pytest.approx(3.12 / 21, abs=1e-3)


def test_what_weighs_too_much_or_nothing_is_doubted(tmp_path: Path) -> None:
    for size, unit in (((480, 480, 90), "millimeter"), ((0.6, 0.6, 0.4), "millimeter")):
        (found,) = measure_files([_block(tmp_path, "lump", size, unit)], unit=unit)
        assert not isinstance(found, MeshError)
        assert "absurd-weight" in {w.name for w in found.parts[0].warnings}


def test_tiles_that_cannot_lie_on_the_squares_make_no_set(tmp_path: Path) -> None:
    sizes = Sizes(8.0, 8.0, 0.6, 1.0, 1.0, 3.0)
    board = write(tmp_path / "b.stl", sunk(sizes, (15, 15), (-3, 123, -3, 123)))
    tile = _block(tmp_path, "tile", (18.6, 18.6, 4.5), "millimeter")
    parts = [
        part for each in measure_files([board, tile]) if not isinstance(each, MeshError)
        for part in each.parts
    ]  # fmt: skip
    with pytest.raises(MeshError, match=r"18\.6 mm do not go with squares of 8\.0 mm"):
        set_from_parts("x", parts)


def test_names_tell_letters_and_counts_and_a_plain_face_is_no_blank(tmp_path: Path) -> None:
    names = ("A_x9", "tile-blank-x2", "12x letter_E", "NY", "plain", "tile_v2")
    paths = [_block(tmp_path, name, (18.6, 18.6, 4.5), "millimeter") for name in names]
    found = {}
    for path, each in zip(paths, measure_files(paths), strict=True):
        assert not isinstance(each, MeshError)
        (part,) = each.parts
        assert part.name == path.stem
        assert part.tile is not None
        letter = part.tile.letter.letter if part.tile.letter else None
        found[part.name] = (letter, part.count)
    assert found == {
        "A_x9": ("A", 9), "tile-blank-x2": ("", 2), "12x letter_E": ("E", 12), "NY": ("NY", 1),
        "plain": (None, 1), "tile_v2": (None, 1),
    }  # fmt: skip


def test_letters_of_equal_size_on_one_plate_are_told_apart(tmp_path: Path) -> None:
    """T and L of the same blocks, turned so that their skews are nearly the same."""
    assert _outcome("plate", 10, tmp_path) == ("right", "")
