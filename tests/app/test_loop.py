from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from companion.app.loop import Loop
from companion.board.placement import Placement
from companion.errors import CompanionError, RuleViolation
from companion.household.clock import SteppedClock
from companion.rules.engine.messages import Pass, PlayTiles
from companion.session.foresight import Foresight
from companion.session.messages import ShowMessage
from companion.session.order import Order, ordered
from companion.session.snapshot import Snapshot
from tests.doubles.games import session
from tests.doubles.readings import laid

HUT = PlayTiles(tuple(Placement(s, t) for s, t in laid("8G", "HUT").items()))
SOON_S = 10.0


BUG = PlayTiles(None)  # type: ignore[arg-type]
"""A command that no program makes: the game stumbles over it."""


@pytest.fixture
def loop() -> Iterator[Loop]:
    with Loop(session(), kept=4) as running:
        yield running


def test_a_command_is_answered_with_the_game_after_it(loop: Loop) -> None:
    after = loop.submit(ordered(HUT, "tablet")).result(SOON_S)
    assert after.totals[0] == ("Ann", 12)
    assert loop.snapshot == after


def test_a_refusal_fails_its_future_only(loop: Loop) -> None:
    loop.submit(ordered(HUT, "tablet"))
    refused = loop.submit(ordered(HUT, "tablet"))
    assert isinstance(refused.exception(SOON_S), RuleViolation)
    assert loop.submit(ordered(Pass(), "tablet")).result(SOON_S).version == 2
    assert loop.faults == 0


def test_a_bug_fails_its_future_and_the_loop_lives_on(loop: Loop) -> None:
    broken = loop.submit(ordered(BUG, "tablet"))
    assert broken.exception(SOON_S) is not None
    assert not isinstance(broken.exception(), CompanionError)
    assert loop.submit(ordered(HUT, "tablet")).result(SOON_S).version == 1
    assert loop.faults == 1


def test_commands_of_many_threads_are_done_one_after_the_other(loop: Loop) -> None:
    versions: list[int] = []

    def press() -> None:
        futures = [loop.submit(ordered(Pass(), "button")) for _ in range(20)]
        versions.extend(f.result(SOON_S).version for f in futures)

    threads = [threading.Thread(target=press) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(versions) == list(range(1, 81))


def test_a_screen_is_woken_by_the_next_snapshot(loop: Loop) -> None:
    got: list[Snapshot] = []
    waiting = threading.Thread(target=lambda: got.extend(loop.wait(0, SOON_S)))
    waiting.start()
    loop.submit(ordered(HUT, "tablet"))
    waiting.join()
    assert [s.version for s in got] == [1]


def test_a_screen_that_was_away_gets_all_it_missed(loop: Loop) -> None:
    for text in "abc":
        loop.submit(ordered(ShowMessage(text), "test"))
    loop.drain()
    assert [s.message for s in loop.wait(1, 0)] == ["b", "c"]
    assert loop.wait(3, 0) == []


def test_a_screen_that_was_away_too_long_gets_what_is_kept(loop: Loop) -> None:
    for text in "abcdef":
        loop.submit(ordered(ShowMessage(text), "test"))
    loop.drain()
    assert [s.message for s in loop.wait(0, 0)] == ["c", "d", "e", "f"]


def test_a_screen_of_the_program_before_gets_the_newest(loop: Loop) -> None:
    loop.submit(ordered(ShowMessage("a"), "test"))
    loop.drain()
    assert [s.message for s in loop.wait(900, 0)] == ["a"]


def test_subscribers_hear_of_every_snapshot_and_cannot_stop_the_loop(loop: Loop) -> None:
    heard: list[int] = []

    def broken(_: Snapshot) -> None:
        raise RuntimeError("a bug in a subscriber")

    loop.subscribe(broken)
    end = loop.subscribe(lambda s: heard.append(s.version))
    loop.submit(ordered(HUT, "tablet"))
    loop.drain()
    end()
    loop.submit(ordered(Pass(), "tablet"))
    loop.drain()
    assert heard == [1]
    assert loop.faults == 2


def test_a_closed_loop_refuses_and_wakes_who_waits() -> None:
    loop = Loop(session()).start()
    waiting = threading.Thread(target=lambda: loop.wait(0, SOON_S * 6))
    waiting.start()
    done = loop.submit(ordered(HUT, "tablet"))
    loop.stop()
    waiting.join(SOON_S)
    assert not waiting.is_alive()
    assert done.result(0).version == 1, "what was queued is still done"
    assert isinstance(loop.submit(ordered(Pass(), "tablet")).exception(0), CompanionError)
    loop.stop()


def test_of_several_orders_that_wait_the_one_given_first_is_done_first() -> None:
    """A press from a box whose line stood still comes after a tap, and was made before it."""
    clock, entered, go_on = SteppedClock(), threading.Event(), threading.Event()
    done: list[tuple[str, float]] = []

    class Slow:
        snapshot = session().snapshot

        def handle(self, order: Order) -> Snapshot:
            entered.set()
            assert go_on.wait(SOON_S)
            done.append((order.id, order.age_s))
            return self.snapshot

        def foresee(self, command: object) -> Foresight:
            raise NotImplementedError

    clock.step(60)
    with Loop(Slow(), monotonic_s=clock.monotonic_s) as loop:
        loop.submit(Order("first", "page", None, Pass()))
        assert entered.wait(SOON_S)
        loop.submit(Order("tap", "page", None, Pass()))
        clock.step(1)
        loop.submit(Order("press", "box", None, Pass(), age_s=4.0))
        last = loop.submit(Order("tap again", "page", None, Pass()))
        clock.step(2)
        go_on.set()
        last.result(SOON_S)
    assert done == [("first", 0), ("press", 6), ("tap", 3), ("tap again", 2)]
