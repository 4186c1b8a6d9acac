"""Undo and redo without limit, for any game: the states before each step are kept.

A command may cause several events; `StepTaken` stands before them, so that an undo takes back
all that one command did.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from companion.rules.messages import Redo, StepRedone, StepUndone, Undo
from companion.rules.trail import Trail
from companion.rules.violations import NothingToRedo, NothingToUndo

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class StepTaken:
    """A command was accepted; what it caused follows. Each game names its commands."""

    command: object = None


TimeEvent = StepTaken | StepUndone | StepRedone


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """A turn as it was asked for, command by command, so that it can be taken once more."""

    commands: tuple[object, ...] = ()
    seat: int = 0
    """Who took it."""

    corrected: bool = False
    withdrawn: bool = False
    """It was taken off when later ones had been taken."""

    problem: str = ""
    """Why it is impossible where it stands now."""

    lost: tuple[str, ...] = ()
    """What else was done in it and can no longer be, a sentence each."""


@dataclass(frozen=True, slots=True)
class Moment(Generic[S]):
    """What undo goes back to."""

    state: S
    kept: Trail[KeptTurn]


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """A state, how it came about, the states before its steps, and those that were undone."""

    now: S
    first: S
    """The state before the first turn."""

    kept: Trail[KeptTurn] = field(default_factory=Trail)
    """What was set up before the first turn, then the turns, the last one on top."""

    past: Trail[Moment[S]] = field(default_factory=Trail)
    future: Trail[Moment[S]] = field(default_factory=Trail)

    @property
    def moment(self) -> Moment[S]:
        """What a later undo goes back to."""
        return Moment(self.now, self.kept)


def begun(state: S) -> Timeline[S]:
    """Return the timeline of a game that begins."""
    return Timeline(state, state, Trail[KeptTurn]().over(KeptTurn()))


def decide_time(timeline: Timeline[S], command: Undo | Redo) -> tuple[TimeEvent, ...]:
    """Return the event of an undo or redo. Raises RuleViolation if there is none to do."""
    if isinstance(command, Undo):
        if not timeline.past:
            raise NothingToUndo
        return (StepUndone(),)
    if not timeline.future:
        raise NothingToRedo
    return (StepRedone(),)


def evolve_time(timeline: Timeline[S], event: E, fold: Callable[[S, E], S]) -> Timeline[S]:
    """Return the timeline after an event; `fold` takes those that are the game's own."""
    past, future = timeline.past, timeline.future
    if isinstance(event, StepTaken):
        return replace(timeline, past=past.over(timeline.moment), future=Trail())
    if isinstance(event, StepUndone | StepRedone):
        undone = isinstance(event, StepUndone)
        source, other = (past, future) if undone else (future, past)
        if not source:
            return timeline
        moment, source = source.split()
        other = other.over(timeline.moment)
        past, future = (source, other) if undone else (other, source)
        return Timeline(moment.state, timeline.first, moment.kept, past, future)
    return replace(timeline, now=fold(timeline.now, event))
