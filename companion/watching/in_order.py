"""A lock that is had in the order in which it was asked for."""

from __future__ import annotations

import threading
from collections import deque


class InOrder:
    """Lets one in at a time, whoever has waited longest.

    An ordinary lock goes to whoever comes by: a table whose camera is quick would take it again
    and again, and another one would see nothing for long.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._taken = False

    def __enter__(self) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            gate = threading.Lock()
            gate.acquire()
            self._waiting.append(gate)
        gate.acquire()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()  # handed over: nobody comes between
            else:
                self._taken = False
