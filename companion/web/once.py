"""Does what has a name once, however often it is asked; for what is no order of a game."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

LATELY = 100
"""Names that are remembered."""

WAIT_S = 60.0
"""How long one that asks again waits for the first; a camera may be slow to open."""


class Once:
    """Remembers what was done lately, and what came of it. Thread-safe."""

    def __init__(self) -> None:
        self._done: dict[str, Future[Any]] = {}
        self._lock = threading.Lock()

    def do(self, name: str, work: Callable[[], T]) -> T:
        """Do the work, or return what came of it when it was asked for first.

        What failed is forgotten, so that it can be tried again.
        """
        with self._lock:
            first = self._done.get(name)
            mine: Future[T] = Future()
            if first is None:
                self._done[name] = mine
                for old in list(self._done)[:-LATELY]:
                    del self._done[old]
        if first is not None:
            answer: T = first.result(WAIT_S)
            return answer
        try:
            answer = work()
        except BaseException as fault:
            with self._lock:
                self._done.pop(name, None)
            mine.set_exception(fault)
            raise
        mine.set_result(answer)
        return answer
