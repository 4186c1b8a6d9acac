"""Buttons on the computer itself, as a second way in: keys, gamepads, pins of a Raspberry Pi.

They end in the same `Press` as those of a box, so the game does not know the difference.
"""

from __future__ import annotations

from firmware_bridge.local.evdev_keys import evdev_package
from firmware_bridge.local.gpio import gpiozero_package
from firmware_bridge.local.keys import DEFAULT_KEYS, KeyMap, parse_keys
from firmware_bridge.local.presses import LocalPresses
from firmware_bridge.local.source import GPIO, ButtonSource, SourceStatus

__all__ = [
    "DEFAULT_KEYS",
    "GPIO",
    "ButtonSource",
    "KeyMap",
    "LocalPresses",
    "SourceStatus",
    "check_packages",
    "parse_keys",
]


def check_packages(*names: str) -> None:
    """Make sure that what these sources need is installed.

    Raises:
        PackageMissing: It is not.
    """
    for name in names:
        gpiozero_package() if name == GPIO else evdev_package()
