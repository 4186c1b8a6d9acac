"""Buttons without a box: keys, gamepads, pins."""

from __future__ import annotations

import errno
import importlib
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware_bridge.local import DEFAULT_KEYS, LocalPresses
from firmware_bridge.local.evdev_keys import listen
from firmware_bridge.local.faults import (
    InputBusy,
    InputGone,
    InputPermission,
    InputStrange,
    PackageMissing,
    PinsBusy,
    PinsUnusable,
    package,
)
from firmware_bridge.local.gpio import BUTTON_PINS, LIGHT_PINS, EdgeFilter, GpioBox
from firmware_bridge.local.keys import DOWN, REPEAT, UP, parse_keys
from firmware_bridge.messages import Button, Light, Lights
from firmware_bridge.ports import BridgeError
from firmware_bridge.presses import Press


def test_every_button_has_a_key_and_one_on_a_gamepad() -> None:
    for prefix in ("KEY_", "BTN_"):
        reached = {b for key, b in DEFAULT_KEYS.buttons.items() if key.startswith(prefix)}
        assert reached == set(Button)


def test_only_going_down_is_a_press() -> None:
    meanings = [DEFAULT_KEYS.meaning("KEY_1", value) for value in (DOWN, REPEAT, UP)]
    assert meanings == [Button.PLAYER_1, None, None]
    assert DEFAULT_KEYS.meaning("KEY_Q", DOWN) is None


def test_keys_are_read_from_a_setting() -> None:
    keys = parse_keys("KEY_A = player-1, BTN_0=pass,")
    assert dict(keys.buttons) == {"KEY_A": Button.PLAYER_1, "BTN_0": Button.PASS}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "No key is named"),
        ("A=pass", "form KEY_A"),
        ("KEY_A", "form KEY_A"),
        ("KEY_A=jump", "no button 'jump'; there are player-1"),
        ("KEY_A=pass,KEY_A=undo", "twice"),
    ],
)
def test_a_wrong_setting_is_explained(text: str, sentence: str) -> None:
    with pytest.raises(BridgeError, match=sentence):
        parse_keys(text)


def local(keep: list[bool], kept: list[Press], now_s: list[float]) -> LocalPresses:
    def on_press(press: Press) -> bool:
        if keep[0]:
            kept.append(press)
        return keep[0]

    return LocalPresses("keys", 7, on_press, monotonic_s=lambda: now_s[0])


def test_local_presses_wait_in_order_until_they_are_kept() -> None:
    keep, kept, now_s = [False], list[Press](), [5.0]
    presses = local(keep, kept, now_s)
    presses.press(Button.PASS)
    now_s[0] += 9
    presses.press(Button.UNDO)
    assert not presses.hand_over()
    now_s[0] += 2
    keep[0] = True
    assert presses.hand_over()
    assert presses.hand_over()
    assert [str(p.key) for p in kept] == ["keys/7/1", "keys/7/2"]
    assert [(p.button, p.age_s, p.stale) for p in kept] == [
        (Button.PASS, 11.0, True),
        (Button.UNDO, 2.0, False),
    ]


def test_a_fault_behind_the_callback_loses_nothing() -> None:
    asked: list[Press] = []

    def on_press(press: Press) -> bool:
        asked.append(press)
        if len(asked) == 1:
            raise RuntimeError("a bug")
        return True

    presses = LocalPresses("keys", 1, on_press)
    presses.press(Button.PASS)
    assert not presses.hand_over()
    assert presses.hand_over()
    assert asked[0].key == asked[1].key


def test_local_presses_are_handed_over_by_a_thread() -> None:
    done = threading.Event()
    refusals = [True]

    def on_press(_: Press) -> bool:
        if refusals:
            refusals.pop()
            return False
        done.set()
        return True

    presses = LocalPresses("keys", 1, on_press).start()
    presses.press(Button.PASS)
    assert done.wait(10)
    presses.stop()


