"""Buttons without a box: keys, gamepads, pins."""

from __future__ import annotations

import ctypes
import errno
import importlib
import os
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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
from firmware_bridge.local.gpio import BUTTON_PINS, LIGHT_PINS, GpioBox
from firmware_bridge.local.keys import DOWN, FAMILIES, REPEAT, UP, parse_keys
from firmware_bridge.messages import Button, Light, Lights
from firmware_bridge.ports import BridgeError
from firmware_bridge.presses import Press
from tests.firmware_bridge.tools import FIRMWARE, need, run_compiler


@pytest.mark.parametrize("family", FAMILIES)
def test_usual_devices_end_turns_and_no_key_means_two_things(family: str) -> None:
    keys, buttons = FAMILIES[family]
    assert len(keys) == len(buttons) == len(set(keys))
    assert Button.PLAYER_1 in buttons
    assert all(DEFAULT_KEYS.buttons[key] is b for key, b in zip(keys, buttons, strict=True))
    every = [key for keys, _ in FAMILIES.values() for key in keys]
    assert len(every) == len(set(every))


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
    presses.press(Button.PASS, 0.5)  # the keyboard was read half a second late
    now_s[0] += 8.5
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
        return [
            SimpleNamespace(type=t, code=c, value=v, timestamp=lambda: 99.5)
            for t, c, v in events
        ]

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
            lambda button, _: pressed.append(button),
            evdev=evdev,
            ready=lambda: evdev.done.append("ready"),
        )
    assert pressed == [Button.PLAYER_1, Button.PLAYER_1]
    assert evdev.done == ["grab /dev/input/event5", "ready", "close"]


def test_reading_ends_when_it_is_no_longer_wanted() -> None:
    evdev = FakeEvdev([(1, 2, 1)])
    pressed: list[Button] = []
    listen("x", lambda b, _: pressed.append(b), evdev=evdev, is_stopping=lambda: bool(pressed))
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
        listen("/dev/input/event5", lambda *_: None, evdev=evdev)


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
        self.is_pressed = False

    def on(self) -> None:
        self.state = "on"

    def off(self) -> None:
        self.state = "off"

    def blink(self, on_time: float, off_time: float) -> None:
        self.state = "blink"

    def close(self) -> None:
        self.state = "closed"


class Pins:
    """Pins that are looked at by hand, on a clock of their own."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.pressed: list[Button] = []
        self.box = GpioBox(
            lambda button, ago_s: self.pressed.append(button),
            gpiozero=SimpleNamespace(Button=FakePin, LED=FakePin),
            monotonic_s=lambda: self.now_s,
            looks=False,
        )

    def hold(self, button: Button, closed: bool, ms: int) -> None:
        for each, pin, _ in self.box._contacts:
            if each is button:
                pin.is_pressed = closed
        for _ in range(ms):
            self.now_s += 0.001
            self.box.look()


def test_pins_are_buttons_and_lights() -> None:
    pins = Pins()
    pins.hold(Button.PASS, False, 20)
    for closed in (True, False) * 5:  # bounces
        pins.hold(Button.PASS, closed, 1)
    assert pins.pressed == []
    pins.hold(Button.PASS, True, 200)
    assert pins.pressed == [Button.PASS]
    for closed in (False, True) * 5:  # and when it comes up
        pins.hold(Button.PASS, closed, 1)
    pins.hold(Button.PASS, False, 20)
    pins.hold(Button.PASS, True, 11)
    assert pins.pressed == [Button.PASS, Button.PASS]
    box = pins.box
    box.show(Lights(0, on=1 << Light.TURN_1 | 1 << Light.DOUBT, blink=1 << Light.DOUBT))
    states = {light: box._lights[light].state for light in LIGHT_PINS}
    assert states[Light.TURN_1] == "on"
    assert states[Light.DOUBT] == "blink"
    assert states[Light.CHALLENGE] == "off"
    box.close()
    assert {pin.state for _, pin, _ in box._contacts} == {"closed"}


def test_sparks_and_a_slow_computer_are_no_press_by_themselves() -> None:
    pins = Pins()
    pins.hold(Button.UNDO, False, 20)
    for _ in range(20):
        pins.hold(Button.UNDO, True, 3)
        pins.hold(Button.UNDO, False, 4)
    pins.now_s += 0.5  # nobody looked for so long
    pins.hold(Button.UNDO, True, 1)
    pins.hold(Button.UNDO, False, 20)
    assert pins.pressed == []


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 15)), max_size=30))
def test_pins_are_debounced_as_the_firmware_does(
    firmware_debounce: Any, runs: list[tuple[bool, int]]
) -> None:
    pins, theirs = Pins(), list[Button]()
    firmware_debounce.debounce_start()
    taken = (ctypes.c_uint8(), ctypes.c_uint8())
    for closed, ms in runs:
        pins.hold(Button.PLAYER_3, closed, ms)
        for _ in range(ms):
            firmware_debounce.debounce_sample(closed << Button.PLAYER_3)
            firmware_debounce.debounce_take(*(ctypes.byref(each) for each in taken))
            theirs += [Button.PLAYER_3] * (taken[0].value >> Button.PLAYER_3 & 1)
    assert pins.pressed == theirs


@pytest.fixture(scope="module")
def firmware_debounce(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The debouncing of the firmware, compiled for this computer."""
    need("gcc")
    library = tmp_path_factory.mktemp("debounce") / "debounce.so"
    folders = [f"-I{FIRMWARE / 'lib' / name}" for name in ("wire", "box")]
    source = FIRMWARE / "lib" / "box" / "debounce.c"
    run_compiler("gcc", "-std=gnu99", "-shared", "-fPIC", *folders, source, "-o", library)
    return ctypes.CDLL(str(library))


