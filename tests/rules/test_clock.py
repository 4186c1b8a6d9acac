"""The chess clock and what going over the time costs (needs 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ConfigError, RuleViolation
from companion.rules.engine import clock
from companion.rules.engine.clock import (
    TABLE,
    ClockCommand,
    ClockRules,
    ClockState,
    Give,
    Pause,
    Resume,
    Run,
    Stop,
)


def over(seconds: float, rules: ClockRules) -> ClockState:
    state = clock.start(rules, 2)
    return replace(state, left_ms=(-int(seconds * 1000), 1))


def test_only_the_clock_of_the_player_on_turn_runs() -> None:
    state = clock.start(ClockRules(start_s=60), 3)
    state = clock.handle(state, Run(0), 1_000)
    state = clock.handle(state, Run(2), 11_000)
    assert clock.left_s(state, 31_000) == (50, 60, 40)
    state = clock.handle(state, Stop(), 31_000)
    assert clock.left_s(state, 99_000) == (50, 60, 40)


def test_nothing_runs_before_the_start() -> None:
    assert clock.left_s(clock.start(TABLE["naspa"], 2), 10**9) == (1500, 1500)


def test_a_pause_costs_nobody_anything() -> None:
    state = clock.handle(clock.start(ClockRules(start_s=60), 2), Run(1), 0)
    state = clock.handle(state, Pause(), 5_000)
    assert clock.left_s(state, 500_000) == (60, 55)
    state = clock.handle(state, Resume(), 600_000)
    assert clock.left_s(state, 601_000) == (60, 54)


def test_the_turn_may_pass_in_a_pause() -> None:
    state = clock.handle(clock.start(ClockRules(start_s=60), 2), Run(1), 0)
    state = clock.handle(clock.handle(state, Pause(), 5_000), Run(0), 9_000)
    state = clock.handle(state, Resume(), 20_000)
    assert clock.left_s(state, 21_000) == (59, 55)


@pytest.mark.parametrize(
    ("left_ms", "shown"), [(60_000, 60), (59_999, 60), (1, 1), (0, 0), (-1, -1), (-1_001, -2)]
)
def test_nought_is_shown_only_when_the_time_is_up(left_ms: int, shown: int) -> None:
    state = replace(clock.start(ClockRules(), 1), left_ms=(left_ms,))
    assert clock.left_s(state, 0) == (shown,)


@pytest.mark.parametrize(
    ("rules", "seconds", "points", "lost"),
    [
        pytest.param("naspa", 0, 0, (), id="in time costs nothing"),
        pytest.param("naspa", 0.001, 10, (), id="a part of a minute is a minute"),
        pytest.param("naspa", 60, 10, (), id="one whole minute"),
        pytest.param("naspa", 60.5, 20, (), id="and a part of the next"),
        pytest.param("naspa", 599.9, 100, (), id="just short of ten minutes"),
        pytest.param("naspa", 600, 100, (0,), id="lost after ten minutes"),
        pytest.param("german", 299, 50, (), id="Germany: started minutes"),
        pytest.param("german", 300, 50, (0,), id="Germany: lost after five"),
        pytest.param("wespa", 3600, 600, (), id="no cap where none is verified"),
        pytest.param("family", 3600, 0, (), id="at home it costs nothing"),
    ],
)
def test_over_time(rules: str, seconds: float, points: int, lost: tuple[int, ...]) -> None:
    state = over(seconds, TABLE[rules])
    assert clock.penalties(state, 0) == (points, 0)
    assert clock.out_of_time(state, 0) == lost


def test_a_bonus_is_given_for_each_turn_that_ends() -> None:
    state = clock.handle(clock.start(ClockRules(start_s=60, bonus_s=3), 2), Run(0), 0)
    state = clock.handle(state, Run(0, turned=False), 1_000)  # still the same turn
    state = clock.handle(state, Run(1), 10_000)
    assert clock.left_s(state, 10_000) == (53, 60)


def test_seconds_are_given_and_taken() -> None:
    state = clock.handle(clock.start(ClockRules(start_s=60), 2), Give(1, 30), 0)
    assert clock.left_s(clock.handle(state, Give(0, -15), 0), 0) == (45, 90)


@pytest.mark.parametrize("command", [Run(2), Run(-1), Give(5, 1), Pause(), Resume()])
def test_what_cannot_be_is_refused(command: ClockCommand) -> None:
    with pytest.raises(RuleViolation):
        clock.handle(clock.start(ClockRules(), 2), command, 0)


@pytest.mark.parametrize(
    "wrong", [{"start_s": 0}, {"period_s": 0}, {"lost_after_s": -1}, {"bonus_s": -1}]
)
def test_impossible_rules_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ConfigError):
        ClockRules(**wrong)


COMMANDS = st.one_of(
    st.builds(Run, st.integers(0, 2)), st.just(Pause()), st.just(Resume()), st.just(Stop())
)


@given(st.lists(st.tuples(COMMANDS, st.integers(-5_000, 100_000))))
def test_time_is_taken_from_one_player_at_a_time_and_never_given(
    steps: list[tuple[ClockCommand, int]],
) -> None:
    state, now_ms, passed_ms = clock.start(ClockRules(), 3), 0, 0
    for command, wait_ms in steps:
        now_ms += wait_ms
        passed_ms += max(0, wait_ms)
        before = state.left_ms
        try:
            state = clock.handle(state, command, now_ms)
        except RuleViolation:
            state = clock.settled(state, now_ms)
        fewer = [b - a for a, b in zip(state.left_ms, before, strict=True)]
        assert sum(f > 0 for f in fewer) <= 1
        assert min(fewer) >= 0
    assert sum(1500_000 - left for left in state.left_ms) <= passed_ms
