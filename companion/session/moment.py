"""When that was asked for which is done now. Pure: the time comes in."""

from __future__ import annotations

from collections.abc import Callable

NowMs = Callable[[], int]
"""Tells milliseconds since some moment, which only grow."""


class Moment:
    """Lies between what was done last and now, on a clock that only grows.

    Args:
        now_ms: The clock.
    """

    def __init__(self, now_ms: NowMs) -> None:
        self.now_ms = now_ms
        self._last_ms = self._kept_ms = self.ms = now_ms()

    def take(self, age_s: float) -> None:
        """Take up what was asked for so many seconds ago."""
        now_ms = self.now_ms()
        self.ms = min(now_ms, max(self._last_ms, now_ms - round(age_s * 1000)))

    def done(self) -> None:
        """It moved the game or its clocks: nothing counts as asked for before it."""
        self._last_ms = self.ms

    @property
    def ago_s(self) -> float:
        """Seconds since then."""
        return (self.now_ms() - self.ms) / 1000

    def kept(self) -> tuple[int, int]:
        """Note that the log is told the time; return when it last was, and now."""
        before_ms, self._kept_ms = max(self._kept_ms, self._last_ms), self.now_ms()
        return before_ms, self._kept_ms
