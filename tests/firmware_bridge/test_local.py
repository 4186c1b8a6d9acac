"""Buttons without a box: keys, gamepads, pins."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from firmware_bridge.faults import PortGone, PortPermission
from firmware_bridge.local import DEFAULT_KEYS, LocalPresses
from firmware_bridge.local.evdev_keys import listen, package
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
    grabbed: list[str] = field(default_factory=list)
    ecodes: SimpleNamespace = field(
        default_factory=lambda: SimpleNamespace(
            EV_KEY=1, bytype={1: {2: "KEY_1", 304: ["BTN_A", "BTN_SOUTH"], 16: "KEY_Q"}}
        )
    )

    def InputDevice(self, path: str) -> FakeDevice:  # noqa: N802 - the package's name
        if self.error:
            raise self.error
        return FakeDevice(self, path)


@dataclass
class FakeDevice:
    evdev: FakeEvdev
    path: str

    def grab(self) -> None:
        self.evdev.grabbed.append(self.path)

    def read_loop(self) -> Iterator[SimpleNamespace]:
        for type_, code, value in self.evdev.events:
            yield SimpleNamespace(type=type_, code=code, value=value)
        raise OSError(errno.ENODEV, "unplugged")


def test_keys_and_gamepads_press_buttons_until_they_are_unplugged() -> None:
    evdev = FakeEvdev([(1, 2, 1), (1, 2, 2), (1, 2, 0), (4, 4, 9), (1, 16, 1), (1, 304, 1)])
    pressed: list[Button] = []
    with pytest.raises(PortGone):
        listen("/dev/input/event5", pressed.append, evdev=evdev)
    assert pressed == [Button.PLAYER_1, Button.PLAYER_1]
    assert evdev.grabbed == ["/dev/input/event5"]


def test_a_keyboard_that_may_not_be_read_is_explained() -> None:
    evdev = FakeEvdev([], OSError(errno.EACCES, "no"))
    with pytest.raises(PortPermission):
        listen("/dev/input/event5", lambda _: None, evdev=evdev)


def test_a_missing_package_is_named() -> None:
    with pytest.raises(BridgeError, match="no_such_package_here"):
        package("no_such_package_here", "this test")


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
