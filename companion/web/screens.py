"""States made once for all screens that show them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from companion.session.snapshot import Snapshot
from companion.text.languages import Language
from companion.web.port import Playing
from companion.web.state import state_json

KEPT = 64


class Screens:
    """Remembers the last states, so that many viewers cost little. Thread-safe."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int, bool, str], dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def state(
        self, snapshot: Snapshot, playing: Playing, *, host: bool, speaks: Language
    ) -> dict[str, Any]:
        """Return what `state_json` gives, with the clocks as they are now."""
        key = (playing.number, snapshot.version, host, speaks.code)
        with self._lock:
            made = self._kept.get(key)
            if made is None:
                made = self._kept[key] = state_json(snapshot, playing, host=host, speaks=speaks)
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return {**made, "clock": playing.timer.face() if playing.timer else None}
