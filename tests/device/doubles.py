"""A game that answers at once, and lists what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from companion.errors import CompanionError
from companion.household.clock import SteppedClock
from companion.rules.engine.clock import ClockRules
from companion.session.order import Order
from companion.session.session import Session
from companion.session.snapshot import Snapshot
from firmware_bridge import Button, Kind, Press, PressKey
from tests.doubles.games import Memory, session


class Game:
    """The single writer without its thread."""

    def __init__(
        self,
        memory: Memory | None = None,
        clocks: ClockRules | None = None,
        clock: SteppedClock | None = None,
    ) -> None:
        self.memory = memory if memory is not None else Memory()
        self.session: Session = session(self.memory, clock, clocks)
        self.asked: list[tuple[object, str]] = []
        self.answers = True
        self._waiting: list[tuple[Order, Future[Snapshot]]] = []
        self._subscribers: list[Callable[[Snapshot], None]] = []

    @property
    def snapshot(self) -> Snapshot:
        return self.session.snapshot

    def submit(self, order: Order) -> Future[Snapshot]:
        future: Future[Snapshot] = Future()
        self.asked.append((order.command, order.actor))
        self._waiting.append((order, future))
        if self.answers:
            self.work()
        return future

    def work(self) -> None:
        while self._waiting:
            order, future = self._waiting.pop(0)
            try:
                snapshot = self.session.handle(order)
            except CompanionError as fault:
                future.set_exception(fault)
                continue
            for subscriber in self._subscribers:
                subscriber(snapshot)
            future.set_result(snapshot)

    def subscribe(self, subscriber: Callable[[Snapshot], None]) -> Callable[[], None]:
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    @property
    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.memory.entries]


def press(
    button: Button,
    event: int = 1,
    *,
    age_s: float = 0.0,
    stale: bool = False,
    kind: Kind = Kind.PRESS,
) -> Press:
    key = PressKey("0badcafe", 1, event)
    return Press(key, button, kind, 11.0 if stale else age_s, stale)
