"""Sessions in memory, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import StoreError
from companion.household.clock import SteppedClock
from companion.household.games import milliseconds_of
from companion.rules.api import Setup
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.engine.clock import ClockRules
from companion.session.log import Entry
from companion.session.session import Session
from companion.tilesets import load


class Memory:
    """An append port that keeps entries in a list, or fails when it is told to."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.full = False

    def __call__(self, entries: Sequence[Entry], expected_seq: int, /) -> int:
        if self.full:
            raise StoreError("the disk is full.")
        assert expected_seq == len(self.entries)
        self.entries += entries
        return len(self.entries)


def setup(*players: str, language: str = "english") -> Setup:
    return Setup(players or ("Ann", "Bob"), load(language))


def session(
    memory: Memory | None = None,
    clock: SteppedClock | None = None,
    clocks: ClockRules | None = None,
) -> Session:
    """A session on what the memory holds so far."""
    memory = memory if memory is not None else Memory()
    clock = clock or SteppedClock()
    return Session(
        CLASSIC,
        setup(),
        game="Test",
        append=memory,
        now=clock.now,
        entries=tuple(memory.entries),
        clocks=clocks,
        now_ms=milliseconds_of(clock),
    )
