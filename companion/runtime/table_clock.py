"""The clocks of the game on the table: they follow whose turn it is, and book what is over.

They belong to the table and are not part of the game's log; only penalties are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol

from companion.errors import RuleViolation
from companion.rules import clock as chess
from companion.rules.clock import (
    ClockCommand,
    ClockRules,
    ClockState,
    Pause,
    Resume,
    Run,
    Stop,
)
from companion.rules.messages import AdjustScore
from companion.runtime.clock import Clock
from companion.session.snapshot import Snapshot

ACTOR = "clock"


class Game(Protocol):
    """The single writer, as the clocks see it."""

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""

    def submit(self, command: object, actor: str) -> object:
        """Queue a command."""


class BoxClock:
    """The clocks of the button box, as the screens see them.

    Args:
        clocks: Gives their state, settled to now.
    """

    def __init__(self, clocks: Callable[[], ClockState | None]) -> None:
        self._clocks = clocks

    def face(self) -> dict[str, Any]:
        """Return what screens show."""
        state = self._clocks()
        if state is None:
            return {"left_s": [], "running": None, "paused": False}
        return face_of(state, state.since_ms)

    def press(self) -> None:
        """Refuse: who is at the table has the box before them.

        Raises:
            RuleViolation: Always.
        """
        raise RuleViolation("The clocks are started and paused at the button box.")


def face_of(state: ClockState, now_ms: int) -> dict[str, Any]:
    """Return what screens show of clocks: seconds left, whose runs, whether all stand."""
    return {
        "left_s": list(chess.left_s(state, now_ms)),
        "running": state.running,
        "paused": state.paused,
    }


class TableClock:
    """Chess clocks beside a game. Thread-safe."""

    def __init__(self, rules: ClockRules, game: Game, clock: Clock) -> None:
        self._game = game
        self._clock = clock
        self._lock = threading.Lock()
        self._state = chess.start(rules, len(game.snapshot.players))
        self._has_booked = False

    def face(self) -> dict[str, Any]:
        """Return what screens show: seconds left of each player, whose clock runs, paused."""
        now_ms = self._now_ms()
        with self._lock:
            state = self._state
        return face_of(state, now_ms)

    def press(self) -> None:
        """Start the clocks, pause them, or let them go on.

        Raises:
            RuleViolation: The game is over.
        """
        with self._lock:
            state = self._state
        on_turn = self._game.snapshot.scoreboard.on_turn
        if state.paused:
            self._turn(Resume())
        elif state.running is not None:
            self._turn(Pause())
        elif on_turn is not None:
            self._turn(Run(on_turn))
        else:
            raise RuleViolation("The game is over.")

    def changed(self, snapshot: Snapshot) -> None:
        """Follow the game: whose clock runs is whose turn it is, from the first turn on."""
        with self._lock:
            state = self._state
        on_turn = snapshot.scoreboard.on_turn
        if on_turn is None and state.running is not None:
            self._turn(Stop())
            self._book()
        elif on_turn is not None and snapshot.turns and on_turn != state.running:
            self._turn(Run(on_turn))

    def _book(self) -> None:
        """Hand in what the time over costs; once, though an end may be undone."""
        if self._has_booked:
            return
        self._has_booked = True
        with self._lock:
            state = self._state
        for seat, points in enumerate(chess.penalties(state, self._now_ms())):
            if points:
                self._game.submit(AdjustScore(seat, -points, "time"), ACTOR)

    def _turn(self, command: ClockCommand) -> None:
        with self._lock:
            self._state = chess.handle(self._state, command, self._now_ms())

    def _now_ms(self) -> int:
        return int(self._clock.monotonic_s() * 1000)
