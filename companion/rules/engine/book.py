"""What a game tells of itself, so that its turns can be kept and taken once more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from companion.board.square import Square
from companion.errors import RuleViolation
from companion.rules.crossword.turns import Exchanged, Laid, Turn
from companion.rules.engine.history import Did, KeptTurn
from companion.rules.engine.messages import Challenge, Exchange, Pass, PlayTiles, Withdraw


class Seated(Protocol):
    """What the state of every game tells."""

    @property
    def on_turn(self) -> int:
        """Seat whose turn it is."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players, by seat."""


S = TypeVar("S", bound=Seated)

TAKES = (PlayTiles, Pass, Exchange)
"""The commands that take a turn in games whose turns have several steps."""

Settled = tuple[object, tuple[Any, ...]]
"""An order, or None, and what comes of it; no events if there is nothing to settle."""


def command_of(turn: Turn) -> object:
    """Return a turn as the command that takes it; what is none of the three is a pass."""
    match turn:
        case Laid(placements=placements):
            return PlayTiles(placements)
        case Exchanged(count=count, tiles=tiles):
            return Exchange(count, tiles)
        case _:
            return Pass()


def plain(order: object) -> object:
    """Return an order without the number or seat that follows from its place."""
    if isinstance(order, TAKES):
        return replace(order, player=None)
    return replace(order, turn=None) if isinstance(order, Challenge | Withdraw) else order


@dataclass(frozen=True, slots=True)
class Book(Generic[S]):
    """How a game's turns are kept and taken once more.

    Attributes:
        decide: What an order that is no correction of the past causes, or a RuleViolation.
        evolve: Folds what it caused into the state. Total.
        taken: How many turns have been taken.
        open: Whether the last of them still goes on, or the game has ended with it.
        go_on: What settles whatever is due so that the next turn may begin, or passes the turn.
        taken_off: What settles a turn whose play is taken off later; as `go_on` if None.
        takes: The orders that take a turn, of those that it has.
        before: Orders that belong before the first turn.
        beside: Orders that are no part of any turn and outlive it.
        notes: What is told of a turn besides; it stays with it whatever becomes of it.
        quiet: Orders that only settle what is due; nothing is told where nothing is.
        swaps: Orders that replace a blank on a square by the tile it stands for.
        again: An order once more, with the same chance: the order as it is to be kept and what
            it causes, or a RuleViolation.
        order_of: A turn that somebody types in, as the order that takes it.
        check_letter: Refuses a letter that cannot lie on its square.
        laid: The turn, from 1, whose play laid what lies on a square; 0 if none did.
        own: Of a game whose every event is a turn of its own; None for turns of several steps.
    """

    decide: Callable[[S, Any], tuple[Any, ...]]
    evolve: Callable[[S, Any], S]
    taken: Callable[[S], int]
    open: Callable[[S], bool] = lambda _: False
    go_on: Callable[[S], Settled] = lambda _: (None, ())
    taken_off: Callable[[S], Settled] | None = None
    takes: tuple[type, ...] = TAKES
    before: tuple[type, ...] = ()
    beside: tuple[type, ...] = ()
    notes: tuple[type, ...] = ()
    quiet: tuple[type, ...] = ()
    swaps: tuple[type, ...] = ()
    again: Callable[[S, Did], Settled] | None = None
    order_of: Callable[[Turn], object] = command_of
    check_letter: Callable[[S, Any], None] = lambda _, __: None
    laid: Callable[[S, Square], int] = lambda _, __: 0
    own: Own[S] | None = None


@dataclass(frozen=True, slots=True)
class Own(Generic[S]):
    """A game whose every event is a turn of its own, taken by the player whom it names.

    Attributes:
        events: Those that are.
        follows: An event that follows by itself as a turn of its own, such as a lost turn.
        instead: What stands in place of an event that is impossible where it is now.
        place: Where among the turns an event belongs.
        reopened: The turns without the end of the game, if an event takes it back.
        closed: The turns after a correction, the end of the game as it then is.
        unsettled: Whether an event of version 0.1 leaves open which turns are lost.
        holds: Refuses an order for more than its player holds, or of what does not lie there.
            Version 0.1 did not look.
        unsure: Folds events behind a correction of version 0.1, which may not be possible.
    """

    events: tuple[type, ...]
    follows: Callable[[S], object | None]
    instead: Callable[[Any, RuleViolation], object]
    place: Callable[[tuple[KeptTurn, ...], Any], int]
    reopened: Callable[[tuple[KeptTurn, ...], Any], tuple[KeptTurn, ...]]
    closed: Callable[[S, tuple[KeptTurn, ...]], tuple[KeptTurn, ...]]
    unsettled: Callable[[Any], bool]
    holds: Callable[[S, Any], None]
    unsure: Callable[[S, Any], S]
