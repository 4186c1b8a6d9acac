"""Buttons on the computer that come and go."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.local import GPIO, ButtonSource, SourceStatus, check_packages
from firmware_bridge.local.faults import InputGone, InputPermission, PinsUnusable, explain_input
from firmware_bridge.local.presses import PressButton
from firmware_bridge.messages import Button, Light, Lights
from firmware_bridge.ports import BridgeError, Input, input_path, list_inputs

WAIT_S = 20


@dataclass
class Device:
    """A device that does at each attempt what a list says."""

    acts: list[BridgeError | Exception | Button]
    source: ButtonSource | None = None

    def __call__(self, device: str, press: PressButton, **more: Any) -> None:
        act = self.acts.pop(0)
        if not self.acts:
            assert self.source is not None
            self.source._stopping.set()
        if isinstance(act, Exception):
            raise act
        more["ready"]()
        press(act, 0.0)
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
        lambda button, _: heard.pressed.append(button),
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

    def __init__(self, press: PressButton) -> None:
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

    def pins(press: PressButton) -> Pins:
        taken.append(Pins(press))
        return taken[-1]

    def told(status: SourceStatus) -> None:
        if status.is_ready:
            ready.set()

    source = ButtonSource(
        GPIO, lambda button, _: pressed.append(button), on_status=told, pins=pins
    )
    first, second = Lights(0, 1 << Light.TURN_1, 0), Lights(0, 1 << Light.TURN_2, 0)
    source.show(first)
    source.start()
    assert ready.wait(WAIT_S)
    taken[0].press(Button.PLAYER_1, 0.01)
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
    assert list_inputs(tmp_path / "none", tmp_path / "none") == ()
    for name in ("usb-B-event-joystick", "usb-A-event-kbd", "usb-A-event-mouse", "usb-A-if01"):
        (tmp_path / name).touch()
    found = [Path(each.device).name for each in list_inputs(tmp_path, tmp_path / "none")]
    assert found == ["usb-A-event-kbd", "usb-A-event-mouse", "usb-B-event-joystick"]


DEVICES = """\
I: Bus=0019 Vendor=0000 Product=0001 Version=0000
N: Name="Power Button"
U: Uniq=
H: Handlers=kbd event0
B: KEY=10000000000000 0

I: Bus=0005 Vendor=248a Product=8266 Version=0001
N: Name="AB Shutter3"
P: Phys=aa:bb:cc:00:11:22
U: Uniq=FF:01:02:aB:CD:ef
H: Handlers=sysrq kbd event16
B: EV=12001f
B: KEY=3f000303ff 0 0 483ffff17aff32d bfd4444600000000 1 130ff38b17c007 ffff7bfad941dfff

I: Bus=0005 Vendor=248a Product=8266 Version=0001
N: Name="A loudspeaker"
U: Uniq=00:01:02:03:04:05
H: Handlers=event17
B: KEY=0
"""


def test_bluetooth_devices_with_keys_are_found_by_their_address(tmp_path: Path) -> None:
    table = tmp_path / "devices"
    table.write_text(DEVICES, encoding="utf-8")
    found = list_inputs(tmp_path / "none", table)
    assert found == (Input("bt:ff:01:02:ab:cd:ef", "AB Shutter3"),)
    assert input_path("bt:FF:01:02:ab:cd:ef", table) == "/dev/input/event16"
    assert input_path("/dev/input/event3", table) == "/dev/input/event3"
    with pytest.raises(OSError, match="not connected") as caught:
        input_path("bt:00:01:02:03:04:05", table)
    assert type(explain_input(caught.value, "x")) is InputGone
