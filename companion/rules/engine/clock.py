"""A chess clock for word games: time for each player, and what going over it costs.

Pure: commands and the time in, the next state out. The time is a whole number of milliseconds
on any clock that only grows. A clock that is stepped back, as when the computer slept, takes
nothing from anybody.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.errors import ConfigError, RuleViolation
from companion.text import said


@dataclass(frozen=True, slots=True)
class ClockRules:
    """How much time there is and what more of it costs.

    Attributes:
        start_s: Seconds for each player.
        penalty_points: Points for every period over time that has begun.
        period_s: Length of such a period.
        lost_after_s: So long over time the game is lost, 0 for sudden death; None for never.
        bonus_s: Seconds given back for each turn (Fischer).
        delay_s: Seconds at the beginning of each turn in which the clock does not run.
        whole: Only periods that are full cost points, not those that have begun.
    """

    start_s: int = 25 * 60
    penalty_points: int = 10
    period_s: int = 60
    lost_after_s: int | None = None
    bonus_s: int = 0
    delay_s: int = 0
    whole: bool = False

    def __post_init__(self) -> None:
        lasts = (self.start_s > 0, self.period_s > 0)
        counts = (self.penalty_points, self.bonus_s, self.delay_s, self.lost_after_s or 0)
        if not all(lasts) or min(counts) < 0:
            raise ConfigError(
                said("A clock cannot have these times: {times}.", times=str(self))
            )


TABLE = MappingProxyType(
    {
        "naspa": ClockRules(lost_after_s=10 * 60),
        "wespa": ClockRules(),
        "german": ClockRules(lost_after_s=5 * 60),
        "family": ClockRules(penalty_points=0),
        "full-minutes": ClockRules(whole=True),
        "sudden": ClockRules(penalty_points=0, lost_after_s=0),
    }
)
"""Usual rules by name; the time itself is agreed at the table. Source: needs 4, "Overtime".
The cap of the WESPA rules is not verified, so there is none."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clocks of a game at one moment.

    Attributes:
        rules: What was agreed.
        left_ms: Of each player when `running` started; below 0 over time.
        running: Seat whose clock runs, None before the start and after the end.
        since_ms: When it started to run.
        paused: All clocks stand still until somebody resumes.
        spent_ms: What the turn of `running` had taken when it started to run, delay and all.
    """

    rules: ClockRules
    left_ms: tuple[int, ...]
    running: int | None = None
    since_ms: int = 0
    paused: bool = False
    spent_ms: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """Let the clock of a seat run and stop the others; the turn that was running is over.

    `turned` says that a turn was taken, which earns the seconds for it; one taken back earns
    none.
    """

    seat: int
    turned: bool = True


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop all clocks: the game is over."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Let all clocks stand still."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on where it was paused."""


@dataclass(frozen=True, slots=True)
class Give:
    """Give a player seconds, or take some."""

    seat: int
    seconds: int


ClockCommand = Run | Stop | Pause | Resume | Give


def start(rules: ClockRules, players: int) -> ClockState:
    """Return full clocks, none of them running."""
    return ClockState(rules, (rules.start_s * 1000,) * players)


def handle(state: ClockState, command: ClockCommand, now_ms: int) -> ClockState:
    """Return the clocks after a command.

    Raises:
        RuleViolation: There is no such player, or nothing to pause or resume.
    """
    at = settled(state, now_ms)
    match command:
        case Run(seat=seat, turned=turned):
            _check(state, seat)
            left = at.left_ms
            if state.running is not None and turned:
                left = _with(left, state.running, state.rules.bonus_s * 1000)
            goes_on = seat == state.running and not turned
            spent_ms = at.spent_ms if goes_on else 0
            return replace(at, left_ms=left, running=seat, spent_ms=spent_ms)
        case Stop():
            return replace(at, running=None, paused=False, spent_ms=0)
        case Pause():
            if state.running is None or state.paused:
                raise RuleViolation(said("No clock runs that could be paused."))
            return replace(at, paused=True)
        case Resume():
            if not state.paused:
                raise RuleViolation(said("The clocks are not paused."))
            return replace(at, paused=False)
        case Give(seat=seat, seconds=seconds):
            _check(state, seat)
            return replace(at, left_ms=_with(at.left_ms, seat, seconds * 1000))


def settled(state: ClockState, now_ms: int) -> ClockState:
    """Return the same clocks with the time until now taken off."""
    if state.running is None or state.paused:
        return replace(state, since_ms=now_ms)
    spent_ms = state.spent_ms + max(0, now_ms - state.since_ms)
    delay_ms = state.rules.delay_s * 1000
    runs_ms = max(0, spent_ms - delay_ms) - max(0, state.spent_ms - delay_ms)
    left_ms = _with(state.left_ms, state.running, -runs_ms)
    return replace(state, left_ms=left_ms, since_ms=now_ms, spent_ms=spent_ms)


def left_s(state: ClockState, now_ms: int) -> tuple[int, ...]:
    """Return the seconds shown: 0 only when the time is up, below 0 as soon as it is over."""
    return tuple(
        -(-left_ms // 1000) if left_ms >= 0 else left_ms // 1000
        for left_ms in settled(state, now_ms).left_ms
    )


def penalties(state: ClockState, now_ms: int) -> tuple[int, ...]:
    """Return the points that each player loses for the time over, as positive numbers."""
    rules = state.rules
    over_ms = [max(0, -left_ms) for left_ms in settled(state, now_ms).left_ms]
    period_ms = rules.period_s * 1000
    begun_ms = 0 if rules.whole else period_ms - 1
    return tuple((over + begun_ms) // period_ms * rules.penalty_points for over in over_ms)


def out_of_time(state: ClockState, now_ms: int) -> tuple[int, ...]:
    """Return the seats that have lost the game by their clock."""
    limit = state.rules.lost_after_s
    if limit is None:
        return ()
    left = settled(state, now_ms).left_ms
    return tuple(seat for seat, left_ms in enumerate(left) if left_ms <= -limit * 1000)


def _check(state: ClockState, seat: int) -> None:
    if not 0 <= seat < len(state.left_ms):
        raise RuleViolation(said("There is no player {seat} on the clock.", seat=seat + 1))


def _with(left_ms: tuple[int, ...], seat: int | None, more_ms: int) -> tuple[int, ...]:
    return tuple(left + more_ms * (i == seat) for i, left in enumerate(left_ms))