def test_no_pin_has_two_duties() -> None:
    pins = [*BUTTON_PINS.values(), *LIGHT_PINS.values()]
    assert len(set(pins)) == len(pins)


def test_an_error_while_taking_the_pins_lets_go_of_all() -> None:
    taken: list[FakePin] = []

    def led(pin: int) -> FakePin:
        taken.append(FakePin(pin))
        return taken[-1]

    def button(pin: int, *, pull_up: bool) -> FakePin:
        raise RuntimeError(f"GPIO {pin} is busy")

    with pytest.raises(PinsBusy, match="GPIO 5 is busy"):
        GpioBox(lambda *_: None, gpiozero=SimpleNamespace(Button=button, LED=led))
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
    pressed: queue.Queue[Button] = queue.Queue()
    box = GpioBox(lambda button, _: pressed.put(button))
    for button in Button:
        pin = mock_pins.pin(BUTTON_PINS[button])
        released(box, button)
        pin.drive_low()
        assert pressed.get(timeout=20) is button
        pin.drive_high()
    box.show(Lights(0, on=1 << Light.TURN_2, blink=0))
    lit = {light for light, pin in LIGHT_PINS.items() if mock_pins.pin(pin).state}
    assert lit == {Light.TURN_2}
    with pytest.raises(PinsBusy):
        GpioBox(lambda *_: None)
    box.close()
    GpioBox(lambda *_: None).close()


def released(box: GpioBox, button: Button) -> None:
    """Wait until the box has seen a button open."""
    contact = next(c for b, _, c in box._contacts if b is button)
    until_s = time.monotonic() + 20
    while contact._is_down and time.monotonic() < until_s:
        time.sleep(0.001)
    assert not contact._is_down


def test_a_pin_closed_from_the_start_is_no_press(mock_pins: Any) -> None:
    pressed: list[Button] = []
    pin = mock_pins.pin(BUTTON_PINS[Button.PASS])
    pin.drive_low()
    box = GpioBox(lambda button, _: pressed.append(button))
    released(box, Button.UNDO)  # so all contacts were looked at for long enough
    assert pressed == []
    pin.drive_high()
    box.close()


def test_a_computer_without_pins_says_so() -> None:
    gpiozero = pytest.importorskip("gpiozero", reason="gpiozero is not installed")
    assert gpiozero.Device.pin_factory is None
    if Path("/proc/device-tree/model").exists():
        pytest.skip("this may be a Raspberry Pi")
    with pytest.raises(PinsUnusable, match="Raspberry Pi cannot be used here"):
        GpioBox(lambda *_: None)
