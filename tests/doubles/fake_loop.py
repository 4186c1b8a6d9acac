"""A whole game in memory behind a port: real rules and session, no thread, store or camera."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, datetime

from companion.board.placement import Placement
from companion.board.square import parse_coordinate, parse_square
from companion.board.tiles import Tile
from companion.errors import CompanionError
from companion.inference.diff import Doubt
from companion.inference.propose import SURE, Explanation, Proposal
from companion.rules.api import Setup
from companion.rules.crossword.challenges.void import Judge
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.messages import PlayTiles
from companion.rules.game import Game
from companion.session.foresight import Foresight
from companion.session.log import Entry
from companion.session.messages import ShowProposal
from companion.session.order import Meant, Order, ordered
from companion.session.session import Session
from companion.session.snapshot import Snapshot
from companion.tilesets import load


class FakeLoop:
    """Answers at once, in the caller's thread; can be told to fail or to hang."""

    def __init__(
        self,
        players: tuple[str, ...] = ("Ann", "Ben"),
        *,
        ruleset: Game | None = None,
        setup: Setup | None = None,
        judge: Judge | None = None,
    ) -> None:
        self.ruleset = ruleset or CLASSIC
        self.setup = setup or Setup(players, load("english"))
        self.judge = judge
        self.submitted: list[tuple[object, str]] = []
        self.fault: Exception | None = None
        self.hang = False
        self._news = threading.Condition()
        self._subscribers: list[Callable[[Snapshot], None]] = []
        self.entries: list[Entry] = []
        self._session = self._opened()
        self.history = [self._session.snapshot]

    def _opened(self) -> Session:
        return Session(
            self.ruleset,
            self.setup,
            game="Test",
            append=lambda entries, _: self.entries.extend(entries),
            now=lambda: datetime(2030, 1, 1, tzinfo=UTC),
            entries=tuple(self.entries),
            judge=self.judge,
        )

    @property
    def snapshot(self) -> Snapshot:
        return self.history[-1]

    def submit(self, order: Order) -> Future[Snapshot]:
        future: Future[Snapshot] = Future()
        if self.hang:
            return future
        try:
            if self.fault:
                raise self.fault
            snapshot = self._session.handle(self._noted(order))
        except (CompanionError, RuntimeError) as fault:
            future.set_exception(fault)
            return future
        with self._news:
            self.history.append(snapshot)
            self._news.notify_all()
        for subscriber in tuple(self._subscribers):
            subscriber(snapshot)
        future.set_result(snapshot)
        return future

    def subscribe(self, subscriber: Callable[[Snapshot], None]) -> Callable[[], None]:
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    def _noted(self, order: Order) -> Order:
        """List what is asked for; what is worked out later, when it is."""

        def note(command: object) -> object:
            self.submitted.append((command, order.actor))
            return command

        meant = order.command
        if not isinstance(meant, Meant):
            note(meant)
            return order
        return replace(order, command=Meant(lambda now: note(meant.of(now))))

    def restarted(self) -> None:
        """Go on from the log, as after a crash of the program."""
        self._session = self._opened()

    def foresee(self, command: object) -> Foresight:
        return self._session.foresee(command)

    def wait(self, after_version: int, timeout_s: float) -> list[Snapshot]:
        def newer() -> list[Snapshot]:
            return [s for s in self.history if s.version > after_version]

        with self._news:
            self._news.wait_for(lambda: bool(newer()), timeout_s)
            return newer()

    def placements(self, at: str, word: str) -> tuple[Placement, ...]:
        """Tiles of a word at a coordinate, those already on the board left out."""
        square, direction = parse_coordinate(at)
        laid = []
        for step, letter in enumerate(word):
            where = square.moved(direction, step)
            if where not in self.snapshot.position:
                blank = letter.islower() or letter == "?"
                token = "" if letter == "?" else letter.upper()
                laid.append(Placement(where, Tile(token, blank=blank)))
        return tuple(laid)

    def play(self, at: str, word: str) -> Snapshot:
        """Count a play."""
        return self.submit(ordered(PlayTiles(self.placements(at, word)), "test")).result()

    def propose(
        self,
        at: str,
        word: str,
        *,
        odds: float = SURE,
        doubts: Sequence[Doubt] = (),
        left_out: Sequence[str] = (),
    ) -> Snapshot:
        """Put a play on the screens, as the camera would."""
        play = score_play(
            self.snapshot.position,
            self.placements(at, word),
            self.setup.layout,
            self.setup.tiles,
        )
        best = Explanation((play,), (), 5.0)
        squares = tuple(parse_square(name) for name in left_out)
        proposal = Proposal(best, (), odds, tuple(doubts), squares)
        return self.submit(ordered(ShowProposal(proposal), "camera")).result()
