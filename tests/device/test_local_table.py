"""Keys and pins at the table: their presses are in the log once, like those of a box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.device import Buttons, TableButtons, at_table, buttons_of, known_presses
from companion.errors import ConfigError, DependencyMissing
from companion.rules.engine.messages import Pass
from companion.session.messages import ShowMessage
from companion.session.order import ordered
from firmware_bridge import Button, PressKey
from firmware_bridge.local import DEFAULT_KEYS, GPIO, SourceStatus
from firmware_bridge.local import gpio as pins
from firmware_bridge.local.faults import InputGone, InputPermission
from firmware_bridge.messages import Light, Lights
from tests.device.doubles import Game


class Source:
    """Buttons in our hand."""

    def __init__(self, name: str, press: Callable[[Button], None], **more: Any) -> None:
        self.press = press
        self.tell: Callable[[SourceStatus], None] = more["on_status"]
        self.status = SourceStatus(name)
        self.shown: list[Lights] = []

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def show(self, lights: Lights) -> None:
        self.shown.append(lights)


def table(game: Game, name: str = "/dev/input/x", number: int = 1) -> TableButtons:
    known = known_presses(game.memory.entries)
    made: Any = Source
    return TableButtons(name, game, number=number, known=known, opener=made)


def sentences(game: Game) -> list[str]:
    return [str(c.text) for c, _ in game.asked if isinstance(c, ShowMessage)]


def test_a_key_is_in_the_log_with_a_key_of_its_own_in_every_run() -> None:
    game = Game()
    for _ in range(2):
        buttons = table(game)
        buttons.source.press(Button.PASS)  # type: ignore[attr-defined]
        assert buttons.presses.hand_over()
    pins = table(game, GPIO)
    pins.source.press(Button.UNDO)  # type: ignore[attr-defined]
    assert pins.presses.hand_over()
    assert list(known_presses(game.memory.entries)) == [
        PressKey("keys-1", 1, 1),
        PressKey("keys-1", 2, 1),
        PressKey("pins-1", 1, 1),
    ]


def test_lights_on_pins_follow_the_game() -> None:
    game = Game()
    with table(game, GPIO) as buttons:
        game.submit(ordered(Pass(), "tablet"))
    shown: list[Lights] = buttons.source.shown  # type: ignore[attr-defined]
    assert [lights.on & 3 for lights in shown] == [1 << Light.TURN_1, 1 << Light.TURN_2]


def test_the_screens_hear_when_keys_come_and_go_and_each_trouble_once() -> None:
    game = Game()
    tell = table(game).source.tell  # type: ignore[attr-defined]
    gone = SourceStatus("x", trouble=InputGone("x"))
    for status in (
        gone,
        gone,
        SourceStatus("x", trouble=InputPermission("x")),
        SourceStatus("x", is_ready=True),
        gone,
        SourceStatus("x"),
    ):
        tell(status)
    assert ["plugged" in s or "group" in s or "connected" in s for s in sentences(game)] == (
        [True] * 4
    )


def test_health_tells_of_the_source_and_the_last_press() -> None:
    buttons = table(Game())
    buttons.source.press(Button.PASS)  # type: ignore[attr-defined]
    assert buttons.health()["queued"] == 1
    buttons.presses.hand_over()
    health = buttons.health()
    assert health["kind"] == "keys"
    assert health["phase"] == "searching"
    assert health["last_press"]["came"] == "counted"


def test_settings_become_buttons() -> None:
    assert buttons_of("") == Buttons(None, keys=DEFAULT_KEYS)
    assert buttons_of("auto", adapters=True).box == ""
    assert buttons_of("/dev/ttyACM0").box == "/dev/ttyACM0"


def test_sources_and_keys_that_cannot_be_are_refused() -> None:
    with pytest.raises(ConfigError, match="no buttons 'keyboard'; write gpio"):
        buttons_of("", local=["keyboard"])
    with pytest.raises(ConfigError, match="form KEY_A"):
        buttons_of("", keys="A=pass")


def test_a_missing_package_is_told_before_anything_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.import_module", _missing)
    with pytest.raises(DependencyMissing, match=r"evdev.*companion\[keys\]"):
        buttons_of("", local=["/dev/input/x"])
    with pytest.raises(DependencyMissing, match=r"gpiozero.*companion\[gpio\]"):
        buttons_of("", local=["gpio"])


def _missing(name: str) -> object:
    raise ImportError(f"No module named {name!r}")


def test_box_and_pins_play_at_one_table() -> None:
    pytest.importorskip("gpiozero", reason="gpiozero is not installed")
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    factory = Device.pin_factory = MockFactory()
    game = Game()
    try:
        buttons = Buttons("virtual://two-ways", local=("gpio",))
        with at_table(buttons, game) as health:
            _until(lambda: health()[1]["phase"] == "ready")
            pin = factory.pin(pins.BUTTON_PINS[Button.PASS])
            _until(lambda: _is_held_down(pin, lambda: "turn-passed" in game.kinds))
            told = health()
    finally:
        factory.reset()
        Device.pin_factory = None
    assert [each["kind"] for each in told] == ["box", "pins"]
    assert told[1]["presses"] == 1


def _is_held_down(pin: Any, is_seen: Callable[[], bool]) -> bool:
    """Hold a pin until that is seen; let go of it if the pin was not looked at before."""
    from threading import Event

    pin.drive_low()
    for _ in range(500):
        if is_seen():
            return True
        Event().wait(0.01)
    pin.drive_high()
    Event().wait(0.1)
    return False


def _until(is_true: Callable[[], bool]) -> None:
    from threading import Event

    for _ in range(2000):
        if is_true():
            return
        Event().wait(0.01)
    raise AssertionError("it does not come true")
