from __future__ import annotations

import random

from pytest_benchmark.fixture import BenchmarkFixture

from companion import tilesets
from companion.board.layout import STANDARD
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import Square, parse_coordinate
from companion.board.tiles import Tile
from companion.rules.api import Setup
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.scoring import score_play
from companion.rules.engine.messages import (
    Event,
    PlayChallenged,
    StepUndone,
    TileCorrected,
    TilesPlayed,
    TurnPassed,
)

EVENTS = 10_000


def test_score_a_play_with_seven_cross_words(benchmark: BenchmarkFixture) -> None:
    english = tilesets.load("english")
    above = {Square(7, 4 + n): Tile(letter) for n, letter in enumerate("ABATERS")}
    laid = [Placement(Square(8, 4 + n), Tile(letter)) for n, letter in enumerate("REGALED")]
    play = benchmark(score_play, Position(above), laid, STANDARD, english)
    assert len(play.words) == 8
    assert play.bonus == 50


def test_replay_a_log_of_10_000_events(benchmark: BenchmarkFixture) -> None:
    """A log such as an evening of corrections leaves: plays, passes, letters mended, undone."""
    setup = Setup(("Ann", "Bob"), tilesets.load("english"))
    events = _log()
    game = CLASSIC

    def replay() -> int:
        state = game.start(setup)
        for event in events:
            state = game.evolve(state, event)
        return len(game.scoreboard(state).turns)

    assert benchmark(replay) > 1_000


def test_replay_a_log_of_10_000_events_with_challenges(benchmark: BenchmarkFixture) -> None:
    """A turn lost by a challenge has to be worked out as the log goes on."""
    setup = Setup(("Ann", "Bob"), tilesets.load("english"))
    good = (Judged("HOUSE", known=True, lexicon="ENABLE"),)
    challenged = [_played("8D", "HOUSE", 0), PlayChallenged(1, 1, 0, good)]
    events: list[Event] = [*challenged, *(TurnPassed(n % 2) for n in range(EVENTS - 2))]
    game = CLASSIC

    def replay() -> int:
        state = game.start(setup)
        for event in events:
            state = game.evolve(state, event)
        return len(game.scoreboard(state).turns)

    assert benchmark(replay) == EVENTS + 1


def _log() -> list[Event]:
    rng = random.Random(4)
    events: list[Event] = [_played("8D", "HOUSE", 0), _played("E7", "T.Y", 1)]
    while len(events) < EVENTS:
        dice = rng.random()
        if dice < 0.4:
            events.append(TurnPassed(len(events) % 2))
        elif dice < 0.7:
            events.append(TileCorrected(1, Square(7, 3), Tile(rng.choice("HML"))))
        else:
            events += [TurnPassed(0), StepUndone()]
    return events[:EVENTS]


def _played(where: str, word: str, player: int) -> TilesPlayed:
    start, way = parse_coordinate(where)
    return TilesPlayed(
        player,
        tuple(
            Placement(start.moved(way, at), Tile(letter))
            for at, letter in enumerate(word)
            if letter != "."
        ),
    )
