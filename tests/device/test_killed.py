"""The program is killed outright between the log and the acknowledgement.

The box lives in this process behind a terminal; the program is another one, with the real
store, loop, link and terminal.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
import tty
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
from firmware_bridge.simulator import VirtualBox

PROGRAM = """
import os, signal, sys, threading
from companion.device import ButtonBox, known_presses
from companion.household.clock import SystemClock
from companion.household.games import open_game
from companion.app.loop import Loop
from companion.store import EventStore
from firmware_bridge import host

host.STALE_MS = 10**9  # a slow machine must not make presses old
path, port, fatal = sys.argv[1], sys.argv[2], int(sys.argv[3])
done = threading.Event()

class Fatal(ButtonBox):
    def pressed(self, press):
        kept = super().pressed(press)
        if press.key.event == fatal:
            os.kill(os.getpid(), signal.SIGKILL)   # kept, and not acknowledged
        if kept and press.key.event == 4:
            done.set()
        return kept

with EventStore.open(path) as store:
    known = tuple(known_presses(store.load(1)))
    with Loop(open_game(store, 1, clock=SystemClock())) as loop:
        with Fatal(port, loop, known=known):
            sys.exit(0 if done.wait(60) else 3)
"""


class Terminal:
    """Carries bytes between a virtual box and whoever opens its terminal."""

    def __init__(self, box: VirtualBox) -> None:
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        self.name = os.ttyname(self._theirs)
        self._box = box
        self._ended = threading.Event()
        box.start(self.now_ms)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def now_ms(self) -> int:
        return int(time.monotonic() * 1000)

    def _run(self) -> None:
        while not self._ended.is_set():
            readable, _, _ = select.select([self._ours], [], [], 0.01)
            if readable:
                self._box.receive(os.read(self._ours, 256), self.now_ms)
            self._box.tick(self.now_ms)
            if output := self._box.take_output():
                os.write(self._ours, output)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)


@pytest.fixture
def box() -> VirtualBox:
    return VirtualBox(seed=3)


@pytest.fixture
def terminal(box: VirtualBox) -> Iterator[Terminal]:
    terminal = Terminal(box)
    yield terminal
    terminal.close()


def test_a_killed_program_has_every_press_once_in_its_log(
    tmp_path: Path, box: VirtualBox, terminal: Terminal
) -> None:
    path = tmp_path / "games.sqlite"
    with EventStore.open(path) as store:
        start_game(store, Setup(("Ann", "Bob"), load("english")), name="x", clock=SystemClock())
    for button in (Button.PASS, Button.PASS, Button.UNDO, Button.PASS):
        box.press(button, terminal.now_ms)

    def run(fatal: int) -> int:
        command = [sys.executable, "-c", PROGRAM, path, terminal.name, str(fatal)]
        return subprocess.run(command, check=False, timeout=100).returncode

    assert run(fatal=2) == -signal.SIGKILL
    assert run(fatal=3) == -signal.SIGKILL
    assert run(fatal=0) == 0
    with EventStore.open(path) as store:
        entries = store.load(1)
    assert [e.kind for e in entries] == [
        "turn-passed",
        "turn-passed",
        "step-undone",
        "turn-passed",
    ]
    assert [k.event for k in known_presses(entries)] == [1, 2, 3, 4]
