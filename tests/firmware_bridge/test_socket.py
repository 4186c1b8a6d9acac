"""A box behind a bridge in the net: `socket://`, on a line that breaks and one that stalls."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from firmware_bridge.link import Link
from firmware_bridge.messages import Button
from firmware_bridge.presses import Press
from firmware_bridge.simulator import VirtualBox
from firmware_bridge.status import LinkStatus, Phase

LONGEST_WAIT_S = 30


class Bridge:
    """Carries bytes between a virtual box and whoever connects, as ser2net and socat do."""

    def __init__(self) -> None:
        self.box = VirtualBox(seed=3)
        self.box.start(_now_ms())
        self.stalled = threading.Event()
        self._ended = threading.Event()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(0.05)
        self._line: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"socket://127.0.0.1:{self._server.getsockname()[1]}"

    def cut(self) -> None:
        if self._line is not None:
            self._line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        self._server.close()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._line, _ = self._server.accept()
            except TimeoutError:
                continue
            with self._line as line:
                line.settimeout(0.005)
                self._carry(line)

    def _carry(self, line: socket.socket) -> None:
        held = b""
        while not self._ended.is_set():
            self.box.tick(_now_ms())
            held += self.box.take_output()
            try:
                if not self.stalled.is_set():
                    line.sendall(held)
                    held = b""
                heard = line.recv(4096)
            except TimeoutError:
                continue
            except OSError:
                return
            if not heard:
                return
            if not self.stalled.is_set():
                self.box.receive(heard, _now_ms())


def _now_ms() -> int:
    return int(time.monotonic() * 1000)


@pytest.fixture
def bridge() -> Iterator[Bridge]:
    bridge = Bridge()
    yield bridge
    bridge.close()


def test_a_box_in_the_net_is_met_lost_found_and_believed_about_the_time(bridge: Bridge) -> None:
    journal: list[Press] = []
    changed = threading.Condition()
    phases: list[Phase] = []

    def on_press(press: Press) -> bool:
        with changed:
            journal.append(press)
            changed.notify_all()
        return True

    def on_status(status: LinkStatus) -> None:
        with changed:
            phases.append(status.phase)
            changed.notify_all()

    def wait_for(what: Phase | int) -> None:
        with changed:
            assert changed.wait_for(
                lambda: (
                    phases[-1:] == [what] if isinstance(what, Phase) else len(journal) >= what
                ),
                LONGEST_WAIT_S,
            ), (phases, journal)

    link = Link(bridge.url, on_press=on_press, on_status=on_status).start()
    wait_for(Phase.READY)
    bridge.box.press(Button.PLAYER_1, _now_ms())
    wait_for(1)
    assert journal[0].age_s < 1

    bridge.stalled.set()
    bridge.box.press(Button.PASS, _now_ms())
    pressed_s = time.monotonic()
    time.sleep(1.5)
    stalled_s = time.monotonic() - pressed_s
    bridge.stalled.clear()
    wait_for(2)
    assert journal[1].age_s > stalled_s - 0.1

    bridge.cut()
    wait_for(Phase.SEARCHING)
    bridge.box.press(Button.UNDO, _now_ms())
    wait_for(3)
    link.stop()
    assert [press.button for press in journal] == [Button.PLAYER_1, Button.PASS, Button.UNDO]


def test_a_bridge_that_is_not_there_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
    statuses: list[LinkStatus] = []
    link = Link(
        url,
        on_press=lambda _: True,
        on_status=statuses.append,
        wait=lambda _: link._stopping.set(),
    )
    link.run()
    sentence = next(status.sentence for status in statuses if status.trouble)
    assert url in sentence
    assert "refused" in sentence
