"""The link: finding, opening, losing and finding again, with wires made for the test."""

from __future__ import annotations

import errno
import os
import pty
import threading
from binascii import crc32
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_bridge import faults
from firmware_bridge.discovery import candidates, name_of
from firmware_bridge.frames import FLAG
from firmware_bridge.link import Link, Wire, open_wire
from firmware_bridge.messages import Button, Scores
from firmware_bridge.ports import BridgeError, Port, stable_path
from firmware_bridge.presses import Press
from firmware_bridge.simulator import VirtualBox, forget_virtual_boxes, virtual_box
from firmware_bridge.status import LinkStatus, Phase

READ_S = 0.02
ARDUINO = Port("/dev/ttyACM0", "Uno", 0x2341, 0x0043, "A1")
CLONE = Port("/dev/ttyUSB0", "USB serial", 0x1A86, 0x7523, "")
MODEM = Port("/dev/ttyUSB7", "Modem", 0x12D1, 0x1001, "M")


@dataclass
class World:
    """Ports with what is behind them, a clock that only reading and waiting move, a journal."""

    boxes: dict[str, VirtualBox | bytes | OSError] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    usb: tuple[Port, ...] = ()
    now_s: float = 100.0
    opened: list[str] = field(default_factory=list)
    opened_at_s: list[float] = field(default_factory=list)
    statuses: list[LinkStatus] = field(default_factory=list)
    journal: list[Press] = field(default_factory=list)
    keep: Callable[[Press], bool] = lambda press: True
    plan: list[tuple[float, Callable[[], object]]] = field(default_factory=list)

    @property
    def now_ms(self) -> int:
        return int(self.now_s * 1000)

    def open(self, port: str) -> Wire:
        self.opened.append(port)
        self.opened_at_s.append(self.now_s)
        behind = self.boxes.get(self.names.get(port, port))
        if behind is None:
            raise OSError(errno.ENOENT, "no such file")
        if isinstance(behind, OSError):
            raise behind
        if isinstance(behind, VirtualBox):
            behind.start(self.now_ms)  # opening resets it
        return FakeWire(self, self.names.get(port, port))

    def pass_time(self, seconds: float) -> None:
        self.now_s += seconds
        while self.plan and self.plan[0][0] <= self.now_s:
            self.plan.pop(0)[1]()

    def wait(self, seconds: float) -> None:
        self.pass_time(seconds)

    def on_press(self, press: Press) -> bool:
        if not self.keep(press):
            return False
        self.journal.append(press)
        return True

    def run(
        self,
        port: str,
        seconds: float,
        each: Callable[[Link], object] = lambda _: None,
        **options: bool,
    ) -> Link:
        link = Link(
            port,
            on_press=self.on_press,
            on_status=self.statuses.append,
            on_turn=lambda: each(link),
            opener=self.open,
            ports=lambda: self.usb,
            stable=lambda device: next(
                (n for n, d in self.names.items() if d == device), device
            ),
            monotonic_s=lambda: self.now_s,
            wait=self.wait,
            **options,
        )
        self.plan.append((self.now_s + seconds, link._stopping.set))
        self.plan.sort(key=lambda each: each[0])
        link.show(Scores(0, 0, 1, 2, 0, 0))
        link.run()
        return link

    def later(self, seconds: float, what: Callable[[], object]) -> None:
        self.plan.append((self.now_s + seconds, what))

    @property
    def troubles(self) -> list[type[BridgeError]]:
        return [type(s.trouble) for s in self.statuses if s.trouble is not None]


@dataclass
class FakeWire:
    world: World
    device: str

    def read(self, size: int = 1) -> bytes:
        self.world.pass_time(READ_S)
        behind = self.world.boxes.get(self.device)
        if isinstance(behind, VirtualBox):
            behind.tick(self.world.now_ms)
            return behind.take_output()
        if isinstance(behind, bytes):
            return behind
        raise OSError(errno.EIO, "input/output error")

    def write(self, data: bytes) -> int:
        behind = self.world.boxes.get(self.device)
        if isinstance(behind, VirtualBox):
            behind.receive(data, self.world.now_ms)
        return len(data)

    def close(self) -> None:
        pass


