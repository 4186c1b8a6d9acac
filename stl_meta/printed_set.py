"""What a reader of pictures wants to know of a printed set, put together from all its parts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from stl_meta.faults import MeshError, Reason
from stl_meta.measuring.assemble import Assembled, assemble
from stl_meta.measuring.kinds import Kind
from stl_meta.measuring.measure import PartMeasure
from stl_meta.measuring.tile import TileFace

SCHEMA = "printed-set/1"
_LIMIT_BYTES = 1_000_000
_FITS = (0.45, 1.03)
"""Side of a tile in squares, between which the two go together."""


@dataclass(frozen=True, slots=True)
class SetTile:
    """The tiles of a set, all letters together.

    Attributes:
        side_mm: Mean of width and depth.
        thickness_mm: Without a raised letter.
        relief: `raised`, `sunk` or `flush`.
        relief_mm: Height of the letters over the face.
        colour: `#rrggbb` of the face, where the files say.
        ink: `#rrggbb` of the letters, where the files say.
        letters: How many there are of each letter that could be told; a plain tile among
            lettered ones is a blank.
        count: How many tiles there are in all.
    """

    side_mm: float
    thickness_mm: float
    relief: str
    relief_mm: float
    colour: str | None
    ink: str | None
    letters: dict[str, int]
    count: int | None = None


@dataclass(frozen=True, slots=True)
class PrintedSet:
    """The geometry of a set.

    Attributes:
        name: Of the user's choice.
        board: The squares.
        board_thick_mm: Of the board at its rim.
        tile: The tiles; None where no file has any.
        insert_thick_mm: Of premium inserts.
        colours: `#rrggbb` of the parts by kind, where the files say.
    """

    name: str
    board: Assembled
    board_thick_mm: float
    tile: SetTile | None = None
    insert_thick_mm: float | None = None
    colours: dict[str, tuple[str, ...]] | None = None

    @property
    def tile_height_cells(self) -> float | None:
        """Height of a tile's face over the plane that squares are read on, in squares.

        The squares are read where most of the board's face lies: on the tops of the walls, on
        raised squares themselves, on the plain face that posts stand on.
        """
        if self.tile is None:
            return None
        return (self.tile.thickness_mm - (self.board.sunk_mm or 0.0)) / self.board.mean_mm


def set_from_parts(name: str, parts: Sequence[PartMeasure]) -> PrintedSet:
    """Return the set that measured parts make.

    Raises:
        MeshError: No board can be put together from them.
    """
    doubtful = next((part for part in parts if part.unit.others), None)
    if doubtful is not None:
        raise MeshError(
            "{name} may be in {unit}, or in {others}; say which with --unit.",
            Reason.UNKNOWN_UNIT,
            name=doubtful.name,
            unit=doubtful.unit.name,
            others=", ".join(doubtful.unit.others),
        )
    boards = [part for part in parts if part.judged.kind in (Kind.BOARD, Kind.BOARD_PART)]
    grids = [(part.grid, part.count) for part in boards if part.grid is not None]
    board = assemble([grid for grid, _ in grids], copies=[count for _, count in grids])
    tile = _tile([part for part in parts if part.judged.kind is Kind.TILE])
    if tile is not None and not _FITS[0] < tile.side_mm / board.mean_mm < _FITS[1]:
        raise MeshError(
            "Tiles of {tile:.1f} mm do not go with squares of {square:.1f} mm; if the files "
            "have different units, measure each with --unit.",
            Reason.UNKNOWN_UNIT,
            tile=tile.side_mm,
            square=board.mean_mm,
        )
    inserts = [part.size_mm[2] for part in parts if part.judged.kind is Kind.INSERT]
    colours: dict[str, tuple[str, ...]] = {}
    for part in parts:
        found = tuple(colour for _, colour in part.colours)
        if found:
            known = colours.setdefault(part.judged.kind.value, ())
            colours[part.judged.kind.value] = tuple(dict.fromkeys((*known, *found)))
    return PrintedSet(
        name, board, max(part.size_mm[2] for part in boards), tile,
        sum(inserts) / len(inserts) if inserts else None, colours or None,
    )  # fmt: skip


def _tile(parts: Sequence[PartMeasure]) -> SetTile | None:
    faces: list[tuple[TileFace, PartMeasure]] = [
        (p.tile, p) for p in parts if p.tile is not None
    ]
    if not faces:
        return None
    lettered = [face for face, _ in faces if face.relief != "flush"] or [faces[0][0]]
    relief = Counter(face.relief for face in lettered).most_common(1)[0][0]
    letters: Counter[str] = Counter()
    told = sum(1 for face, _ in faces if face.letter is not None and face.letter.letter)
    plain_is_blank = told > len(faces) / 2
    for face, part in faces:
        if face.letter is not None or plain_is_blank:
            letters[face.letter.letter if face.letter else ""] += part.count
    several = [part.colours for _, part in faces if len(part.colours) > 1]
    single = [part.colours for _, part in faces if part.colours]
    face_colour = (several or single)[0][0][1] if several or single else None
    ink = several[0][1][1] if several else None
    count = len(faces)
    return SetTile(
        sum((f.side_x_mm + f.side_y_mm) / 2 for f, _ in faces) / count,
        sum(f.thickness_mm for f, _ in faces) / count,
        relief, sum(f.relief_mm for f in lettered if f.relief == relief) / len(lettered),
        face_colour, ink, dict(sorted(letters.items())), sum(part.count for _, part in faces),
    )  # fmt: skip


def set_to_text(printed: PrintedSet) -> str:
    """Return a set as JSON text."""
    board = {**asdict(printed.board), "pockets": _pocket_rows(printed.board)}
    data = {
        "schema": SCHEMA, **asdict(printed), "board": board,
        "tile_height_cells": printed.tile_height_cells,
    }  # fmt: skip
    return json.dumps(_rounded(data), indent=2, ensure_ascii=False) + "\n"


def _pocket_rows(board: Assembled) -> list[str]:
    """One text a row: `o` a pocket, `.` none, `?` a square that a seam cuts."""
    cut_x, cut_y = (
        {int(at) for at in seams if at % 1} for seams in (board.seams_x, board.seams_y)
    )
    return [
        "".join(
            "?" if row in cut_y or col in cut_x else ".o"[(row, col) in board.pockets]
            for col in range(board.columns)
        )
        for row in range(board.rows)
    ]


def _rounded(value: object) -> object:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return value


def load_set(path: Path) -> PrintedSet:
    """Return the set in a JSON file that `set_to_text` wrote.

    Raises:
        MeshError: It is no such file.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise MeshError(
            "{path} cannot be read: {why}.",
            Reason.UNREADABLE,
            path=path,
            why=error.strerror or error,
        ) from error
    if len(raw) > _LIMIT_BYTES:
        raise MeshError(
            "{path} is larger than {limit_bytes} bytes.",
            Reason.TOO_LARGE,
            path=path,
            limit_bytes=_LIMIT_BYTES,
        )
    try:
        data = json.loads(raw)
        if data["schema"] != SCHEMA:
            raise MeshError(
                "{path} has schema {data!r}; {schema!r} is wanted.",
                path=path,
                data=data["schema"],
                schema=SCHEMA,
            )
        return _set_from(data)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise MeshError(
            "{path} is no printed-set file; make one with `companion stl FILE... --set`.",
            path=path,
        ) from error


