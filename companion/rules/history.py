"""The record of a game's turns, kept so that they can be taken once more from the beginning.

A turn that is then impossible is kept and marked, and its player passes instead; what was done
in a turn and no longer follows from it is told; what is newly due in a past turn is settled in
the first way that the rules allow. Who plays follows from the order of the turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from companion.errors import RuleViolation
from companion.rules.messages import Challenge, Exchange, Pass, PlayTiles, Withdraw
from companion.rules.timeline import KeptTurn, StepTaken, Timeline
from companion.rules.trail import Trail
from companion.rules.violations import GameOver, NotATurnHere


class Seated(Protocol):
    """What the state of every game of turns tells."""

    @property
    def on_turn(self) -> int:
        """Seat whose turn it is."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players, by seat."""


S = TypeVar("S", bound=Seated)

TAKES = (PlayTiles, Pass, Exchange)
"""The commands that take a turn."""

_MOST_STEPS = 100
"""No turn needs more decisions to be settled."""


@dataclass(frozen=True, slots=True)
class Book(Generic[S]):
    """What a game tells of itself, so that its turns can be taken once more."""

    decide: Callable[[S, Any], tuple[Any, ...]]
    evolve: Callable[[S, Any], S]
    step: Callable[[Any], StepTaken]
    taken: Callable[[S], int]
    """How many turns have been taken."""

    open: Callable[[S], bool]
    """Whether the last of them still goes on, or the game has ended with it."""

    go_on: Callable[[S], tuple[Any, ...]]
    """Events that settle what is due so that the next turn may begin, or pass the turn where a
    word is due; none once the game has ended."""

    takes: tuple[type, ...] = TAKES
    """Which of the commands that take a turn it has."""

    before: tuple[type, ...] = ()
    """Commands that belong before the first turn."""

    beside: tuple[type, ...] = ()
    """Commands that are no part of any turn and outlive it."""


def recorded(timeline: Timeline[S], command: object, book: Book[S]) -> Trail[KeptTurn]:
    """Return the record with one command more; players are left to the order of the turns."""
    state = timeline.now
    taken, top = book.taken(state), len(timeline.kept) - 1
    if isinstance(command, book.before):
        number = 0
    elif isinstance(command, book.beside) and taken == top:
        number = taken  # the next turn has not begun
    elif isinstance(command, TAKES) or not book.open(state):
        number = taken + 1
    else:
        number = taken
    if isinstance(command, TAKES):
        command = replace(command, player=None)
    elif isinstance(command, Challenge | Withdraw):
        command = replace(command, turn=None)
    if number > top:
        return timeline.kept.over(KeptTurn((command,), state.on_turn))
    turns = as_list(timeline.kept)
    if number > taken and turns[number].problem:
        # The game had ended before these turns and goes on now: they stay behind the new ones.
        turns.insert(number, KeptTurn((command,), state.on_turn))
        return as_trail(turns)
    turns[number] = replace(turns[number], commands=(*turns[number].commands, command))
    if number == top:
        return timeline.kept.split()[1].over(turns[number])
    return as_trail(turns)


def rows_of(timeline: Timeline[Any]) -> int:
    """Return how many turns there are, the impossible ones included."""
    if len(timeline.kept) < 2:
        return 0
    top = timeline.kept.split()[0]
    return len(timeline.kept) - 1 - (take_of(top) is None)


def listed(timeline: Timeline[Any]) -> list[KeptTurn]:
    """Return the turns in order, without what was set up before the first."""
    return as_list(timeline.kept)[1:]


def as_list(kept: Trail[KeptTurn]) -> list[KeptTurn]:
    """Return the record in order, what was set up before the first turn at its head."""
    return list(kept)[::-1]


def as_trail(turns: Iterable[KeptTurn]) -> Trail[KeptTurn]:
    """Return turns in order as a record."""
    trail: Trail[KeptTurn] = Trail()
    for turn in turns:
        trail = trail.over(turn)
    return trail


def take_of(turn: KeptTurn) -> PlayTiles | Pass | Exchange | None:
    """The command that took a turn."""
    return next((c for c in turn.commands if isinstance(c, PlayTiles | Pass | Exchange)), None)


def replayed(first: S, turns: list[KeptTurn], book: Book[S]) -> tuple[S, list[KeptTurn]]:
    """Take turns once more; return the state they come to, and them as they then stand."""
    state, out = first, []
    for number, turn in enumerate(turns):
        begun = True
        if number:
            state, begun = reached(state, number, book)
        if not begun:
            out.append(replace(turn, problem=str(GameOver()), lost=()))
            continue
        seat = state.on_turn
        state, problem, lost = _taken_again(state, turn, book)
        if problem or turn.withdrawn:
            state = _passed(state, number, book)
        out.append(
            replace(turn, seat=seat if number else turn.seat, problem=problem, lost=lost)
        )
    return state, out


def _taken_again(state: S, turn: KeptTurn, book: Book[S]) -> tuple[S, str, tuple[str, ...]]:
    """The state after a turn, why it is impossible if it is, and what else was refused."""
    problem, lost = "", []
    skipping = False
    for command in turn.commands:
        takes = isinstance(command, TAKES)
        if takes and turn.withdrawn:
            skipping = True
        if skipping and not isinstance(command, book.beside):
            continue
        state, refusal = done(state, command, book)
        if refusal and takes:
            problem, skipping = refusal, True
        elif refusal:
            lost.append(refusal)
    return state, problem, tuple(lost)


def done(state: S, command: object, book: Book[S]) -> tuple[S, str]:
    """The state after a command, or the same with the sentence that refuses it."""
    if isinstance(command, TAKES) and not isinstance(command, book.takes):
        return state, str(NotATurnHere())
    try:
        events = book.decide(state, command)
    except RuleViolation as refusal:
        return state, str(refusal)
    return _folded(state, events, book), ""


def _folded(state: S, events: Iterable[Any], book: Book[S]) -> S:
    for event in events:
        if not isinstance(event, StepTaken):
            state = book.evolve(state, event)
    return state


def reached(state: S, number: int, book: Book[S]) -> tuple[S, bool]:
    """Settle what is due until turn `number` may be taken; whether that is so."""
    for _ in range(_MOST_STEPS):
        if book.taken(state) >= number - 1 and not book.open(state):
            return state, True
        events = _what_settles(state, book)
        if not events:
            return state, False
        state = _folded(state, events, book)
    return state, False


def _passed(state: S, number: int, book: Book[S]) -> S:
    """Let the player pass whose turn cannot be taken as it was."""
    for _ in range(_MOST_STEPS):
        events = _what_settles(state, book) if book.taken(state) < number else ()
        if not events:
            break
        state = _folded(state, events, book)
    return state


def _what_settles(state: S, book: Book[S]) -> tuple[Any, ...]:
    """Events that go on with the game; none where the rules know none."""
    try:
        return book.go_on(state)
    except RuleViolation:
        return ()
