"""Buttons on the computer that come and go."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware_bridge.local import GPIO, ButtonSource, SourceStatus, check_packages
from firmware_bridge.local.faults import InputGone, InputPermission, PinsUnusable
from firmware_bridge.messages import Button, Light, Lights
from firmware_bridge.ports import BridgeError, list_inputs

WAIT_S = 20


@dataclass
class Device:
    """A device that does at each attempt what a list says."""

    acts: list[BridgeError | Exception | Button]
    source: ButtonSource | None = None

    def __call__(self, device: str, press: Callable[[Button], None], **more: Any) -> None:
        act = self.acts.pop(0)
        if not self.acts:
            assert self.source is not None
            self.source._stopping.set()
        if isinstance(act, Exception):
            raise act
        more["ready"]()
        press(act)
        raise InputGone(device)


@dataclass
class Heard:
    pressed: list[Button] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)


def run(*acts: BridgeError | Exception | Button) -> Heard:
    heard, device = Heard(), Device(list(acts))
    device.source = ButtonSource(
        "/dev/input/x",
        heard.pressed.append,
        on_status=lambda status: heard.said.append(status.sentence),
        take=device,
        wait=heard.waited.append,
    )
    device.source.run()
    return heard


def test_a_keyboard_that_comes_back_goes_on() -> None:
    heard = run(Button.PASS, InputGone("/dev/input/x"), Button.UNDO)
    assert heard.pressed == [Button.PASS, Button.UNDO]
    assert [said.split()[1] for said in heard.said[:3]] == ["buttons", "is", "buttons"]


def test_patience_grows_and_is_new_after_every_success() -> None:
    gone = InputGone("/dev/input/x")
    heard = run(*[gone] * 6, Button.PASS, gone, gone)
    assert heard.waited == [0.5, 1, 2, 4, 8, 8, 0.5, 1]


def test_the_same_trouble_is_told_once_and_another_one_again() -> None:
    gone, forbidden = InputGone("/dev/input/x"), InputPermission("/dev/input/x")
    heard = run(gone, gone, forbidden, forbidden, gone)
    kinds = ["plugged" if "plugged" in said else "group" for said in heard.said[:3]]
    assert kinds == ["plugged", "group", "plugged"]


def test_a_bug_does_not_end_the_buttons() -> None:
    heard = run(ValueError("a bug"), Button.PASS)
    assert heard.pressed == [Button.PASS]
    assert heard.said[0] == "ValueError."


class Pins:
    """The pins, without any."""

    def __init__(self, press: Callable[[Button], None]) -> None:
        self.press = press
        self.shown: list[Lights] = []
        self.is_closed = False

    def show(self, lights: Lights) -> None:
        self.shown.append(lights)

    def close(self) -> None:
        self.is_closed = True


def test_pins_are_held_and_lit_until_the_end() -> None:
    taken: list[Pins] = []
    ready = threading.Event()
    pressed: list[Button] = []

    def pins(press: Callable[[Button], None]) -> Pins:
        taken.append(Pins(press))
        return taken[-1]

    def told(status: SourceStatus) -> None:
        if status.is_ready:
            ready.set()

    source = ButtonSource(GPIO, pressed.append, on_status=told, pins=pins)
    first, second = Lights(0, 1 << Light.TURN_1, 0), Lights(0, 1 << Light.TURN_2, 0)
    source.show(first)
    source.start()
    assert ready.wait(WAIT_S)
    taken[0].press(Button.PLAYER_1)
    source.show(second)
    assert source.status.presses == 1
    source.stop()
    assert pressed == [Button.PLAYER_1]
    assert taken[0].shown == [first, second]
    assert taken[0].is_closed
    source.show(first)
    assert taken[0].shown == [first, second]


def test_pins_that_are_not_there_are_told() -> None:
    said = threading.Event()

    def pins(_: Callable[[Button], None]) -> Pins:
        raise PinsUnusable("no pins")

    source = ButtonSource(GPIO, print, on_status=lambda _: said.set(), pins=pins).start()
    assert said.wait(WAIT_S)
    assert isinstance(source.status.trouble, PinsUnusable)
    source.stop()
    assert not source.status.is_ready


def test_no_source_needs_no_package() -> None:
    check_packages()


def test_keyboards_and_gamepads_are_listed_by_their_stable_names(tmp_path: Path) -> None:
    assert list_inputs(tmp_path / "none") == ()
    for name in ("usb-B-event-joystick", "usb-A-event-kbd", "usb-A-event-mouse", "usb-A-if01"):
        (tmp_path / name).touch()
    found = [Path(path).name for path in list_inputs(tmp_path)]
    assert found == ["usb-A-event-kbd", "usb-B-event-joystick"]
