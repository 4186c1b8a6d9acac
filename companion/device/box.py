"""The box at the table: joins a link to a game.

Presses arrive in the link's thread; what they ask for goes to the game's single writer, and a
press is acknowledged only when its command has been committed or refused.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from companion.device.announcer import Announcer
from companion.device.desk import Game, PressDesk
from companion.device.faces import clocks_of, lights_of, scores_of, text_of
from companion.device.meaning import Judge
from companion.errors import told
from firmware_bridge import (
    Clocks,
    Lights,
    Link,
    LinkStatus,
    Phase,
    Press,
    PressKey,
    Scores,
    Text,
)

NOTICE_MS = 4000


class ButtonBox:
    """One box, one game."""

    def __init__(
        self,
        port: str,
        game: Game,
        *,
        judge: Judge | None = None,
        known: Iterable[PressKey] = (),
        adapters: bool = False,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare; `start` begins.

        Args:
            port: Path or URL of the box, such as `virtual://?seed=3`; empty to look for it.
            game: The single writer.
            judge: Looks words up for challenges.
            known: Presses in the game's log (`known_presses`).
            adapters: Look behind general USB adapters too.
            monotonic_s: The clock; the one that the game's clocks count by.
        """
        self._game = game
        self._now_s = monotonic_s
        self._lock = threading.Lock()
        self._desk = PressDesk(
            game,
            judge=judge,
            notify=self._notify,
            backlog=lambda: max(0, self.link.status.queued - 1),
            monotonic_s=monotonic_s,
        )
        self._notice = ""
        self._notice_until_ms = 0
        self._told: dict[type, Any] = {}
        self._news = Announcer(game)
        self.link = Link(
            port,
            on_press=self.pressed,
            on_status=self._status_changed,
            on_turn=self.refresh,
            known=known,
            adapters=adapters,
            monotonic_s=monotonic_s,
        )

    def start(self) -> ButtonBox:
        """Begin to look for the box."""
        self._end_subscription = self._game.subscribe(self._desk.follow)
        self.link.start()
        return self

    def stop(self) -> None:
        """Let go of the box."""
        self._end_subscription()
        self.link.stop()

    def __enter__(self) -> ButtonBox:
        return self.start()

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def pressed(self, press: Press) -> bool:
        """Do what a press asks for; True when it need not come again."""
        return self._desk.pressed(press)

    def health(self) -> dict[str, Any]:
        """Return how it stands with the box, as JSON values for a screen."""
        return {
            "kind": "box",
            **self.link.health(),
            "sentence": told(self.link.status.told),
            "last_press": self._desk.last_json(),
        }

    def _notify(self, short: str) -> None:
        with self._lock:
            self._notice = short
            self._notice_until_ms = self._now_ms() + NOTICE_MS

    def refresh(self) -> None:
        """Bring lights and displays up to date; sends only what has changed."""
        snapshot, now_ms = self._game.snapshot, self._now_ms()
        clock = snapshot.clocks
        with self._lock:
            notice = self._notice if now_ms < self._notice_until_ms else ""
        if not notice and clock is not None and clock.paused:
            notice = "Paused"
        wanted: tuple[Lights | Scores | Clocks | Text, ...] = (
            lights_of(snapshot),
            scores_of(snapshot),
            clocks_of(clock, now_ms),
            text_of(snapshot, notice, has_clock=clock is not None),
        )
        for state in wanted:
            if self._told.get(type(state)) != state:
                self._told[type(state)] = state
                self.link.show(state)

    def _status_changed(self, status: LinkStatus) -> None:
        if status.phase is not Phase.STOPPED:
            ready = status.phase is Phase.READY
            self._news.tell(told(status.told), ready=ready, trouble=status.trouble)

    def _now_ms(self) -> int:
        return int(self._now_s() * 1000)
