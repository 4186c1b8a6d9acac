"""What a command causes, collected event by event while the state follows."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from companion.rules.engine.history import Evolve

S = TypeVar("S")


class Drafting(Generic[S]):
    """The events of one command. Lives only while it is decided."""

    def __init__(self, state: S, evolve: Evolve[S]) -> None:
        self.state = state
        self.events: list[Any] = []
        self._evolve = evolve

    def add(self, event: object) -> None:
        """Record an event and let the state follow."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)
