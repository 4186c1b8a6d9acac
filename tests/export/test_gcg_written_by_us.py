"""Random games in several languages, written as GCG and read again: the same game."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

from companion.board.placement import Placement
from companion.board.square import Square
from companion.board.tiles import BLANK, Tile
from companion.errors import RuleViolation
from companion.export.api import GameFile
from companion.export.registry import read_game, write_game
from companion.rules.api import Scoreboard, Setup
from companion.rules.crossword.bag import unseen
from companion.rules.engine.messages import (
    AdjustScore,
    EndGame,
    Exchange,
    Pass,
    PlayTiles,
    Withdraw,
)
from companion.rules.registry import GAMES
from companion.tilesets import load
from tests.doubles import rulebook
from tests.doubles.files import board_of, entries_of

LANGUAGES = ("english", "german", "french", "spanish", "polish", "catalan", "dutch")
GAME = GAMES["classic"]


def a_game(language: str, seed: int) -> GameFile:
    """A random game of some turns, every third one with its end."""
    rng, tiles = random.Random(seed), load(language)
    setup = Setup(("Ann Ode", "Bo")[:: rng.choice((1, -1))], tiles)
    state: Any = GAME.start(setup)
    events: list[Any] = []

    def do(command: object) -> None:
        nonlocal state
        for event in GAME.decide(state, command):
            state = GAME.evolve(state, event)
            events.append(event)

    for _ in range(rng.randint(3, 25)):
        try:
            do(a_command(GAME.scoreboard(state), rng))
        except RuleViolation:
            continue
    if seed % 3 == 0:
        left = drawn(GAME.scoreboard(state), rng, 14)
        racks = [left[:7], left[7:14]]
        with suppress(RuleViolation):
            do(EndGame(tuple(map(tuple, racks))))
    board = GAME.scoreboard(state)
    return GameFile("classic", setup, board, entries_of(events), "A game", "ENABLE")


def drawn(board: Scoreboard, rng: random.Random, count: int) -> list[Tile]:
    pool = [token for token, n in board.unseen for _ in range(n)]
    rng.shuffle(pool)
    return [BLANK if token == "?" else Tile(token) for token in pool[:count]]


def a_command(board: Scoreboard, rng: random.Random) -> object:
    seat = board.on_turn or 0
    match rng.choices(("play", "pass", "swap", "count", "off", "time"), (80, 5, 6, 4, 4, 2))[0]:
        case "pass":
            return Pass()
        case "swap":
            given = drawn(board, rng, rng.randint(1, 7))
            return Exchange(len(given), tuple(given))
        case "count":
            return Exchange(rng.randint(1, 7))
        case "off":
            return Withdraw()
        case "time":
            return AdjustScore(seat, -10, "time")
        case _:
            return a_play(board, rng)


def a_play(board: Scoreboard, rng: random.Random) -> PlayTiles:
    there = {(s.row, s.col): (t.letter, t.blank) for s, t in board.position.items()}
    laid = rulebook.random_play(there, ["A"], rng)
    rack = drawn(board, rng, len(laid))
    letters = [token for token, _ in board.unseen if token != "?"]
    return PlayTiles(
        tuple(
            Placement(Square(*at), Tile(rng.choice(letters), blank=True) if t.blank else t)
            for at, t in zip(laid, rack, strict=False)
        )
    )


def told(board: Scoreboard) -> list[tuple[object, ...]]:
    return [
        (
            t.player,
            t.kind,
            t.coordinate,
            tuple(word.tiles for word in t.words),
            t.placements,
            t.count,
            sorted(tile.text for tile in t.tiles),
            t.score,
            t.total,
            t.marks,
        )
        for t in board.turns
    ]


def comes_back(language: str, seed: int) -> None:
    game = a_game(language, seed)
    made = write_game("gcg", game)
    taken = read_game(made.data)
    again = board_of(taken)
    assert taken.setup.tiles == game.setup.tiles
    assert taken.setup.players == game.setup.players
    assert taken.name == game.name
    assert told(again) == told(game.board), made.data.decode()
    assert again.position == game.board.position
    assert [row.total for row in again.rows] == [row.total for row in game.board.rows]
    assert again.ended == game.board.ended
    assert [sorted(t.text for t in rack) for rack in again.racks] == [
        sorted(t.text for t in rack) for rack in game.board.racks
    ]
    whole = GameFile("classic", taken.setup, again, name=taken.name)
    assert write_game("gcg", whole).data == made.data


@pytest.mark.parametrize("seed", range(30))
def test_what_we_write_we_read_as_the_same_game(seed: int) -> None:
    comes_back(LANGUAGES[seed % len(LANGUAGES)], seed)


@pytest.mark.long
def test_500_games_come_back() -> None:
    for seed in range(1000, 1500):
        comes_back(LANGUAGES[seed % len(LANGUAGES)], seed)


def test_there_is_something_of_everything_in_these_games() -> None:
    games = [a_game(LANGUAGES[seed % 7], seed) for seed in range(30)]
    kinds = {turn.kind for game in games for turn in game.board.turns}
    assert kinds >= {"play", "pass", "exchange", "withdrawn", "time"}
    assert {game.board.ended for game in games} == {True, False}
    assert {s.tiles.name for game in games for s in [game.setup]} == set(LANGUAGES)
    assert any(
        unseen(game.board.position, game.setup.tiles).get("?", 0) < game.setup.tiles.blanks
        for game in games
    )
