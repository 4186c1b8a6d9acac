"""The clocks of the game on the table: for screens, and in the log while one runs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol

from companion.household.clock import Clock
from companion.rules.engine import clock as chess
from companion.rules.engine.clock import ClockState
from companion.session.messages import KeepTime
from companion.session.order import Order, ordered
from companion.session.snapshot import Snapshot

ACTOR = "clock"

KEEP_S = 10.0
"""How often the log is told the time while a clock runs. A crash costs a player no more."""


class Game(Protocol):
    """The single writer, as the clocks see it."""

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""

    def submit(self, order: Order) -> object:
        """Queue an order."""


def face_of(state: ClockState, now_ms: int) -> dict[str, Any]:
    """Return what screens show of clocks: seconds left, whose runs, whether all stand."""
    return {
        "left_s": list(chess.left_s(state, now_ms)),
        "running": state.running,
        "paused": state.paused,
    }


class TableClock:
    """Reads the clocks of a game, and has them kept while the block lasts. Thread-safe."""

    def __init__(
        self,
        game: Game,
        clock: Clock,
        *,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        """Prepare.

        Args:
            game: The single writer of a game with clocks.
            clock: The time that the game's clocks count by.
            wait: Waits so many seconds; True ends it all.
        """
        self._game = game
        self._clock = clock
        self._stopping = threading.Event()
        self._wait = wait or self._stopping.wait
        self._thread = threading.Thread(target=self._run, name="table-clock", daemon=True)

    def face(self) -> dict[str, Any]:
        """Return what screens show: seconds left of each player, whose clock runs, paused."""
        state = self._game.snapshot.clocks
        if state is None:
            return {"left_s": [], "running": None, "paused": False}
        return face_of(state, int(self._clock.monotonic_s() * 1000))

    def keep(self) -> None:
        """Have the log told the time, if a clock runs."""
        state = self._game.snapshot.clocks
        if state is not None and state.running is not None and not state.paused:
            self._game.submit(ordered(KeepTime(), ACTOR))

    def __enter__(self) -> TableClock:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopping.set()
        self._thread.join()
        self.keep()

    def _run(self) -> None:
        while not self._wait(KEEP_S):
            self.keep()
