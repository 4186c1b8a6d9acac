"""How long a conclusion takes: from a reading to a proposal, and from a tap to its snapshot."""

from __future__ import annotations

import statistics
import time
from datetime import UTC, datetime
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from companion import tilesets
from companion.board.placement import Placement
from companion.board.position import Position
from companion.household.clock import SteppedClock
from companion.household.games import open_game, start_game
from companion.inference.history import History
from companion.inference.propose import Kind, rank
from companion.rules.api import Setup
from companion.rules.engine.messages import AdjustScore, Pass, PlayTiles
from companion.session.log import Entry
from companion.session.order import ordered
from companion.store import EventStore
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.readings import laid, reading_of

ENGLISH = tilesets.load("english")
BOARD = Position(
    laid("8G", "HUT")
    | laid("9H", "NTO", "down")
    | laid("10D", "STAR.E")
    | laid("11D", "AND", "down")
    | laid("13E", "ARKER")
    | laid("12J", "E.OW", "down")
)
NEXT = BOARD.with_tiles(laid("8J", "S"))


def test_propose_a_play(benchmark: BenchmarkFixture) -> None:
    reading = reading_of(NEXT)
    proposal = benchmark(rank, BOARD, reading, tiles=ENGLISH)
    assert proposal.kind is Kind.PLAY


def test_tell_one_more_picture_of_a_game(benchmark: BenchmarkFixture) -> None:
    history = History(ENGLISH, start=BOARD).after(reading_of(BOARD)).after(reading_of(BOARD))
    after = benchmark(history.after, reading_of(NEXT))
    assert after.position() == NEXT


def test_append_an_entry(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """With WAL and synchronous=FULL: the entry is on the disk."""
    at = datetime(2030, 1, 1, tzinfo=UTC)
    with EventStore.open(tmp_path / "games.db") as store:
        game = store.create_game("x", "classic", {}, at=at)
        seq = 0

        def append() -> None:
            nonlocal seq
            entry = Entry(seq=seq + 1, at=at, actor="a", kind="k", body={"n": seq})
            seq = store.append(game, [entry], seq)

        benchmark(append)
        assert len(store.load(game)) == seq


def test_take_up_a_game_of_fifty_turns(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    setup = Setup(("Ann", "Bob"), ENGLISH)
    with EventStore.open(tmp_path / "games.db") as store:
        number, game = start_game(store, setup, name="x", clock=SteppedClock())
        hut = tuple(Placement(s, t) for s, t in laid("8G", "HUT").items())
        game.handle(ordered(PlayTiles(hut), "a"))
        for _ in range(49):
            game.handle(ordered(Pass(), "a"))
        again = benchmark(open_game, store, number, clock=SteppedClock())
        assert again.snapshot.scoreboard == game.snapshot.scoreboard


def test_two_thousand_orders_of_one_game(benchmark: BenchmarkFixture) -> None:
    """The last orders of a long game take about as long as the first: told as a ratio."""
    seconds: list[float] = []

    def play() -> None:
        loop = FakeLoop()
        for n in range(2000):
            begun = time.perf_counter()
            loop.submit(ordered(AdjustScore(n % 2, 1, "x"), "bench")).result()
            seconds.append(time.perf_counter() - begun)

    benchmark.pedantic(play, rounds=1)
    first, last = statistics.median(seconds[:200]), statistics.median(seconds[-200:])
    benchmark.extra_info["last orders to first ones"] = round(last / first, 2)
