"""A snapshot as the page reads it. The page draws this and computes nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from companion.board.placement import Placement, Play, WordFormed
from companion.board.spelling import spelled
from companion.board.square import Square
from companion.inference.propose import Explanation, Kind, Proposal
from companion.rules.api import Action, Field, Panel, TurnRow
from companion.session.snapshot import Snapshot, doubts_json, squares_of, tile_pairs
from companion.text.languages import ENGLISH, Language, language
from companion.web import foreseen
from companion.web.blanks import likely_letters, with_proposal
from companion.web.facts import facts_json
from companion.web.port import Playing

SURE_NATS = 2.0
"""Odds of about seven to one; below it the page says that the reading is unsure."""

_ACTIONS = {"play-tiles": "play", "end-game": "end"}
"""Commands whose button has a shorter name."""

_BUILT_IN = frozenset(
    {
        "play-tiles", "pass", "exchange", "end-game", "undo", "redo", "correct-tile",
        "challenge", "amend-turn", "insert-turn", "delete-turn", "move-turn", "withdraw",
    }
)  # fmt: skip
"""Commands that have a place of their own on the page; all others are drawn as forms."""


def state_json(
    snapshot: Snapshot,
    playing: Playing,
    *,
    host: bool = True,
    speaks: Language | None = None,
) -> dict[str, Any]:
    """Return one full state: everything a page shows, so that any single one is enough.

    Args:
        snapshot: The game.
        playing: What it is played with.
        host: Whether it goes to the table; others do not see what somebody holds.
        speaks: The language it is written in; English if none is given.
    """
    speaks = speaks or language(ENGLISH)
    board = snapshot.scoreboard
    return {
        "version": snapshot.version,
        "seen": asdict(snapshot.seen),
        "seq": snapshot.seq,
        "table": playing.number,
        "has_board": bool(board.unseen),
        "has_camera": playing.eye is not None,
        "game": snapshot.game,
        "over": board.ended,
        "winners": list(board.winners),
        "result": speaks.write(board.result),
        "team": board.team,
        "on_turn": board.on_turn,
        "colours": list(snapshot.colours or playing.colours),
        "deleted": snapshot.deleted,
        "players": [{"name": row.player, "total": row.total} for row in board.rows],
        "cells": snapshot.cells,
        "last": [square.name for square in squares_of(snapshot.last_play)],
        "lift": [square.name for square in snapshot.lift],
        "turns": [turn_json(row, playing, speaks) for row in board.turns],
        "doubtful": _doubtful(snapshot, playing),
        "unnamed": _unnamed(snapshot, playing),
        "ignored": _ignored(snapshot),
        "proposal": _proposal(snapshot, playing, speaks),
        "unseen": board.unseen_count,
        "bag": board.bag_count,
        "left": [[token, count] for token, count in board.unseen if count],
        "end_offer": speaks.write(board.end_offer),
        "actions": [_ACTIONS.get(a.command, a.command) for a in board.actions if not a.own],
        "offers": [_offer(a, speaks) for a in board.actions if not _built_in(a)],
        "panels": [
            panel_json(panel, speaks) for panel in board.panels if host or not _held(panel)
        ],
        "challenge": _challenge(snapshot, playing),
        "clock": playing.timer.face() if playing.timer else None,
        "notice": _notice(snapshot, speaks),
        "facts": facts_json(board, speaks),
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


def _proposal(snapshot: Snapshot, playing: Playing, speaks: Language) -> dict[str, Any] | None:
    """Return the proposal with what the rules would say to it."""
    shown = proposal_json(snapshot.proposal)
    if shown is None or snapshot.proposal is None:
        return None
    best = snapshot.proposal.best
    told: dict[str, Any] = {"would": "", "refused": "", "counts": None, "met": []}
    if len(best.plays) == 1 and not best.withdrawn and not best.swapped:
        told = foreseen.outcome(best.plays[0].placements, playing, speaks)
    if told["counts"] is None and best.plays:
        told["counts"] = best.plays[-1].score
    return {**shown, **told}


def draft_json(
    placements: tuple[Placement, ...], playing: Playing, speaks: Language
) -> dict[str, Any]:
    """Return what tiles make that are being typed, as the page shows it."""
    told = foreseen.draft(placements, playing.port.snapshot, playing, speaks)
    return {**told, "play": told["play"] and _play(told["play"])}


def _held(panel: Panel) -> bool:
    """Whether a block shows the cards in somebody's hand."""
    return panel.kind == "held"


def unnamed_blanks(snapshot: Snapshot) -> tuple[Square, ...]:
    """Return the squares whose blank still needs a letter, proposed ones too."""
    laid = [s for s, tile in snapshot.position.items() if not tile.letter]
    if snapshot.proposal is not None:
        laid += [p.square for p in snapshot.proposal.best.placements if not p.tile.letter]
    return tuple(laid)


