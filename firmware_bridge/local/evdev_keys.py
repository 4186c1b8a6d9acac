"""Keys and gamepads through Linux's input devices; needs the package `evdev`."""

from __future__ import annotations

import importlib
import select
import struct
import time
from collections.abc import Callable
from typing import Any

from firmware_bridge.local.faults import explain_input, package
from firmware_bridge.local.keys import DEFAULT_KEYS, KeyMap
from firmware_bridge.local.presses import PressButton
from firmware_bridge.messages import Button
from firmware_bridge.ports import input_path

POLL_S = 0.2

_EVIOCSCLOCKID = 0x400445A0


def evdev_package() -> Any:
    """Return the package.

    Raises:
        PackageMissing: It is not installed.
    """
    return package("evdev", "keys and gamepads", "keys")


def listen(
    device: str,
    press: PressButton,
    *,
    keys: KeyMap = DEFAULT_KEYS,
    evdev: Any = None,
    ready: Callable[[], None] = lambda: None,
    is_stopping: Callable[[], bool] = lambda: False,
    heard: Callable[[str, int], None] | None = None,
    monotonic_s: Callable[[], float] = time.monotonic,
) -> None:
    """Read a device until it goes, and press the buttons that its keys mean.

    The device is taken for this program alone, so that no key types into another one.

    Args:
        device: Such as `/dev/input/by-id/usb-Buzz-event-kbd`, or `bt:` and an address.
        press: Called for every press, with how long ago it was.
        keys: Which key is which button.
        evdev: The package; None imports it.
        ready: Called once, when the device has been taken.
        is_stopping: Asked a few times a second; True ends the reading.
        heard: Called with the name and the value of every key, for who only wants to see them;
            then the device is left to the other programs too.
        monotonic_s: The clock that the kernel stamps events by.

    Raises:
        BridgeError: The package or the device is not there, or another program has it.
    """
    evdev = evdev or evdev_package()
    source = None
    try:
        source = evdev.InputDevice(input_path(device))
        if heard is None:
            source.grab()
        is_stamped = _stamp(source.fd)
        ready()
        while not is_stopping():
            if select.select([source.fd], [], [], POLL_S)[0]:
                for event in source.read():
                    if event.type != evdev.ecodes.EV_KEY:
                        continue
                    names = _names(event, evdev.ecodes)
                    if heard is not None:
                        heard(names[0] if names else f"key {event.code}", event.value)
                    elif (button := _meaning(names, event.value, keys)) is not None:
                        ago_s = monotonic_s() - event.timestamp() if is_stamped else 0.0
                        press(button, max(0.0, ago_s))
    except OSError as error:
        raise explain_input(error, device) from error
    finally:
        if source is not None:
            source.close()


def _stamp(fd: int) -> bool:
    """Have events stamped by the clock that only grows, so that their age can be told."""
    try:
        importlib.import_module("fcntl").ioctl(
            fd, _EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC)
        )
    except OSError:
        return False
    return True


def _names(event: Any, codes: Any) -> tuple[str, ...]:
    names = codes.bytype[codes.EV_KEY].get(event.code, ())
    return (names,) if isinstance(names, str) else tuple(names)


def _meaning(names: tuple[str, ...], value: int, keys: KeyMap) -> Button | None:
    """Return the button that a key of these names means, if any."""
    meanings = (keys.meaning(name, value) for name in names)
    return next((button for button in meanings if button is not None), None)
