"""A real store that can be told to fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.errors import StoreError
from companion.session.log import Entry
from companion.store import EventStore


@dataclass
class Sabotaged:
    """A real store that can be told to fail."""

    store: EventStore
    before: list[Exception] = field(default_factory=list)
    after: list[Exception] = field(default_factory=list)
    unreadable: int = 0

    def append(self, game: int, entries: Sequence[Entry], expected_seq: int) -> int:
        if self.before:
            raise self.before.pop(0)
        length = self.store.append(game, entries, expected_seq)
        if self.after:
            raise self.after.pop(0)
        return length

    def load(self, game: int) -> tuple[Entry, ...]:
        if self.unreadable:
            self.unreadable -= 1
            raise StoreError("the disk is gone.")
        return self.store.load(game)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)
