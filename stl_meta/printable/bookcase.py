"""A complete set of our own: board quarters, their connector, inserts, tiles and racks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manifold3d import CrossSection, Manifold

from stl_meta.faults import MeshError
from stl_meta.printable.design import SetDesign
from stl_meta.printable.part import INK, PLAIN, PrintPart, Volume
from stl_meta.printable.shapes import box, lettering, mesh_of, profile, rounded, union

COLOURS = {"T": "#c8202c", "D": "#e58a9c", "t": "#1f5fa8", "d": "#7cb9d8", "*": "#e58a9c"}
"""Colour of the insert by the layout's mark."""

NAMES = {"T": "word-3", "D": "word-2", "t": "letter-3", "d": "letter-2", "*": "start"}
_TILE_COLOUR = "#efe3c2"
RING_MM = 2.2
"""How wide the ring is that holds the quarters."""

_RIDGE = 1.2
"""How steep its back is: more than 45 degrees."""

_RACK_TILES = 7
_LETTER_SHARE = 0.5
_VALUE_SHARE = 0.2
_LEAST_VALUE_MM = 2.2
"""Digits smaller than that cannot be printed; such tiles go without."""


def quarter(design: SetDesign, rows: Sequence[str], which: str = "top-left") -> PrintPart:
    """One quarter of the board, as it lies seen from above.

    Args:
        design: Measures.
        rows: The layout, one string a row; a mark other than `.` and `+` has a pocket.
        which: `top-left`, `top-right`, `bottom-left` or `bottom-right`.
    """
    n = design.squares
    if len(rows) != n or any(len(row) != n for row in rows):
        raise MeshError("The layout is not {number} by {number} squares.", number=n)
    top, left = which.startswith("top"), which.endswith("left")
    rows = list(rows) if top else list(rows)[::-1]
    rows = [row if left else row[::-1] for row in rows]
    # Made as the upper left one, y downwards from the outer corner, then mirrored.
    side, pitch = design.quarter_mm, design.pitch_mm
    solid = rounded(side + 20, side + 20, design.board_thick_mm, 4.0)
    solid ^= box(side, side, design.board_thick_mm + 1)
    hollows = []
    half = (n + 1) // 2
    inset = design.wall_mm / 2
    for row in range(half):
        for col in range(half):
            x, y = (design.rim_mm + k * pitch + inset for k in (col, row))
            deep = design.floor_mm - (design.insert_mm if rows[row][col] not in ".+" else 0)
            height = design.board_thick_mm - deep + 1
            hollows.append(box(design.recess_mm, design.recess_mm, height, at=(x, y, deep)))
    hollows.append(_ring(design, design.play_mm).translate([side, side, 0]))
    solid -= union(hollows)
    # From y downwards to y upwards, the outer corner at the upper left.
    solid = solid.mirror([0, 1, 0]).translate([0, side, 0])
    if not left:
        solid = solid.mirror([1, 0, 0]).translate([side, 0, 0])
    if not top:
        solid = solid.mirror([0, 1, 0]).translate([0, side, 0])
    note = "Print face up. Glue the inserts in after the quarters are joined."
    return PrintPart(f"board-{which}", (Volume("board", mesh_of(solid), PLAIN),), 1, note)


def connector(design: SetDesign) -> PrintPart:
    """The ring under the middle that holds the four quarters."""
    solid = _ring(design, 0.0)
    note = (
        "Press it into the grooves under the middle of the four quarters, with a drop of glue."
    )
    return PrintPart("connector", (Volume("connector", mesh_of(solid), PLAIN),), 1, note)


def _ring(design: SetDesign, play: float) -> Manifold:
    """The ring that holds the quarters, or with some play the groove that it goes into.

    Its back is a ridge, so that nothing in the groove has to be bridged.
    """
    middle = (design.connector_mm - RING_MM) / 2
    half, high = RING_MM / 2 + play, design.connector_thick_mm + play
    shoulder = high - _RIDGE * half
    low = -1.0 if play else 0.0
    outline = [
        (middle - half, low), (middle + half, low), (middle + half, shoulder), (middle, high),
        (middle - half, shoulder),
    ]  # fmt: skip
    return Manifold.revolve(CrossSection([np.array(outline)]), 128)


