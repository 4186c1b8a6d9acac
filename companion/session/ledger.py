"""A game's log as its session writes it: numbered, committed, looked up if no answer came."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from companion.errors import CompanionError, StoreError
from companion.session.log import Entry, entry_of, is_of_game, newest_beside
from companion.session.order import Order
from companion.text import Said, said, verbatim

NOT_KEPT = said("The game cannot be kept just now; look whether the disk is full or locked.")

LATELY = 512
"""Orders that left nothing in the log are known again for so many others."""


class Append(Protocol):
    """Commits entries; returns only when they are safe. Raises StoreError."""

    def __call__(self, entries: Sequence[Entry], expected_seq: int, /) -> object:
        """Commit entries numbered from `expected_seq` + 1."""


Load = Callable[[], Sequence[Entry]]
"""Returns the whole log as it is kept. Raises StoreError."""

Now = Callable[[], datetime]
"""Tells the time, with a time zone."""


class Ledger:
    """Writes the log of one game.

    Args:
        append: Where entries are committed.
        now: The clock.
        load: Gives the log anew; without it entries that got no answer count as lost.
    """

    def __init__(self, append: Append, now: Now, load: Load | None) -> None:
        self._append, self._now, self._load = append, now, load
        self.entries: list[Entry] = []
        """The log."""
        self.steps = 0
        """Those of them that are events of the game."""
        self.beside: dict[str, Entry] = {}
        """The newest of each kind that stands beside the game."""
        self.newest: Sequence[Entry] = ()
        """What was committed last."""
        self._unanswered: tuple[Entry, ...] = ()
        self._orders: set[str] = set()
        self._lately: deque[str] = deque(maxlen=LATELY)

    @property
    def seq(self) -> int:
        """Entries in the log."""
        return len(self.entries)

    def knows(self, order: Order) -> bool:
        """Whether an order has been done already."""
        return bool(order.id) and (order.id in self._orders or order.id in self._lately)

    def note(self, order: Order) -> None:
        """Remember for a while an order that may have left nothing in the log."""
        self._lately.append(order.id)

    def count(self, entries: Sequence[Entry]) -> None:
        """Note that these are in the log."""
        self.entries += entries
        self.newest = entries
        self.beside |= newest_beside(entries)
        self.steps += sum(is_of_game(entry) for entry in entries)
        self._orders.update(entry.order for entry in entries)
        self._unanswered = ()

    def write(self, events: Sequence[object], order: Order, age_s: float = 0.0) -> None:
        """Commit what an order caused that was given so many seconds ago.

        Raises:
            StoreError: The store did not say that it has; `look_up` tells.
        """
        at, first = self._now() - timedelta(seconds=age_s), self.seq + 1
        entries = tuple(entry_of(seq, at, order, e) for seq, e in enumerate(events, first))
        self._unanswered = entries
        try:
            self._append(entries, self.seq)
        except Exception as fault:  # a disk, a driver, a net: they may be in or not
            raise StoreError(_why(fault)) from fault
        self.count(entries)

    def look_up(self) -> tuple[bool, Sequence[Entry]]:
        """Return whether that which got no answer is in the log, and what else has come.

        Raises:
            StoreError: The log cannot be read now.
        """
        asked = self._unanswered
        try:
            kept = () if self._load is None else self._load()[self.seq :]
        except Exception as fault:
            raise StoreError(_why(fault)) from fault
        if asked and _marks(kept[: len(asked)]) == _marks(asked):
            self.count(asked)
            return True, kept[len(asked) :]
        self._unanswered = ()
        return False, kept


def _why(fault: Exception) -> Said:
    told = fault.said if isinstance(fault, CompanionError) else verbatim(str(fault))
    return told or NOT_KEPT


def _marks(entries: Sequence[Entry]) -> list[tuple[object, ...]]:
    """What tells entries apart; their bodies come back from a store in other types."""
    return [(entry.seq, entry.at, entry.order, entry.kind) for entry in entries]
