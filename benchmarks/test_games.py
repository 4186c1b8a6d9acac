"""How long the family games take: the best hand, goals met, a turn on the track, a replay."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from companion.rules.cards.value import best_after_reward, best_out
from companion.rules.engine.messages import PlayTiles
from companion.rules.monopoly.messages import LetStand
from companion.rules.together.state import judged
from tests.doubles.at_table import lay
from tests.doubles.cards import DECK, hand
from tests.doubles.monopoly import monopoly
from tests.doubles.random_games import RandomGame, random_game
from tests.doubles.together import together


def test_best_hand_with_two_chances(benchmark: BenchmarkFixture) -> None:
    cards = hand("YYY12tg??m")
    found = benchmark(best_out, cards, DECK)
    assert found is not None
    assert found.total > 3000


def test_best_hand_after_the_reward(benchmark: BenchmarkFixture) -> None:
    cards, uses = hand("YYY1RR??tg"), ("red", "house-2")
    reward = hand("R2t3g")
    assert benchmark(best_after_reward, cards, uses, reward, DECK).total > 3000


def test_which_goals_a_word_meets(benchmark: BenchmarkFixture) -> None:
    state = together(seed=1).now
    play, _, _ = benchmark(judged, state, lay("TRAINER", "8G"))
    assert play.main.text == "TRAINER"


def test_a_turn_of_monopoly_scrabble(benchmark: BenchmarkFixture) -> None:
    def turn() -> int:
        return len(monopoly().do(PlayTiles(lay("CAB", "8F")), LetStand()).events)

    assert benchmark(turn) > 5


def test_replay_of_a_random_game_of_monopoly_scrabble(benchmark: BenchmarkFixture) -> None:
    game: RandomGame = random_game("monopoly-scrabble", 1, 400)

    def replay() -> object:
        state = game.ruleset.start(game.setup)
        for event in game.events:
            state = game.ruleset.evolve(state, event)
        return state

    assert benchmark(replay) == game.whole
