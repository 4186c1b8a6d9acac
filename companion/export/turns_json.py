"""The game as one JSON object, for programs that want its turns and not its log."""

from __future__ import annotations

import json

from companion.export.api import GameFile, Written
from companion.export.sheet.score_sheet import day_of
from companion.rules.api import TurnRow
from companion.rules.registry import game as game_named
from companion.text import said


def write_json(game: GameFile) -> Written:
    """Return who played, every turn with its time, and the board, as JSON in UTF-8."""
    board, day = game.board, day_of(game)
    told = {
        "title": game.name,
        "game": game.ruleset,
        "date": day.isoformat() if day else None,
        "lexicon": game.lexicon,
        "tiles": game.setup.tiles.name,
        "rules": {
            choice.option: game.setup.text_option(choice.option, choice.default)
            for choice in game_named(game.ruleset).choices
        },
        "ended": board.ended,
        "result": game.speaks.write(board.result),
        "outcome": board.outcome,
        "winners": [board.rows[seat].player for seat in board.winners],
        "players": [
            {
                "name": row.player,
                "total": row.total,
                "winner": seat in board.winners,
                "outcome": board.outcome_of(seat),
                "out_of_time": seat in board.out_of_time,
            }
            for seat, row in enumerate(board.rows)
        ],
        "turns": [_turn(turn) for turn in board.turns],
        "cells": board.position.cells(),
        "racks": [[tile.text for tile in rack] for rack in board.racks],
    }
    data = json.dumps(told, ensure_ascii=False, indent=1).encode("utf-8") + b"\n"
    return Written(data, (said("The set-up and corrections that were made are not told."),))


def _turn(turn: TurnRow) -> dict[str, object]:
    return {
        "number": turn.number,
        "player": turn.player,
        "kind": turn.kind,
        "coordinate": turn.coordinate,
        "word": turn.word,
        "notation": turn.notation,
        "words": [{"text": word.text, "points": word.points} for word in turn.words],
        "tiles": [tile.text for tile in turn.tiles],
        "count": turn.count,
        "score": turn.score,
        "total": turn.total,
        "seconds": turn.seconds,
        "marks": list(turn.marks),
    }
