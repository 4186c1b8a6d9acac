"""What is told of a game that is over: by how much it was won, and three facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.api import Scoreboard, TurnRow
from companion.text import Argument, said
from companion.text.languages import Language


def result_json(board: Scoreboard, speaks: Language) -> dict[str, Any] | None:
    """Return `by` (points ahead of the next, None in a tie or of a team) and `facts`.

    A fact is its name, what it is, and whose it was. None while the game goes on.
    """
    if not board.ended:
        return None
    facts = [fact for fact in (_best(board), _longest(board), _lead(board)) if fact]
    return {
        "by": _margin(board),
        "facts": [[speaks.write(cell) for cell in fact] for fact in facts],
    }


def _margin(board: Scoreboard) -> int | None:
    if board.team or len(board.winners) != 1:
        return None
    won = board.rows[board.winners[0]].total
    others = [row.total for seat, row in enumerate(board.rows) if seat not in board.winners]
    return won - max(others, default=won) or None


def _plays(board: Scoreboard) -> list[TurnRow]:
    standing = (turn for turn in board.turns if "withdrawn" not in turn.marks)
    return [turn for turn in standing if turn.kind == "play" and turn.words]


def _whose(turn: TurnRow) -> Argument:
    return said("{player}, turn {number}", player=turn.player, number=turn.number)


def _best(board: Scoreboard) -> Sequence[Argument] | None:
    plays = _plays(board)
    if not plays or board.team:
        return None
    best = max(plays, key=lambda turn: turn.score)
    return said("Best play"), f"{best.words[0].text} {best.score}", _whose(best)


def _longest(board: Scoreboard) -> Sequence[Argument] | None:
    plays = _plays(board)
    if not plays:
        return None
    longest = max(plays, key=lambda turn: len(turn.words[0].tiles))
    return said("Longest word"), longest.words[0].text, _whose(longest)


def _lead(board: Scoreboard) -> Sequence[Argument] | None:
    """How often somebody else came to lead alone, after the first who did."""
    if board.team or not board.turns:
        return None
    totals = [0] * len(board.rows)
    leaders: list[int] = []
    since = 0
    for turn in board.turns:
        totals[turn.seat] = turn.total
        ahead = [seat for seat, total in enumerate(totals) if total == max(totals)]
        if len(ahead) == 1 and leaders[-1:] != ahead:
            leaders += ahead
            since = turn.number
    if not leaders:
        return None
    changes = len(leaders) - 1
    led = said(
        "{player} led from turn {number}", player=board.rows[leaders[-1]].player, number=since
    )
    return said("Lead changed"), said("never") if not changes else f"{changes} ×", led
