"""Where the time comes from: the system, or a test that steps it."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time of day and seconds that only grow."""

    def now(self) -> datetime:
        """The time of day, UTC."""

    def monotonic_s(self) -> float:
        """Seconds since some moment; never goes back."""


class SystemClock:
    """The computer's own clocks."""

    def now(self) -> datetime:
        """The time of day, UTC."""
        return datetime.now(tz=UTC)  # noqa: TID251 - the one place that may ask

    def monotonic_s(self) -> float:
        """Seconds since some moment; never goes back."""
        return time.monotonic()


class SteppedClock:
    """A clock that stands still until it is stepped. For tests and rendered games."""

    def __init__(self, start: datetime = datetime(2030, 1, 1, tzinfo=UTC)) -> None:
        self._start = start
        self._passed_s = 0.0
        self._lock = threading.Lock()

    def now(self) -> datetime:
        """The time of day, UTC."""
        return self._start + timedelta(seconds=self.monotonic_s())

    def monotonic_s(self) -> float:
        """Seconds stepped so far."""
        with self._lock:
            return self._passed_s

    def step(self, seconds: float) -> None:
        """Let time pass. Raises ValueError for a step back."""
        if seconds < 0:
            raise ValueError("time does not go back")
        with self._lock:
            self._passed_s += seconds
