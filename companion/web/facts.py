"""Three facts that are told of a game that is over."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.api import Scoreboard, TurnRow
from companion.text import Argument, said
from companion.text.languages import Language


def facts_json(board: Scoreboard, speaks: Language) -> list[list[str]]:
    """Return facts of a game that is over: its name, what it is, and whose it was."""
    if not board.ended:
        return []
    facts = [fact for fact in (_best(board), _longest(board), _lead(board)) if fact]
    return [[speaks.write(cell) for cell in fact] for fact in facts]


def _plays(board: Scoreboard) -> list[TurnRow]:
    return [turn for turn in board.turns if turn.stands and turn.words]


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