@dataclass
class FakeEvdev:
    """As much of the package as is used."""

    events: list[tuple[int, int, int]]
    error: OSError | None = None
    ecodes: SimpleNamespace = field(
        default_factory=lambda: SimpleNamespace(
            EV_KEY=1, bytype={1: {2: "KEY_1", 304: ("BTN_A", "BTN_SOUTH"), 16: "KEY_Q"}}
        )
    )
    done: list[str] = field(default_factory=list)

    def InputDevice(self, path: str) -> FakeDevice:  # noqa: N802 - the package's name
        if self.error:
            raise self.error
        return FakeDevice(self, path)


class FakeDevice:
    """Has its events at once, and is unplugged after them."""

    def __init__(self, evdev: FakeEvdev, path: str) -> None:
        self._evdev = evdev
        self._path = path
        self.fd, self._other = os.pipe()
        os.write(self._other, b"there is news")

    def grab(self) -> None:
        self._evdev.done.append(f"grab {self._path}")

    def read(self) -> list[SimpleNamespace]:
        events, self._evdev.events = self._evdev.events, []
        if not events:
            raise OSError(errno.ENODEV, "unplugged")
        return [SimpleNamespace(type=t, code=c, value=v) for t, c, v in events]

    def close(self) -> None:
        self._evdev.done.append("close")
        os.close(self.fd)
        os.close(self._other)


def test_keys_and_gamepads_press_buttons_until_they_are_unplugged() -> None:
    evdev = FakeEvdev([(1, 2, 1), (1, 2, 2), (1, 2, 0), (4, 4, 9), (1, 16, 1), (1, 304, 1)])
    pressed: list[Button] = []
    with pytest.raises(InputGone, match="/dev/input/event5; is it plugged in"):
        listen(
            "/dev/input/event5",
            pressed.append,
            evdev=evdev,
            ready=lambda: evdev.done.append("ready"),
        )
    assert pressed == [Button.PLAYER_1, Button.PLAYER_1]
    assert evdev.done == ["grab /dev/input/event5", "ready", "close"]


def test_reading_ends_when_it_is_no_longer_wanted() -> None:
    evdev = FakeEvdev([(1, 2, 1)])
    pressed: list[Button] = []
    listen("x", pressed.append, evdev=evdev, is_stopping=lambda: bool(pressed))
    assert pressed == [Button.PLAYER_1]
    assert evdev.done[-1] == "close"


@pytest.mark.parametrize(
    ("number", "kind", "remedy"),
    [
        (errno.EACCES, InputPermission, "usermod -aG input"),
        (errno.EBUSY, InputBusy, "Another program"),
        (errno.ENOENT, InputGone, "plugged in"),
        (errno.ENOTTY, InputStrange, "firmware_bridge ports"),
    ],
)
def test_troubles_of_an_input_device_have_messages_of_their_own(
    number: int, kind: type[BridgeError], remedy: str
) -> None:
    evdev = FakeEvdev([], OSError(number, os.strerror(number)))
    with pytest.raises(kind, match=remedy):
        listen("/dev/input/event5", lambda _: None, evdev=evdev)


def test_a_missing_package_is_named_with_the_extra_that_brings_it() -> None:
    with pytest.raises(PackageMissing, match=r"no_such_package_here.*companion\[keys\]"):
        package("no_such_package_here", "this test", "keys")


def test_the_real_package_names_keys_as_we_do() -> None:
    evdev = pytest.importorskip("evdev", reason="the package evdev is not installed")
    names = {
        name
        for each in evdev.ecodes.bytype[evdev.ecodes.EV_KEY].values()
        for name in ((each,) if isinstance(each, str) else each)
    }
    assert set(DEFAULT_KEYS.buttons) <= names


class FakePin:
    def __init__(self, pin: int, *, pull_up: bool = False) -> None:
        self.pin = pin
        self.state = "off"
        self.when_pressed = self.when_released = lambda: None

    def on(self) -> None:
        self.state = "on"

    def off(self) -> None:
        self.state = "off"

    def blink(self, on_time: float, off_time: float) -> None:
        self.state = "blink"

    def close(self) -> None:
        self.state = "closed"


