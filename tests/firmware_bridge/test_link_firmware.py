"""The real firmware behind a real terminal, the link with its thread, the clock on the wall.

Here nothing is measured and nothing waits for a fixed time: every step waits for its event.
"""

from __future__ import annotations

import os
import pty
import select
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.faults import PortBusy
from firmware_bridge.link import Link
from firmware_bridge.messages import Button, Lights
from firmware_bridge.presses import Press
from firmware_bridge.status import LinkStatus, Phase
from tests.firmware_bridge.simavr_board import Board

pytestmark = pytest.mark.firmware

LONGEST_WAIT_S = 30


class Cable:
    """Runs a box in real time behind a terminal with a stable name; can be pulled."""

    def __init__(self, board: Board, name: Path) -> None:
        self._board = board
        self._name = name
        self._todo: list[tuple[Button, bool]] = []
        self._ran_ms = self._next_edge_ms = 0
        self._lock = threading.Condition()
        self._ended = threading.Event()
        self._ends: tuple[int, int] | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self.plug_in()

    def plug_in(self) -> None:
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        self.device = os.ttyname(theirs)
        os.close(theirs)  # so that pulling the cable is seen as such
        self._name.unlink(missing_ok=True)
        self._name.symlink_to(self.device)
        with self._lock:
            self._ends = (ours, ours)
            # The contacts rest while it resets: a press in that moment is none, by design.
            assert self._lock.wait_for(self._is_at_rest, LONGEST_WAIT_S)
            self._board.reset()
            self._next_edge_ms = self._ran_ms + 200

    def _is_at_rest(self) -> bool:
        return not self._todo and self._ran_ms >= self._next_edge_ms

    def pull_out(self) -> None:
        with self._lock:
            assert self._ends is not None
            os.close(self._ends[0])
            self._ends = None
        self._name.unlink()

    def press(self, button: Button) -> None:
        with self._lock:
            self._todo += [(button, True), (button, False)]

    def _run(self) -> None:
        began_s = time.monotonic()
        while not self._ended.wait(0.002):
            with self._lock:
                until_ms = int((time.monotonic() - began_s) * 1000)
                # A slow machine makes the box slow, not the lock unobtainable.
                for _ in range(min(until_ms - self._ran_ms, 50)):
                    self._board.run(1)
                    self._ran_ms += 1
                    if self._todo and self._ran_ms >= self._next_edge_ms:
                        self._board.button(*self._todo.pop(0))
                        self._next_edge_ms = self._ran_ms + 60
                    self._carry()
                self._lock.notify_all()

    def _carry(self) -> None:
        heard = self._board.read()
        if self._ends is None:
            return
        end = self._ends[0]
        try:
            if heard:
                os.write(end, heard)
            if select.select([end], [], [], 0)[0]:
                self._board.write(os.read(end, 256))
        except OSError:
            pass  # nobody has the other end open

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        if self._ends is not None:
            os.close(self._ends[0])


class Computer:
    """A link with a journal."""

    def __init__(self, port: str, journal: list[Press], stable: str = "") -> None:
        self.journal = journal
        self.statuses: list[LinkStatus] = []
        self._changed = threading.Condition()
        self.link = Link(
            port,
            on_press=self._keep,
            on_status=self._status,
            known=[press.key for press in journal],
            stable=lambda device: stable or device,
        ).start()

    def _keep(self, press: Press) -> bool:
        with self._changed:
            self.journal.append(press)
            self._changed.notify_all()
        return True

    def _status(self, status: LinkStatus) -> None:
        with self._changed:
            self.statuses.append(status)
            self._changed.notify_all()

    def wait_for_presses(self, count: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.journal) >= count, LONGEST_WAIT_S)

    def wait_for_phase(self, phase: Phase) -> None:
        with self._changed:
            assert self._changed.wait_for(
                lambda: bool(self.statuses) and self.statuses[-1].phase is phase, LONGEST_WAIT_S
            ), self.statuses

    def wait_for_trouble(self, kind: type) -> None:
        with self._changed:
            assert self._changed.wait_for(
                lambda: any(isinstance(s.trouble, kind) for s in self.statuses), LONGEST_WAIT_S
            )


@pytest.fixture
def cable(board: Board, tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(board, tmp_path / "usb-button-box")
    yield cable
    cable.close()


def test_a_session_with_a_pulled_cable_another_name_and_a_second_program(
    cable: Cable, tmp_path: Path
) -> None:
    stable = str(tmp_path / "usb-button-box")
    journal: list[Press] = []
    computer = Computer(cable.device, journal, stable)
    computer.link.show(Lights(0, 1, 0))
    computer.wait_for_phase(Phase.READY)
    cable.press(Button.PLAYER_1)
    computer.wait_for_presses(1)

    second = Computer(cable.device, [])
    second.wait_for_trouble(PortBusy)
    second.link.stop()

    before = cable.device
    cable.pull_out()
    computer.wait_for_phase(Phase.SEARCHING)
    cable.press(Button.PLAYER_2)
    keeper = pty.openpty()  # takes the old number, so that the box gets another one
    cable.plug_in()
    assert cable.device != before
    cable.press(Button.CHALLENGE)
    computer.wait_for_presses(3)
    computer.link.stop()

    # Another run of the program, which has only the journal.
    again = Computer(stable, journal, stable)
    again.wait_for_phase(Phase.READY)
    cable.press(Button.PASS)
    again.wait_for_presses(4)
    again.link.stop()
    for end in keeper:
        os.close(end)
    assert [p.button for p in journal] == [
        Button.PLAYER_1,
        Button.PLAYER_2,
        Button.CHALLENGE,
        Button.PASS,
    ]
    assert len({p.key for p in journal}) == 4
