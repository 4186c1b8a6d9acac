"""Buttons on the computer itself, as a second way in: keys, gamepads, pins of a Raspberry Pi.

They end in the same `Press` as those of a box, so the game does not know the difference.
"""

from __future__ import annotations

from firmware_bridge.local.keys import DEFAULT_KEYS, KeyMap
from firmware_bridge.local.presses import LocalPresses

__all__ = ["DEFAULT_KEYS", "KeyMap", "LocalPresses"]
