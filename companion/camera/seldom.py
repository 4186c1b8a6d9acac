"""Keeps a log readable that might be written to thirty times a second."""

from __future__ import annotations

import time
from collections.abc import Callable

SELDOM_S = 60.0


class Seldom:
    """Says whether a line may be written: the same one once a minute.

    Args:
        now_s: Monotonic seconds.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._said_s: dict[str, float] = {}

    def __call__(self, line: str) -> bool:
        """Tell whether a line may be written now; it counts as written then."""
        now_s = self._now_s()
        self._said_s = {k: s for k, s in self._said_s.items() if now_s - s < SELDOM_S}
        if line in self._said_s:
            return False
        self._said_s[line] = now_s
        return True