def test_four_troubles_have_four_messages() -> None:
    world = World(
        boxes={
            "locked": OSError(errno.EACCES, "permission denied"),
            "taken": OSError(errno.EBUSY, "device or resource busy"),
            "dumb": b"",
        }
    )
    for port in ("locked", "taken", "missing", "dumb"):
        world.run(port, 4)
    assert list(dict.fromkeys(world.troubles)) == [
        faults.PortPermission,
        faults.PortBusy,
        faults.PortGone,
        faults.DeviceSilent,
    ]
    sentences = {s.sentence for s in world.statuses if s.trouble}
    assert len(sentences) == 4
    for word in ("group", "Another program", "plugged in", "says nothing"):
        assert any(word in sentence for sentence in sentences), word


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.EPERM, faults.PortPermission),
        (errno.EAGAIN, faults.PortBusy),
        (errno.ENODEV, faults.PortGone),
        (errno.ENOSPC, faults.PortFault),
    ],
)
def test_errors_of_the_system_are_explained(number: int, kind: type[BridgeError]) -> None:
    assert type(faults.explain(OSError(number, os.strerror(number)), "/dev/x")) is kind


def test_what_speaks_otherwise_is_not_ours() -> None:
    world = World(boxes={"printer": b"echo: Marlin\nok\n"})
    world.run("printer", 4)
    assert world.troubles[0] is faults.NotOurBox


@pytest.mark.parametrize(
    ("words", "version"),
    [
        (b"$H,0,1,110,479dd2cd,12,2,255,1,32*159D\n", "1"),
        (FLAG + b"H\x09" + crc32(b"H\x09").to_bytes(4, "little") + FLAG, "9"),
    ],
)
def test_another_version_is_named_and_its_board_not_reset_again_and_again(
    words: bytes, version: str
) -> None:
    world = World(boxes={"other": words})
    world.run("other", 200)
    assert set(world.troubles) == {faults.ProtocolMismatch}
    assert f"version {version} " in world.statuses[-2].sentence
    assert len(world.opened) == 4  # once a minute


def test_a_board_with_another_version_is_asked_again_when_it_is_plugged_in_anew() -> None:
    box = VirtualBox(seed=3)
    old: VirtualBox | bytes = b"$P,3725,2,0,3,0*1F81\n"
    world = World(boxes={"/dev/ttyACM0": old}, usb=(ARDUINO,))
    world.later(10, lambda: setattr(world, "usb", ()))

    def plug_in() -> None:
        world.boxes["/dev/ttyACM0"] = box
        world.usb = (ARDUINO,)

    world.later(20, plug_in)
    world.run("", 30)
    assert len(world.opened) == 2
    assert world.statuses[-2].phase is Phase.READY


def test_a_box_is_met_and_shows_the_scores_though_opening_resets_it() -> None:
    box = VirtualBox(seed=3)
    world = World(boxes={"p": box})
    world.later(1, lambda: box.press(Button.PASS, world.now_ms))
    world.run("p", 2)
    assert [s.phase for s in world.statuses][:2] == [Phase.GREETING, Phase.READY]
    assert [p.button for p in world.journal] == [Button.PASS]
    assert box.scores.score_2 == 2
    assert box.queued == 0
    assert world.statuses[-1].phase is Phase.STOPPED


def test_presses_of_a_time_without_a_computer_come_first_and_stale() -> None:
    box = VirtualBox(seed=3)
    box.start(0)
    box.press(Button.CHALLENGE, 0)
    world = World(boxes={"p": box})
    world.later(1, lambda: box.press(Button.PASS, world.now_ms))
    world.run("p", 2)
    assert [(p.button, p.stale) for p in world.journal] == [
        (Button.CHALLENGE, True),
        (Button.PASS, False),
    ]


def test_a_press_is_not_acknowledged_while_the_journal_refuses_or_fails() -> None:
    box = VirtualBox(seed=3)
    asked: list[Press] = []

    def keep(press: Press) -> bool:
        asked.append(press)
        if len(asked) == 1:
            raise RuntimeError("a bug behind the callback")
        return len(asked) > 3

    world = World(boxes={"p": box}, keep=keep)
    world.later(0.5, lambda: box.press(Button.UNDO, world.now_ms))
    world.run("p", 3)
    assert len(asked) == 4
    assert len({p.key for p in asked}) == 1
    assert [p.button for p in world.journal] == [Button.UNDO]
    assert box.queued == 0


