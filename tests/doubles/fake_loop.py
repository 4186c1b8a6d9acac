"""A game port without threads, store or camera: real rules, states in a list."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from companion.board.placement import Placement, Play
from companion.board.square import parse_coordinate, Square
from companion.board.tiles import Tile
from companion.errors import CompanionError
from companion.rules.api import Scoreboard, Setup
from companion.rules.games.classic import Classic
from companion.rules.messages import Command
from companion.rules.scoring import score_play
from companion.tilesets import load


@dataclass(frozen=True, slots=True)
class FakeDoubt:
    square: Square
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class FakeProposal:
    play: Play
    sure: bool = True


@dataclass(frozen=True, slots=True)
class FakeSnapshot:
    version: int
    scoreboard: Scoreboard
    doubtful: tuple[FakeDoubt, ...] = ()
    proposal: FakeProposal | None = None


class FakeLoop:
    """Answers at once, in the caller's thread."""

    def __init__(self, players: tuple[str, ...] = ("Ann", "Ben")) -> None:
        self.rules = Classic()
        self.setup = Setup(players, load("english"))
        self.state = self.rules.start(self.setup)
        self.submitted: list[tuple[Command, str]] = []
        self.fault: Exception | None = None
        self.hang = False
        self._news = threading.Condition()
        self.history = [FakeSnapshot(0, self.rules.scoreboard(self.state))]

    @property
    def snapshot(self) -> FakeSnapshot:
        return self.history[-1]

    def submit(self, command: Command, actor: str) -> Future[FakeSnapshot]:
        self.submitted.append((command, actor))
        future: Future[FakeSnapshot] = Future()
        if self.hang:
            return future
        try:
            if self.fault:
                raise self.fault
            for event in self.rules.decide(self.state, command):
                self.state = self.rules.evolve(self.state, event)
            future.set_result(self.publish(proposal=None, doubtful=()))
        except (CompanionError, RuntimeError) as fault:
            future.set_exception(fault)
        return future

    def publish(self, **changes: Any) -> FakeSnapshot:
        old = self.snapshot
        new = replace(
            old,
            version=old.version + 1,
            scoreboard=self.rules.scoreboard(self.state),
            **changes,
        )
        with self._news:
            self.history.append(new)
            self._news.notify_all()
        return new

    def wait(self, after_version: int, timeout_s: float) -> list[FakeSnapshot]:
        def newer() -> list[FakeSnapshot]:
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
            if where not in self.state.sheet.position:
                laid.append(Placement(where, Tile(letter.upper(), blank=letter.islower())))
        return tuple(laid)

    def propose(self, at: str, word: str, *, sure: bool = True, **changes: Any) -> None:
        play = score_play(
            self.state.sheet.position,
            self.placements(at, word),
            self.setup.layout,
            self.setup.tiles,
        )
        self.publish(proposal=FakeProposal(play, sure), **changes)
