"""The single writer: one queue, one thread. Everybody else reads immutable snapshots."""

from __future__ import annotations

import itertools
import logging
import math
import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion.errors import CompanionError, StoreError
from companion.session.foresight import Foresight
from companion.session.order import Order
from companion.session.snapshot import Snapshot

log = logging.getLogger(__name__)

KEPT_SNAPSHOTS = 64
"""Snapshots kept for screens that come back after a short break."""


class Handles(Protocol):
    """What the loop drives: a session, or a double of one."""

    @property
    def snapshot(self) -> Snapshot:
        """The game as it is."""

    def handle(self, order: Order) -> Snapshot:
        """Do what is ordered and return the game after it."""

    def foresee(self, command: object) -> Foresight:
        """Return what a command would change, without doing it."""


@dataclass(order=True, frozen=True, slots=True)
class _Item:
    """What waits; without an order it only tells that its turn has come."""

    given_s: float
    number: int
    order: Order | None = field(compare=False)
    future: Future[Snapshot] = field(compare=False)


Subscriber = Callable[[Snapshot], None]


class Loop:
    """Runs all commands of a game one after the other, in a thread of its own."""

    def __init__(
        self,
        session: Handles,
        *,
        kept: int = KEPT_SNAPSHOTS,
        monotonic_s: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """Prepare; `start` begins.

        Args:
            session: What is driven.
            kept: Snapshots kept for screens that come back.
            monotonic_s: The clock that the game's clocks count by. Of several orders that wait
                the one that was given first is done first.
        """
        self._session = session
        self._now_s = monotonic_s
        self._queue: queue.PriorityQueue[_Item] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._recent: deque[Snapshot] = deque([session.snapshot], maxlen=max(1, kept))
        self._subscribers: tuple[Subscriber, ...] = ()
        self._thread: threading.Thread | None = None
        self._closing = threading.Lock()
        self._closed = False
        self.faults = 0
        """Commands that ended in a fault that nobody foresaw."""

    def start(self) -> Loop:
        """Start the thread."""
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._run, name="companion-loop", daemon=True
            )
            self._thread.start()
        return self

    def stop(self) -> None:
        """Finish what is queued, then end the thread. Later commands fail."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._put(None, Future(), math.inf)
        if self._thread is not None:
            self._thread.join()
        with self._changed:
            self._changed.notify_all()

    def __enter__(self) -> Loop:
        return self.start()

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def submit(self, order: Order) -> Future[Snapshot]:
        """Queue an order; the future holds the game after it, or why it was refused.

        Thread-safe, never blocks.
        """
        future: Future[Snapshot] = Future()
        with self._closing:
            if self._closed:
                future.set_exception(CompanionError("The game has been closed."))
            else:
                self._put(order, future, self._now_s() - order.age_s)
        return future

    def _put(self, order: Order | None, future: Future[Snapshot], given_s: float) -> None:
        self._queue.put(_Item(given_s, next(self._numbers), order, future))

    def foresee(self, command: object) -> Foresight:
        """Return what a command would change, without doing it.

        Raises:
            RuleViolation: It would be refused.
        """
        return self._session.foresee(command)

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        with self._changed:
            return self._recent[-1]

    def wait(self, after_version: int, timeout_s: float) -> list[Snapshot]:
        """Return the snapshots after a version, oldest first, as soon as there is one.

        A version from before the kept ones gets all that are kept; one from the future (this
        program was started anew) gets the newest. Empty after the time-out.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._news(after_version), timeout_s)
            return self._news(after_version)

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call back in the loop's thread with every new snapshot; returns how to end that."""
        with self._changed:
            self._subscribers = (*self._subscribers, subscriber)

        def end() -> None:
            with self._changed:
                self._subscribers = tuple(s for s in self._subscribers if s is not subscriber)

        return end

    def drain(self) -> Snapshot:
        """Wait until all that was queued before is done; for tests. Needs a started loop."""
        done: Future[Snapshot] = Future()
        with self._closing:
            if self._closed:
                return self.snapshot
            self._put(None, done, self._now_s())
        return done.result()

    def _news(self, after_version: int) -> list[Snapshot]:
        newest = self._recent[-1]
        if after_version > newest.version:
            return [newest]
        return [s for s in self._recent if s.version > after_version]

    def _run(self) -> None:
        while (item := self._queue.get()).given_s < math.inf:
            order, future = item.order, item.future
            if order is None:
                future.set_result(self.snapshot)
            elif future.set_running_or_notify_cancel():
                age_s = max(0.0, self._now_s() - item.given_s)
                self._answer(replace(order, age_s=age_s), future)

    def _answer(self, order: Order, future: Future[Snapshot]) -> None:
        try:
            snapshot = self._session.handle(order)
        except CompanionError as e:
            if not isinstance(e, StoreError):
                log.info("%s refused for %s: %s", _name(order), order.actor, e)
            elif not self.snapshot.trouble:  # once, until it is over
                log.error("the game cannot be kept: %s", e)
            self._publish(self._session.snapshot)
            future.set_exception(e)
            return
        except Exception as e:  # the game must outlive any bug in one command
            self.faults += 1
            log.exception("%s failed for %s", _name(order), order.actor)
            future.set_exception(e)
            return
        self._publish(snapshot)
        future.set_result(snapshot)

    def _publish(self, snapshot: Snapshot) -> None:
        with self._changed:
            before = self._recent[-1]
            if snapshot.version <= before.version:
                return
            self._recent.append(snapshot)
            subscribers = self._subscribers
            self._changed.notify_all()
        if before.trouble and not snapshot.trouble:
            log.warning("the game is kept again")
        for subscriber in subscribers:
            try:
                subscriber(snapshot)
            except Exception:
                self.faults += 1
                log.exception("a subscriber failed")


def _name(order: Order) -> str:
    return type(order.command).__name__