def _set_from(data: dict[str, object]) -> PrintedSet:
    board = _table(data["board"])
    numbers: dict[str, object] = {**board}
    for key in ("pitch_mm", "recess_mm", "wall_mm", "rim_mm", "spread_mm"):
        numbers[key] = _number(board[key])
    for key in ("columns", "rows"):
        numbers[key] = round(_number(board[key]))
    for key in ("seams_x", "seams_y"):
        numbers[key] = tuple(_number(v) for v in _list(board[key]))
    for key in ("depth_mm", "pitch_y_mm"):
        numbers[key] = None if board.get(key) is None else _number(board[key])
    numbers["sunk"] = board.get("sunk", True) is True
    numbers["pockets"] = tuple(
        (row, col)
        for row, text in enumerate(_list(board["pockets"]))
        for col, mark in enumerate(str(text))
        if mark == "o"
    )
    assembled = Assembled(**numbers)  # type: ignore[arg-type]  # each was looked at above
    if not 1 < assembled.pitch_mm < 200 or not 2 <= assembled.columns <= 60:
        raise ValueError("pitch")
    tile, colours = data.get("tile"), data.get("colours")
    thick = data.get("insert_thick_mm")
    return PrintedSet(
        str(data["name"]), assembled, _number(data["board_thick_mm"]),
        None if tile is None else _tile_from(_table(tile)),
        None if thick is None else _number(thick),
        None if colours is None else {
            kind: tuple(_colour(each) for each in _list(codes))
            for kind, codes in _table(colours).items()
        },
    )  # fmt: skip


def _tile_from(table: dict[str, object]) -> SetTile:
    relief = str(table["relief"])
    if relief not in ("raised", "sunk", "flush"):
        raise ValueError(relief)
    colour, ink = table["colour"], table["ink"]
    return SetTile(
        _number(table["side_mm"]), _number(table["thickness_mm"]), relief,
        _number(table["relief_mm"]), None if colour is None else _colour(colour),
        None if ink is None else _colour(ink),
        {letter: round(_number(n)) for letter, n in _table(table["letters"]).items()},
        None if table.get("count") is None else round(_number(table["count"])),
    )  # fmt: skip


def _table(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError("a table is wanted")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError("a list is wanted")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e6:
        raise TypeError("a number is wanted")
    return float(value)


def _colour(value: object) -> str:
    text = str(value)
    if len(text) != 7 or text[0] != "#" or not set(text[1:]) <= set("0123456789abcdef"):
        raise ValueError(text)
    return text