def inserts(design: SetDesign, rows: Sequence[str]) -> tuple[PrintPart, ...]:
    """The premium inserts, one part a kind."""
    text = "".join(rows)
    side = design.insert_side_mm
    solid = rounded(side, side, design.insert_mm, 0.6)
    return tuple(
        PrintPart(f"insert-{NAMES[mark]}", (Volume("insert", mesh_of(solid), COLOURS[mark]),),
                  text.count(mark), "Glue it into its pocket.")
        for mark in "TDtd*"
        if mark in text
    )  # fmt: skip


def tile(
    design: SetDesign, letter: str, value: int, count: int = 1, font: str | None = None
) -> PrintPart:
    """A letter tile; the blank for an empty letter.

    Args:
        design: Measures.
        letter: Its token.
        value: Points; 0 is not printed.
        count: How many the set has.
        font: Path of a font file.
    """
    side, thick = design.tile_side_mm, design.tile_mm
    solid = rounded(side, side, thick, design.tile_corner_mm)
    name = f"tile-{letter}" if letter else "tile-blank"
    ink = _face(design, letter, value, font) if letter else None
    if ink is None:
        return PrintPart(name, (Volume("tile", mesh_of(solid), _TILE_COLOUR),), count)
    if design.relief_mm < 0:
        solid -= ink.translate([0, 0, thick + design.relief_mm])
        return PrintPart(name, (Volume("tile", mesh_of(solid), _TILE_COLOUR),), count)
    letters = ink.translate([0, 0, thick])
    note = "Change to a dark filament for the letter, or print it in one colour."
    volumes = (
        Volume("tile", mesh_of(solid), _TILE_COLOUR), Volume("letter", mesh_of(letters), INK),
    )  # fmt: skip
    return PrintPart(name, volumes, count, note, mesh_of(solid + letters))


def _face(design: SetDesign, letter: str, value: int, font: str | None) -> Manifold:
    side = design.tile_side_mm
    value = value if side * _VALUE_SHARE >= _LEAST_VALUE_MM else 0
    thick = abs(design.relief_mm) + (0.5 if design.relief_mm < 0 else 0.0)
    shape = lettering(letter, side * _LETTER_SHARE, thick, font)
    x0, _, _, x1, _, _ = shape.bounding_box()
    widest = side * (0.74 if value else 0.84)
    if x1 - x0 > widest:
        shape = shape.scale([widest / (x1 - x0), 1, 1])
    shape = shape.translate([side * (0.45 if value else 0.5), side * 0.57, 0])
    if value:
        number = lettering(str(value), side * _VALUE_SHARE, thick, font)
        _, _, _, x1, _, _ = number.bounding_box()
        shape += number.translate([side - 1.2 - x1, side * _VALUE_SHARE / 2 + 1.2, 0])
    return shape


def rack(design: SetDesign) -> PrintPart:
    """A rack for a hand of tiles: a ledge in front, a leaning back."""
    length = (_RACK_TILES + 0.6) * design.tile_side_mm
    ledge, lip = design.tile_mm + 2.0, 2.4
    high = 0.8 * design.tile_side_mm
    outline = [
        (0, 0), (lip + ledge + 16, 0), (lip + ledge + 16, 3), (lip + ledge + 10, high + 4),
        (lip + ledge + 7, high + 4), (lip + ledge, 4), (lip, 4), (lip, 6.4), (0, 6.4),
    ]  # fmt: skip
    solid = profile(outline, length)
    return PrintPart(
        "rack", (Volume("rack", mesh_of(solid), PLAIN),), 4, "Print it lying flat."
    )


def whole_set(
    design: SetDesign, rows: Sequence[str], tiles: Sequence[tuple[str, int, int]],
    font: str | None = None,
) -> tuple[PrintPart, ...]:  # fmt: skip
    """Every part of a set.

    Args:
        design: Measures.
        rows: The layout.
        tiles: (letter, points, count) of each kind; an empty letter for the blank.
        font: Path of a font file.
    """
    corners = ("top-left", "top-right", "bottom-left", "bottom-right")
    return (
        *(quarter(design, rows, which) for which in corners),
        connector(design),
        *inserts(design, rows),
        *(tile(design, letter, value, count, font) for letter, value, count in tiles if count),
        rack(design),
    )
