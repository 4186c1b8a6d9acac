"""What every game in the registry keeps; a new game is tested by being listed there."""

from __future__ import annotations

import json
import typing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import RuleViolation
from companion.rules.api import Setup, to_json
from companion.rules.engine.codec import from_json, kebab, setup_from_json, setup_to_json
from companion.rules.engine.codec import to_json as event_to_json
from companion.rules.registry import GAMES
from companion.rules.registry import game as game_named
from tests.doubles.random_games import RandomGame, random_game

NAMES = (*GAMES, "bookcase")
"""Every game, and one under the name that earlier logs have it by."""
SEEDS = st.integers(min_value=0, max_value=2**31)
FEW = settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
STEPS = 40
LONG = 400


def replayed(game: RandomGame) -> object:
    state = game.ruleset.start(game.setup)
    for event in game.events:
        state = game.ruleset.evolve(state, event)
    return state


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_known_by_the_name_it_carries(name: str) -> None:
    assert game_named(name).key == name
    assert game_named(name).title
    assert len(set(game_named(name).events)) == len(game_named(name).events)
    assert len(set(game_named(name).commands)) == len(game_named(name).commands)


@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
@FEW
def test_every_event_survives_the_codec(name: str, seed: int) -> None:
    game = random_game(name, seed, STEPS)
    for event in game.events:
        written = json.loads(json.dumps(event_to_json(event)))
        assert from_json(written, game.ruleset.events) == event


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_event_and_command_can_be_written(name: str) -> None:
    game = game_named(name)
    for kind in (*game.events, *game.commands):
        assert typing.get_type_hints(kind) is not None
        assert kebab(kind) == kebab(kind).lower()


@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
@FEW
def test_the_live_state_is_the_replayed_state(name: str, seed: int) -> None:
    game = random_game(name, seed, STEPS)
    assert replayed(game) == game.whole


@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
@FEW
def test_a_set_up_survives_its_log(name: str, seed: int) -> None:
    setup: Setup = RandomGame(game_named(name), seed).setup
    assert setup_from_json(json.loads(json.dumps(setup_to_json(setup)))) == setup


@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
@FEW
def test_every_offered_action_is_accepted_and_known(name: str, seed: int) -> None:
    game = RandomGame(game_named(name), seed)
    known = {kebab(kind): kind for kind in game.ruleset.commands}
    for _ in range(STEPS // 2):
        for action in game.board.actions:
            fields = set(typing.get_type_hints(known[action.command]))
            assert {field.name for field in action.fields} <= fields
            command = game.command(action.command)
            if command is not None:
                game.ruleset.decide(game.whole, command)
        game.step()


@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
@FEW
def test_the_scoreboard_is_json_at_every_step(name: str, seed: int) -> None:
    game = RandomGame(game_named(name), seed)
    for _ in range(STEPS // 4):
        board = game.board
        assert json.loads(json.dumps(to_json(board)))["game"] == name
        assert [row.player for row in board.rows] == list(game.setup.players)
        assert (board.on_turn is None) or board.rows[board.on_turn].on_turn
        assert board.bag_count >= 0
        game.step()


@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
@FEW
def test_a_command_not_offered_is_refused_with_a_sentence_if_at_all(
    name: str, seed: int
) -> None:
    game = random_game(name, seed, STEPS // 3)
    offered = {action.command for action in game.board.actions}
    for kind in game.ruleset.commands:
        if kebab(kind) in offered:
            continue
        try:
            command = kind()
        except TypeError:  # it has fields to fill
            continue
        try:
            game.ruleset.decide(game.whole, command)
        except RuleViolation as refusal:
            assert str(refusal).endswith((".", ".)"))  # noqa: PT017
