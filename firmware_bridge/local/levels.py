"""Contacts that bounce in, presses out: by level, as the firmware of the box does. Pure."""

from __future__ import annotations

from firmware_bridge.spec import load_spec

STEADY_MS = load_spec().constant("debounce_ms")

MOST_MS = 2.0
"""What one look at a contact counts for at most, however long ago the last one was."""


class Contact:
    """One contact. Short bounces either way only move its level a little.

    It counts as held down until it was seen open, so that a button that is down at the start is
    no press.
    """

    def __init__(self) -> None:
        self._level_ms = float(STEADY_MS)
        self._is_down = True

    def look(self, closed: bool, passed_ms: float) -> bool:
        """Take how it is after so many milliseconds; True if that makes it a press."""
        step_ms = min(passed_ms, MOST_MS)
        level_ms = self._level_ms + (step_ms if closed else -step_ms)
        # Looks that are a millisecond apart add up to whole ones, whatever fractions are lost.
        self._level_ms = round(min(max(level_ms, 0.0), float(STEADY_MS)), 3)
        if self._level_ms == 0:
            self._is_down = False
        elif self._level_ms == STEADY_MS and not self._is_down:
            self._is_down = True
            return True
        return False
