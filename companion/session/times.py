"""How long each turn took, told from the log. Pure.

The clocks say it where they run: pauses and a program that was away do not count. Without them
it is the time between two turns in the log.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.rules.api import Scoreboard, TurnRow
from companion.rules.engine.codec import kebab
from companion.rules.engine.history import KeptTurn
from companion.rules.engine.messages import StepRedone
from companion.rules.engine.remembered import Remembered
from companion.session.clocks import BESIDE, took_of
from companion.session.log import Entry, is_of_game

LONGEST_S = 3600
"""Without clocks: nobody thinks so long; the game was left and taken up again."""

REDONE = kebab(StepRedone)

UNTIMED = frozenset({"import", "replay"})
"""Who writes turns into the log at another time than they were taken."""


@dataclass(frozen=True, slots=True)
class _Spent:
    """Of one turn."""

    seconds: int | None = None
    ended: datetime | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What came into the log at once.

    Attributes:
        at: When.
        actor: Who ordered it.
        order: Id of the order.
        redone: Whether it does again what was undone.
    """

    at: datetime
    actor: str
    order: str = ""
    redone: bool = False


class Times:
    """The times of a game's turns, through corrections, undo and redo."""

    def __init__(self, start: object) -> None:
        """Begin with the state before the first turn."""
        self._turns = turns = _turns_of(start)
        self._spent = [_Spent()] * len(turns)
        self._undone: dict[int, _Spent] = {}
        self._new = -1
        self._step: Step | None = None

    def entered(self, entry: Entry, state: object) -> None:
        """Take in an entry of the log, and the state after it or after all of its step."""
        if is_of_game(entry):
            redone = entry.kind == REDONE
            self._step_to(_turns_of(state), Step(entry.at, entry.actor, entry.order, redone))
        elif (took_ms := took_of(entry)) is not None and self._new > 0:
            seconds = (took_ms + 500) // 1000
            self._spent[self._new] = replace(self._spent[self._new], seconds=seconds)

    def _step_to(self, turns: tuple[KeptTurn, ...], step: Step) -> None:
        """Take in the turns after a step; several entries of one step are one."""
        old, more = self._turns, len(turns) - len(self._turns)
        if step != self._step:
            self._step, self._new = step, -1
        self._turns = turns
        if turns is old:
            return
        same = sum(map(operator.is_, old, turns))
        if same == len(old):
            for at in range(len(old), len(turns)):
                self._append(at, step)
        elif same == len(turns):
            self._undone = dict(enumerate(self._spent))
            del self._spent[len(turns) :]
        elif more or same < len(old) - 1:  # else one turn goes on
            self._spent = _aligned(old, turns, self._spent)

    def told(self, board: Scoreboard) -> Scoreboard:
        """Return the board with the seconds of each turn."""
        spent = self._spent[1:]
        if not any(one.seconds is not None for one in spent):
            return board
        rows = _TIMED(board.turns[: len(spent)], spent[: len(board.turns)])
        return replace(board, turns=(*rows, *board.turns[len(spent) :]))

    def _append(self, at: int, step: Step) -> None:
        if step.redone and at in self._undone:
            self._spent.append(self._undone[at])
            return
        before = self._spent[-1].ended
        ended = None if step.actor in UNTIMED else step.at
        seconds = None
        if self._new < 0:
            self._new = at
            if before is not None and ended is not None:
                passed = round((ended - before).total_seconds())
                seconds = passed if 0 <= passed < LONGEST_S else None
        self._spent.append(_Spent(seconds, ended))


def _timed(at: int, row: TurnRow, one: _Spent) -> TurnRow:
    return row if row.kind in BESIDE else replace(row, seconds=one.seconds)


_TIMED = Remembered(_timed)


def _turns_of(state: object) -> tuple[KeptTurn, ...]:
    turns: tuple[KeptTurn, ...] = getattr(state, "turns", ())
    return turns


def _aligned(
    old: Sequence[KeptTurn], new: Sequence[KeptTurn], spent: Sequence[_Spent]
) -> list[_Spent]:
    """Return the times of turns that were corrected: each goes with what was ordered in it."""
    same = {id(turn): at for at, turn in enumerate(old)}
    found = [same.get(id(turn), -1) for turn in new]
    left: dict[object, list[int]] = defaultdict(list)
    for at, turn in enumerate(old):
        if at not in found:
            left[turn.seat, turn.orders].append(at)
    for n, turn in enumerate(new):
        if found[n] < 0 and (others := left[turn.seat, turn.orders]):
            found[n] = others.pop(0)
    if len(old) == len(new):  # one that is now another was amended, and took as long
        taken = set(found)
        found = [n if at < 0 and n not in taken else at for n, at in enumerate(found)]
    return [spent[at] if at >= 0 else _Spent() for at in found]
