"""Buttons and lights on the pins of a Raspberry Pi; needs the package `gpiozero`."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from firmware_bridge.local.faults import explain_pins, package
from firmware_bridge.messages import Button, Light, Lights

QUIET_S = 0.02
BLINK_S = 0.25

BUTTON_PINS: Mapping[Button, int] = MappingProxyType(
    {
        Button.PLAYER_1: 5,
        Button.PLAYER_2: 6,
        Button.PLAYER_3: 13,
        Button.PLAYER_4: 19,
        Button.CHALLENGE: 16,
        Button.PASS: 20,
        Button.UNDO: 21,
        Button.PAUSE: 26,
    }
)
"""BCM numbers; each button closes to ground."""

LIGHT_PINS: Mapping[Light, int] = MappingProxyType(
    {
        Light.TURN_1: 17,
        Light.TURN_2: 27,
        Light.TURN_3: 22,
        Light.TURN_4: 23,
        Light.DOUBT: 24,
        Light.CHALLENGE: 25,
    }
)
"""BCM numbers; each light to ground by a resistor."""


def gpiozero_package() -> Any:
    """Return the package.

    Raises:
        PackageMissing: It is not installed.
    """
    return package("gpiozero", "buttons on the pins of a Raspberry Pi", "gpio")


class EdgeFilter:
    """Tells presses from bounces by edges alone: a press follows a moment without any."""

    def __init__(self, quiet_s: float = QUIET_S) -> None:
        self._quiet_s = quiet_s
        self._last_s = float("-inf")

    def edge(self, closed: bool, now_s: float) -> bool:
        """Take an edge; True if it is a press."""
        is_press = closed and now_s - self._last_s >= self._quiet_s
        self._last_s = now_s
        return is_press


class GpioBox:
    """The pins of a Raspberry Pi as a button box."""

    def __init__(
        self,
        press: Callable[[Button], None],
        *,
        buttons: Mapping[Button, int] = BUTTON_PINS,
        lights: Mapping[Light, int] = LIGHT_PINS,
        gpiozero: Any = None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the pins.

        Args:
            press: Called for every press, in a thread of gpiozero's.
            buttons: Pin of each button.
            lights: Pin of each light.
            gpiozero: The package; None imports it.
            monotonic_s: The clock.

        Raises:
            BridgeError: The package is not installed, there are no pins, or one is in use.
        """
        gpiozero = gpiozero or gpiozero_package()
        self._press = press
        self._now_s = monotonic_s
        self._lights: dict[Light, Any] = {}
        self._contacts: list[Any] = []
        try:
            with warnings.catch_warnings():
                # It warns of each way to the pins that is not there; the last error says it.
                warnings.simplefilter("ignore")
                for light, pin in lights.items():
                    self._lights[light] = gpiozero.LED(pin)
                for button, pin in buttons.items():
                    contact = gpiozero.Button(pin, pull_up=True)
                    self._contacts.append(contact)
                    self._watch(contact, button)
        except Exception as error:  # each way to the pins has errors of its own
            self.close()
            raise explain_pins(error) from error

    def _watch(self, contact: Any, button: Button) -> None:
        edges = EdgeFilter()

        def closed() -> None:
            if edges.edge(True, self._now_s()):
                self._press(button)

        def opened() -> None:
            edges.edge(False, self._now_s())

        contact.when_pressed = closed
        contact.when_released = opened

    def show(self, state: Lights) -> None:
        """Set all lights."""
        for light, lamp in self._lights.items():
            if state.blink >> light & 1:
                lamp.blink(on_time=BLINK_S, off_time=BLINK_S)
            elif state.on >> light & 1:
                lamp.on()
            else:
                lamp.off()

    def close(self) -> None:
        """Let go of the pins."""
        for device in (*self._contacts, *self._lights.values()):
            device.close()