def _typed(row: TurnRow, playing: Playing) -> str:
    """A play's whole word, as who types it again lays the same tiles."""
    if not row.words:
        return ""
    return spelled([tile.text for tile in row.words[0].tiles], playing.tiles)


def turn_json(row: TurnRow, playing: Playing, speaks: Language) -> dict[str, Any]:
    """Return one line of the list of turns."""
    return {
        "number": row.number,
        "seat": row.seat,
        "player": row.player,
        "kind": row.kind,
        "coordinate": row.coordinate,
        "words": _words(row.words),
        "notation": row.notation,
        "typed": _typed(row, playing),
        "count": row.count,
        "score": row.score,
        "total": row.total,
        "withdrawn": "withdrawn" in row.marks,
        "marks": list(row.marks),
        "detail": speaks.write(row.detail),
        "seconds": row.seconds,
        "picture": playing.pictures is not None and playing.pictures.has(row),
    }


def panel_json(panel: Panel, speaks: Language) -> dict[str, Any]:
    """Return a block of the screen; the page draws it by its kind."""
    return {
        "kind": panel.kind,
        "title": speaks.write(panel.title),
        "lines": [speaks.write(line) for line in panel.lines],
        "columns": [speaks.write(column) for column in panel.columns],
        "rows": [[speaks.write(cell) for cell in row] for row in panel.rows],
        "progress": panel.progress,
    }


def _built_in(action: Action) -> bool:
    return action.command in _BUILT_IN and not action.own


def _offer(action: Action, speaks: Language) -> dict[str, Any]:
    return {
        "label": speaks.write(action.label),
        "command": action.command,
        "fields": [_field(field, speaks) for field in action.fields],
        "aside": action.aside,
        "foreseen": action.foreseen,
    }


def _field(field: Field, speaks: Language) -> dict[str, Any]:
    told = {f.name: getattr(field, f.name) for f in dataclasses.fields(field)}
    return {**told, "label": speaks.write(field.label)}


def _challenge(snapshot: Snapshot, playing: Playing) -> dict[str, Any] | None:
    """Return which play may be challenged and what that costs, or None."""
    last = snapshot.last_play
    if last is None or all(a.command != "challenge" for a in snapshot.actions):
        return None
    cost = playing.doubt
    return {
        "turn": last.number,
        "owner": last.seat,
        "good": cost.good,
        "points": cost.points,
        "per": cost.per,
        "books": cost.books,
    }


def _unnamed(snapshot: Snapshot, playing: Playing) -> list[dict[str, Any]]:
    squares = unnamed_blanks(snapshot)
    if not squares or playing.lexicon is None:
        return [{"square": square.name, "likely": []} for square in squares]
    board = with_proposal(snapshot)
    return [
        {
            "square": square.name,
            "likely": list(likely_letters(board, square, playing.lexicon, playing.tiles)),
        }
        for square in squares
    ]


def _explanation(explanation: Explanation) -> dict[str, Any]:
    return {
        "kind": explanation.kind.value,
        "plays": [_play(play) for play in explanation.plays],
        "tiles": tile_pairs(explanation.placements),
        "withdrawn": [square.name for square in explanation.withdrawn],
        "swapped": [square.name for square in explanation.swapped],
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


def _doubtful(snapshot: Snapshot, playing: Playing) -> list[dict[str, Any]]:
    """Return the squares to look at again; `makes` is what each candidate would play."""
    doubts = {d.square: d for d in snapshot.doubtful}
    proposal, laid = snapshot.proposal, set[Square]()
    if proposal is not None:
        laid = {p.square for p in proposal.best.placements}
        doubts |= {d.square: d for d in proposal.doubts if d.square in laid}
    rows = [doubts[square] for square in sorted(doubts)]
    makes = [
        [
            foreseen.made_by(proposal, snapshot, doubt.square, text, playing) if text else None
            for text, _ in doubt.candidates
        ]
        if proposal is not None and doubt.square in laid
        else []
        for doubt in rows
    ]
    return [
        {**told, "makes": made} for told, made in zip(doubts_json(rows), makes, strict=True)
    ]


def _ignored(snapshot: Snapshot) -> list[str]:
    """Return squares that look taken and are left out, for no play would lay a tile there."""
    proposal = snapshot.proposal
    left_out = snapshot.left_out if proposal is None else proposal.quarantined
    return [square.name for square in left_out]


def _notice(snapshot: Snapshot, speaks: Language) -> dict[str, str] | None:
    """Return what camera, box, clock or store have to say, and which of them it is."""
    if snapshot.trouble:
        return {"kind": "store", "sentence": speaks.write(snapshot.trouble)}
    if not snapshot.notice:
        return None
    return {"kind": snapshot.about, "sentence": speaks.write(snapshot.notice)}
