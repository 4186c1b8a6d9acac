"""What is done with games that were played: called otherwise, put aside, played once more."""

from __future__ import annotations

import dataclasses

from companion.app.loop import Loop
from companion.household import table_setup
from companion.household.clock import Clock
from companion.household.games import once_more, open_game, record_of
from companion.household.table_setup import TableSetup
from companion.rules.api import Setup
from companion.session.order import Order
from companion.session.snapshot import Snapshot
from companion.store import EventStore

ANSWER_S = 10.0
"""How long a change of a game on a table is waited for."""


Match = tuple[str, Setup]
"""Ruleset and set-up of a return match."""


def altered(
    store: EventStore, number: int, order: Order, clock: Clock, loop: Loop | None
) -> Snapshot:
    """Do what was ordered on a list of games with one of them as it is; return it after that.

    Args:
        store: Where it is kept.
        number: Which game.
        order: Such as another name, or to delete it.
        clock: The time.
        loop: Its single writer where it lies on a table.
    """
    if loop is not None:
        seen = dataclasses.replace(order, seen=loop.snapshot.seen)
        return loop.submit(seen).result(timeout=ANSWER_S)
    session = open_game(store, number, clock=clock)
    return session.handle(dataclasses.replace(order, seen=session.snapshot.seen))


def return_match(
    store: EventStore, number: int, taken_up: TableSetup, clock: Clock
) -> tuple[TableSetup, Match]:
    """Return what a return match is played with, and the set-up of its rules.

    Args:
        store: Where the game is kept.
        number: Which game.
        taken_up: What it would be taken up with.
        clock: The time.
    """
    record, played = record_of(store, number), open_game(store, number, clock=clock)
    setup, first = once_more(record, played)
    kept = dict(record.table)
    kept["colours"] = played.snapshot.colours or kept.get("colours", ())
    chosen = table_setup.once_more(taken_up, kept, setup.players, first)
    return chosen, (record.ruleset, setup)
