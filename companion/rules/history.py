"""Corrections anywhere in the past, for games whose turns lead to more than a score.

The commands of every turn are kept. A correction changes that record, and the game is taken
once more from its beginning. A turn that is then impossible is kept and marked, and its player
passes instead; what was done in a turn and no longer follows from it is told; what is newly due
in a past turn is settled in the first way that the rules allow. Order decides who plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.errors import RuleViolation
from companion.rules.messages import (
    AmendTurn,
    Challenge,
    DeleteTurn,
    Exchange,
    InsertTurn,
    MoveTurn,
    Pass,
    PlayTiles,
    TurnAmended,
    TurnDeleted,
    TurnInserted,
    TurnMoved,
    Withdraw,
)
from companion.rules.timeline import KeptTurn, StepTaken, Timeline
from companion.rules.trail import Trail
from companion.rules.turns import Exchanged, Laid, Turn
from companion.rules.violations import (
    AlreadyWithdrawn,
    CannotMove,
    GameOver,
    NoSuchTurn,
    NotATurnHere,
    NothingToWithdraw,
    NotYourTurn,
)

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class TurnTakenOff:
    """The play of turn `number` came off though later turns had been taken."""

    number: int


Rewriting = AmendTurn | InsertTurn | DeleteTurn | MoveTurn | Withdraw
Rewritten = TurnAmended | TurnInserted | TurnDeleted | TurnMoved | TurnTakenOff
REWRITTEN = (TurnAmended, TurnInserted, TurnDeleted, TurnMoved, TurnTakenOff)
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

    on_turn: Callable[[S], int]
    names: Callable[[S], tuple[str, ...]]
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
        return timeline.kept.over(KeptTurn((command,), book.on_turn(state)))
    turns = _listed(timeline.kept)
    turns[number] = replace(turns[number], commands=(*turns[number].commands, command))
    if number == top:
        return timeline.kept.split()[1].over(turns[number])
    return _trail(turns)


def decide_rewriting(
    timeline: Timeline[S], command: Rewriting, book: Book[S]
) -> tuple[Any, ...]:
    """Return what a correction of the past causes. Raises RuleViolation with a sentence."""
    turns, rows = _listed(timeline.kept), rows_of(timeline)
    event: Rewritten
    match command:
        case AmendTurn(number=number, turn=turn):
            _check_number(number, rows)
            _check_possible(timeline.first, turns, number, turn, book, amended=True)
            event = TurnAmended(number, turn)
        case InsertTurn(number=number, turn=turn):
            _check_number(number, rows + 1, rows)
            _check_possible(timeline.first, turns, number, turn, book, amended=False)
            event = TurnInserted(number, turn)
        case DeleteTurn(number=number):
            _check_number(number, rows)
            event = TurnDeleted(number)
        case MoveTurn(number=number, later=later):
            _check_number(number, rows)
            to = number + (1 if later else -1)
            if not 1 <= to <= rows:
                raise CannotMove(number, rows)
            event = TurnMoved(number, to)
        case Withdraw(turn=number):
            number = rows if number is None else number
            _check_number(number, rows)
            if turns[number].withdrawn:
                raise AlreadyWithdrawn(number)
            if not isinstance(_take_of(turns[number]), PlayTiles):
                raise NothingToWithdraw(number)
            event = TurnTakenOff(number)
    return (book.step(command), event)


def rewritten(timeline: Timeline[S], event: Rewritten, book: Book[S]) -> Timeline[S]:
    """Return the timeline after a correction of the past. Total: never raises."""
    turns = _listed(timeline.kept)
    if not 1 <= event.number <= len(turns) - isinstance(event, TurnDeleted | TurnMoved):
        return timeline
    changed = _changed(turns, event, book)
    state, kept = replayed(timeline.first, changed, book)
    return replace(timeline, now=state, kept=_trail(kept))


def rows_of(timeline: Timeline[Any]) -> int:
    """Return how many turns there are, the impossible ones included."""
    if len(timeline.kept) < 2:
        return 0
    top = timeline.kept.split()[0]
    return len(timeline.kept) - 1 - (_take_of(top) is None)


def listed(timeline: Timeline[Any]) -> list[KeptTurn]:
    """Return the turns in order, without what was set up before the first."""
    return _listed(timeline.kept)[1:]


def _listed(kept: Trail[KeptTurn]) -> list[KeptTurn]:
    return list(kept)[::-1]


def _trail(turns: Iterable[KeptTurn]) -> Trail[KeptTurn]:
    trail: Trail[KeptTurn] = Trail()
    for turn in turns:
        trail = trail.over(turn)
    return trail


def _take_of(turn: KeptTurn) -> PlayTiles | Pass | Exchange | None:
    """The command that took a turn."""
    return next((c for c in turn.commands if isinstance(c, PlayTiles | Pass | Exchange)), None)


def _check_number(number: int, most: int, rows: int | None = None) -> None:
    if not 1 <= number <= most:
        raise NoSuchTurn(number, most if rows is None else rows)


def _check_possible(
    first: S, turns: list[KeptTurn], number: int, turn: Turn, book: Book[S], *, amended: bool
) -> None:
    """Refuse a turn that cannot be taken where it is said to belong."""
    state, _ = replayed(first, turns[:number], book)
    state, reached = _reached(state, number, book)
    if not reached:
        raise GameOver
    if amended:
        for command in turns[number].commands:
            if isinstance(command, TAKES):
                break
            state = _done(state, command, book)[0]
    seat, names = book.on_turn(state), book.names(state)
    if turn.player != seat:
        who = names[turn.player] if 0 <= turn.player < len(names) else "Nobody"
        raise NotYourTurn(who, names[seat])
    take = command_of(turn)
    if not isinstance(take, book.takes):
        raise NotATurnHere
    book.decide(state, take)


def command_of(turn: Turn) -> PlayTiles | Pass | Exchange:
    """Return a turn as the command that takes it; what is none of the three is a pass."""
    match turn:
        case Laid(placements=placements):
            return PlayTiles(placements)
        case Exchanged(count=count, tiles=tiles):
            return Exchange(count, tiles)
        case _:
            return Pass()


def _changed(turns: list[KeptTurn], event: Rewritten, book: Book[S]) -> list[KeptTurn]:
    number = event.number
    match event:
        case TurnAmended(turn=turn):
            new = command_of(turn)
            commands = tuple(new if isinstance(c, TAKES) else c for c in turns[number].commands)
            turns[number] = replace(
                turns[number], commands=commands, corrected=True, withdrawn=False
            )
        case TurnInserted(turn=turn):
            turns.insert(number, KeptTurn((command_of(turn),), turn.player, corrected=True))
        case TurnDeleted():
            gone, before = turns.pop(number), turns[number - 1]
            left = tuple(c for c in gone.commands if isinstance(c, book.beside))
            turns[number - 1] = replace(before, commands=(*before.commands, *left))
        case TurnMoved(to=to) if 1 <= to < len(turns):
            one, other = turns[number], turns[to]
            turns[number] = replace(other, commands=_mixed(other, one, book))
            turns[to] = replace(one, commands=_mixed(one, other, book), corrected=True)
        case TurnTakenOff():
            turns[number] = replace(turns[number], withdrawn=True)
        case _:
            pass
    return turns


def _mixed(turn: KeptTurn, place: KeptTurn, book: Book[Any]) -> tuple[object, ...]:
    """The commands of a turn with what stands beside the turns in another's place."""
    own = tuple(c for c in turn.commands if not isinstance(c, book.beside))
    return (*own, *(c for c in place.commands if isinstance(c, book.beside)))


