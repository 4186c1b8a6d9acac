"""How long a message was on its way beyond what others were, told by the sender's clock. Pure.

A driver, a bridge or a program that stood still may hold messages back for seconds, and then
the age they tell is too small. The clocks of boards are wrong by half a percent at worst, so
only the last seconds are compared.
"""

from __future__ import annotations

WINDOW_MS = 3000
SLACK_MS = 50
"""What less than this it is late is the reading in portions, or the clock of the board."""

GAP_MS = 20_000
"""After so long without a message nothing can be said: the clock that is told goes round."""

_WRAP = 0x10000


class Transit:
    """Compares when messages were sent, modulo 65,536 ms, with when they came."""

    def __init__(self) -> None:
        self._older = self._newer = 0
        self._since_ms = 0
        self._last_ms = -GAP_MS - 1

    def late_ms(self, sent_ms: int, now_ms: int) -> int:
        """Take a message and return by how much it came later than the quickest of late."""
        offset = (now_ms - sent_ms) % _WRAP
        if now_ms - self._last_ms > GAP_MS:
            self._older = self._newer = offset
            self._since_ms = now_ms
        elif now_ms - self._since_ms > WINDOW_MS:
            # What was before a silence is kept: it is what tells how long that was.
            self._older, self._newer, self._since_ms = self._newer, offset, now_ms
        elif _beyond(offset, self._newer) < 0:
            self._newer = offset
        self._last_ms = now_ms
        late_ms = max(_beyond(offset, self._newer), _beyond(offset, self._older))
        return late_ms if late_ms >= SLACK_MS else 0


def _beyond(offset: int, least: int) -> int:
    """Return by how much an offset is larger than another, half a turn either way."""
    return (offset - least + _WRAP // 2) % _WRAP - _WRAP // 2
