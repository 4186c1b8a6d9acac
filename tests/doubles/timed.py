"""A game whose time lies in a test's hand."""

from __future__ import annotations

from companion.board.placement import Placement
from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.household.clock import SteppedClock
from companion.rules.engine import clock as chess
from companion.rules.engine.clock import ClockRules
from companion.rules.engine.messages import PlayTiles
from companion.session.order import ordered
from companion.session.session import Session
from tests.doubles.games import Memory, session

CAT = PlayTiles(
    tuple(
        Placement(parse_square(square), Tile(letter))
        for square, letter in zip(("8G", "8H", "8I"), "CAT", strict=True)
    )
)


class Timed:
    """A game with clocks, time in our hand."""

    def __init__(self, rules: ClockRules | None, memory: Memory | None = None) -> None:
        self.memory = memory if memory is not None else Memory()
        self.time = SteppedClock()
        self.rules = rules
        self.session: Session = session(self.memory, self.time, rules)

    def do(self, *commands: object, after_s: float = 0) -> None:
        self.time.step(after_s)
        for command in commands:
            self.session.handle(ordered(command, "test"))

    @property
    def left_s(self) -> tuple[int, ...]:
        clocks = self.session.snapshot.clocks
        assert clocks is not None
        return chess.left_s(clocks, int(self.time.monotonic_s() * 1000))

    @property
    def running(self) -> tuple[int | None, bool]:
        clocks = self.session.snapshot.clocks
        assert clocks is not None
        return clocks.running, clocks.paused

    @property
    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.memory.entries]

    def killed(self) -> Timed:
        """The same game after `kill -9`: only the log is left, and another clock."""
        again = Timed(self.rules, self.memory)
        again.time.step(12345)
        return again
