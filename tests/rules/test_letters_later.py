"""A letter corrected later was right all along: what follows is worked out, in every game."""

from __future__ import annotations

import pytest

from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.rules.api import Setup
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.engine.messages import CorrectTile, Pass, PlayTiles, Redo, Undo
from companion.rules.monopoly.messages import (
    BuyTiles,
    CorrectBalance,
    DrawCard,
    LetStand,
    SwapBlank,
)
from companion.rules.together.messages import JudgeGoals
from tests.doubles.at_table import AtTable, lay
from tests.doubles.crossword import ENGLISH
from tests.doubles.monopoly import CHANCE, RED, board, monopoly, track
from tests.doubles.together import EASY, together

CAT = PlayTiles(lay("CAT", "8F"))  # over the red square 8F: (3+1+1)*2 is 10 points
DO = PlayTiles(lay("DO", "9H"))  # under the T: TD is 1+2, DO 2+2 for the double letter at 9I


CARDS = ", ".join(f'{{e="collect", amount={n}, from="bank"}}' for n in (100, 200, 500))


def letter(square: str, tile: Tile) -> CorrectTile:
    return CorrectTile(parse_square(square), tile)


def plain(**spaces: str) -> AtTable:
    return monopoly(board(spaces=track(40, **spaces)))


def stood(table: AtTable, *commands: object) -> AtTable:
    for command in commands:
        table.do(command)
        if isinstance(command, PlayTiles):
            table.do(LetStand())
    return table


def classic() -> AtTable:
    return AtTable(CLASSIC, Setup(("Ann", "Bob"), ENGLISH))


def refolded(table: AtTable) -> bool:
    state = table.ruleset.start(table.setup)
    for event in table.events:
        state = table.ruleset.evolve(state, event)
    return state == table.whole and state.now == table.now


def test_points_of_its_turn_and_of_later_ones_change() -> None:
    table = classic().do(PlayTiles(lay("CAT", "8F")), PlayTiles(lay("S", "8I")))
    assert [row.score for row in table.board.turns] == [10, 6]
    table.do(letter("8F", Tile("Z")))  # Z is 10: (10+1+1)*2, and 10+1+1+1
    assert [row.score for row in table.board.turns] == [24, 13]
    assert table.board.turns[1].word == "ZATS"
    assert table.board.turns[0].marks == ("corrected",)
    assert table.board.turns[1].marks == ()


def test_the_token_goes_as_far_as_the_right_word_and_back_again_by_undo() -> None:
    table = stood(plain(), CAT, Pass())
    assert table.now.places == (10, 0)
    table.do(letter("8F", Tile("B")))  # B 3 A 1 T 1: the same points
    assert table.now.places == (10, 0)
    table.do(letter("8F", Tile("R")))  # R 1 A 1 T 1, doubled: 6
    assert table.now.places == (6, 0)
    assert [row.score for row in table.board.turns] == [6, 0]
    assert table.board.turns[0].word == "RAT"
    table.do(Undo())
    assert table.now.places == (10, 0)
    table.do(Redo())
    assert table.now.places == (6, 0)
    assert refolded(table)


def test_rent_and_pass_go_follow_from_the_right_letters() -> None:
    # Ann's CAT takes the red deed. Bob's DO forms TD and DO and moves him on to Red street.
    rent = stood(plain(_7=RED), CAT, DO)
    before, moved = rent.now.cash(0), rent.now.places[1]
    assert moved == 7
    assert rent.now.cash(1) == 700
    assert before == 1300
    rent.do(letter("9I", Tile("A", blank=True)))  # a blank counts nothing
    assert rent.now.places[1] == 5
    assert (rent.now.cash(0), rent.now.cash(1)) == (1000, 1000)
    assert refolded(rent)


def test_a_card_that_was_drawn_stays_the_one_that_was_drawn() -> None:
    table = monopoly(board(spaces=track(40, _10=CHANCE, _20=CHANCE), chance=CARDS), seed=3)
    stood(table, CAT, DrawCard(), Pass(), PlayTiles(lay("B", "8E")))
    drawn = stood_cards(table)
    cash = table.now.cash(0)
    table.do(letter("8H", Tile("N")))  # T and N are worth the same
    assert stood_cards(table) == drawn
    assert table.now.cash(0) == cash
    table.do(letter("8H", Tile("T")))
    assert stood_cards(table) == drawn


