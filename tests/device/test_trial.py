"""A box is tried before a game, and each of several boxes stands at a table of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from companion.device import Buttons, Trial, buttons_of, of_table
from companion.errors import ConfigError
from firmware_bridge import Button
from firmware_bridge.simulator import forget_virtual_boxes, virtual_box

LONGEST_WAIT_S = 30


@pytest.fixture(autouse=True)
def no_boxes() -> Iterator[None]:
    forget_virtual_boxes()
    yield
    forget_virtual_boxes()


def wait_until(holds: Callable[[], bool]) -> None:
    until_s = time.monotonic() + LONGEST_WAIT_S
    while not holds():
        assert time.monotonic() < until_s
        time.sleep(0.01)


def test_a_box_shows_what_is_pressed_and_on_the_page_too() -> None:
    trial = Trial("virtual://tried?seed=3")
    assert trial.health()[0]["last_press"] is None
    wait_until(lambda: trial.health()[0]["phase"] == "ready")
    box = virtual_box("tried")
    for button, shown in ((Button.PLAYER_2, "player 2"), (Button.UNDO, "undo")):
        box.press(button)
        wait_until(lambda b=button: _last(trial) == b.name.lower())  # type: ignore[misc]
        wait_until(lambda s=shown: box.text == s)  # type: ignore[misc]
        assert trial.health()[0]["last_press"]["came"] == "tried"
    assert box.lights.blink == 0x3F
    trial.stop()
    assert box.queued == 0


def _last(trial: Trial) -> str | None:
    last = trial.health()[0]["last_press"]
    return None if last is None else str(last["button"])


def test_a_box_is_let_go_of_when_nobody_looks_any_more() -> None:
    trial = Trial("virtual://left?seed=3", quiet_s=0.2)
    trial.health()
    wait_until(lambda: trial._link is None)
    trial.health()  # and somebody looks again
    wait_until(lambda: trial.health()[0]["phase"] == "ready")
    trial.stop()
    trial.stop()


def test_several_boxes_are_one_a_table() -> None:
    chosen = replace(buttons_of("/dev/a, auto,/dev/c", adapters=True), local=("gpio",))
    first, second, third, fourth = (of_table(chosen, str(n)) for n in (1, 2, 3, 4))
    assert first == Buttons("/dev/a", adapters=True, local=("gpio",))
    assert second == Buttons("", adapters=True)
    assert third == Buttons("/dev/c", adapters=True)
    assert fourth is None
    assert of_table(None, "1") is None
    assert of_table(Buttons("/dev/a"), "1") == Buttons("/dev/a")


@pytest.mark.parametrize("port", ["/dev/a,/dev/a", "/dev/a,", ",/dev/a"])
def test_boxes_that_are_not_one_a_table_are_refused(port: str) -> None:
    with pytest.raises(ConfigError, match="one for each table"):
        buttons_of(port)
