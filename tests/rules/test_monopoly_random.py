"""Monopoly Scrabble: what holds in every game, whatever is played."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.doubles.random_games import RandomGame, random_game


def check(game: RandomGame) -> None:
    state = game.now
    assert state.ledger.total == 36_000
    assert all(amount % 100 == 0 for _, amount in state.ledger.accounts)
    assert all(state.cash(seat) >= 0 for seat in range(len(state.names)))
    assert state.ledger.balance("free-parking") >= 0
    held = sum(state.racks) + state.bank_tiles + state.bag + len(state.bought)
    assert held + len(state.position) == 100
    assert min(*state.racks, state.bank_tiles, state.bag) >= 0
    assert all(0 <= place < len(state.board.track) for place in state.places)
    assert sorted(state.chance) == list(range(24))
    assert sorted(state.chest) == list(range(24))


@given(seed=st.integers(min_value=0, max_value=2**31))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_money_and_tiles_are_conserved_at_every_step(seed: int) -> None:
    game = random_game("monopoly-scrabble", seed, 0)
    for _ in range(150):
        if game.board.ended:
            break
        game.step()
        check(game)


def test_a_random_game_comes_to_its_end() -> None:
    ended = [random_game("monopoly-scrabble", seed, 900) for seed in range(4)]
    assert any(game.now.ended for game in ended)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_games_conserve_money_and_tiles() -> None:
    for seed in range(1000):
        check(random_game("monopoly-scrabble", seed, 400))
