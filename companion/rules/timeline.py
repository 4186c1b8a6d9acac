"""Undo and redo without limit, for any game: the states before each step are kept.

A command may cause several events; `StepTaken` stands before them, so that an undo takes back
all that one command did.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.rules.messages import Redo, StepRedone, StepUndone, Undo
from companion.rules.violations import NothingToRedo, NothingToUndo

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class StepTaken:
    """A command was accepted; what it caused follows."""


TimeEvent = StepTaken | StepUndone | StepRedone


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """A state, the states before its steps, and the states that were undone."""

    now: S
    past: tuple[S, ...] = ()
    future: tuple[S, ...] = ()


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
    past, now, future = timeline.past, timeline.now, timeline.future
    if isinstance(event, StepTaken):
        return Timeline(now, (*past, now), ())
    if isinstance(event, StepUndone):
        return Timeline(past[-1], past[:-1], (now, *future)) if past else timeline
    if isinstance(event, StepRedone):
        return Timeline(future[0], (*past, now), future[1:]) if future else timeline
    return Timeline(fold(now, event), past, future)
