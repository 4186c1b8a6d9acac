"""Scrabble Together at a table, and a random player, for tests."""

from __future__ import annotations

import random
from typing import Any

from companion import gamedata
from companion.board.square import Direction
from companion.errors import RuleViolation
from companion.rules.api import Setup
from companion.rules.engine.codec import kebab
from companion.rules.engine.messages import AmendTurn, CorrectTile, InsertTurn, PlayTiles
from companion.rules.together.game import GAME as TOGETHER
from companion.rules.together.messages import (
    COMMANDS,
    ChooseFirst,
    Coloured,
    ColourSquare,
    CompleteGoal,
    ExchangeTiles,
    JudgeGoals,
    ReadColours,
    ShowGoals,
    TradeTiles,
)
from companion.rules.together.state import judged
from companion.tilesets import load
from tests.doubles.at_table import AtTable, past_command, random_placements

EASY = "not(length 1)"
"""A goal that every word meets."""


def goals(*needs: str, rules: str = "", official: bool = True) -> str:
    """A goals file whose cards g0, g1 ... need these things."""
    cards = "\n".join(
        f'[[card]]\nid = "g{i}"\ntext = "Goal {i}."\nneed = "{need}"'
        for i, need in enumerate(needs)
    )
    flag = str(official).lower()
    return f'schema = "together/1"\nofficial = {flag}\n[rules]\n{rules}\n{cards}\n'


def together(
    *needs: str,
    players: int = 2,
    rules: str = "",
    opened: tuple[int, ...] | None = None,
    **options: int | str,
) -> AtTable:
    """A game of exactly these goals; the first three (or `opened`) lie open."""
    names = ("Ann", "Bob", "Cyd", "Dan")[:players]
    given: tuple[tuple[str, int | str], ...] = gamedata.options("together")
    if needs:
        given = (("goals", goals(*needs, rules=rules)), ("goal_count", len(needs)))
    setup = Setup(names, load("english"), options=(*given, *options.items()))
    table = AtTable(TOGETHER, setup)
    if needs:
        wanted = opened if opened is not None else tuple(range(min(3, len(needs))))
        table.do(ShowGoals(tuple(f"g{i}" for i in wanted)))
    return table


def command_for(  # noqa: C901  # one case a command
    name: str, table: Any, rng: random.Random
) -> object | None:
    """A command of the offered kind that should be accepted; None if none comes to mind."""
    state = table.now
    held = state.racks[state.on_turn]
    match name:
        case "play-tiles":
            return _play(state, rng)
        case "choose-first":
            return ChooseFirst(rng.randrange(len(state.names)))
        case "judge-goals":
            return JudgeGoals(tuple(state.goal(i).key for i in state.asked))
        case "complete-goal":
            return CompleteGoal(state.goal(rng.choice(state.open)).key)
        case "exchange-tiles":
            return ExchangeTiles(rng.randint(1, held))
        case "trade-tiles":
            return TradeTiles(rng.randint(1, min(held, sum(state.racks) - held)))
        case "correct-tile":
            square, tile = rng.choice(list(state.position.items()))
            return CorrectTile(square, tile)
        case "colour-square":
            square = state.setup.layout.start.moved(rng.choice(list(Direction)), 3)
            if rng.random() < 0.3:
                return ReadColours((Coloured(square, "red"),))
            return ColourSquare(square, rng.choice(("red", "blue", "")))
        case "show-goals":
            done = {goal for goal, _ in state.done}
            free = [i for i in range(len(state.goals.cards)) if i not in done]
            chosen = rng.sample(free, len(state.open))
            return ShowGoals(tuple(state.goal(i).key for i in chosen))
        case "amend-turn" | "insert-turn" | "delete-turn" | "move-turn":
            command = past_command(name, table, rng)
            # Only after a helper may a turn be passed here.
            return None if isinstance(command, AmendTurn | InsertTurn) else command
        case _:
            return {kebab(k): k for k in COMMANDS}[name]()


def _play(state: Any, rng: random.Random) -> object | None:
    for _ in range(3):
        laid = random_placements(
            state.position, state.setup.layout, state.tiles, rng,
            state.racks[state.on_turn],
        )  # fmt: skip
        if laid is None:
            return None
        try:
            _, met, asked = judged(state, laid)
        except RuleViolation:
            continue
        if met or asked:
            return PlayTiles(laid)
    return None
