"""Corrections of the past: moved by one, previewed, compared with the table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.compare import differences
from companion.board.position import Position
from companion.board.square import parse_square
from companion.board.tiles import BLANK, Tile
from companion.errors import RuleViolation
from companion.rules.api import Setup
from companion.rules.classic.game import GAME as CLASSIC
from companion.rules.crossword import CrosswordState
from companion.rules.messages import (
    AmendTurn,
    Command,
    CorrectTile,
    DeleteTurn,
    InsertTurn,
    MoveTurn,
    Pass,
    PlayTiles,
    Undo,
)
from companion.rules.preview import preview
from companion.rules.turns import Laid, Passed
from tests.doubles.crossword import ENGLISH, legal_placements, play_all, positions, put

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


def test_what_a_correction_will_change_is_told_before() -> None:
    state = state_of(HOUSE, TOY)
    blank = CorrectTile(parse_square("8E"), Tile("O", blank=True))
    told = preview(state, blank)
    assert (told.totals_before, told.totals_after) == ((24, 6), (22, 5))
    assert [(c.after.number, c.after.score) for c in told.changed if c.after] == [
        (1, 22),
        (2, 5),
    ]
    assert told.impossible == ()
    assert state == state_of(HOUSE, TOY)


def test_a_preview_names_the_turns_that_become_impossible() -> None:
    told = preview(state_of(HOUSE, TOY, YES), DeleteTurn(1))
    assert [row.number for row in told.impossible] == [1, 2]
    assert told.totals_after == (0, 0)
    assert told.changed[0].before is not None
    assert told.changed[0].after is None


def test_a_preview_of_an_insertion_shows_the_new_turn_only() -> None:
    told = preview(state_of(HOUSE, TOY), InsertTurn(2, Passed(1)))
    assert [(c.before, c.after.kind if c.after else "") for c in told.changed] == [
        (None, "pass")
    ]
    with pytest.raises(RuleViolation):
        preview(state_of(HOUSE), DeleteTurn(9))


@settings(max_examples=40)
@given(st.data())
def test_what_is_previewed_is_what_happens(data: st.DataObject) -> None:
    state = state_of()
    for _ in range(3):
        laid = legal_placements(GAME.scoreboard(state).position)
        state = play_all(GAME, state, [PlayTiles(data.draw(laid))])
    number = data.draw(st.integers(1, 3))
    command = data.draw(
        st.sampled_from([DeleteTurn(number), AmendTurn(number, Passed(0)), Pass()])
    )
    told = preview(state, command)
    done = GAME.scoreboard(play_all(GAME, state, [command]))
    assert tuple(row.total for row in done.rows) == told.totals_after


def test_the_table_and_the_record_differ_square_by_square() -> None:
    record = state_of(HOUSE, TOY).sheet.position
    seen = record.without([parse_square("7E")]).with_tiles(
        {parse_square("8D"): Tile("M"), parse_square("1A"): BLANK}
    )
    found = differences(record, seen)
    assert [d.square.name for d in found] == ["1A", "7E", "8D"]
    assert [d.sentence for d in found] == [
        "Lift a blank from 1A, or correct the record.",
        "Lay T on 7E, or correct the record.",
        "On 8D lies M; the record says H.",
    ]


def test_a_blank_that_cannot_be_read_agrees_with_a_named_one_but_not_with_a_letter() -> None:
    named, unnamed = (Position({parse_square("8H"): t}) for t in (Tile("E", blank=True), BLANK))
    assert differences(named, unnamed) == ()
    other = Position({parse_square("8H"): Tile("S", blank=True)})
    assert [d.sentence for d in differences(named, other)] == [
        "On 8H lies a blank for S; the record says a blank for E."
    ]
    assert len(differences(named, Position({parse_square("8H"): Tile("E")}))) == 1


@given(positions(), positions())
@settings(max_examples=30)
def test_no_difference_means_the_same_board(one: Position, other: Position) -> None:
    assert differences(one, one) == ()
    assert len(differences(one, other)) == len(differences(other, one))
    settled = other
    for d in differences(one, other):
        if d.recorded is None:
            settled = settled.without([d.square])
        else:
            settled = settled.with_tiles({d.square: d.recorded})
    assert differences(one, settled) == ()
