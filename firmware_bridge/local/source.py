"""Buttons on this computer that are looked for, lost and found again, as a box is."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from firmware_bridge.local.evdev_keys import listen
from firmware_bridge.local.gpio import GpioBox
from firmware_bridge.local.keys import DEFAULT_KEYS, KeyMap
from firmware_bridge.local.presses import PressButton
from firmware_bridge.messages import Button, Lights
from firmware_bridge.ports import BridgeError, Sentence

log = logging.getLogger(__name__)

PATIENCE_S = (0.5, 8.0)
"""Seconds between attempts: at first, and at most; doubled from one to the other."""

GPIO = "gpio"
"""What the pins of a Raspberry Pi are called among the sources; others are paths."""


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """How it stands with one source of presses.

    Attributes:
        name: `gpio`, or the path of an input device.
        is_ready: Its buttons are listened to.
        trouble: Why they are not.
        presses: Taken so far.
    """

    name: str
    is_ready: bool = False
    trouble: BridgeError | None = None
    presses: int = 0

    @property
    def told(self) -> Sentence | BridgeError:
        """The status for people."""
        if self.trouble is not None:
            return self.trouble
        if self.is_ready:
            return Sentence("The buttons at {name} are connected.", name=self.name)
        return Sentence("Looking for the buttons at {name}.", name=self.name)

    @property
    def sentence(self) -> str:
        """The same in English."""
        return str(self.told)


class Taking(Protocol):
    """Takes a device, calls `ready`, and comes back when it is lost or no longer wanted."""

    def __call__(
        self,
        device: str,
        press: PressButton,
        *,
        keys: KeyMap,
        ready: Callable[[], None],
        is_stopping: Callable[[], bool],
    ) -> None:
        """Raises BridgeError."""


class ButtonSource:
    """Keys, a gamepad or pins, in a thread of their own."""

    def __init__(
        self,
        name: str,
        press: PressButton,
        *,
        on_status: Callable[[SourceStatus], None] = lambda _: None,
        keys: KeyMap = DEFAULT_KEYS,
        take: Taking = listen,
        pins: Callable[[PressButton], Any] = GpioBox,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """Prepare; `start` begins.

        Args:
            name: `gpio`, or the path of an input device.
            press: Called for every press.
            on_status: Called when the status has changed.
            keys: Which key is which button.
            take: Reads an input device.
            pins: Takes the pins.
            wait: Waits between attempts, until the time is over or the source is stopped.
        """
        self._press = press
        self._on_status = on_status
        self._keys = keys
        self._take = take
        self._pins = pins
        self._stopping = threading.Event()
        self._wait = wait or self._stopping.wait
        self._patience_s = PATIENCE_S[0]
        self._box: Any = None
        self._lights: Lights | None = None
        self._thread = threading.Thread(target=self.run, name=f"buttons-{name}", daemon=True)
        self.status = SourceStatus(name)

    def start(self) -> ButtonSource:
        """Start the thread."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """End the thread and let go of the device."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def show(self, lights: Lights) -> None:
        """Set the lights, where the source has any."""
        self._lights = lights
        if self._box is not None:
            self._box.show(lights)

    def run(self) -> None:
        """Listen until `stop`, whatever happens to the device."""
        while not self._stopping.is_set():
            try:
                if self.status.name == GPIO:
                    self._hold_pins()
                else:
                    self._take(
                        self.status.name,
                        self._pressed,
                        keys=self._keys,
                        ready=self._ready,
                        is_stopping=self._stopping.is_set,
                    )
            except BridgeError as trouble:
                self._tell(is_ready=False, trouble=trouble)
            except Exception as error:  # the buttons must outlive any bug behind them
                log.exception("the buttons at %s failed", self.status.name)
                self._tell(is_ready=False, trouble=BridgeError(f"{type(error).__name__}."))
            if not self._stopping.is_set():
                self._wait(self._patience_s)
                self._patience_s = min(self._patience_s * 2, PATIENCE_S[1])
        self._tell(is_ready=False, trouble=None)

    def _hold_pins(self) -> None:
        box = self._pins(self._pressed)
        try:
            self._box = box
            if self._lights is not None:
                box.show(self._lights)
            self._ready()
            self._stopping.wait()
        finally:
            self._box = None
            box.close()

    def _ready(self) -> None:
        self._patience_s = PATIENCE_S[0]
        self._tell(is_ready=True, trouble=None)

    def _pressed(self, button: Button, ago_s: float) -> None:
        self.status = replace(self.status, presses=self.status.presses + 1)
        self._press(button, ago_s)

    def _tell(self, *, is_ready: bool, trouble: BridgeError | None) -> None:
        before = self.status
        self.status = replace(before, is_ready=is_ready, trouble=trouble)
        if self.status.sentence != before.sentence:
            log.info("%s", self.status.sentence)
            self._on_status(self.status)
