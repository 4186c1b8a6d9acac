"""What a command would change, shown before it is done. Pure, for any game."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.rules.api import Scoreboard, TurnRow
from companion.session.order import Seen


@dataclass(frozen=True, slots=True)
class TurnChange:
    """One turn that would not be as it was."""

    before: TurnRow | None
    """None for a turn that is new."""

    after: TurnRow | None
    """None for a turn that is gone."""


@dataclass(frozen=True, slots=True)
class Foresight:
    """The game now, and as it would be."""

    seen: Seen
    """The game now; who orders what was foreseen names this."""

    before: Scoreboard
    after: Scoreboard

    @property
    def changes(self) -> tuple[TurnChange, ...]:
        """The turns that would change, in order."""
        old, new = self.before.turns, self.after.turns
        was, now = [_taken(row) for row in old], [_taken(row) for row in new]
        changes: list[TurnChange] = []
        for kind, a, b, c, d in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
            if kind in ("equal", "replace") and b - a == d - c:
                pairs = zip(old[a:b], new[c:d], strict=True)
                changes += [TurnChange(o, n) for o, n in pairs if _shown(o) != _shown(n)]
            else:
                changes += [TurnChange(row, None) for row in old[a:b]]
                changes += [TurnChange(None, row) for row in new[c:d]]
        return tuple(changes)

    @property
    def impossible(self) -> tuple[TurnRow, ...]:
        """Turns that could no longer be played where they stand; they would be kept."""
        return tuple(
            change.after
            for change in self.changes
            if change.after is not None
            and "impossible" in change.after.marks
            and (change.before is None or "impossible" not in change.before.marks)
        )


def _taken(row: TurnRow) -> tuple[object, ...]:
    """What was done, whatever it scores."""
    return row.seat, row.kind, row.placements, row.count, row.tiles


def _shown(row: TurnRow) -> tuple[object, ...]:
    """What a reader of the list would notice; a number that moves up is no change."""
    return row.seat, row.kind, row.notation, row.coordinate, row.score, row.total, row.marks
