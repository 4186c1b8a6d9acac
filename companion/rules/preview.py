"""What a command would change, before it is done: totals, turns, what becomes impossible."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.rules.api import TurnRow
from companion.rules.crossword import CrosswordState, evolve
from companion.rules.deciding import decide
from companion.rules.ending import final_totals
from companion.rules.messages import Command
from companion.rules.scoreboard import turn_rows


@dataclass(frozen=True, slots=True)
class TurnChange:
    """One turn that would not be as it was."""

    before: TurnRow | None
    """None for a turn that is new."""

    after: TurnRow | None
    """None for a turn that is gone."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a command would change."""

    totals_before: tuple[int, ...]
    totals_after: tuple[int, ...]
    changed: tuple[TurnChange, ...]

    @property
    def impossible(self) -> tuple[TurnRow, ...]:
        """Turns that could no longer be played where they stand; they would be kept."""
        return tuple(
            change.after
            for change in self.changed
            if change.after is not None
            and "impossible" in change.after.marks
            and (change.before is None or "impossible" not in change.before.marks)
        )


def preview(state: CrosswordState, command: Command) -> Preview:
    """Return what a command would change. Pure: nothing is done.

    Raises:
        RuleViolation: The command would be refused.
    """
    after = state
    for event in decide(state, command):
        after = evolve(after, event)
    return Preview(final_totals(state), final_totals(after), _changes(state, after))


def _changes(state: CrosswordState, after: CrosswordState) -> tuple[TurnChange, ...]:
    old, new = turn_rows(state), turn_rows(after)
    was = [kept.turn for kept in state.now.turns]
    now = [kept.turn for kept in after.now.turns]
    changes: list[TurnChange] = []
    for kind, a, b, c, d in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        olds, news = old[a:b], new[c:d]
        if kind in ("equal", "replace") and len(olds) == len(news):
            pairs = zip(olds, news, strict=True)
            changes += [TurnChange(o, n) for o, n in pairs if _shown(o) != _shown(n)]
        else:
            changes += [TurnChange(o, None) for o in olds]
            changes += [TurnChange(None, n) for n in news]
    return tuple(changes)


def _shown(row: TurnRow) -> tuple[object, ...]:
    """What a reader of the list would notice; a number that moves up is no change."""
    return row.seat, row.kind, row.notation, row.coordinate, row.score, row.total, row.marks
