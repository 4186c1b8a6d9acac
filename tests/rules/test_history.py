"""Corrections anywhere in the past, in the games whose turns move money, tokens and goals."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.tiles import Tile
from companion.errors import RuleViolation
from companion.rules.api import TurnRow
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.crossword.turns import Exchanged, Laid, Passed
from companion.rules.engine.codec import from_json
from companion.rules.engine.codec import to_json as event_to_json
from companion.rules.engine.game import _rows
from companion.rules.engine.history import Did, KeptTurn, SameTurns, StepTaken, TurnsRewritten
from companion.rules.engine.messages import (
    AmendTurn,
    Challenge,
    DeleteTurn,
    DrawStart,
    Exchange,
    InsertTurn,
    MoveTurn,
    Pass,
    PlayTiles,
    Redo,
    TurnPassed,
    Undo,
    Withdraw,
)
from companion.rules.engine.violations import GameOver
from companion.rules.monopoly.game import _TURNS
from companion.rules.monopoly.messages import (
    BuyTiles,
    CallEnd,
    CorrectBalance,
    DrawCard,
    LetStand,
)
from companion.rules.together.messages import ChooseFirst, CompleteGoal, ExtraTile
from tests.doubles.at_table import AtTable, lay
from tests.doubles.monopoly import CHANCE, RED, board, monopoly, track
from tests.doubles.random_games import random_game
from tests.doubles.together import EASY, together

CAT = PlayTiles(lay("CAT", "8F"))  # over the red square 8F: 10 points, so 10 spaces
DO = PlayTiles(lay("DO", "9H"))  # under the T, over the blue square 9H


def plain(**spaces: str) -> AtTable:
    return monopoly(board(spaces=track(40, **spaces)))


def stood(table: AtTable, *commands: object) -> AtTable:
    for command in commands:
        table.do(command)
        if isinstance(command, PlayTiles):
            table.do(LetStand())
    return table


def row(table: AtTable, number: int) -> TurnRow:
    return table.board.turns[number - 1]


def replayed(table: AtTable) -> object:
    state = table.ruleset.start(table.setup)
    for event in table.events:
        written = json.loads(json.dumps(event_to_json(event)))
        state = table.ruleset.evolve(state, from_json(written, table.ruleset.events))
    return state


# Monopoly Scrabble


def test_an_amended_turn_moves_token_money_and_deeds_anew() -> None:
    table = stood(plain(), CAT, Pass())
    assert table.now.owners[0] == 0
    assert table.now.places == (10, 0)
    table.do(AmendTurn(1, Laid(0, lay("AT", "8G"))))
    assert table.now.owners[0] is None
    assert table.now.places == (4, 0)
    assert row(table, 1).word == "AT"
    assert "corrected" in row(table, 1).marks
    assert [turn.kind for turn in table.board.turns] == ["play", "pass"]
    assert replayed(table) == table.whole


def test_later_turns_are_taken_again_and_impossible_ones_are_kept_and_marked() -> None:
    table = stood(plain(), CAT, DO, Pass())
    table.do(AmendTurn(1, Passed(0)))
    second = row(table, 2)
    assert "impossible" in second.marks
    assert second.word == "DO"
    assert "start square" in str(second.detail)
    assert len(table.now.position) == 0
    assert len(table.board.turns) == 3
    table.do(AmendTurn(1, Laid(0, lay("CAT", "8F"))))
    assert "impossible" not in row(table, 2).marks
    assert len(table.now.position) == 5


def test_an_inserted_turn_moves_the_later_ones_to_the_next_players() -> None:
    table = stood(plain(), CAT, DO)
    table.do(InsertTurn(2, Passed(1)))
    assert [(t.player, t.kind) for t in table.board.turns] == [
        ("Ann", "play"), ("Bob", "pass"), ("Ann", "play"),
    ]  # fmt: skip
    assert table.now.owners[:2] == (0, 0)
    assert table.board.on_turn == 1


def test_a_turn_is_inserted_for_the_player_whose_turn_it_was() -> None:
    table = stood(plain(), CAT, Pass())
    assert table.refuses(InsertTurn(2, Passed(0))) == "It is Bob's turn, not Ann's."
    assert "Nobody" in table.refuses(AmendTurn(1, Passed(7)))


def test_a_deleted_turn_gives_everything_back_but_corrections_stay() -> None:
    table = stood(plain(), CAT, CorrectBalance(1, 700), Pass())
    table.do(DeleteTurn(1))
    assert table.now.owners[0] is None
    assert table.now.cash(1) == 700
    assert [(t.player, t.kind) for t in table.board.turns] == [("Ann", "pass")]


def test_a_turn_changes_places_with_its_neighbour() -> None:
    table = stood(plain(), CAT, Pass(), DO)
    table.do(MoveTurn(3))
    assert [(t.player, t.word) for t in table.board.turns] == [
        ("Ann", "CAT"), ("Bob", "DO"), ("Ann", ""),
    ]  # fmt: skip
    assert table.now.owners[:2] == (0, 1)
    assert "1 turn" in table.refuses(MoveTurn(1)) or table.refuses(MoveTurn(1))


def test_a_play_long_past_is_taken_off() -> None:
    table = stood(plain(), CAT, DO, Pass())
    table.do(Withdraw(1))
    assert "withdrawn" in row(table, 1).marks
    assert row(table, 1).word == "CAT"
    assert "impossible" in row(table, 2).marks
    assert table.now.cash(0) == 1000
    assert "already" in table.refuses(Withdraw(1))
    assert table.refuses(Withdraw(3))
    assert replayed(table) == table.whole


def test_what_no_longer_follows_is_told_and_what_is_newly_due_is_settled() -> None:
    table = stood(plain(_10=CHANCE), CAT, DrawCard(), Pass())
    table.do(AmendTurn(1, Laid(0, lay("AT", "8G"))))
    assert "No longer so" in str(row(table, 1).detail)
    table.do(AmendTurn(1, Laid(0, lay("CAT", "8F"))))
    assert "Card" in str(row(table, 1).detail)
    assert table.board.on_turn == 0
    table.do(Undo(), Undo())
    assert "No longer so" not in str(row(table, 1).detail)
    assert table.now.places == (10, 0)


def test_a_card_that_is_newly_due_in_a_past_turn_is_drawn() -> None:
    table = stood(plain(_10=CHANCE), PlayTiles(lay("AT", "8G")), Pass())
    table.do(AmendTurn(1, Laid(0, lay("CAT", "8F"))))
    assert "Card" in str(row(table, 1).detail)
    assert table.board.on_turn == 0


def test_a_debt_that_is_newly_due_is_paid_by_selling_or_ends_in_bankruptcy() -> None:
    rent = RED.replace("300", "1900")
    rent_first = monopoly(
        board(spaces=track(40, _4=rent), squares='red = ["8F"]\nblue = ["1A"]')
    )
    table = stood(rent_first, CAT, PlayTiles(lay("DO", "9H")), Pass())
    assert not table.now.out[1]
    spaces = table.now.places[1]
    table.do(AmendTurn(2, Laid(1, lay("TO", "H8")[1:])))
    assert table.now.places[1] != spaces or table.now.places[1] == 4
    assert table.now.ledger.total == stood(monopoly(board()), CAT).now.ledger.total
    assert replayed(table) == table.whole


def test_bought_tiles_go_back_when_their_word_becomes_impossible() -> None:
    table = stood(plain(), CAT)
    table.do(BuyTiles((Tile("D"),)))
    stood(table, DO, Pass())
    assert table.now.cash(1) == 900
    table.do(DeleteTurn(1))
    assert "impossible" in row(table, 1).marks
    assert table.now.cash(0) == 1000
    assert table.now.bank_tiles == 7


def test_a_challenge_stays_with_its_turn() -> None:
    table = plain()
    table.do(CAT, Challenge((Judged("CAT", known=True),), 1))
    assert table.now.skips[1] == 0  # Bob's turn went by at once
    table.do(Pass())
    table.do(AmendTurn(2, Exchanged(0, 2)))
    assert [t.kind for t in table.board.turns] == ["play", "exchange"]
    table.do(AmendTurn(1, Laid(0, lay("AT", "8G"))))
    assert "No longer so" in str(row(table, 1).detail)


def test_who_begins_stays_when_the_first_turn_is_deleted() -> None:
    table = plain()
    table.do(DrawStart((Tile("D"), Tile("B"))))
    stood(table, CAT, Pass())
    table.do(DeleteTurn(1))
    assert table.board.turns[0].player == "Bob"


def test_corrections_are_undone_and_redone_like_any_step() -> None:
    table = stood(plain(), CAT, DO)
    before = table.board
    table.do(DeleteTurn(1))
    after = table.board
    table.do(Undo())
    assert table.board.turns == before.turns
    table.do(Redo())
    assert table.board.turns == after.turns
    assert replayed(table) == table.whole


def test_a_game_that_had_ended_is_taken_up_again_or_stays_ended() -> None:
    table = stood(plain(), CAT, DO)
    table.do(CallEnd())
    assert table.board.ended
    table.do(AmendTurn(2, Passed(1)))
    assert row(table, 2).kind == "pass"
    assert table.board.ended


def test_what_was_only_begun_when_the_game_turns_out_to_have_ended_is_no_turn() -> None:
    table = stood(plain(), CAT)
    over, book = GameOver().said, _TURNS.book
    begun = KeptTurn((Did(BuyTiles((Tile("E"),))),), 1, problem=over)
    rows = _rows(table.board, (*table.whole.turns[1:], begun), book)
    assert [row.word for row in rows] == ["CAT"]
    taken = KeptTurn((Did(Pass()),), 1, problem=over)
    rows = _rows(table.board, (*table.whole.turns[1:], taken), book)
    assert "impossible" in rows[1].marks


def test_a_game_taken_up_again_goes_on_before_the_turns_it_had_ended_without() -> None:
    table = stood(plain(), CAT, DO, Pass())
    table.do(CallEnd())
    table.do(MoveTurn(3))  # the end was called after the third turn, and stays the end
    table.do(Undo(), Undo())
    table.do(CallEnd(), Undo(), Pass())
    assert [turn.number for turn in table.board.turns] == [1, 2, 3, 4]
    stuck = KeptTurn((Did(Pass()),), 0, problem=GameOver().said)
    moment = table.whole.moment
    turns = (*table.whole.turns, stuck)
    late = table.whole.at(moment.with_turns(turns, len(turns) - 1))
    step = table.ruleset.decide(late, Pass())[0]
    after = table.ruleset.evolve(late, step)
    assert [str(turn.problem) for turn in after.turns[1:]] == [""] * 5 + [str(GameOver())]


@pytest.mark.parametrize(
    "command",
    [
        AmendTurn(0, Passed(0)), AmendTurn(9, Passed(0)), InsertTurn(9, Passed(0)),
        DeleteTurn(3), MoveTurn(2, later=True), Withdraw(9), AmendTurn(1, Exchanged(0, 8)),
        AmendTurn(1, Laid(0, lay("CAT", "1A"))),
    ],
    ids=lambda command: str(command)[:24],
)  # fmt: skip
def test_what_cannot_be_corrected_is_refused_with_a_sentence(command: object) -> None:
    table = stood(plain(), CAT, Pass())
    assert table.refuses(command).endswith(".")


# Scrabble Together


def test_a_goal_comes_back_when_its_word_is_amended_away() -> None:
    table = together("length 3", "length 2", EASY, "length 9", opened=(0, 1, 3))
    table.do(PlayTiles(lay("CAT", "8F")))
    assert table.now.done == ((0, 0),)
    table.do(AmendTurn(1, Laid(0, lay("AT", "8G"))))
    assert table.now.done == ((1, 0),)
    assert "corrected" in row(table, 1).marks


def test_a_word_that_no_longer_joins_is_kept_and_marked() -> None:
    table = together(EASY, EASY, EASY, EASY, EASY, EASY)
    table.do(PlayTiles(lay("CAT", "8F")), PlayTiles(lay("DO", "9H")))
    table.do(Withdraw(1))
    assert "withdrawn" in row(table, 1).marks
    assert "impossible" in row(table, 2).marks
    assert table.now.done == ()
    assert len(table.board.turns) == 2
    table.do(Undo())
    assert len(table.now.done) > 0


def test_helpers_used_in_a_turn_stay_with_it() -> None:
    table = together("length 3", "length 9", "length 9", EASY, EASY, EASY)
    table.do(ChooseFirst(1), ExtraTile(), PlayTiles(lay("CAT", "8F")))
    table.do(CompleteGoal("g1"), Pass())
    table.do(MoveTurn(1, later=True))
    assert [(t.player, t.kind) for t in table.board.turns] == [("Bob", "pass"), ("Ann", "play")]
    assert sorted(table.now.helpers) == sorted(
        ("exchange-tiles", "make-blank", "refresh-goals", "trade-tiles")
    )
    table.do(DeleteTurn(2))
    assert "extra-tile" in table.now.helpers


def test_an_exchange_is_no_turn_of_this_game() -> None:
    table = together(EASY, EASY, EASY, EASY)
    table.do(PlayTiles(lay("CAT", "8F")))
    with pytest.raises(RuleViolation, match="no such turn"):
        table.do(AmendTurn(1, Exchanged(0, 2)))
    with pytest.raises(RuleViolation):
        table.do(AmendTurn(1, Passed(0)))


# Both


@pytest.mark.parametrize("name", ["monopoly-scrabble", "together"])
@given(seed=st.integers(0, 2**31), number=st.integers(1, 9))
@settings(max_examples=6, deadline=None)
def test_a_correction_loses_no_turn_and_taking_it_back_restores_the_game(
    name: str, seed: int, number: int
) -> None:
    game = random_game(name, seed, 40)
    rows = game.board.turns
    if not rows:
        return
    number = min(number, len(rows))
    before = game.whole
    if name == "monopoly-scrabble":
        total = game.now.ledger.total
    game.do(DeleteTurn(number))
    assert len(game.board.turns) == len(rows) - 1
    assert game.board.bag_count >= 0
    if name == "monopoly-scrabble":
        assert game.now.ledger.total == total
    game.do(Undo())
    assert game.whole.now == before.now
    assert game.whole.moment == before.moment
    assert game.board.turns == rows


def test_a_log_of_another_kind_of_step_leaves_the_record_alone() -> None:
    table = stood(plain(), CAT)
    assert table.ruleset.evolve(table.whole, StepTaken()).turns == table.whole.turns


def test_an_exchange_in_the_past_needs_tiles_in_the_bag() -> None:
    table = stood(plain(), CAT, Exchange(2))
    table.do(AmendTurn(2, Exchanged(1, 5)))
    assert row(table, 2).count == 5


@pytest.mark.parametrize(
    "event",
    [
        TurnsRewritten(DeleteTurn(1), ()),
        TurnsRewritten(None, (SameTurns(7, 9),)),
        TurnsRewritten(None, (SameTurns(-9, -1),)),
        StepTaken(Pass(), -3),
        StepTaken(Pass(), 10**9),
    ],
    ids=str,
)
def test_a_log_that_says_nonsense_breaks_nothing(event: object) -> None:
    table = stood(plain(), CAT)
    after = table.ruleset.evolve(table.whole, event)
    assert table.ruleset.scoreboard(after).position == table.board.position
    assert table.ruleset.evolve(after, TurnPassed(1)).now.turns
