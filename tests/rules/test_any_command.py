"""Whatever a client sends: a command is done or refused in a sentence, never a fault."""

from __future__ import annotations

import random
import types
import typing
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.board.square import Square
from companion.board.tiles import BLANK, Tile
from companion.errors import RuleViolation
from companion.rules.registry import GAMES
from tests.doubles.random_games import random_game

WORDS = (
    "", "red", "yellow", "brown", "railroads", "chance", "go", "house-1", "token", "x", "edge",
    "goal", "a much longer text, with a . in it", "ä", "CAB",
)  # fmt: skip


def value_for(hint: Any, rng: random.Random, depth: int = 0) -> Any:  # noqa: C901
    """A value of a type, now and then a silly one."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return value_for(rng.choice(args), rng, depth)
    if hint is type(None):
        return None
    if origin is Sequence:
        args = (args[0], Ellipsis)
    if origin in (tuple, Sequence):
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(value_for(args[0], rng, depth + 1) for _ in range(rng.randint(0, 4)))
        return tuple(value_for(arg, rng, depth + 1) for arg in args)
    if origin is typing.Literal:
        return rng.choice(args)
    if hint is Square:
        return Square(rng.randint(-1, 16), rng.randint(-1, 16))
    if hint is Tile:
        return rng.choice((Tile("A"), Tile("Q"), Tile("E", blank=True), BLANK, Tile("1")))
    if hint is bool:
        return rng.random() < 0.5
    if hint is int:
        return rng.choice((-1, 0, 1, 2, 3, 7, 100, 500, 10**6))
    if hint is float:
        return 1.5
    if hint is str:
        return rng.choice(WORDS)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return rng.choice(list(hint))
    if is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        return hint(**{f.name: value_for(hints[f.name], rng, depth + 1) for f in fields(hint)})
    raise AssertionError(f"no value for {hint}")


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 2**31))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_command_is_done_or_refused_in_a_sentence(name: str, seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(name, seed, rng.choice((0, 1, 3, 12, 40)))
    for _ in range(60):
        kind = rng.choice(game.ruleset.commands)
        command = value_for(kind, rng)
        try:
            events = game.ruleset.decide(game.whole, command)
        except RuleViolation as refusal:
            assert str(refusal).strip().endswith((".", ".)", '."', "?"))  # noqa: PT017
            continue
        for event in events:
            game.whole = game.ruleset.evolve(game.whole, event)
            game.events.append(event)
        game.ruleset.scoreboard(game.whole)
    state = game.ruleset.start(game.setup)
    for event in game.events:
        state = game.ruleset.evolve(state, event)
    assert state == game.whole
