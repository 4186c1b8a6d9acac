"""The program is killed outright while a clock runs: the log has it, to within ten seconds."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from companion.app.loop import Loop
from companion.device import ButtonBox
from companion.household.clock import SteppedClock
from companion.household.games import open_game
from companion.rules.engine import clock as chess
from companion.session.clocks import RESTARTED
from companion.store import EventStore
from firmware_bridge import Button, Clocks
from tests.device.doubles import press

PROGRAM = """
import os, signal, sys, threading
from companion.rules.api import Setup
from companion.rules.engine.clock import TABLE
from companion.rules.engine.messages import Pass
from companion.household.clock import SteppedClock
from companion.household.games import start_game
from companion.app.loop import Loop
from companion.app.table_clock import TableClock
from companion.session.messages import PressClock
from companion.session.order import ordered
from companion.store import EventStore
from companion.tilesets import load

time, beats = SteppedClock(), iter(range(4))

def wait(seconds):
    loop.drain()
    if next(beats) == 3:
        time.step(9)
        os.kill(os.getpid(), signal.SIGKILL)
    time.step(seconds)
    return False

with EventStore.open(sys.argv[1]) as store:
    setup = Setup(("Ann", "Bob"), load("english"))
    _, session = start_game(store, setup, name="x", clock=time, clocks=TABLE["german"])
    with Loop(session) as loop:
        loop.submit(ordered(PressClock(), "tablet")).result()
        time.step(60)
        loop.submit(ordered(Pass(), "tablet")).result()
        with TableClock(loop, time, wait=wait):
            threading.Event().wait(60)
"""


def test_clocks_of_a_killed_program_are_in_its_log_and_on_the_box(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    command = [sys.executable, "-c", PROGRAM, path]
    done = subprocess.run(command, check=False, timeout=100)
    assert done.returncode == -signal.SIGKILL
    time = SteppedClock()
    with EventStore.open(path) as store, Loop(open_game(store, 1, clock=time)) as loop:
        clocks = loop.snapshot.clocks
        assert clocks is not None
        assert clocks.rules == chess.TABLE["german"]
        assert (clocks.running, clocks.paused) == (1, True)
        assert chess.left_s(clocks, 0) == (1500 - 60, 1500 - 30)  # nine seconds were not kept
        assert loop.snapshot.notice == RESTARTED
        box = ButtonBox("nowhere", loop, monotonic_s=time.monotonic_s)
        shown: dict[type, object] = {}
        box.link.show = lambda state: shown.update({type(state): state})  # type: ignore[method-assign]
        time.step(1000)
        assert box.pressed(press(Button.PAUSE))
        time.step(1)
        box.refresh()
        assert shown[Clocks] == Clocks(0, 1, 1440, 1469, 32767, 32767)
