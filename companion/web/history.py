"""Corrections of past turns: a request becomes a command, and what it changes becomes JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import parse_coordinate
from companion.board.tiles import BLANK, Tile, TileSet
from companion.errors import InputError
from companion.rules.api import TurnRow
from companion.rules.crossword.turns import Exchanged, Laid, Passed, Turn
from companion.rules.engine.messages import AmendTurn, Command, DeleteTurn, InsertTurn, MoveTurn
from companion.session.foresight import Foresight
from companion.session.snapshot import Snapshot
from companion.text.languages import Language
from companion.web.port import Playing
from companion.web.schemas import Body, number_field, text_field
from companion.web.state import turn_json

MOST_TURNS = 1000
MOST_LETTERS = 60


def parse_change(body: Body, snapshot: Snapshot, tiles: TileSet) -> Command:
    """Return the command that changes a past turn.

    Args:
        body: `op` amend, insert, delete, earlier or later; `number` of the turn; `turn` for
            the first two: `seat`, and `kind` play (`coordinate`, `word`), pass or exchange
            (`count`).
        snapshot: The game as it stands.
        tiles: The tile set.

    Raises:
        InputError: The body is none of these.
    """
    number = number_field(body, "number", least=1, most=MOST_TURNS)
    match body.get("op"):
        case "amend":
            return AmendTurn(number, _turn(body.get("turn"), number, snapshot, tiles))
        case "insert":
            return InsertTurn(number, _turn(body.get("turn"), number, snapshot, tiles))
        case "delete":
            return DeleteTurn(number)
        case "earlier" | "later" as op:
            return MoveTurn(number, later=op == "later")
        case _:
            raise InputError("`op` must be amend, insert, delete, earlier or later.")


def foresight_json(foresight: Foresight, playing: Playing, speaks: Language) -> dict[str, Any]:
    """Return what a change would do, as the page shows it before it is done."""

    def row(turn: TurnRow | None) -> dict[str, Any] | None:
        return None if turn is None else turn_json(turn, playing, speaks)

    pairs = zip(foresight.before.rows, foresight.after.rows, strict=True)
    return {
        "seen": asdict(foresight.seen),
        "totals": [
            {"player": old.player, "before": old.total, "after": new.total}
            for old, new in pairs
        ],
        "changes": [
            {"before": row(change.before), "after": row(change.after)}
            for change in foresight.changes
        ],
        "impossible": [turn.number for turn in foresight.impossible],
    }


def board_before(turns: tuple[TurnRow, ...], number: int) -> Position:
    """Return the board as it was when a turn was taken."""
    position = Position()
    for row in turns:
        if row.number < number and row.kind == "play" and "withdrawn" not in row.marks:
            position = position.with_tiles({p.square: p.tile for p in row.placements})
    return position


def word_tiles(word: str, tiles: TileSet) -> tuple[Tile, ...]:
    """Return the tiles of a word as people write it: lower case for blanks, `?` for any.

    Raises:
        InputError: The set has no such letter.
    """
    longest = max((len(token) for token in tiles.letters), default=1)
    found: list[Tile] = []
    at = 0
    while at < len(word):
        for length in range(min(longest, len(word) - at), 0, -1):
            part = word[at : at + length]
            if part == "?":
                found.append(BLANK)
                break
            if part.upper() in tiles:
                blank = part == part.lower() and part != part.upper()
                found.append(Tile(part.upper(), blank=blank))
                break
        else:
            raise InputError(
                "The {tiles} set has no letter {word!r}.", tiles=tiles.title, word=word[at]
            )
        at += length
    return tuple(found)


def _turn(value: object, number: int, snapshot: Snapshot, tiles: TileSet) -> Turn:
    if not isinstance(value, dict):
        raise InputError("`turn` must be an object.")
    seat = number_field(value, "seat", least=0, most=len(snapshot.players) - 1)
    match value.get("kind"):
        case "pass":
            return Passed(seat)
        case "exchange":
            return Exchanged(seat, number_field(value, "count", least=1, most=100))
        case "play":
            before = board_before(snapshot.turns, number)
            return Laid(seat, placements_of(value, before, tiles))
        case _:
            raise InputError("`kind` must be play, pass or exchange.")


def placements_of(value: Body, before: Position, tiles: TileSet) -> tuple[Placement, ...]:
    """Return the tiles that a word lays on a board; letters that lie there are left out.

    Args:
        value: `coordinate` and `word`.
        before: The board.
        tiles: The tile set.

    Raises:
        InputError: The word does not fit there, or there is no such letter.
    """
    coordinate = text_field(value, "coordinate", most=4)
    square, direction = parse_coordinate(coordinate.upper())
    laid = []
    word = word_tiles(text_field(value, "word", most=MOST_LETTERS), tiles)
    for step, tile in enumerate(word):
        where = square.moved(direction, step)
        if where.row >= before.size or where.col >= before.size:
            raise InputError("This word would run off the board.")
        there = before.get(where)
        if there is None:
            laid.append(Placement(where, tile))
        elif there.letter and tile.letter and there.letter != tile.letter:
            raise InputError(
                "On {where} lies {text}, not {tile}.",
                where=where.name,
                text=there.text,
                tile=tile.text,
            )
    if not laid:
        raise InputError("All these tiles lie there already.")
    return tuple(laid)
