"""What overlays and walls show of a whole game. What somebody holds is never among it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.api import Panel, Scoreboard, TurnRow
from companion.session.labels import COLOURS
from companion.session.snapshot import Snapshot, squares_of
from companion.text import Argument, said, said_n
from companion.text.languages import Language
from companion.web.port import Playing

SCENES = {
    "lower": said("Lower third"),
    "side": said("Side panel with board"),
    "full": said("Full scoreboard"),
}
"""The scenes there are below /air/scene, and what they are called."""

Scene = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Moment:
    """All that an overlay may need of a table at one time, so that it can be told late.

    Attributes:
        snapshot: The game.
        playing: What it was played with.
        assigned: Whether there was a game at all.
        left_s: Seconds left on each player's clock; empty without clocks.
    """

    snapshot: Snapshot
    playing: Playing
    assigned: bool
    left_s: tuple[int, ...] = ()


def moment_of(playing: Playing, *, assigned: bool) -> Moment:
    """Return how a table stands now."""
    face = playing.timer.face() if playing.timer else {"left_s": ()}
    return Moment(playing.port.snapshot, playing, assigned, tuple(face["left_s"]))


def scene_of(moment: Moment | None, speaks: Language, nothing: str) -> Scene:
    """Return what a scene draws, as JSON values.

    Args:
        moment: When; None where nothing was seen then.
        speaks: The language it is written in.
        nothing: What it says while there is no game.
    """
    if moment is None or not moment.assigned:
        return {"state": "waiting", "line": nothing, "players": []}
    snapshot, board = moment.snapshot, moment.snapshot.scoreboard
    state, line = _state(snapshot)
    last = snapshot.last_play
    goals = _panels(board, "goals")
    return {
        "state": state,
        "line": speaks.write(line),
        "game": snapshot.game,
        "players": _players(moment),
        "team": speaks.write(goals[0].lines[0]) if board.team and goals else "",
        "goals": [speaks.write(row[1]) for panel in goals for row in panel.rows],
        "hands": [_hand(panel, speaks) for panel in _panels(board, "hand")],
        "last": _last(last) if last else None,
        "turn": speaks.write(_turn(board)),
        "left": speaks.write(_left(board)),
        "layout": list(moment.playing.layout.rows) if board.unseen else [],
        "letters": letters_of(moment.playing),
        "panels": [
            _marks(panel, speaks) for panel in board.panels if panel.kind in _ON_SQUARES
        ],
        "cells": snapshot.cells,
        "lit": [square.name for square in squares_of(last)],
    }


def _state(snapshot: Snapshot) -> tuple[str, Argument]:
    """How the game stands, and a sentence where that is news for who only watches."""
    board = snapshot.scoreboard
    if board.ended:
        return "over", board.result
    if snapshot.lift:
        return "doubt", said("The last play comes off the board")
    asked = snapshot.doubtful or (snapshot.proposal is not None and snapshot.proposal.doubts)
    if asked:
        return "doubt", said("A tile is being looked at")
    step = [line for panel in _panels(board, "now") for line in panel.lines[:1]]
    if snapshot.last_play is None and not board.turns:
        if step:
            return "begun", step[0]
        on_turn = board.on_turn
        names = "" if on_turn is None else board.rows[on_turn].player
        return "begun", said("{player} to play", player=names) if names else ""
    return "playing", step[0] if step else ""


def _players(moment: Moment) -> list[dict[str, Any]]:
    board = moment.snapshot.scoreboard
    colours = moment.snapshot.colours or moment.playing.colours or COLOURS
    money = _panels(board, "balances")
    told = []
    for seat, row in enumerate(board.rows):
        score = f"${row.total}" if money else str(row.total)
        cash = str(money[0].rows[seat][1]) if money else score
        told.append(
            {
                "name": row.player,
                "score": score,
                "cash": "" if cash == score else cash,
                "colour": colours[seat % len(colours)],
                "on": seat == board.on_turn,
                "won": board.ended and seat in board.winners,
                "clock": _clock(moment.left_s[seat]) if moment.left_s else "",
            }
        )
    return told


def _last(last: TurnRow) -> dict[str, Any]:
    return {
        "player": last.player,
        "word": last.word,
        "at": last.coordinate,
        "score": f"{last.score:+d}",
        "also": [word.text for word in last.words[1:]],
    }


def _turn(board: Scoreboard) -> Argument:
    return said("turn {number}", number=len(board.turns)) if board.turns else ""


def _left(board: Scoreboard) -> Argument:
    if not board.unseen:
        return ""
    return said_n("{n} tile unseen", "{n} tiles unseen", board.unseen_count)


def _hand(panel: Panel, speaks: Language) -> dict[str, Any]:
    """A hand that was laid down, line by line."""
    rows = [[speaks.write(cell) for cell in row] for row in panel.rows]
    return {"title": speaks.write(panel.title), "rows": rows}


def letters_of(playing: Playing) -> list[list[Any]]:
    """Return each letter with its value, for tiles that are drawn."""
    return [[token, playing.tiles.value_of(token)] for token in playing.tiles.letters]


_ON_SQUARES = ("squares", "estates")


def _marks(panel: Panel, speaks: Language) -> dict[str, Any]:
    """Colours and properties that lie on squares, as pages draw them."""
    rows = [[speaks.write(cell) for cell in row] for row in panel.rows]
    return {"kind": panel.kind, "rows": rows}


def _panels(board: Scoreboard, kind: str) -> Sequence[Panel]:
    return [panel for panel in board.panels if panel.kind == kind]


def _clock(seconds: int) -> str:
    over, left = seconds < 0, abs(seconds)
    return f"{'−' if over else ''}{left // 60}:{left % 60:02d}"
