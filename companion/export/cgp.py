"""A position as one line of text: the CGP form of crossword engines.

Rows, racks, scores, scoreless turns, operations: digits are empty squares, capitals tiles,
small letters blanks, `[CH]` a tile of several letters (without brackets every letter is one
tile). Racks and scores begin with who is on turn. Source: needs 3.3.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.board.position import Position
from companion.board.spelling import Letters, written
from companion.board.square import Square
from companion.board.tiles import Tile, TileSet
from companion.export.api import GameFile, GameFileError, Written
from companion.rules.api import Scoreboard
from companion.text import Said, said

LIMIT_CHARACTERS = 20_000
LARGEST = 26

_BOARDS = {15: "CrosswordGame", 21: "SuperCrosswordGame"}


@dataclass(frozen=True, slots=True)
class Cgp:
    """A position with what belongs to it."""

    position: Position
    racks: tuple[tuple[Tile, ...], ...]
    """In order of play, beginning with who is on turn; empty where not known."""

    scores: tuple[int, ...]
    """In the same order."""

    scoreless: int = 0
    """Turns in a row that scored nothing."""

    operations: Mapping[str, str] = field(default_factory=dict)
    """Such as `lex` and `ld`, by name."""


def write_cgp(game: GameFile) -> Written:
    """Return a game's position as a line of CGP."""
    losses = [said("Only the position is in this form; the turns are not.")]
    cgp, unnamed = position_of(game.board, game.lexicon, game.setup.tiles)
    if unnamed:
        losses.append(said("A blank whose letter is not known is written as a ?."))
    return Written((format_cgp(cgp, game.setup.tiles) + "\n").encode("utf-8"), tuple(losses))


def position_of(board: Scoreboard, lexicon: str, tiles: TileSet) -> tuple[Cgp, bool]:
    """Return a scoreboard's position, and whether a blank on it has no letter."""
    seats = len(board.rows)
    first = board.on_turn or 0
    order = [(first + i) % seats for i in range(seats)]
    operations = {"ld": tiles.name.replace("-", "_")}
    if lexicon:
        operations["lex"] = re.sub(r"[\s;]+", "_", lexicon)
    if board.position.size in _BOARDS:
        operations["bdn"] = _BOARDS[board.position.size]
    racks = board.racks or ((),) * seats
    cgp = Cgp(
        position=board.position,
        racks=tuple(racks[seat] for seat in order),
        scores=tuple(board.rows[seat].total for seat in order),
        scoreless=_scoreless(board),
        operations=operations,
    )
    return cgp, any(not tile.letter for _, tile in board.position.items())


def _scoreless(board: Scoreboard) -> int:
    run = 0
    for turn in reversed(board.turns):
        if turn.kind in ("withdrawn", "challenge", "time", "adjusted"):
            continue
        if turn.score and "withdrawn" not in turn.marks:
            break
        run += 1
    return run


def format_cgp(cgp: Cgp, tiles: TileSet) -> str:
    """Return a position as a line of text."""
    rows = "/".join(
        _row([cgp.position.get(Square(r, c)) for c in range(cgp.position.size)])
        for r in range(cgp.position.size)
    )
    racks = "/".join(written(rack, tiles) for rack in cgp.racks)
    scores = "/".join(map(str, cgp.scores))
    tail = "".join(f" {name} {value};" for name, value in sorted(cgp.operations.items()))
    return f"{rows} {racks} {scores} {cgp.scoreless}{tail}"


def _row(tiles: list[Tile | None]) -> str:
    out, empty = "", 0
    for tile in tiles:
        if tile is None:
            empty += 1
            continue
        out += (str(empty) if empty else "") + _token(tile)
        empty = 0
    return out + (str(empty) if empty else "")


def _token(tile: Tile) -> str:
    return f"[{tile.text}]" if len(tile.text) > 1 else tile.text


def parse_cgp(text: str, tiles: TileSet) -> Cgp:
    """Return the position that a line of text stands for.

    Args:
        text: One line; the operations may be missing.
        tiles: The set that the letters are of.

    Raises:
        GameFileError: It is no such line; says what is wrong. Nothing else is touched.
    """
    if len(text) > LIMIT_CHARACTERS:
        raise GameFileError(
            "The text is longer than {limit_characters:,} characters.",
            limit_characters=LIMIT_CHARACTERS,
        )
    parts = text.strip().split(None, 4)
    if len(parts) < 4 or "/" not in parts[0]:
        raise GameFileError(
            "A CGP line has rows, racks, scores and a count of scoreless turns."
        )
    letters = Letters.of(tiles)
    racks = tuple(_rack(rack, letters) for rack in parts[1].split("/"))
    scores = tuple(_number(score, said("score")) for score in parts[2].split("/"))
    if len(racks) != len(scores):
        raise GameFileError(
            "There are {racks} racks and {scores} scores.", racks=len(racks), scores=len(scores)
        )
    return Cgp(
        position=_position(parts[0], letters),
        racks=racks,
        scores=scores,
        scoreless=_number(parts[3].rstrip(";"), said("count of scoreless turns")),
        operations=_operations(parts[4] if len(parts) > 4 else ""),
    )


def _position(text: str, letters: Letters) -> Position:
    rows = text.split("/")
    size = len(rows)
    if not 2 <= size <= LARGEST:
        raise GameFileError(
            "A board has 2 to {largest} rows, not {size}.", largest=LARGEST, size=size
        )
    tiles: dict[Square, Tile] = {}
    for r, row in enumerate(rows):
        at = 0
        for piece in re.findall(r"\d+|\D+", row):
            if piece.isdigit():
                at += min(int(piece[:6]), 10**6)
                continue
            for tile in _tiles(piece, letters):
                tiles[Square(r, at)] = tile
                at += 1
        if at != size:
            raise GameFileError(
                "Row {row} has {at} squares, and the board has {size} rows.",
                row=r + 1,
                at=at,
                size=size,
            )
    return Position(tiles, size=size)


def _tiles(text: str, letters: Letters) -> list[Tile]:
    tiles = []
    for several, one in re.findall(r"\[([^\]]*)\]|(.)", text):
        tile = letters.tile(several or one)
        if tile is None:
            raise GameFileError(
                "{several!r} is no letter of the {tiles} tile set.",
                several=several or one,
                tiles=letters.tiles.title,
            )
        tiles.append(tile)
    return tiles


def _rack(text: str, letters: Letters) -> tuple[Tile, ...]:
    return tuple(_tiles(text, letters)) if text else ()


def _number(text: str, what: Said) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise GameFileError("{text!r} is no {what}.", text=text[:20], what=what)
    return int(text)


def _operations(text: str) -> dict[str, str]:
    out = {}
    for piece in text.strip().strip(";").split(";"):
        name, _, value = piece.strip().partition(" ")
        if name:
            out[name] = value.strip()
    return out
