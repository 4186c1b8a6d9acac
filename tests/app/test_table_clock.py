"""The clocks of a table: what screens show, and that the log is told the time."""

from __future__ import annotations

import threading

from companion.app.loop import Loop
from companion.app.table_clock import TableClock
from companion.household.clock import SteppedClock
from companion.rules.engine.clock import ClockRules
from companion.rules.engine.messages import Pass
from companion.session.messages import PressClock
from companion.session.order import ordered
from tests.doubles.games import Memory, session


def test_screens_see_the_seconds_go_by() -> None:
    time = SteppedClock()
    with Loop(session(clock=time, clocks=ClockRules(start_s=60))) as loop:
        clock = TableClock(loop, time)
        assert clock.face() == {"left_s": [60, 60], "running": None, "paused": False}
        loop.submit(ordered(Pass(), "test")).result()
        time.step(7)
        assert clock.face() == {"left_s": [60, 53], "running": 1, "paused": False}


def test_a_game_without_clocks_has_an_empty_face() -> None:
    with Loop(session()) as loop:
        assert TableClock(loop, SteppedClock()).face()["left_s"] == []


def test_the_log_is_told_the_time_while_a_clock_runs_and_at_the_end() -> None:
    time, memory, waited = SteppedClock(), Memory(), threading.Semaphore(0)
    beats = iter((False, False, False, True))

    def wait(seconds: float) -> bool:
        loop.drain()
        time.step(seconds)
        waited.release()
        return next(beats)

    loop = Loop(session(memory, time, ClockRules(start_s=100)))
    with loop:
        loop.submit(ordered(PressClock(), "test")).result()
        with TableClock(loop, time, wait=wait):
            for _ in range(4):
                waited.acquire()
    kept = [entry.body["left_ms"][0] for entry in memory.entries]  # type: ignore[index, call-overload]
    assert kept == [100_000, 90_000, 80_000, 70_000, 60_000]


def test_clocks_that_stand_are_not_kept_again() -> None:
    time, memory = SteppedClock(), Memory()
    with Loop(session(memory, time, ClockRules())) as loop:
        clock = TableClock(loop, time)
        clock.keep()
        for _ in range(2):
            loop.submit(ordered(PressClock(), "test")).result()
        clock.keep()
        loop.drain()
    assert len(memory.entries) == 2
