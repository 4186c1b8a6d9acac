"""Logs of version 0.1, which do not say what came of a correction: it is worked out on reading.

Nothing else in the program decides while a log is folded, and no log of a later version comes
here. The games in `tests/data/released` hold this down.
"""

from __future__ import annotations

from typing import Any

from companion.rules.engine import messages
from companion.rules.engine.book import Book, S
from companion.rules.engine.history import Moment
from companion.rules.engine.replay import Replay
from companion.rules.engine.rewriting import (
    Amended,
    Change,
    Deleted,
    Inserted,
    Moved,
    Relettered,
    TakenOff,
    changed,
)

REWRITTEN = (
    messages.TurnAmended,
    messages.TurnInserted,
    messages.TurnDeleted,
    messages.TurnMoved,
    messages.TurnTakenOff,
)
"""What version 0.1 wrote of corrections; `TileCorrected` besides, in crossword games."""


def change_of(event: object, book: Book[Any]) -> Change | None:
    """Return what an event of version 0.1 changes; None if it is no correction."""
    match event:
        case messages.TurnAmended(number=number, turn=turn):
            return Amended(number, book.order_of(turn))
        case messages.TurnInserted(number=number, turn=turn):
            return Inserted(number, book.order_of(turn), turn.player)
        case messages.TurnDeleted(number=number):
            return Deleted(number)
        case messages.TurnMoved(number=number, to=to):
            return Moved(number, to)
        case messages.TurnTakenOff(number=number):
            return TakenOff(number)
        case messages.TileCorrected(number=number, square=square, tile=tile) if (
            book.own is not None
        ):
            return Relettered(number, square, tile)
        case _:
            return None


def rewritten(moment: Moment[S], change: Change, book: Book[S]) -> Moment[S]:
    """Return the moment after a correction, as version 0.1 worked it out."""
    turns, insert = moment.turns, isinstance(change, Inserted)
    if not 1 <= change.number < len(turns) + insert:
        return moment
    if isinstance(change, Moved) and not 1 <= change.to < len(turns):
        return moment
    after = changed(turns, change, book)
    judged = moment.judged
    if book.own is not None:
        order = getattr(change, "order", None)
        judged = judged or (order is not None and book.own.unsettled(order))
        if not judged:  # the facts are the events themselves; nothing is worked out yet
            return moment.with_turns(tuple(after), len(after) - 1, evolve=book.own.unsure)
    replay = Replay(moment.first, book, old=True).take(after)
    turns = tuple(replay.turns)
    return moment.with_turns(turns, len(turns) - 1, judged=judged, evolve=book.evolve)


def followed(moment: Moment[S], book: Book[S]) -> Moment[S]:
    """Return the moment with the turns that a challenge lost, where the log is silent."""
    own, moment.judged = book.own, True
    while own is not None:
        fact = own.follows(moment.state)
        if fact is None:
            break
        moment = moment.begun(None, len(moment.turns), 0, (fact,))
    return moment


def is_no_part(order: object, moment: Moment[S], book: Book[S]) -> bool:
    """Whether an order corrected the past, which an event of its own tells after it."""
    if isinstance(order, messages.Withdraw):
        return order.turn is not None and order.turn != book.taken(moment.state)
    return isinstance(
        order,
        messages.AmendTurn | messages.InsertTurn | messages.DeleteTurn | messages.MoveTurn,
    )
