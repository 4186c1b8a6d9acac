"""Tables that share a pair of eyes: nobody waits for ever, nobody is shown what is old."""

from __future__ import annotations

import threading
import time

import numpy as np

from companion.camera import LatestFrame
from companion.text import Said
from companion.vision.types import Frame
from companion.watching.feed import SharedCamera
from companion.watching.in_order import InOrder
from companion.watching.pump import pump


def test_who_waits_longest_is_next() -> None:
    lock, had = InOrder(), list[str]()
    threads = []
    with lock:
        for name in "abcde":
            threads.append(threading.Thread(target=lambda n=name: _once(lock, had, n)))
            threads[-1].start()
            _until(lambda: len(lock._waiting) == len(threads))
    for thread in threads:
        thread.join(5)
    assert had == list("abcde")
    with lock:  # free again
        pass


def test_a_greedy_one_never_gets_it_twice_while_another_waits() -> None:
    lock, had, stop = InOrder(), list[str](), threading.Event()

    def greedy(name: str) -> None:
        while not stop.is_set():
            _once(lock, had, name)

    threads = [threading.Thread(target=greedy, args=(name,)) for name in "ab"]
    with lock:
        for thread in threads:
            thread.start()
        _until(lambda: len(lock._waiting) == 2)
    _until(lambda: len(had) >= 200)
    stop.set()
    for thread in threads:
        thread.join(5)
    assert abs(had[:200].count("a") - 100) <= 20


def test_a_fault_inside_lets_the_next_one_in() -> None:
    lock = InOrder()
    try:
        with lock:
            raise ValueError
    except ValueError:
        pass
    with lock:
        assert lock._taken
    assert not lock._taken


def _once(lock: InOrder, had: list[str], name: str) -> None:
    with lock:
        had.append(name)
        time.sleep(0.001)


class Numbered:
    """A camera, or files, whose pictures are numbered."""

    name = "numbered"

    def __init__(self, *, live: bool) -> None:
        self.live = live
        self.count = 0

    def read(self) -> Frame | None:
        self.count += 1
        if self.count > 5:
            return None
        image = np.full((4, 4, 3), self.count, np.uint8)
        return Frame(image, 0.1 * self.count, self.count, self.name)

    def close(self) -> None:
        pass


def test_a_frame_that_waited_gives_way_to_the_newest_of_a_camera() -> None:
    latest = LatestFrame(lambda: Numbered(live=True))
    _until(lambda: latest.ended)
    assert latest.dropped == 4
    newest = latest.take(1)
    assert newest is not None
    assert newest.seq == 5
    assert latest.newer(newest) is newest
    old = Frame(newest.image, 0.0, 1, "numbered")
    latest._frame = newest
    assert latest.newer(old) is newest
    assert latest.dropped == 5
    assert latest.take(0) is None


def test_no_picture_of_files_gives_way() -> None:
    latest = LatestFrame(lambda: Numbered(live=False))
    first = latest.take(5)
    _until(lambda: latest._frame is not None)
    assert first is not None
    assert latest.newer(first) is first
    seen = [frame.seq for frame in iter(lambda: latest.take(5), None)]
    assert (first.seq, seen, latest.dropped) == (1, [2, 3, 4, 5], 0)


class Endless(Numbered):
    """A camera that never ends."""

    def read(self) -> Frame:
        time.sleep(0.005)
        self.count += 1
        return Frame(np.zeros((4, 4, 3), np.uint8), 0.1 * self.count, self.count, self.name)


class Taking:
    """Notes the numbers of the frames that it is given."""

    def __init__(self, stop: threading.Event) -> None:
        self.stop, self.taken = stop, list[int]()

    def take(self, frame: Frame, /) -> None:
        self.taken.append(frame.seq)
        self.stop.set()

    def complain(self, text: Said, about: str, /) -> None:
        pass


def test_a_table_that_waited_for_its_turn_is_shown_what_lies_there_now() -> None:
    source, stop, turn = Endless(live=True), threading.Event(), InOrder()
    camera, watcher = SharedCamera("endless", lambda: source), Taking(stop)
    thread = threading.Thread(target=pump, args=(camera, watcher, stop), kwargs={"alone": turn})
    with turn:
        thread.start()
        _until(lambda: turn._waiting)
        waited = source.count
        _until(lambda: source.count >= waited + 20)
    thread.join(5)
    camera.close()
    assert watcher.taken[0] >= waited + 18
    assert camera.newest().seq >= watcher.taken[0]


def _until(true: object) -> None:
    deadline = time.monotonic() + 10
    while not true():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.001)
