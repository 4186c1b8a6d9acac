"""A snapshot as the page reads it. The page draws this and computes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.board.placement import Play, WordFormed
from companion.rules.api import Scoreboard, TurnRow

if TYPE_CHECKING:
    from companion.session.snapshot import Snapshot

_ACTIONS = {"play-tiles": "play", "end-game": "end"}
"""Commands whose button has a shorter name."""


def state_json(snapshot: Snapshot) -> dict[str, Any]:
    """Return one full state: everything a page shows, so that any single one is enough."""
    board = snapshot.scoreboard
    best = max((row.total for row in board.rows), default=0)
    return {
        "version": snapshot.version,
        "over": board.ended,
        "on_turn": board.on_turn,
        "players": [
            {"name": row.player, "total": row.total, "leads": row.total == best}
            for row in board.rows
        ],
        "cells": board.position.cells(),
        "last": _last_squares(board),
        "turns": [_turn(row) for row in board.turns],
        "doubtful": [
            {"square": d.square.name, "candidates": [list(pair) for pair in d.candidates]}
            for d in snapshot.doubtful
        ],
        "proposal": _proposal(snapshot.proposal),
        "unseen": board.unseen_count,
        "actions": [_ACTIONS.get(a.command, a.command) for a in board.actions],
        "notice": None,
    }


def _last_squares(board: Scoreboard) -> list[str]:
    for row in reversed(board.turns):
        if row.placements and "withdrawn" not in row.marks:
            return [p.square.name for p in row.placements]
    return []


def _turn(row: TurnRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "player": row.player,
        "kind": row.kind,
        "coordinate": row.coordinate,
        "words": [_word(word) for word in row.words],
        "score": row.score,
        "total": row.total,
        "withdrawn": "withdrawn" in row.marks,
        "detail": row.detail,
    }


def _word(word: WordFormed) -> dict[str, Any]:
    return {"text": word.text, "points": word.points, "coordinate": word.coordinate}


def _proposal(proposal: Any) -> dict[str, Any] | None:
    if proposal is None:
        return None
    play: Play = proposal.play
    return {
        "coordinate": play.coordinate,
        "tiles": [[p.square.name, p.tile.text] for p in play.placements],
        "words": [_word(word) for word in play.words],
        "score": play.score,
        "bonus": play.bonus,
        "sure": proposal.sure,
    }
