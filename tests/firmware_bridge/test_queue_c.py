"""The queue of the firmware, compiled for this computer: what a reset at any moment leaves."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_bridge.spec import load_spec
from tests.firmware_bridge.tools import FIRMWARE, need, run_compiler

pytestmark = pytest.mark.firmware

SLOTS = load_spec().constant("queue_slots")


class Event(ctypes.Structure):
    _fields_ = (
        ("boot", ctypes.c_uint16),
        ("event", ctypes.c_uint16),
        ("at_ms", ctypes.c_uint32),
        ("button", ctypes.c_uint8),
        ("kind", ctypes.c_uint8),
    )


class Queue:
    """The C functions, and the memory that a reset leaves alone."""

    def __init__(self, library: Path) -> None:
        self.c = ctypes.CDLL(str(library))
        self.c.queue_head.restype = ctypes.POINTER(Event)
        self.c.queue_dropped.restype = ctypes.c_uint16
        self.c.queue_count.restype = self.c.queue_push.restype = ctypes.c_uint8
        self.c.queue_start.restype = ctypes.c_uint32
        size = int(ctypes.c_uint16.in_dll(self.c, "states_size").value)
        slots = int(ctypes.c_uint16.in_dll(self.c, "slots_size").value)
        self._states = (ctypes.c_uint8 * size).in_dll(self.c, "states")
        self._slots = (ctypes.c_uint8 * slots).in_dll(self.c, "slots")

    @property
    def memory(self) -> bytes:
        return bytes(self._states) + bytes(self._slots)

    @memory.setter
    def memory(self, content: bytes) -> None:
        split = len(self._states)
        self._states[:] = list(content[:split])
        self._slots[:] = list(content[split:])

    def power_up(self, content: int = 0x5A) -> None:
        self.memory = bytes([content]) * (len(self._states) + len(self._slots))
        self.c.queue_start()

    def push(self, number: int, now_ms: int = 0) -> bool:
        event = Event(1, number, now_ms, number % 8, 0)
        return bool(self.c.queue_push(ctypes.byref(event), now_ms))

    def drain(self) -> list[int]:
        numbers = []
        while head := self.c.queue_head():
            numbers.append(head.contents.event)
            self.c.queue_pop(0)
        return numbers


@pytest.fixture(scope="module")
def queue(tmp_path_factory: pytest.TempPathFactory) -> Queue:
    need("gcc")
    folder = tmp_path_factory.mktemp("queue")
    # `static` is taken away so that the test reaches the memory; sizes are told beside it.
    text = (FIRMWARE / "lib" / "box" / "queue.c").read_text(encoding="utf-8")
    opened = text.replace("static queue_s", "queue_s")
    assert opened != text
    sizes = "\nuint16_t states_size = sizeof states, slots_size = sizeof slots;\n"
    (folder / "queue.c").write_text(opened + sizes, encoding="utf-8")
    includes = [f"-I{FIRMWARE / 'lib' / name}" for name in ("wire", "box")]
    run_compiler(
        "gcc", "-std=gnu99", "-Wall", "-Wextra", "-shared", "-fPIC", *includes,
        folder / "queue.c", FIRMWARE / "lib" / "wire" / "wire_frame.c",
        "-o", folder / "queue.so",
    )  # fmt: skip
    return Queue(folder / "queue.so")


@pytest.mark.parametrize("content", [0x00, 0xFF, 0x5A])
def test_it_starts_empty_whatever_was_in_the_memory(queue: Queue, content: int) -> None:
    queue.power_up(content)
    assert queue.c.queue_count() == 0
    assert queue.c.queue_dropped() == 0
    assert not queue.c.queue_head()


def test_a_reset_leaves_events_counters_and_clock(queue: Queue) -> None:
    queue.power_up()
    for number in range(SLOTS + 3):
        assert queue.push(number, 100 + number) == (number < SLOTS)
    assert queue.c.queue_start() == 100 + SLOTS + 2
    assert queue.c.queue_dropped() == 3
    assert queue.drain() == list(range(SLOTS))


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.integers(0, SLOTS - 1),
    popped=st.integers(0, 40),
    pops=st.booleans(),
    written=st.integers(0, 400),
)
def test_a_reset_in_the_middle_of_a_write_leaves_the_old_or_the_new(
    queue: Queue, before: int, popped: int, pops: bool, written: int
) -> None:
    queue.power_up()
    for number in range(popped):  # so that the ring has turned
        queue.push(1000 + number)
        queue.c.queue_pop(0)
    for number in range(before):
        queue.push(number)
    old = queue.memory
    if pops:
        queue.c.queue_pop(1)
    else:
        queue.push(99)
    new = queue.memory
    # The slot is written before the state; a reset comes after some bytes that differ.
    split = len(queue._states)
    order = [*range(split, len(new)), *range(split)]
    changed = [i for i in order if old[i] != new[i]]
    torn = bytearray(old)
    for i in changed[:written]:
        torn[i] = new[i]
    queue.memory = bytes(torn)
    queue.c.queue_start()
    was = list(range(before))
    after = was[1:] if pops else [*was, 99]
    assert queue.drain() in (was, after)


def test_a_spoilt_event_empties_the_queue_instead_of_lying(queue: Queue) -> None:
    queue.power_up()
    queue.push(1)
    memory = bytearray(queue.memory)
    slot = len(queue._states) + 2
    memory[slot] ^= 0xFF
    queue.memory = bytes(memory)
    queue.c.queue_start()
    assert queue.drain() == []
