"""Clocks and log take the moment a button was pressed, however late the press arrives."""

from __future__ import annotations

from companion.device.desk import PressDesk
from companion.household.clock import SteppedClock
from companion.rules.engine.clock import ClockRules
from companion.session.messages import KeepTime, PressClock
from companion.session.order import Order, ordered
from firmware_bridge import Button
from tests.device.doubles import Game, press

START_S = 600


class Table:
    """A game with clocks, the second hand of which is moved by hand."""

    def __init__(self) -> None:
        self.clock = SteppedClock()
        self.game = Game(clocks=ClockRules(start_s=START_S), clock=self.clock)
        self.desk = PressDesk(self.game, monotonic_s=self.clock.monotonic_s)
        self.game.subscribe(self.desk.follow)
        self.order(PressClock())

    def order(self, command: object, age_s: float = 0.0) -> None:
        one = ordered(command, "page", self.game.snapshot.seen)
        self.game.submit(Order(one.id, one.actor, one.seen, command, age_s)).result()

    @property
    def left_s(self) -> list[float]:
        """Of each player when the turn began that runs."""
        clocks = self.game.snapshot.clocks
        assert clocks is not None
        return [left_ms / 1000 for left_ms in clocks.left_ms]


def test_a_late_press_costs_the_time_until_it_was_made() -> None:
    table = Table()
    table.clock.step(20)
    assert table.desk.pressed(press(Button.PASS, age_s=8.0))
    assert table.left_s[0] == START_S - 12
    assert [entry.at.second for entry in table.game.memory.entries][-2:] == [12, 12]
    table.clock.step(5)  # and the other player had thirteen seconds by then
    table.desk.pressed(press(Button.PASS, 2))
    assert table.left_s[1] == START_S - 13


def test_that_the_log_was_told_the_time_meanwhile_takes_nothing() -> None:
    table = Table()
    for _ in range(3):
        table.clock.step(10)
        table.order(KeepTime())
    assert table.game.memory.entries[-1].body["left_ms"] == [570_000, 600_000]
    table.clock.step(1)
    table.desk.pressed(press(Button.PASS, age_s=7.5))
    assert table.left_s[0] == START_S - 23.5


def test_nothing_counts_as_made_before_what_was_done_last() -> None:
    table = Table()
    table.clock.step(10)
    table.order(PressClock())  # paused at ten seconds
    table.clock.step(10)
    table.order(PressClock())  # goes on at twenty
    table.clock.step(2)
    table.desk.pressed(press(Button.PASS, age_s=9.0))
    assert table.left_s[0] == START_S - 10


def test_what_a_page_shows_meanwhile_is_not_done() -> None:
    table = Table()
    table.clock.step(10)
    table.desk.say(table.game.snapshot.message, "short")
    table.desk.pressed(press(Button.PASS, age_s=4.0))
    assert table.left_s[0] == START_S - 6


def test_two_presses_of_a_long_stall_count_in_their_order() -> None:
    table = Table()
    table.clock.step(30)
    assert table.desk.pressed(press(Button.PASS, 1, age_s=9.0))
    assert table.desk.pressed(press(Button.PASS, 2, age_s=4.0))
    assert table.left_s == [START_S - 21, START_S - 5]
