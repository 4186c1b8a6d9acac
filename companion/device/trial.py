"""The box tried out before a game: its presses are shown and count nowhere."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from companion.device.faces import plain
from firmware_bridge import Button, Clocks, Lights, Link, Press, Scores, Text
from firmware_bridge.messages import NO_CLOCK_S, NOBODY
from firmware_bridge.status import BUTTON_NAMES

QUIET_S = 15.0
"""When nobody has asked for so long, the port is let go of."""


class Trial:
    """Talks with a box while somebody looks at how it stands."""

    def __init__(
        self,
        port: str,
        *,
        adapters: bool = False,
        quiet_s: float = QUIET_S,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare; asking for the health begins.

        Args:
            port: Path or URL of the box; empty to look for it.
            adapters: Look behind general USB adapters too.
            quiet_s: It ends by itself after so long without being asked.
            monotonic_s: The clock.
        """
        self._port, self._adapters = port, adapters
        self._quiet_s, self._now_s = quiet_s, monotonic_s
        self._lock = threading.Lock()
        self._link: Link | None = None
        self._timer: threading.Timer | None = None
        self._last: tuple[Press, float] | None = None

    def health(self) -> list[dict[str, Any]]:
        """Return how it stands with the box and what was pressed last, as JSON values."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            if self._link is None:
                self._link = self._begun()
            self._timer = threading.Timer(self._quiet_s, self.stop)
            self._timer.daemon = True
            self._timer.start()
            told = self._link.health()
        return [{"kind": "box", **told, "last_press": self._last_json()}]

    def stop(self) -> None:
        """Let go of the box."""
        with self._lock:
            link, self._link = self._link, None
            if self._timer is not None:
                self._timer.cancel()
            if link is not None:
                link.stop()

    def _begun(self) -> Link:
        link = Link(self._port, on_press=self._pressed, adapters=self._adapters)
        link.show(Scores(0, NOBODY, 0, 0, 0, 0))
        link.show(Clocks(0, NOBODY, *[NO_CLOCK_S] * 4))
        link.show(Lights(0, on=0, blink=0x3F))  # all that there are
        link.show(Text(0, "?"))
        return link.start()

    def _pressed(self, press: Press) -> bool:
        """Show on the box too which button it was; it need not come again."""
        link, self._last = self._link, (press, self._now_s() - press.age_s)
        if link is not None:
            link.show(Text(0, plain(str(BUTTON_NAMES[press.button]))))
            own = 1 << press.button if press.button <= Button.PLAYER_4 else 0
            link.show(Lights(0, on=own, blink=0x3F & ~own))
        return True

    def _last_json(self) -> dict[str, Any] | None:
        if self._last is None:
            return None
        press, at_s = self._last
        return {
            "button": press.button.name.lower(),
            "came": "tried",
            "ago_s": round(self._now_s() - at_s, 1),
        }
