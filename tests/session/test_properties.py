"""Whatever is asked of a session, its log tells the same game again."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.square import Square
from companion.board.tiles import BLANK, Tile
from companion.errors import RuleViolation
from companion.rules.engine.messages import (
    CorrectTile,
    DeleteTurn,
    Pass,
    PlayTiles,
    Redo,
    Undo,
    Withdraw,
)
from companion.session.log import Entry
from companion.session.order import ordered
from companion.session.session import Session
from tests.doubles.games import Memory, session
from tests.inference.test_propose import random_play

WISHES = ("play", "play", "play", "pass", "withdraw", "correct", "delete", "undo", "redo")


def command(wish: str, game: Session, rng: random.Random) -> object:
    shown = game.snapshot
    match wish:
        case "play":
            return PlayTiles(random_play(rng, shown.position))
        case "withdraw":
            return Withdraw(rng.choice([None, rng.randint(1, 1 + len(shown.turns))]))
        case "correct":
            squares = [s for s, _ in shown.position.items()] or [Square(0, 0)]
            return CorrectTile(rng.choice(squares), rng.choice([Tile("E"), Tile("Q"), BLANK]))
        case "delete":
            return DeleteTurn(rng.randint(1, 1 + len(shown.turns)))
        case "undo":
            return Undo()
        case "redo":
            return Redo()
    return Pass()


def through_json(entry: Entry) -> Entry:
    body: Mapping[str, Any] = json.loads(json.dumps(entry.body))
    return replace(entry, body=body)


@given(st.integers(0, 2**32), st.lists(st.sampled_from(WISHES), max_size=14))
@settings(max_examples=40, deadline=None)
def test_the_log_tells_the_same_game(seed: int, wishes: list[str]) -> None:
    rng, memory = random.Random(seed), Memory()
    game = session(memory)
    for wish in wishes:
        before = game.snapshot
        try:
            after = game.handle(ordered(command(wish, game, rng), "anybody"))
        except RuleViolation:
            assert game.snapshot == before
            continue
        assert after.version == before.version + 1
        assert after.seq == len(memory.entries)
    again = Memory()
    again.entries = [through_json(e) for e in memory.entries]
    assert session(again).snapshot.scoreboard == game.snapshot.scoreboard
    json.dumps(game.snapshot.to_json())
