"""The line stands still for seconds, in a driver or a bridge, and then brings all at once."""

from __future__ import annotations

from functools import partial

import pytest

from firmware_bridge import Button, Press
from tests.device.test_moment import START_S, Table
from tests.firmware_bridge.rig import Rig

pytestmark = pytest.mark.firmware


def test_a_press_in_a_stall_of_five_seconds_is_booked_within_fifty_milliseconds(
    rig: Rig, figures: list[str]
) -> None:
    errors = []
    for at_ms in (300, 2500, 4800):
        table = Table()
        began_s = rig.board.now_s
        rig.on_press = partial(take, table, rig, began_s)
        rig.stalled = True
        rig.run(at_ms)
        pressed_s = rig.press(Button.PASS) - began_s
        rig.run(5000 - at_ms)
        assert table.left_s[0] == START_S
        rig.stalled = False
        rig.run(200)
        errors.append(abs(table.left_s[0] - (START_S - pressed_s)) * 1000)
        rig.run(5000)
    figures.append(f"clock wrong by {max(errors):.0f} ms after a stall of five seconds")
    assert max(errors) < 50


def take(table: Table, rig: Rig, began_s: float, press: Press) -> None:
    table.clock.step(rig.board.now_s - began_s - table.clock.monotonic_s())
    table.desk.pressed(press)
