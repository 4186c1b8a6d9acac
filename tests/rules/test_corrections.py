"""Corrections of the past: what follows is judged anew, turns change places."""

from __future__ import annotations

import pytest

from companion.errors import RuleViolation
from companion.rules.api import Setup
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.crossword.state import CrosswordState
from companion.rules.crossword.turns import Laid, Passed
from companion.rules.engine.messages import (
    AmendTurn,
    Command,
    MoveTurn,
    Pass,
    PlayTiles,
    Undo,
)
from tests.doubles.crossword import ENGLISH, play_all, put

GAME = CLASSIC
HOUSE = PlayTiles(put("8D", "HOUSE"))
TOY = PlayTiles(put("E7", "T.Y"))
YES = PlayTiles(put("9E", ".ES"))


def state_of(*commands: Command) -> CrosswordState:
    return play_all(GAME, GAME.start(Setup(("Ann", "Bob"), ENGLISH)), commands)


def test_an_edit_of_one_of_twelve_turns_revalidates_the_rest_and_loses_none() -> None:
    # needs 55, 56: liwords 1127, lila 11844
    extensions = [PlayTiles(put("8I", "S")), PlayTiles(put("D8", ".ES"))]
    twelve = state_of(
        HOUSE, TOY, PlayTiles(put("E10", "S")), Pass(), *extensions, *[Pass()] * 6
    )
    edited = play_all(GAME, twelve, [AmendTurn(2, Laid(1, put("E7", "P.D")))])
    board = GAME.scoreboard(edited)
    assert len(board.turns) == 12
    assert [t.number for t in board.turns if "impossible" in t.marks] == []
    assert [t.word for t in board.turns[:3]] == ["HOUSE", "POD", "PODS"]
    torn = play_all(GAME, twelve, [AmendTurn(2, Passed(1))])
    assert [t.number for t in GAME.scoreboard(torn).turns if t.marks == ("impossible",)] == [3]
    assert play_all(GAME, torn, [Undo()]).now == twelve.now


def test_a_turn_changes_places_with_its_neighbour() -> None:
    first, second = PlayTiles(put("D8", ".AT")), PlayTiles(put("H8", ".ND"))
    moved = GAME.scoreboard(play_all(GAME, state_of(HOUSE, first, second), [MoveTurn(3)]))
    assert [t.word for t in moved.turns] == ["HOUSE", "END", "HAT"]
    assert [t.marks for t in moved.turns] == [(), ("corrected",), ()]
    back = play_all(GAME, state_of(HOUSE, first, second), [MoveTurn(2, later=True)])
    assert [t.word for t in GAME.scoreboard(back).turns] == ["HOUSE", "END", "HAT"]
    early = GAME.scoreboard(play_all(GAME, state_of(HOUSE, first), [MoveTurn(2)]))
    assert [t.marks for t in early.turns] == [("corrected", "impossible"), ()]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (MoveTurn(1), "only change places with a neighbour among turns 1 to 2"),
        (MoveTurn(2, later=True), "only change places"),
        (MoveTurn(5), "no turn 5"),
    ],
)
def test_a_move_beyond_the_ends_is_refused(command: Command, sentence: str) -> None:
    with pytest.raises(RuleViolation, match=sentence):
        GAME.decide(state_of(HOUSE, TOY), command)
