"""Corrections of the past at random: some fit, some are refused, all are what people do."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.rules.api import TurnRow
from companion.rules.crossword import turns
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.engine import messages as shared
from tests.doubles.random_games import RandomGame

WISHES = (
    "letter", "letter", "amend", "insert", "off", "doubt", "last", "last", "last", "move",
    "fix", "fix", "strike",
)  # fmt: skip
FIXES = (
    "correct-balance", "correct-owner", "correct-token", "correct-rack", "adjust-score",
    "show-goals", "amend-hand", "insert-hand", "delete-hand", "move-hand",
)  # fmt: skip


def correction(game: RandomGame) -> object | None:
    """A correction that the game knows, be it possible or not; None if none comes to mind."""
    wished = _wished(game, game.rng)
    return wished if isinstance(wished, game.ruleset.commands) else None


def _wished(game: RandomGame, rng: Random) -> object | None:  # one case a wish
    board = game.board
    rows = [row for row in board.turns if row.kind != "lost"]
    plays = [row for row in rows if row.kind == "play" and row.placements]
    wish = rng.choice(WISHES)
    match wish:
        case "letter" if len(board.position):
            square, old = rng.choice(list(board.position.items()))
            blank = old.blank if rng.random() < 0.8 else not old.blank
            new = replace(old, letter=rng.choice("EATSLQ"), blank=blank)
            return shared.CorrectTile(square, new)
        case "amend" if plays:
            return _amended(rng.choice(plays), rng)
        case "insert" if rows:
            row = rng.choice(rows)
            turn = rng.choice((turns.Passed(row.seat), turns.Exchanged(row.seat, 2)))
            return shared.InsertTurn(row.number, turn)
        case "off" if plays:
            return shared.Withdraw(rng.choice(plays).number)
        case "doubt" | "last" if plays:
            row = rng.choice(plays) if wish == "doubt" else plays[-1]
            known = rng.random() < 0.7
            words = tuple(Judged(word.text, known, "Test") for word in row.words)
            return shared.Challenge(words, (row.seat + 1) % len(board.rows), row.number)
        case "move" if len(rows) > 1:
            return shared.MoveTurn(rng.choice(rows).number, rng.random() < 0.5)
        case "strike" if rows:
            return shared.DeleteTurn(rng.choice(rows).number)
        case "fix":
            name = rng.choice(FIXES)
            offered = name in {action.command for action in board.actions}
            return game.command(name) if offered else None
        case _:
            return None


def _amended(row: TurnRow, rng: Random) -> shared.AmendTurn:
    laid = list(row.placements)
    at = rng.randrange(len(laid))
    laid[at] = replace(laid[at], tile=replace(laid[at].tile, letter=rng.choice("AEO")))
    if rng.random() < 0.3 and len(laid) > 2:
        laid = laid[:-1]
    return shared.AmendTurn(row.number, turns.Laid(row.seat, tuple(laid)))
