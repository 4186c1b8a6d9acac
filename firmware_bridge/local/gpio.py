"""Buttons and lights on the pins of a Raspberry Pi; needs the package `gpiozero`."""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from firmware_bridge.local.faults import explain_pins, package
from firmware_bridge.local.levels import STEADY_MS, Contact
from firmware_bridge.local.presses import PressButton
from firmware_bridge.messages import Button, Light, Lights

LOOK_S = 0.001
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


class GpioBox:
    """The pins of a Raspberry Pi as a button box."""

    def __init__(
        self,
        press: PressButton,
        *,
        buttons: Mapping[Button, int] = BUTTON_PINS,
        lights: Mapping[Light, int] = LIGHT_PINS,
        gpiozero: Any = None,
        monotonic_s: Callable[[], float] = time.monotonic,
        looks: bool = True,
    ) -> None:
        """Take the pins.

        Args:
            press: Called for every press, in a thread of this box.
            buttons: Pin of each button.
            lights: Pin of each light.
            gpiozero: The package; None imports it.
            monotonic_s: The clock.
            looks: Look at the contacts every millisecond; without it `look` has to be called.

        Raises:
            BridgeError: The package is not installed, there are no pins, or one is in use.
        """
        gpiozero = gpiozero or gpiozero_package()
        self._press = press
        self._now_s = monotonic_s
        self._lights: dict[Light, Any] = {}
        self._contacts: list[tuple[Button, Any, Contact]] = []
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
        try:
            with warnings.catch_warnings():
                # It warns of each way to the pins that is not there; the last error says it.
                warnings.simplefilter("ignore")
                for light, pin in lights.items():
                    self._lights[light] = gpiozero.LED(pin)
                for button, pin in buttons.items():
                    pressed = gpiozero.Button(pin, pull_up=True)
                    self._contacts.append((button, pressed, Contact()))
        except Exception as error:  # each way to the pins has errors of its own
            self.close()
            raise explain_pins(error) from error
        self._looked_s = monotonic_s()
        if looks:
            self._thread.start()

    def look(self) -> None:
        """Look at all contacts, and press those buttons that have been down steadily."""
        now_s = self._now_s()
        passed_ms, self._looked_s = (now_s - self._looked_s) * 1000, now_s
        for button, pin, contact in self._contacts:
            if contact.look(bool(pin.is_pressed), passed_ms):
                self._press(button, STEADY_MS / 1000)

    def _run(self) -> None:
        while not self._closing.wait(LOOK_S):
            self.look()

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
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        for device in (*(pin for _, pin, _ in self._contacts), *self._lights.values()):
            device.close()
