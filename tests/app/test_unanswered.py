"""A store that fails: before it has committed, after, for a while, and when it is read.

What the game shows is what its log holds; nothing is doubled and nothing lost.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.app.loop import Loop
from companion.board.placement import Placement
from companion.errors import StoreError
from companion.household.clock import SteppedClock
from companion.household.games import open_game, start_game
from companion.rules.engine.clock import TABLE
from companion.rules.engine.messages import Pass, PlayTiles
from companion.session.messages import PressClock, ShowMessage
from companion.session.order import ordered
from companion.store import EventStore
from companion.web import Playing
from companion.web.state import state_json
from tests.doubles.games import setup
from tests.doubles.readings import laid
from tests.doubles.sabotaged import Sabotaged

HUT = PlayTiles(tuple(Placement(s, t) for s, t in laid("8G", "HUT").items()))
SOON_S = 10.0


@dataclass
class Kept:
    """A game over such a store."""

    store: Sabotaged
    number: int
    loop: Loop

    @property
    def log(self) -> list[str]:
        return [entry.kind for entry in self.store.store.load(self.number)]

    def agrees(self) -> bool:
        """Whether the game shows what its log says."""
        again = open_game(self.store.store, self.number, clock=SteppedClock()).snapshot
        return again.scoreboard == self.loop.snapshot.scoreboard


@pytest.fixture
def kept() -> Iterator[Kept]:
    with EventStore.open(":memory:") as real:
        store: Any = Sabotaged(real)
        number, session = start_game(
            store, setup(), name="x", clock=SteppedClock(), clocks=TABLE["german"]
        )
        with Loop(session) as loop:
            yield Kept(store, number, loop)


FAULTS = [
    StoreError("the disk is full."),
    OSError(28, "No space left"),
    RuntimeError("a driver"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_what_was_not_committed_has_not_happened_and_is_told_until_it_can_be(
    kept: Kept, fault: Exception
) -> None:
    kept.store.before.append(fault)
    assert isinstance(kept.loop.submit(ordered(HUT, "tablet")).exception(SOON_S), StoreError)
    told = kept.loop.snapshot
    assert (kept.log, told.turns) == ([], ())
    playing = Playing(kept.loop, setup().tiles)
    assert "cannot be kept" in state_json(told, playing)["notice"]["sentence"]
    kept.loop.submit(ordered(ShowMessage("A hand is over the board."), "camera")).result(SOON_S)
    assert "cannot be kept" in str(kept.loop.snapshot.trouble)
    after = kept.loop.submit(ordered(HUT, "tablet")).result(SOON_S)
    assert not after.trouble
    assert kept.log.count("tiles-played") == 1
    assert kept.agrees()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_what_was_committed_without_an_answer_counts_once(kept: Kept, fault: Exception) -> None:
    kept.store.after.append(fault)
    after = kept.loop.submit(ordered(HUT, "tablet")).result(SOON_S)
    assert [turn.word for turn in after.turns] == ["HUT"]
    assert not after.trouble
    assert kept.loop.submit(ordered(Pass(), "tablet")).result(SOON_S).turns[-1].kind == "pass"
    assert kept.log.count("tiles-played") == 1
    assert kept.agrees()


def test_nothing_can_be_read_after_the_commit_and_the_same_is_asked_again(kept: Kept) -> None:
    kept.store.after.append(OSError("gone"))
    kept.store.unreadable = 3
    order = ordered(HUT, "tablet", kept.loop.snapshot.seen)
    for _ in range(3):
        assert isinstance(kept.loop.submit(order).exception(SOON_S), StoreError)
        assert kept.loop.snapshot.trouble
    after = kept.loop.submit(order).result(SOON_S)
    assert [turn.word for turn in after.turns] == ["HUT"]
    assert not after.trouble
    assert kept.log.count("tiles-played") == 1
    assert kept.agrees()


def test_nothing_can_be_read_after_the_commit_and_something_else_is_asked(kept: Kept) -> None:
    kept.store.after.append(OSError("gone"))
    kept.store.unreadable = 1
    kept.loop.submit(ordered(HUT, "tablet")).exception(SOON_S)
    after = kept.loop.submit(ordered(Pass(), "tablet")).result(SOON_S)
    assert [turn.kind for turn in after.turns] == ["play", "pass"]
    assert kept.agrees()


def test_clocks_run_on_after_a_commit_without_an_answer(kept: Kept) -> None:
    kept.store.after.append(OSError("gone"))
    kept.store.unreadable = 1
    kept.loop.submit(ordered(PressClock(), "tablet")).exception(SOON_S)
    kept.loop.submit(ordered(HUT, "tablet")).result(SOON_S)
    clocks = kept.loop.snapshot.clocks
    assert clocks is not None
    assert (clocks.running, clocks.paused) == (1, False)


def test_what_another_program_wrote_is_taken_in(kept: Kept) -> None:
    other = open_game(kept.store.store, kept.number, clock=SteppedClock())
    other.handle(ordered(HUT, "other"))
    refused = kept.loop.submit(ordered(Pass(), "tablet")).exception(SOON_S)
    assert isinstance(refused, StoreError)
    assert [turn.word for turn in kept.loop.snapshot.turns] == ["HUT"]
    assert kept.loop.submit(ordered(Pass(), "tablet")).result(SOON_S).turns[-1].player == "Bob"
    assert kept.agrees()


def test_the_log_is_told_once_and_once_when_it_is_over(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    kept.store.before = [StoreError("the disk is full.") for _ in range(20)]
    with caplog.at_level(logging.INFO):
        for _ in range(20):
            kept.loop.submit(ordered(HUT, "camera")).exception(SOON_S)
        kept.loop.submit(ordered(HUT, "camera")).result(SOON_S)
    assert [record.message for record in caplog.records] == [
        "the game cannot be kept: the disk is full.", "the game is kept again",
    ]  # fmt: skip


def test_a_store_that_another_program_locks_is_waited_out(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with EventStore.open(path, busy_timeout_s=0.1) as store:
        number, session = start_game(store, setup(), name="x", clock=SteppedClock())
        with Loop(session) as loop, closing(sqlite3.connect(path)) as other:
            other.isolation_level = None
            other.execute("BEGIN IMMEDIATE")
            refused = loop.submit(ordered(HUT, "tablet")).exception(SOON_S)
            assert isinstance(refused, StoreError)
            assert "locked" in str(refused)
            assert loop.snapshot.trouble
            other.execute("ROLLBACK")
            after = loop.submit(ordered(HUT, "tablet")).result(SOON_S)
        assert not after.trouble
        assert [entry.kind for entry in store.load(number)] == ["tiles-played"]
