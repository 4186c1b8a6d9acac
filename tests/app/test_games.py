from __future__ import annotations

from pathlib import Path

import pytest

from companion.board.placement import Placement
from companion.errors import ConfigError, StoreError
from companion.household.clock import SteppedClock
from companion.household.games import open_game, start_game
from companion.rules.api import Setup
from companion.rules.engine.messages import Pass, PlayTiles
from companion.session.order import ordered
from companion.store import EventStore
from companion.tilesets import load
from tests.doubles.games import setup
from tests.doubles.readings import laid

HUT = PlayTiles(tuple(Placement(s, t) for s, t in laid("8G", "HUT").items()))


def test_a_game_survives_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with EventStore.open(path) as store:
        number, game = start_game(store, setup(), name="Evening", clock=SteppedClock())
        before = game.handle(ordered(HUT, "tablet"))
    with EventStore.open(path) as store:
        again = open_game(store, number, clock=SteppedClock()).snapshot
    assert again.scoreboard == before.scoreboard
    assert again.game == "Evening"


def test_an_impossible_setup_leaves_no_game_behind() -> None:
    with EventStore.open(":memory:") as store:
        with pytest.raises(ConfigError):
            start_game(store, setup("Ann"), name="Alone", clock=SteppedClock())
        assert store.games() == ()
        with pytest.raises(StoreError, match="no game 3"):
            open_game(store, 3, clock=SteppedClock())


def test_who_has_begun_the_fewest_games_is_counted_from_the_store() -> None:
    fewest = (("first_player", "fewest"),)

    def played(*players: str) -> str:
        table = Setup(players, load("english"), options=fewest)
        number, game = start_game(store, table, name="x", clock=SteppedClock())
        board = game.snapshot.scoreboard
        game.handle(ordered(Pass(), "x"))
        assert open_game(store, number, clock=SteppedClock()).snapshot.turns
        return players[board.on_turn or 0]

    with EventStore.open(":memory:") as store:
        assert played("Ann", "Bob") == "Ann"
        assert played("Ann", "Bob") == "Bob"
        assert played("Ann", "Bob") == "Ann"
        assert played("Ann", "Cy") == "Cy"
        assert played("Bob", "Ann") == "Bob"