def test_a_pulled_cable_is_waited_for_with_growing_patience() -> None:
    box = VirtualBox(seed=3)
    world = World(boxes={"p": box})
    world.later(1, lambda: world.boxes.pop("p"))
    world.later(20, lambda: world.boxes.update(p=box))
    world.later(1.5, lambda: box.press(Button.PASS, world.now_ms))
    world.run("p", 40)
    waits = [later - at for at, later in pairwise(world.opened_at_s[1:6])]
    assert waits == pytest.approx([1, 2, 4, 8])
    assert world.opened_at_s[1] == pytest.approx(101.5, abs=0.1)
    assert faults.PortGone in world.troubles
    assert [p.button for p in world.journal] == [Button.PASS]
    assert [s.phase for s in world.statuses if s.phase is Phase.READY]


def test_a_port_that_comes_back_under_another_name_is_found_by_its_stable_one() -> None:
    box = VirtualBox(seed=3)
    world = World(boxes={"/dev/ttyUSB0": box}, names={"/dev/serial/by-id/box": "/dev/ttyUSB0"})

    def rename() -> None:
        world.boxes = {"/dev/ttyUSB1": box}
        world.names = {"/dev/serial/by-id/box": "/dev/ttyUSB1"}
        box.press(Button.PLAYER_2, world.now_ms)

    world.later(1, rename)
    world.run("/dev/ttyUSB0", 5)
    assert world.opened[0] == "/dev/ttyUSB0"
    assert set(world.opened[1:]) == {"/dev/serial/by-id/box"}
    assert [p.button for p in world.journal] == [Button.PLAYER_2]


def test_a_box_that_hangs_is_opened_anew() -> None:
    box = VirtualBox(seed=3)
    world = World(boxes={"p": box})
    world.later(1, lambda: setattr(box, "mute", True))
    world.later(7.6, lambda: setattr(box, "mute", False))
    world.run("p", 12)
    assert faults.DeviceSilent in world.troubles
    assert world.opened.count("p") == 2


def test_lost_presses_are_told_until_that_is_over_and_counted_for_ever() -> None:
    box = VirtualBox(seed=3)
    box.start(0)
    for i in range(35):
        box.press(Button(i % 8), i)
    world = World(boxes={"p": box})
    health: list[dict[str, object]] = []
    link = world.run("p", 80, each=lambda link: health.append(link.health()))
    assert len(world.journal) == 32
    told = [s.sentence for s in world.statuses if s.phase is Phase.READY]
    assert any("3 presses were lost" in sentence for sentence in told)
    assert "lost" not in told[-1]
    assert health[-1]["dropped"] == 3
    assert link.status.dropped == 0


def test_a_box_that_starts_again_and_again_is_told_until_it_stays_on() -> None:
    box = VirtualBox(seed=3)
    world = World(boxes={"p": box})
    for second in range(5, 15):
        world.later(second, lambda: box.start(world.now_ms))
    world.run("p", 90)
    told = [s.sentence for s in world.statuses if s.phase is Phase.READY]
    assert any("starts again and again" in sentence for sentence in told)
    assert "again" not in told[-1]


def test_boards_are_asked_and_general_adapters_only_if_allowed() -> None:
    ports = (MODEM, CLONE, ARDUINO)
    assert candidates(ports) == (ARDUINO,)
    assert candidates(ports, adapters=True) == (ARDUINO, CLONE)
    assert candidates(ports, remembered="M") == (MODEM, ARDUINO)
    assert name_of(CLONE) == "CH340 adapter"
    assert name_of(MODEM) == name_of(Port("x", "")) == ""


def test_without_a_port_named_the_box_is_searched_on_usb() -> None:
    box = VirtualBox(seed=3)
    other = Port("/dev/ttyACM1", "Uno", 0x2341, 0x0043, "A2")
    world = World(boxes={"/dev/ttyACM0": b"", "/dev/ttyACM1": box}, usb=(ARDUINO, other))
    world.later(4, lambda: box.press(Button.PASS, world.now_ms))
    world.run("", 6)
    assert world.opened == ["/dev/ttyACM0", "/dev/ttyACM1"]
    assert [p.button for p in world.journal] == [Button.PASS]


