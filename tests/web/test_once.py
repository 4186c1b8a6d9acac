"""What has a name is done once, by whoever asks first; what failed may be tried again."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.errors import CameraError
from companion.web.once import LATELY, Once


def test_of_many_at_once_one_does_it_and_all_get_its_answer() -> None:
    once, barrier, done = Once(), threading.Barrier(8), []

    def work() -> int:
        done.append(1)
        return len(done)

    def ask() -> int:
        barrier.wait()
        return once.do("the-same", work)

    with ThreadPoolExecutor(8) as pool:
        answers = [asked.result() for asked in [pool.submit(ask) for _ in range(8)]]
    assert (answers, done) == ([1] * 8, [1])
    assert once.do("another", work) == 2


def test_what_failed_is_tried_again() -> None:
    once, faults = Once(), [CameraError("The camera is in use.")]

    def work() -> str:
        if faults:
            raise faults.pop()
        return "open"

    with pytest.raises(CameraError):
        once.do("camera", work)
    assert once.do("camera", work) == "open"


def test_it_remembers_no_more_than_it_needs() -> None:
    once = Once()
    for n in range(3 * LATELY):
        once.do(f"name-{n}", lambda: None)
    assert len(once._done) <= LATELY + 1
    assert once.do(f"name-{3 * LATELY - 1}", lambda: "again") is None
