"""Keys and gamepads through Linux's input devices; needs the package `evdev`."""

from __future__ import annotations

import select
from collections.abc import Callable
from typing import Any

from firmware_bridge.local.faults import explain_input, package
from firmware_bridge.local.keys import DEFAULT_KEYS, KeyMap
from firmware_bridge.messages import Button

POLL_S = 0.2


def evdev_package() -> Any:
    """Return the package.

    Raises:
        PackageMissing: It is not installed.
    """
    return package("evdev", "keys and gamepads", "keys")


def listen(
    device: str,
    press: Callable[[Button], None],
    *,
    keys: KeyMap = DEFAULT_KEYS,
    evdev: Any = None,
    ready: Callable[[], None] = lambda: None,
    is_stopping: Callable[[], bool] = lambda: False,
) -> None:
    """Read a device until it goes, and press the buttons that its keys mean.

    The device is taken for this program alone, so that no key types into another one.

    Args:
        device: Such as `/dev/input/by-id/usb-Buzz-event-kbd`.
        press: Called for every press.
        keys: Which key is which button.
        evdev: The package; None imports it.
        ready: Called once, when the device has been taken.
        is_stopping: Asked a few times a second; True ends the reading.

    Raises:
        BridgeError: The package or the device is not there, or another program has it.
    """
    evdev = evdev or evdev_package()
    source = None
    try:
        source = evdev.InputDevice(device)
        source.grab()
        ready()
        while not is_stopping():
            if select.select([source.fd], [], [], POLL_S)[0]:
                for event in source.read():
                    _take(event, evdev.ecodes, keys, press)
    except OSError as error:
        raise explain_input(error, device) from error
    finally:
        if source is not None:
            source.close()


def _take(event: Any, codes: Any, keys: KeyMap, press: Callable[[Button], None]) -> None:
    """Press the button that an event of the device means, if any."""
    if event.type != codes.EV_KEY:
        return
    names = codes.bytype[codes.EV_KEY].get(event.code, ())
    for name in (names,) if isinstance(names, str) else names:
        button = keys.meaning(name, event.value)
        if button is not None:
            press(button)
            return
