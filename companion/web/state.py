"""A snapshot as the page reads it. The page draws this and computes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from companion.board.placement import Play, WordFormed
from companion.board.square import Square
from companion.inference.propose import Explanation, Kind, Proposal
from companion.rules.api import TurnRow
from companion.session.snapshot import Snapshot, doubts_json, squares_of, tile_pairs
from companion.web.language import FALLBACK, catalogue

SURE_NATS = 2.0
"""Odds of about seven to one; below it the page says that the reading is unsure."""

_ACTIONS = {"play-tiles": "play", "end-game": "end"}
"""Commands whose button has a shorter name."""


def state_json(snapshot: Snapshot) -> dict[str, Any]:
    """Return one full state: everything a page shows, so that any single one is enough."""
    board = snapshot.scoreboard
    best = max((row.total for row in board.rows), default=0)
    return {
        "version": snapshot.version,
        "game": snapshot.game,
        "over": board.ended,
        "on_turn": board.on_turn,
        "players": [
            {"name": row.player, "total": row.total, "leads": row.total == best}
            for row in board.rows
        ],
        "cells": snapshot.cells,
        "last": [square.name for square in squares_of(snapshot.last_play)],
        "turns": [_turn(row) for row in board.turns],
        "doubtful": _doubtful(snapshot),
        "unnamed": [square.name for square in unnamed_blanks(snapshot)],
        "proposal": proposal_json(snapshot.proposal),
        "unseen": board.unseen_count,
        "actions": [_ACTIONS.get(a.command, a.command) for a in board.actions],
        "notice": _notice(snapshot.message),
    }


def proposal_json(proposal: Proposal | None) -> dict[str, Any] | None:
    """Return what the camera makes of the board, or None if nothing was laid or taken."""
    if proposal is None or proposal.kind is Kind.UNCHANGED:
        return None
    others = enumerate(proposal.alternatives, 1)
    return {
        **_explanation(proposal.best),
        "sure": proposal.log_odds >= SURE_NATS,
        "alternatives": [
            {**_explanation(other), "choice": choice}
            for choice, other in others
            if other.kind is not Kind.UNCHANGED
        ],
    }


def unnamed_blanks(snapshot: Snapshot) -> tuple[Square, ...]:
    """Return the squares whose blank still needs a letter, proposed ones too."""
    laid = [s for s, tile in snapshot.position.items() if not tile.letter]
    if snapshot.proposal is not None:
        laid += [p.square for p in snapshot.proposal.best.placements if not p.tile.letter]
    return tuple(laid)


def _explanation(explanation: Explanation) -> dict[str, Any]:
    return {
        "kind": explanation.kind.value,
        "plays": [_play(play) for play in explanation.plays],
        "tiles": tile_pairs(explanation.placements),
        "withdrawn": [square.name for square in explanation.withdrawn],
    }


def _play(play: Play) -> dict[str, Any]:
    return {
        "coordinate": play.coordinate,
        "words": _words(play.words),
        "score": play.score,
        "bonus": play.bonus,
    }


def _words(words: Iterable[WordFormed]) -> list[dict[str, Any]]:
    return [
        {"text": word.text, "points": word.points, "coordinate": word.coordinate}
        for word in words
    ]


def _turn(row: TurnRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "player": row.player,
        "kind": row.kind,
        "coordinate": row.coordinate,
        "words": _words(row.words),
        "score": row.score,
        "total": row.total,
        "withdrawn": "withdrawn" in row.marks,
        "detail": row.detail,
    }


def _doubtful(snapshot: Snapshot) -> list[dict[str, Any]]:
    doubts = {d.square: d for d in snapshot.doubtful}
    if snapshot.proposal is not None:
        laid = {p.square for p in snapshot.proposal.best.placements}
        doubts |= {d.square: d for d in snapshot.proposal.doubts if d.square in laid}
    return doubts_json(doubts[square] for square in sorted(doubts))


def _notice(message: str) -> dict[str, str] | None:
    """Return a camera's complaint; the story of the last turn is told by the turns."""
    kind = _notice_kinds().get(message)
    return {"kind": kind, "sentence": message} if kind else None


@cache
def _notice_kinds() -> dict[str, str]:
    texts = catalogue(FALLBACK)
    return {
        text: key.removeprefix("notice.")
        for key, text in texts.items()
        if key.startswith("notice.")
    }
