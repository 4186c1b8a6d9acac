"""Numbers presses of buttons on this computer and hands them over until they are kept."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from firmware_bridge.host import STALE_MS
from firmware_bridge.messages import Button
from firmware_bridge.presses import Press, PressKey

log = logging.getLogger(__name__)

RETRY_S = 0.25

PressButton = Callable[[Button, float], None]
"""Presses a button so many seconds ago."""


class LocalPresses:
    """The queue that a box has in its memory, for buttons without a box."""

    def __init__(
        self,
        uid: str,
        boot: int,
        on_press: Callable[[Press], bool],
        *,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with an empty queue.

        Args:
            uid: What the buttons are called, such as `keys`.
            boot: A number that no earlier run of the program has used in this game.
            on_press: True says that the press is in the journal; else it comes again.
            monotonic_s: The clock.
        """
        self._uid = uid
        self._boot = boot
        self._on_press = on_press
        self._now_s = monotonic_s
        self._queue: deque[tuple[float, Press]] = deque()
        self._events = 0
        self._lock = threading.Lock()
        self._news = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None

    def press(self, button: Button, ago_s: float = 0.0) -> None:
        """Queue a press that was made so many seconds ago. Thread-safe."""
        with self._lock:
            self._events += 1
            key = PressKey(self._uid, self._boot, self._events)
            self._queue.append((self._now_s() - ago_s, Press(key, button)))
        self._news.set()

    def hand_over(self) -> bool:
        """Hand over what waits, oldest first; False if something still has to wait."""
        while self._queue:
            at_s, press = self._queue[0]
            age_s = self._now_s() - at_s
            aged = replace(press, age_s=age_s, stale=age_s * 1000 >= STALE_MS)
            try:
                is_safe = self._on_press(aged)
            except Exception:  # the buttons must outlive any bug behind the callback
                log.exception("a press could not be handed over: %s", press)
                is_safe = False
            if not is_safe:
                return False
            self._queue.popleft()
        return True

    @property
    def queued(self) -> int:
        """Presses that are not in the journal yet."""
        return len(self._queue)

    def start(self) -> LocalPresses:
        """Hand over in a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="local-buttons", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """End the thread."""
        self._stopping = True
        self._news.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        wait_s: float | None = None
        while not self._stopping:
            self._news.wait(wait_s)
            self._news.clear()
            wait_s = None if self.hand_over() else RETRY_S
