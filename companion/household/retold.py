"""A past game retold: turn by turn what lay on the board and who had how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.board.position import Position
from companion.household.pictures import TurnPictures
from companion.rules.api import Scoreboard, TurnRow

Laid = dict[str, str]
"""What lies on squares, by their names: tiles as the pages write them."""


def turns_of(board: Scoreboard, pictures: TurnPictures | None) -> list[dict[str, Any]]:
    """Return every turn, and what it changed on the board: `lay` (square, tile) and `lift`.

    Laid and lifted one turn after the other they give the board as it stands in the end, also
    where something was replaced that no turn tells of.

    Args:
        board: The game.
        pictures: What the camera saw; None for nothing.
    """
    turns = [_turn(row, pictures) for row in board.turns]
    lies: Laid = {}
    off: list[TurnRow] = []
    for row, turn in zip(board.turns, turns, strict=True):
        if row.kind == "withdrawn" and off:
            turn["lift"] = [placement.square.name for placement in off.pop().placements]
        elif row.kind == "play" and "impossible" not in row.marks:
            turn["lay"] = [[p.square.name, p.tile.text] for p in row.placements]
            if "withdrawn" in row.marks:
                off.append(row)
        _apply(lies, turn)
    if turns:
        _to_the_end(turns[-1], lies, board.position)
    return turns


def best_of(turns: Sequence[TurnRow]) -> dict[str, Any] | None:
    """Return the play that scored most, `word` and `score`; None if there is none."""
    plays = [turn for turn in turns if turn.stands and turn.word]
    best = max(plays, key=lambda turn: turn.score, default=None)
    return None if best is None else {"word": best.word, "score": best.score}


def seconds_of(turns: Sequence[TurnRow]) -> int | None:
    """Return how long turns took together; None where nobody knows of any."""
    known = [turn.seconds for turn in turns if turn.seconds is not None]
    return sum(known) if known else None


def figures_of(board: Scoreboard) -> list[dict[str, Any]]:
    """Return of each player `plays`, points `a_play`, the `best`, `bingos`, `seconds`."""
    told = []
    for seat in range(len(board.rows)):
        own = [turn for turn in board.turns if turn.seat == seat]
        plays = [turn for turn in own if turn.stands]
        points = sum(turn.score for turn in plays)
        told.append({
            "plays": len(plays),
            "a_play": round(points / len(plays), 1) if plays else 0,
            "best": best_of(own),
            "bingos": sum("bingo" in turn.marks for turn in plays),
            "seconds": seconds_of(own),
        })  # fmt: skip
    return told


def _turn(row: TurnRow, pictures: TurnPictures | None) -> dict[str, Any]:
    return {
        "number": row.number, "seat": row.seat, "kind": row.kind, "word": row.word,
        "coordinate": row.coordinate, "score": row.score, "total": row.total,
        "withdrawn": "withdrawn" in row.marks, "detail": row.detail, "seconds": row.seconds,
        "picture": pictures is not None and pictures.has(row), "lay": [], "lift": [],
    }  # fmt: skip


def _apply(lies: Laid, turn: Mapping[str, Any]) -> None:
    for name in turn["lift"]:
        lies.pop(name, None)
    lies.update(dict(turn["lay"]))


def _to_the_end(last: dict[str, Any], lies: Laid, end: Position) -> None:
    there = {square.name: tile.text for square, tile in end.items()}
    last["lift"] += [name for name in lies if name not in there]
    last["lay"] += [[name, text] for name, text in there.items() if lies.get(name) != text]
