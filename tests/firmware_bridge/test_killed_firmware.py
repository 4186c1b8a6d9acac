"""The program is killed outright in mid-game; the box is the real firmware in an emulator.

The program is another process with the real store, loop, link and terminal; the cable is pulled
and the box reset between its runs.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.device import known_presses
from companion.household.clock import SystemClock
from companion.household.games import start_game
from companion.rules.api import Setup
from companion.store import EventStore
from companion.tilesets import load
from firmware_bridge import Button
from tests.device.test_killed import PROGRAM
from tests.firmware_bridge.simavr_board import Board
from tests.firmware_bridge.test_link_firmware import Cable

pytestmark = pytest.mark.firmware


@pytest.fixture
def cable(board: Board, tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(board, tmp_path / "usb-button-box")
    yield cable
    cable.close()


def test_killed_between_log_and_acknowledgement_with_cable_and_reset_between(
    cable: Cable, tmp_path: Path
) -> None:
    path = tmp_path / "games.sqlite"
    with EventStore.open(path) as store:
        start_game(store, Setup(("Ann", "Bob"), load("english")), name="x", clock=SystemClock())

    def run(fatal: int) -> int:
        command = [sys.executable, "-c", PROGRAM, path, cable.device, str(fatal)]
        return subprocess.run(command, check=False, timeout=100).returncode

    for button in (Button.PASS, Button.PASS, Button.UNDO, Button.PASS):
        cable.press(button)
    assert run(fatal=2) == -signal.SIGKILL
    cable.pull_out()
    cable.plug_in()  # resets the box: what waits in it is from an earlier start now
    assert run(fatal=3) == -signal.SIGKILL
    assert run(fatal=0) == 0
    with EventStore.open(path) as store:
        entries = store.load(1)
    assert [entry.kind for entry in entries] == [
        "turn-passed",
        "turn-passed",
        "step-undone",
        "turn-passed",
    ]
    keys = list(known_presses(entries))
    assert [key.event for key in keys] == [1, 2, 3, 4]
    assert len({(key.uid, key.boot) for key in keys}) == 1
