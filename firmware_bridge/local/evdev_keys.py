"""Keys and gamepads through Linux's input devices; needs the package `evdev`."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from firmware_bridge.faults import explain
from firmware_bridge.local.keys import DEFAULT_KEYS, KeyMap
from firmware_bridge.messages import Button
from firmware_bridge.ports import BridgeError


def listen(
    device: str,
    press: Callable[[Button], None],
    *,
    keys: KeyMap = DEFAULT_KEYS,
    evdev: Any = None,
) -> None:
    """Read a device until it goes, and press the buttons that its keys mean.

    The device is taken for this program alone, so that no key types into another one.

    Args:
        device: Such as `/dev/input/by-id/usb-Buzz-event-kbd`.
        press: Called for every press.
        keys: Which key is which button.
        evdev: The package; None imports it.

    Raises:
        BridgeError: The package or the device is not there, or another program has it.
    """
    evdev = evdev or package("evdev", "keys and gamepads")
    try:
        source = evdev.InputDevice(device)
        source.grab()
        for event in source.read_loop():
            if event.type != evdev.ecodes.EV_KEY:
                continue
            names = evdev.ecodes.bytype[evdev.ecodes.EV_KEY].get(event.code, ())
            for name in (names,) if isinstance(names, str) else names:
                button = keys.meaning(name, event.value)
                if button is not None:
                    press(button)
                    break
    except OSError as error:
        raise explain(error, device) from error


def package(name: str, what_for: str) -> Any:
    """Import an optional package.

    Raises:
        BridgeError: It is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise BridgeError(f"For {what_for} the package {name} is needed: {error}.") from error
