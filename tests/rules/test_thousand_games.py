"""A thousand games of each kind, each to its end; `GAMES_EACH` says another number."""

from __future__ import annotations

import os
import typing

import pytest

from companion.errors import RuleViolation
from companion.rules.engine.codec import kebab
from companion.rules.registry import game as game_of
from tests.doubles.invariants import CHECKS
from tests.doubles.random_games import RandomGame

EACH = int(os.environ.get("GAMES_EACH", "1000"))
MOST_STEPS = 3000
EVERY = 9
"""Steps between two looks at all that is offered and all that is not."""


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
def test_a_thousand_complete_games(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    steps = events = turns = accepted = refused = 0
    for seed in range(EACH):
        game = RandomGame(game_of(name), seed)
        for step in range(MOST_STEPS):
            if game.board.ended:
                break
            game.step()
            CHECKS[name](game)
            if step % EVERY == 0:
                accepted += offers_are_accepted(game)
                refused += others_are_refused(game)
            steps += 1
        assert game.board.ended, f"seed {seed}"
        assert replayed(game) == game.whole, f"seed {seed}"
        events += len(game.events)
        turns += len(game.board.turns)
    with capsys.disabled():
        print(  # noqa: T201  # the figures of the note
            f"\n{name}: {EACH} games to their end, {steps} steps, {events} events, {turns} "
            f"turns, {accepted} offers accepted, {refused} refusals with a sentence"
        )


@pytest.mark.parametrize("name", CHECKS)
def test_a_few_complete_games(name: str) -> None:
    for seed in range(2000, 2002):
        game = RandomGame(game_of(name), seed)
        for step in range(MOST_STEPS):
            if game.board.ended:
                break
            game.step()
            CHECKS[name](game)
            if step % 20 == 0:
                offers_are_accepted(game)
                others_are_refused(game)
        assert game.board.ended
        assert replayed(game) == game.whole


def replayed(game: RandomGame) -> object:
    state = game.ruleset.start(game.setup)
    for event in game.events:
        state = game.ruleset.evolve(state, event)
    return state


def offers_are_accepted(game: RandomGame) -> int:
    """Decide one command of every offered kind; none may be refused."""
    done = 0
    for action in game.board.actions:
        command = game.command(action.command)
        if command is not None:
            assert game.ruleset.decide(game.whole, command)
            done += 1
    return done


def others_are_refused(game: RandomGame) -> int:
    """Decide what is not offered and needs no fields; all is refused with a sentence."""
    offered, done = {action.command for action in game.board.actions}, 0
    for kind in game.ruleset.commands:
        if kebab(kind) in offered or typing.get_type_hints(kind):
            continue
        with pytest.raises(RuleViolation) as refusal:
            game.ruleset.decide(game.whole, kind())
        assert str(refusal.value).endswith((".", ".)"))
        done += 1
    return done