def test_pins_are_buttons_and_lights() -> None:
    pressed: list[Button] = []
    now_s = [0.0]
    box = GpioBox(
        pressed.append,
        gpiozero=SimpleNamespace(Button=FakePin, LED=FakePin),
        monotonic_s=lambda: now_s[0],
    )
    contact = next(c for c in box._contacts if c.pin == BUTTON_PINS[Button.PASS])
    for bounce in (contact.when_pressed, contact.when_released) * 5:
        now_s[0] += 0.001
        bounce()
    now_s[0] += 0.1
    contact.when_pressed()
    assert pressed == [Button.PASS, Button.PASS]
    box.show(Lights(0, on=1 << Light.TURN_1 | 1 << Light.DOUBT, blink=1 << Light.DOUBT))
    states = {light: box._lights[light].state for light in LIGHT_PINS}
    assert states[Light.TURN_1] == "on"
    assert states[Light.DOUBT] == "blink"
    assert states[Light.CHALLENGE] == "off"
    box.close()
    assert contact.state == "closed"


def test_no_pin_has_two_duties() -> None:
    pins = [*BUTTON_PINS.values(), *LIGHT_PINS.values()]
    assert len(set(pins)) == len(pins)


def test_a_release_that_bounces_is_no_press() -> None:
    edges = EdgeFilter()
    assert edges.edge(True, 1.0)
    assert not edges.edge(False, 1.5)
    assert not edges.edge(True, 1.501)
    assert not edges.edge(False, 1.502)
    assert edges.edge(True, 1.6)


def test_an_error_while_taking_the_pins_lets_go_of_all() -> None:
    taken: list[FakePin] = []

    def led(pin: int) -> FakePin:
        taken.append(FakePin(pin))
        return taken[-1]

    def button(pin: int, *, pull_up: bool) -> FakePin:
        raise RuntimeError(f"GPIO {pin} is busy")

    with pytest.raises(PinsBusy, match="GPIO 5 is busy"):
        GpioBox(lambda _: None, gpiozero=SimpleNamespace(Button=button, LED=led))
    assert {pin.state for pin in taken} == {"closed"}


@pytest.fixture
def mock_pins() -> Iterator[Any]:
    """The real gpiozero with pins that are not there."""
    gpiozero = pytest.importorskip("gpiozero", reason="gpiozero is not installed")
    mock = importlib.import_module("gpiozero.pins.mock")
    factory = gpiozero.Device.pin_factory = mock.MockFactory()
    yield factory
    factory.reset()
    gpiozero.Device.pin_factory = None


def test_real_gpiozero_presses_lights_and_lets_go(mock_pins: Any) -> None:
    pressed: list[Button] = []
    box = GpioBox(pressed.append)
    for button in Button:
        pin = mock_pins.pin(BUTTON_PINS[button])
        pin.drive_low()
        pin.drive_high()
    assert pressed == list(Button)
    box.show(Lights(0, on=1 << Light.TURN_2, blink=0))
    lit = {light for light, pin in LIGHT_PINS.items() if mock_pins.pin(pin).state}
    assert lit == {Light.TURN_2}
    with pytest.raises(PinsBusy):
        GpioBox(pressed.append)
    box.close()
    GpioBox(pressed.append).close()


def test_a_pin_closed_from_the_start_is_no_press(mock_pins: Any) -> None:
    pressed: list[Button] = []
    mock_pins.pin(BUTTON_PINS[Button.PASS]).drive_low()
    box = GpioBox(pressed.append)
    assert pressed == []
    mock_pins.pin(BUTTON_PINS[Button.PASS]).drive_high()
    box.close()


def test_a_computer_without_pins_says_so() -> None:
    gpiozero = pytest.importorskip("gpiozero", reason="gpiozero is not installed")
    assert gpiozero.Device.pin_factory is None
    if Path("/proc/device-tree/model").exists():
        pytest.skip("this may be a Raspberry Pi")
    with pytest.raises(PinsUnusable, match="Raspberry Pi cannot be used here"):
        GpioBox(lambda _: None)
