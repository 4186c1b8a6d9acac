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
        ("at_ms", ctypes.c_uint32),
        ("event", ctypes.c_uint16),
        ("what", ctypes.c_uint8),
    )


class Queue:
    """The C functions, and the memory that a reset leaves alone."""

    def __init__(self, library: Path) -> None:
        self.c = ctypes.CDLL(str(library))
        self.c.queue_at.restype = ctypes.POINTER(Event)
        self.c.queue_dropped.restype = ctypes.c_uint16
        for name in ("start", "count", "push", "pop_through", "resets"):
            getattr(self.c, f"queue_{name}").restype = ctypes.c_uint8
        self.c.queue_clock.restype = ctypes.c_uint32
        self.c.queue_boot.restype = ctypes.c_uint16
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
        assert not self.c.queue_start()
        self.c.queue_begin(1)

    def push(self, what: int, now_ms: int = 0) -> bool:
        return bool(self.c.queue_push(what, now_ms))

    @property
    def events(self) -> list[tuple[int, int]]:
        """Number and content of what waits, oldest first."""
        count = self.c.queue_count()
        waiting = [self.c.queue_at(place).contents for place in range(count)]
        assert not self.c.queue_at(count)
        return [(each.event, each.what) for each in waiting]


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
    assert queue.events == []
    assert queue.c.queue_dropped() == 0


def test_a_reset_leaves_events_counters_and_clock_and_goes_on_counting(queue: Queue) -> None:
    queue.power_up()
    for number in range(SLOTS + 3):
        assert queue.push(number, 100 + number) == (number < SLOTS)
    assert queue.c.queue_start()
    assert queue.c.queue_clock() == 100 + SLOTS + 2
    assert queue.c.queue_dropped() == 3
    assert (queue.c.queue_boot(), queue.c.queue_resets()) == (1, 1)
    assert queue.events == [(number + 1, number) for number in range(SLOTS)]
    assert queue.c.queue_pop_through(1, SLOTS, 0) == SLOTS
    queue.push(7)
    assert queue.events == [(SLOTS + 1, 7)]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    turned=st.integers(0, 40),
    waiting=st.integers(0, SLOTS),
    boot=st.integers(0, 2),
    event=st.integers(0, 0xFFFF) | st.integers(0, 80),
)
def test_an_acknowledgement_takes_that_event_and_all_before_it(
    queue: Queue, turned: int, waiting: int, boot: int, event: int
) -> None:
    queue.power_up()
    for number in range(1, turned + 1):
        queue.push(0)
        assert queue.c.queue_pop_through(1, number, 0) == 1
    for _ in range(waiting):
        queue.push(3)
    before = [number for number, _ in queue.events]
    assert before == list(range(turned + 1, turned + waiting + 1))
    gone = queue.c.queue_pop_through(boot, event, 0)
    known = boot == 1 and event in before
    left = [number for number in before if not known or number > event]
    assert [number for number, _ in queue.events] == left
    assert gone == len(before) - len(left)


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
        queue.push(100)
        queue.c.queue_pop_through(1, number + 1, 0)
    for number in range(before):
        queue.push(number)
    was, old = queue.events, queue.memory
    if pops:
        queue.c.queue_pop_through(1, popped + 1, 1)
    else:
        queue.push(99)
    after, new = queue.events, queue.memory
    # The slot is written before the state; a reset comes after some bytes that differ.
    split = len(queue._states)
    order = [*range(split, len(new)), *range(split)]
    changed = [i for i in order if old[i] != new[i]]
    torn = bytearray(old)
    for i in changed[:written]:
        torn[i] = new[i]
    queue.memory = bytes(torn)
    assert queue.c.queue_start()
    assert queue.events in (was, after)
    queue.push(5)  # and no number is given twice
    numbers = [number for number, _ in queue.events]
    assert len(set(numbers)) == len(numbers)


def test_a_spoilt_event_empties_the_queue_and_no_number_is_given_twice(queue: Queue) -> None:
    queue.power_up()
    queue.push(1)
    memory = bytearray(queue.memory)
    slot = len(queue._states) + 2
    memory[slot] ^= 0xFF
    queue.memory = bytes(memory)
    assert queue.c.queue_start()
    assert queue.events == []
    assert queue.c.queue_dropped() == 1
    queue.push(2)
    assert queue.events == [(2, 2)]