def replayed(first: S, turns: list[KeptTurn], book: Book[S]) -> tuple[S, list[KeptTurn]]:
    """Take turns once more; return the state they come to, and them as they then stand."""
    state, out = first, []
    for number, turn in enumerate(turns):
        reached = True
        if number:
            state, reached = _reached(state, number, book)
        if not reached:
            out.append(replace(turn, problem=str(GameOver()), lost=()))
            continue
        seat = book.on_turn(state)
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
        state, refusal = _done(state, command, book)
        if refusal and takes:
            problem, skipping = refusal, True
        elif refusal:
            lost.append(refusal)
    return state, problem, tuple(lost)


def _done(state: S, command: object, book: Book[S]) -> tuple[S, str]:
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


def _reached(state: S, number: int, book: Book[S]) -> tuple[S, bool]:
    """Settle what is due until turn `number` may be taken; whether that is so."""
    for _ in range(_MOST_STEPS):
        if book.taken(state) >= number - 1 and not book.open(state):
            return state, True
        events = book.go_on(state)
        if not events:
            return state, False
        state = _folded(state, events, book)
    return state, False


def _passed(state: S, number: int, book: Book[S]) -> S:
    """Let the player pass whose turn cannot be taken as it was."""
    for _ in range(_MOST_STEPS):
        events = book.go_on(state) if book.taken(state) < number else ()
        if not events:
            break
        state = _folded(state, events, book)
    return state
