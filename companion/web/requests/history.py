"""Corrections of past turns: a request becomes a command, and what it changes becomes JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.spelling import Letters, laid_tiles
from companion.board.square import parse_coordinate
from companion.board.tiles import TileSet
from companion.errors import InputError
from companion.rules.api import TurnRow
from companion.rules.crossword.turns import Exchanged, Laid, Passed, Turn
from companion.rules.engine.messages import AmendTurn, Command, DeleteTurn, InsertTurn, MoveTurn
from companion.session.foresight import Foresight
from companion.session.snapshot import Snapshot
from companion.text.languages import Language
from companion.web.port import Playing
from companion.web.requests.schemas import Body, number_field, text_field
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


def board_before(snapshot: Snapshot, number: int) -> Position:
    """Return the board as it was when a turn was taken."""
    plays = [row for row in snapshot.turns if row.stands]
    # What no turn laid was there from the beginning.
    position = snapshot.position.without(p.square for row in plays for p in row.placements)
    for row in plays:
        if row.number < number:
            position = position.with_tiles({p.square: p.tile for p in row.placements})
    return position


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
            before = board_before(snapshot, number)
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
    square, direction = parse_coordinate(text_field(value, "coordinate", most=4).upper())
    word = text_field(value, "word", most=MOST_LETTERS).strip()
    laid = laid_tiles(word, square, direction, before, Letters.of(tiles))
    return tuple(Placement(where, tile) for where, tile in sorted(laid.items()))
