"""What a game shows, as the files of released versions tell it."""

from __future__ import annotations

import json
from typing import Any

from companion.errors import RuleViolation
from companion.rules.api import Scoreboard, to_json
from companion.rules.engine.messages import Undo
from companion.rules.game import Game

MONEY = ("balances", "goals", "track")
"""Kinds of panels that hold what a game counts beside its score."""


def shown(board: Scoreboard) -> dict[str, Any]:
    """Board, score, turns and money as JSON values. Texts for people are left out."""
    told = {
        "game": board.game,
        "position": {square.name: tile.text for square, tile in board.position.items()},
        "totals": {row.player: row.total for row in board.rows},
        "turns": [
            [row.seat, row.kind, row.coordinate, row.notation, row.score, row.total,
             row.count, sorted(row.marks)]
            for row in board.turns
        ],
        "bag": board.bag_count,
        "on_turn": board.on_turn,
        "ended": board.ended,
        "racks": board.racks,
        "panels": [list(panel.rows) for panel in board.panels if panel.kind in MONEY],
    }  # fmt: skip
    value: dict[str, Any] = json.loads(json.dumps(to_json(told)))
    return value


def steps_back(rules: Game, state: Any, most: int = 25) -> list[list[int]]:
    """The totals after one step taken back, two, and so on."""
    totals = []
    for _ in range(most):
        try:
            events = rules.decide(state, Undo())
        except RuleViolation:
            break
        for event in events:
            state = rules.evolve(state, event)
        totals.append([row.total for row in rules.scoreboard(state).rows])
    return totals