def stood_cards(table: AtTable) -> list[tuple[str, int]]:
    return [
        (fact.deck, fact.card)
        for turn in table.whole.turns
        for fact in turn.facts
        if type(fact).__name__ == "CardDrawn"
    ]


def test_a_card_of_a_later_turn_stays_though_an_earlier_draw_falls_away() -> None:
    table = monopoly(board(spaces=track(40, _10=CHANCE, _7=CHANCE), chance=CARDS), seed=3)
    stood(table, CAT, DrawCard(), DO, DrawCard())
    first, second = stood_cards(table)
    before = table.now.cash(1)
    table.do(letter("8F", Tile("D")))  # 2+1+1, doubled: 8 spaces, and no card for Ann
    assert stood_cards(table) == [second]
    assert first != second
    assert table.now.cash(1) == before
    assert table.now.cash(0) == 1000
    assert refolded(table)


def test_money_that_was_put_right_stays_right() -> None:
    table = stood(plain(_7=RED), CAT, DO)
    table.do(CorrectBalance(1, 500), letter("9I", Tile("A", blank=True)))
    assert table.now.cash(1) == 500
    assert table.now.ledger.total == stood(plain(), CAT).now.ledger.total


def test_what_was_bought_in_the_turn_under_way_is_still_bought() -> None:
    table = stood(plain(), CAT)
    table.do(BuyTiles((Tile("E"),)), letter("8F", Tile("R")))
    assert table.now.bought == (Tile("E"),)
    assert table.now.cash(1) == 900
    assert table.board.on_turn == 1


def test_a_blank_that_was_replaced_stays_replaced_under_another_letter() -> None:
    table = stood(plain(), PlayTiles(lay("CaT", "8F")))
    table.do(SwapBlank(parse_square("8G")), letter("8G", Tile("O")))
    assert table.now.position.get(parse_square("8G")) == Tile("O")
    assert table.board.turns[0].notation == "CoT"
    table.do(letter("8G", Tile("U", blank=True)))  # so it was not replaced after all
    assert table.now.position.get(parse_square("8G")) == Tile("U", blank=True)
    assert table.now.cash(1) == 1000


def test_a_goal_that_the_right_letters_do_not_meet_lies_open_again() -> None:
    table = together("starts C", "starts R", "length 9", EASY, opened=(0, 1, 2))
    table.do(PlayTiles(lay("CAT", "8F")))
    assert table.now.done == ((0, 0),)
    table.do(letter("8F", Tile("R")))
    assert table.now.done == ((1, 0),)
    assert table.board.turns[0].word == "RAT"
    assert refolded(table)


def test_a_word_that_meets_no_goal_with_its_right_letters_is_kept_and_marked() -> None:
    table = together("starts C", "length 9", "length 8", EASY, opened=(0, 1, 2))
    table.do(PlayTiles(lay("CAT", "8F")))
    table.do(letter("8F", Tile("R")))
    row = table.board.turns[0]
    assert "impossible" in row.marks
    assert row.word == "RAT"
    assert table.now.done == ()
    table.do(Undo())
    assert table.now.done == ((0, 0),)


def test_goals_in_question_are_asked_anew_of_the_right_word() -> None:
    table = together("manual", "length 9", "starts R", EASY, opened=(0, 1, 2))
    table.do(PlayTiles(lay("CAT", "8F")))
    assert table.now.judging
    assert table.now.met == ()
    table.do(letter("8F", Tile("R")))
    assert table.now.judging
    assert table.now.met == (2,)
    table.do(JudgeGoals(()))
    assert table.now.done == ((2, 0),)


@pytest.mark.parametrize("square", ["1A", "8K"])
def test_where_no_tile_lies_none_is_corrected(square: str) -> None:
    for table in (classic(), plain(), together(EASY, EASY, EASY, EASY)):
        stood(table, CAT) if table.ruleset.key.startswith("mono") else table.do(CAT)
        assert (
            table.refuses(letter(square, Tile("E"))) == f"No tile lies on {square} to correct."
        )
