"""What is told of a turn on the screens, in one sentence."""

from __future__ import annotations

from companion.rules.api import TurnRow
from companion.text import Said, said


def story_of(turn: TurnRow) -> Said:
    """Return the story of a turn: the rules' own, or what was done."""
    if turn.detail:
        return turn.detail
    if turn.kind == "play":
        return said(
            "{player}: {word} at {coordinate}, {points} points.",
            player=turn.player,
            word=turn.word,
            coordinate=turn.coordinate,
            points=turn.score,
        )
    if turn.kind == "pass":
        return said("{player} passes.", player=turn.player)
    if turn.kind == "withdrawn":
        return said("{player}: the play was taken off.", player=turn.player)
    return said("{player}: {points} points.", player=turn.player, points=turn.score)
