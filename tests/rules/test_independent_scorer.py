"""Another scorer, written from the rulebook, agrees on random plays in five languages."""

from __future__ import annotations

import random

import pytest

from companion.board.layout import STANDARD
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import Tile
from companion.rules.crossword.scoring import score_play
from companion.tilesets import load
from tests.doubles import rulebook

FULL = 70
"""Tiles on a board from which on a new one is begun."""


def agree(language: str, plays: int, seed: int) -> None:
    rng, tiles = random.Random(seed), load(language)
    worth = rulebook.values(language)
    board: rulebook.Laid = {}
    for number in range(plays):
        if len(board) > FULL:
            board = {}
        laid = rulebook.random_play(board, sorted(worth), rng)
        position = Position({Square(*at): Tile(t, blank=b) for at, (t, b) in board.items()})
        placements = tuple(
            Placement(Square(*at), Tile(letter, blank=blank))
            for at, (letter, blank) in laid.items()
        )
        found = score_play(position, placements, STANDARD, tiles)
        want = rulebook.score(board, laid, worth)
        assert found.score == want, (language, number, placements)
        board |= laid


@pytest.mark.parametrize("language", rulebook.VALUES)
def test_an_independent_scorer_agrees_on_300_random_placements(language: str) -> None:
    agree(language, 60, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("language", rulebook.VALUES)
def test_an_independent_scorer_agrees_on_5000_random_placements(language: str) -> None:
    agree(language, 1000, seed=2)


def test_the_other_scorer_knows_the_rulebook() -> None:
    """Sums by hand, so that two scorers are not wrong in the same way."""
    worth = rulebook.values("english")
    house: rulebook.Laid = {(7, 3 + at): (letter, False) for at, letter in enumerate("HOUSE")}
    # H on 8D counts twice: 8 + 1 + 1 + 1 + 1, doubled by the star.
    assert rulebook.score({}, house, worth) == 24
    below: rulebook.Laid = {(8, 7): ("A", False), (8, 8): ("T", False)}
    # AT 1 + 2, for T lies on a doubled letter; EA 1 + 1.
    assert rulebook.score(house, below, worth) == 5
    seven: rulebook.Laid = {
        (7, 1 + at): (letter, at == 0) for at, letter in enumerate("QUIETLY")
    }
    # Q a blank, E on 8E plain, 8D (I) twice: 0 + 1 + 2 + 1 + 1 + 1 + 4, the star, and fifty.
    assert rulebook.score({}, seven, worth) == 20 + 50
