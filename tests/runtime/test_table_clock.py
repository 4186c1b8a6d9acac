"""Clocks beside a game: they follow the turns, stand still, and book what is over."""

from __future__ import annotations

import pytest

from companion.errors import RuleViolation
from companion.rules import clock as chess
from companion.rules.messages import AdjustScore, EndGame, Pass
from companion.runtime.clock import SteppedClock
from companion.runtime.table_clock import TableClock
from tests.doubles.fake_loop import FakeLoop


class Timed:
    """A game with clocks."""

    def __init__(self, rules: str = "naspa") -> None:
        self.loop = FakeLoop()
        self.time = SteppedClock()
        self.clock = TableClock(chess.TABLE[rules], self.loop, self.time)

    def do(self, command: object) -> None:
        self.clock.changed(self.loop.submit(command, "test").result())


def test_clocks_follow_the_turns_from_the_first_one_on() -> None:
    table = Timed()
    table.time.step(60)
    assert table.clock.face() == {"left_s": [1500, 1500], "running": None, "paused": False}
    table.do(Pass())
    table.time.step(10)
    table.do(Pass())
    table.time.step(5)
    assert table.clock.face() == {"left_s": [1495, 1490], "running": 0, "paused": False}


def test_a_press_starts_pauses_and_goes_on() -> None:
    table = Timed()
    table.clock.press()
    table.time.step(3)
    table.clock.press()
    table.time.step(100)
    assert table.clock.face() == {"left_s": [1497, 1500], "running": 0, "paused": True}
    table.clock.press()
    table.time.step(2)
    assert table.clock.face()["left_s"] == [1495, 1500]


def test_time_over_is_booked_once_when_the_game_ends() -> None:
    table = Timed()
    table.do(Pass())
    table.time.step(1500 + 61)
    table.do(EndGame(((), ())))
    booked = [c for c, actor in table.loop.submitted if actor == "clock"]
    assert booked == [AdjustScore(1, -20, "time")]
    assert table.loop.snapshot.totals == (("Ann", 0), ("Ben", -20))
    with pytest.raises(RuleViolation):
        table.clock.press()
    table.clock.changed(table.loop.snapshot)
    assert len([1 for _, actor in table.loop.submitted if actor == "clock"]) == 1


def test_a_family_pays_nothing_for_its_time() -> None:
    table = Timed("family")
    table.do(Pass())
    table.time.step(5000)
    table.do(EndGame(((), ())))
    assert [c for c, actor in table.loop.submitted if actor == "clock"] == []
