"""Keys, gamepads and pins at the table: a second way in beside the box, or without one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any

from companion.device.announcer import Announcer
from companion.device.desk import Game, PressDesk
from companion.device.faces import lights_of
from companion.device.meaning import Judge
from companion.errors import told
from companion.session.snapshot import Snapshot
from firmware_bridge import PressKey
from firmware_bridge.local import (
    DEFAULT_KEYS,
    GPIO,
    ButtonSource,
    KeyMap,
    LocalPresses,
    SourceStatus,
)

Opener = Callable[..., ButtonSource]


class TableButtons:
    """One source of presses, one game."""

    def __init__(
        self,
        name: str,
        game: Game,
        *,
        number: int = 1,
        judge: Judge | None = None,
        known: Iterable[PressKey] = (),
        keys: KeyMap = DEFAULT_KEYS,
        monotonic_s: Callable[[], float] = time.monotonic,
        opener: Opener = ButtonSource,
    ) -> None:
        """Prepare; entering the block begins.

        Args:
            name: `gpio`, or the path of an input device.
            game: The single writer.
            number: Of this source among those of its kind; names its presses in the log.
            judge: Looks words up for challenges.
            known: Presses in the game's log (`known_presses`).
            keys: Which key is which button.
            monotonic_s: The clock.
            opener: Makes the source.
        """
        self._game = game
        self._news = Announcer(game)
        self._desk = PressDesk(
            game,
            judge=judge,
            backlog=lambda: max(0, self.presses.queued - 1),
            monotonic_s=monotonic_s,
        )
        uid = f"pins-{number}" if name == GPIO else f"keys-{number}"
        # Nothing remembers how often this program was started but the log itself.
        boot = 1 + max((key.boot for key in known if key.uid == uid), default=0)
        self.presses = LocalPresses(uid, boot, self._desk.pressed, monotonic_s=monotonic_s)
        self.source = opener(
            name, self.presses.press, on_status=self._status_changed, keys=keys
        )

    def __enter__(self) -> TableButtons:
        self._end_subscription = self._game.subscribe(self._show)
        self._show(self._game.snapshot)
        self.presses.start()
        self.source.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end_subscription()
        self.source.stop()
        self.presses.stop()

    def health(self) -> dict[str, Any]:
        """Return how it stands with the buttons, as JSON values for a screen."""
        status = self.source.status
        return {
            "kind": "pins" if status.name == GPIO else "keys",
            "phase": "ready" if status.is_ready else "searching",
            "sentence": told(status.told),
            "trouble": type(status.trouble).__name__ if status.trouble else None,
            "port": status.name,
            "presses": status.presses,
            "queued": self.presses.queued,
            "last_press": self._desk.last_json(),
        }

    def _show(self, snapshot: Snapshot) -> None:
        self._desk.follow(snapshot)
        self.source.show(lights_of(snapshot))

    def _status_changed(self, status: SourceStatus) -> None:
        self._news.tell(told(status.told), ready=status.is_ready, trouble=status.trouble)
