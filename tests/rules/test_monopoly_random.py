"""Monopoly Scrabble: what holds in every game, whatever is played."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.doubles import invariants
from tests.doubles.random_games import random_game


@given(seed=st.integers(min_value=0, max_value=2**31))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_money_and_tiles_are_conserved_at_every_step(seed: int) -> None:
    game = random_game("monopoly-scrabble", seed, 0)
    for _ in range(150):
        if game.board.ended:
            break
        game.step()
        invariants.monopoly(game)


def test_a_random_game_comes_to_its_end() -> None:
    ended = [random_game("monopoly-scrabble", seed, 900) for seed in range(4)]
    assert any(game.now.ended for game in ended)