def test_a_box_plugged_in_late_is_found_soon_however_long_it_was_looked_for() -> None:
    box = VirtualBox(seed=3)
    world = World(boxes={"/dev/ttyACM0": box})
    began_s = world.now_s

    def plug_in() -> None:
        world.usb = (ARDUINO,)

    world.later(50, plug_in)
    world.run("", 60)
    assert world.opened_at_s[0] - began_s == pytest.approx(51, abs=0.6)


def test_a_named_port_plugged_in_late_is_found_soon(tmp_path: Path) -> None:
    box, name = VirtualBox(seed=3), str(tmp_path / "usb-box")
    world = World(boxes={name: box})

    def plug_in() -> None:
        (tmp_path / "usb-box").touch()
        world.boxes[name] = box

    world.boxes.clear()
    began_s = world.now_s
    world.later(50, plug_in)
    world.run(name, 60)
    assert world.opened_at_s[-1] - began_s == pytest.approx(51, abs=0.6)
    assert world.statuses[-2].phase is Phase.READY


def test_without_any_likely_port_it_says_so() -> None:
    world = World(usb=(MODEM, CLONE))
    world.run("", 3)
    assert world.opened == []
    assert set(world.troubles) == {faults.NoBoxFound}


def test_the_stable_name_is_the_link_that_leads_to_the_port(tmp_path: Path) -> None:
    device, folder = tmp_path / "ttyUSB0", tmp_path / "by-id"
    device.touch()
    folder.mkdir()
    (folder / "usb-box").symlink_to(device)
    assert stable_path(str(device), folder) == str(folder / "usb-box")
    assert stable_path(str(tmp_path / "other"), folder) == str(tmp_path / "other")
    assert stable_path(str(device), tmp_path / "none") == str(device)


@pytest.fixture
def terminal() -> Iterator[str]:
    ours, theirs = pty.openpty()
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def test_a_port_is_opened_for_one_program_alone(terminal: str) -> None:
    first = open_wire(terminal)
    with pytest.raises(OSError) as caught:  # noqa: PT011 - what it means is the point
        open_wire(terminal)
    first.close()
    assert type(faults.explain(caught.value, terminal)) is faults.PortBusy


def test_a_port_that_is_not_there_is_gone() -> None:
    with pytest.raises(OSError) as caught:  # noqa: PT011 - what it means is the point
        open_wire("/dev/ttyNOSUCH9")
    assert type(faults.explain(caught.value, "x")) is faults.PortGone


def test_the_virtual_box_is_opened_by_its_url() -> None:
    """The one test here with real threads and the real clock; it waits for events only."""
    forget_virtual_boxes()
    pressed = threading.Event()
    ready = threading.Event()
    journal: list[Press] = []

    def on_press(press: Press) -> bool:
        journal.append(press)
        pressed.set()
        return True

    def on_status(status: LinkStatus) -> None:
        if status.phase is Phase.READY:
            ready.set()

    url = "virtual://table?seed=3&players=3"
    link = Link(url, on_press=on_press, on_status=on_status).start()
    assert ready.wait(10)
    box = virtual_box("table")
    assert box.players == 3
    assert link.status.hello is not None
    assert link.status.hello.uid == box.uid
    box.press(Button.PLAYER_3)
    assert pressed.wait(10)
    link.stop()
    assert [p.button for p in journal] == [Button.PLAYER_3]
    assert link.status.phase is Phase.STOPPED
    forget_virtual_boxes()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("virtual://?sed=3", "sed is none of"),
        ("virtual://?players=7", "2, 3 or 4"),
        ("virtual://?every_s=-1", "seconds"),
        ("virtual://?seed=x", "x"),
        ("nosuch://", "nosuch"),
    ],
)
def test_a_wrong_url_is_explained(url: str, sentence: str) -> None:
    statuses: list[LinkStatus] = []
    stop = threading.Event()
    link = Link(
        url,
        on_press=lambda _: True,
        on_status=statuses.append,
        wait=lambda _: (stop.set(), link._stopping.set()),
    )
    link.run()
    assert sentence in next(s.sentence for s in statuses if s.trouble)
