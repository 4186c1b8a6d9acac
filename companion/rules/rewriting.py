"""Corrections anywhere in the past, for games whose turns lead to more than a score.

A correction changes the record of the turns; the game is taken once more from its beginning.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.rules.history import (
    TAKES,
    Book,
    Seated,
    as_list,
    as_trail,
    done,
    reached,
    replayed,
    rows_of,
    take_of,
)
from companion.rules.messages import (
    AmendTurn,
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
from companion.rules.timeline import KeptTurn, Timeline
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

S = TypeVar("S", bound=Seated)


@dataclass(frozen=True, slots=True)
class TurnTakenOff:
    """The play of turn `number` came off though later turns had been taken."""

    number: int


Rewriting = AmendTurn | InsertTurn | DeleteTurn | MoveTurn | Withdraw
Rewritten = TurnAmended | TurnInserted | TurnDeleted | TurnMoved | TurnTakenOff
REWRITTEN = (TurnAmended, TurnInserted, TurnDeleted, TurnMoved, TurnTakenOff)


def decide_rewriting(
    timeline: Timeline[S], command: Rewriting, book: Book[S]
) -> tuple[Any, ...]:
    """Return what a correction of the past causes. Raises RuleViolation with a sentence."""
    turns, rows = as_list(timeline.kept), rows_of(timeline)
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
            if not isinstance(take_of(turns[number]), PlayTiles):
                raise NothingToWithdraw(number)
            event = TurnTakenOff(number)
    return (book.step(command), event)


def rewritten(timeline: Timeline[S], event: Rewritten, book: Book[S]) -> Timeline[S]:
    """Return the timeline after a correction of the past. Total: never raises."""
    turns = as_list(timeline.kept)
    if not 1 <= event.number <= len(turns) - isinstance(event, TurnDeleted | TurnMoved):
        return timeline
    changed = _changed(turns, event, book)
    state, kept = replayed(timeline.first, changed, book)
    return replace(timeline, now=state, kept=as_trail(kept))


def _check_number(number: int, most: int, rows: int | None = None) -> None:
    if not 1 <= number <= most:
        raise NoSuchTurn(number, most if rows is None else rows)


def _check_possible(
    first: S, turns: list[KeptTurn], number: int, turn: Turn, book: Book[S], *, amended: bool
) -> None:
    """Refuse a turn that cannot be taken where it is said to belong."""
    state, _ = replayed(first, turns[:number], book)
    state, begun = reached(state, number, book)
    if not begun:
        raise GameOver
    if amended:
        for command in turns[number].commands:
            if isinstance(command, TAKES):
                break
            state = done(state, command, book)[0]
    seat, names = state.on_turn, state.names
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
