"""A past game retold: laid and lifted turn by turn, any game's board comes out as it stands."""

from __future__ import annotations

from typing import Any

import pytest

from companion.household.retold import best_of, figures_of, turns_of
from companion.rules.engine.messages import Withdraw
from companion.rules.registry import GAMES
from companion.rules.registry import game as game_named
from companion.session.order import ordered
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.random_games import RandomGame


def after(turns: list[dict[str, Any]]) -> dict[str, str]:
    """What a page draws: each turn's squares lifted, then laid."""
    lies: dict[str, str] = {}
    for turn in turns:
        for name in turn["lift"]:
            del lies[name]
        lies |= dict(turn["lay"])
    return lies


@pytest.mark.parametrize("name", GAMES)
def test_the_board_after_the_last_turn_is_the_board(name: str) -> None:
    for seed in range(2):
        game = RandomGame(game_named(name), seed)
        for _ in range(20):
            if not game.board.actions:
                break
            game.step()
        end = {square.name: tile.text for square, tile in game.board.position.items()}
        assert after(turns_of(game.board, None)) == end


def test_a_play_that_was_taken_off_lies_for_one_turn() -> None:
    loop = FakeLoop(("Ann", "Ben"))
    loop.play("8D", "QUIET")
    loop.submit(ordered(Withdraw(), "test", loop.snapshot.seen)).result()
    loop.play("8D", "HOUSE")
    turns = turns_of(loop.snapshot.scoreboard, None)
    assert [name for name, _ in turns[0]["lay"]] == ["8D", "8E", "8F", "8G", "8H"]
    assert turns[1]["lift"] == ["8D", "8E", "8F", "8G", "8H"]
    assert after(turns) == dict(zip(("8D", "8E", "8F", "8G", "8H"), "HOUSE", strict=True))


def test_figures_of_each_player() -> None:
    loop = FakeLoop(("Ann", "Ben"))
    loop.play("8D", "QUIET")
    loop.play("F8", "IVORY")
    board = loop.snapshot.scoreboard
    # Q on a double letter: (20 + 1 + 1 + 1 + 1) doubled by the start square.
    assert best_of(board.turns) == {"word": "QUIET", "score": 48}
    first, second = figures_of(board)
    assert (first["plays"], first["a_play"], first["best"]["word"]) == (1, 48, "QUIET")
    assert (second["plays"], second["best"]["word"]) == (1, "IVORY")
