"""What is left of a damaged game, as a game of its own that can be looked at and played on."""

from __future__ import annotations

from bisect import bisect_left

from companion.errors import CompanionError, InputError, StoreError
from companion.household.clock import Clock
from companion.household.games import record_of, session_of
from companion.store import EventStore
from companion.text import NOTHING, Said, said

FROM = "rescued"
"""In what a game is played with at its table: the number of the damaged game it was."""


def rescue(store: EventStore, number: int, *, clock: Clock) -> tuple[int, Said]:
    """Keep what can be read of a damaged game as a new one; return its number and what is lost.

    Raises:
        InputError: The game is whole, or nothing of it can be read.
        StoreError: No such game, or the store cannot be written.
    """
    try:
        record = record_of(store, number)
    except StoreError as fault:
        raise _nothing_left(number, fault.said) from fault
    entries, why = store.readable(number)

    def breaks(length: int) -> bool:
        try:
            session_of(store, record, entries[:length], clock=clock)
        except CompanionError:
            return True
        return False

    if breaks(0):
        raise _nothing_left(number, why)
    whole = bisect_left(range(1, len(entries) + 1), 1, key=breaks)
    if whole == len(entries) and why == NOTHING:
        raise InputError("Game {number} is whole; nothing needs to be saved.", number=number)
    new = store.create_game(
        record.name,
        record.ruleset,
        record.setup,
        at=record.created,
        table={**record.table, FROM: number},
        entries=entries[:whole],
    )
    lost = said(
        "{whole} of {all} entries of game {number} were saved as game {new}.",
        whole=whole,
        all=max(record.entries, len(entries)),
        number=number,
        new=new,
    )
    return new, lost


def _nothing_left(number: int, why: Said) -> InputError:
    return InputError("Nothing is left of game {number}: {why}", number=number, why=why)
