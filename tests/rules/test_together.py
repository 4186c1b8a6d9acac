"""Scrabble Together: turns, goals, the six helpers, win and loss (rulebook 001, facts 2.4)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.errors import ConfigError
from companion.rules.api import Setup
from companion.rules.engine.messages import CorrectTile, Pass, PlayTiles, Redo, Undo, Withdraw
from companion.rules.together.messages import (
    HELPERS,
    ChooseFirst,
    Coloured,
    ColourSquare,
    CompleteGoal,
    ExchangeTiles,
    ExtraTile,
    GiveUp,
    JudgeGoals,
    MakeBlank,
    ReadColours,
    RefreshGoals,
    ShowGoals,
    TradeTiles,
)
from companion.rules.together.state import judged
from companion.tilesets import load
from tests.doubles import invariants
from tests.doubles.at_table import AtTable, lay
from tests.doubles.random_games import random_game
from tests.doubles.together import EASY, goals, together

ON = PlayTiles(lay("ON", "8G"))
HARD = "length 15"
EIGHT = (EASY,) * 8


def no_helpers(*needs: str, **kw: int) -> AtTable:
    """All helpers are used and Ann is to play; every goal is hard."""
    table = together(*(needs or (HARD,) * 9), **kw)
    table.do(ExtraTile(), Pass(), MakeBlank(), Pass(), RefreshGoals(), Pass())
    table.do(TradeTiles(1), Pass(), ExchangeTiles(1), Pass())
    return table.do(CompleteGoal(table.now.goal(table.now.open[0]).key), Pass())


# --- set-up ----------------------------------------------------------------------------------


def test_twenty_goals_are_dealt_and_three_lie_open() -> None:
    table = together()
    assert (len(table.now.open), len(table.now.pile), table.now.to_win) == (3, 17, 20)


def test_the_starter_game_uses_the_twenty_cards_with_the_symbol() -> None:
    state = together(starter=True).now
    assert all(state.goal(i).starter for i in (*state.open, *state.pile))
    assert state.to_win == 20


def test_racks_hold_seven_of_the_hundred_tiles() -> None:
    assert (together(players=4).now.racks, together(players=4).now.bag) == ((7,) * 4, 72)


def test_the_deal_depends_on_the_seed_alone() -> None:
    assert together(seed=5).now.open == together(seed=5).now.open
    assert together(seed=5).now.open != together(seed=6).now.open


def test_the_players_choose_who_begins_when_they_have_seen_the_goals() -> None:
    table = together(*EIGHT).do(ChooseFirst(1))
    assert table.now.on_turn == 1
    assert "no player 8" in table.refuses(ChooseFirst(7))
    table.do(ON)
    assert table.refuses(ChooseFirst(0))
    assert "choose-first" not in table.offered()


def test_at_most_four_players_and_one_may_play_alone() -> None:
    assert together(EASY, players=1).do(ON).now.won
    with pytest.raises(ConfigError, match="1 to 4 players"):
        together().ruleset.start(
            Setup(tuple("abcde"), load("english"), options=(("goals", goals(EASY)),))
        )


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((), "needs goal cards"),
        ((("goals", goals(EASY)),), "20 goals cannot be dealt from 1 cards"),
        ((("goals", goals(EASY)), ("goal_count", 1), ("first", 3)), "a seat from 0"),
        (
            (("goals", goals(EASY)), ("goal_count", 1), ("colours", 'red = ["16A"]')),
            "beyond its edge",
        ),
    ],
)
def test_an_impossible_set_up_is_refused(
    options: tuple[tuple[str, int | str], ...], says: str
) -> None:
    setup = Setup(("Ann", "Bob"), load("english"), options=options)
    with pytest.raises(ConfigError, match=says):
        together().ruleset.start(setup)


# --- words and goals -------------------------------------------------------------------------


def test_2_4_1_every_word_must_complete_an_open_goal() -> None:
    table = together(HARD, "edge", "length 9")
    assert table.refuses(ON) == ("ON completes none of the open goals: Goal 0. Goal 1. Goal 2.")


def test_2_4_1_completed_goals_are_replaced_so_that_three_lie_open() -> None:
    table = together("length 2", HARD, HARD, HARD, HARD).do(ON)
    assert table.now.done == ((0, 0),)
    assert len(table.now.open) == 3
    assert 0 not in table.now.open


def test_a_word_may_complete_several_goals_at_once() -> None:
    table = together("direction horizontal", "edge", HARD, HARD)
    table.do(ColourSquare(parse_square("8H"), "red"))
    assert table.do(ON).now.done == ((0, 0),)
    both = together("direction horizontal", "length 2", HARD, HARD).do(ON)
    assert [goal for goal, _ in both.now.done] == [0, 1]
    assert both.board.turns[0].score == 2


def test_which_goals_a_placement_completes_is_known_before_it_is_played() -> None:
    table = together("direction horizontal", "manual", HARD)
    _, met, asked = judged(table.now, lay("ON", "8G"))
    assert (met, asked) == ((0,), (1,))


def test_2_4_5_fewer_than_three_goals_lie_open_when_the_pile_is_empty() -> None:
    table = together(EASY, "edge", HARD).do(ON)
    assert (len(table.now.open), table.now.pile) == (2, ())


def test_2_4_4_the_first_word_covers_the_star_with_two_tiles_or_more() -> None:
    table = together(*EIGHT)
    assert "start square 8H" in table.refuses(PlayTiles(lay("ON", "1A")))
    assert "at least two letters" in table.refuses(PlayTiles(lay("O", "8H")))


def test_later_words_join_those_on_the_board() -> None:
    table = together(*EIGHT, "edge").do(ON)
    assert "touches no tile" in table.refuses(PlayTiles(lay("ON", "1A")))


def test_nothing_is_scored_but_the_goals() -> None:
    table = together(*EIGHT, HARD).do(ON)
    assert [row.total for row in table.board.rows] == [3, 0]
    assert table.board.turns[0].score == 3


def test_a_rack_is_filled_up_to_seven_at_the_end_of_the_turn() -> None:
    table = together(*EIGHT).do(ON)
    assert (table.now.racks, table.now.bag, table.now.on_turn) == ((7, 7), 84, 1)


def test_a_play_uses_only_tiles_that_are_held() -> None:
    table = together(*EIGHT)
    assert "at most 7" in table.refuses(PlayTiles(lay("ABSOLUTE", "8G")))


# --- goals that people judge -----------------------------------------------------------------


def test_a_manual_goal_is_judged_by_the_players() -> None:
    table = together("manual", HARD, HARD, HARD).do(ON)
    assert table.now.judging
    assert "Goal 0" in str(table.panel("Now").lines[0])
    assert "First say" in table.refuses(PlayTiles(lay("E", "8I")))
    assert table.do(JudgeGoals(("g0",))).now.done == ((0, 0),)


def test_a_word_judged_to_meet_nothing_must_come_off() -> None:
    table = together("manual", HARD, HARD).do(ON)
    assert "completes none" in table.refuses(JudgeGoals())
    assert "not among" in table.refuses(JudgeGoals(("g1",)))
    table.do(Withdraw())
    assert (len(table.now.position), table.now.on_turn, table.now.judging) == (0, 0, False)


def test_a_goal_met_for_certain_needs_no_yes() -> None:
    table = together("manual", "length 2", HARD, HARD).do(ON, JudgeGoals())
    assert table.now.done == ((1, 0),)
    assert "No goal is waiting" in table.refuses(JudgeGoals())


# --- helpers ---------------------------------------------------------------------------------


def test_there_are_six_helpers() -> None:
    assert len(HELPERS) == 6
    assert together().now.helpers == HELPERS


def test_2_4_2_who_cannot_complete_a_goal_must_use_a_helper() -> None:
    table = together(HARD, HARD, HARD)
    assert "must use a helper first" in table.refuses(Pass())
    assert "not lost while there are helpers" in table.refuses(GiveUp())
    assert table.do(ExtraTile(), Pass()).now.on_turn == 1


def test_2_4_2_after_a_helper_a_word_may_be_played() -> None:
    table = together("length 2", HARD, HARD, HARD).do(ExtraTile(), ON)
    assert (table.now.done, table.now.on_turn) == (((0, 0),), 1)
    assert "After a helper." in str(table.board.turns[0].detail)


def test_a_helper_can_be_used_only_once() -> None:
    table = together(HARD, HARD, HARD, HARD).do(ExtraTile(), Pass())
    assert "has been used already" in table.refuses(ExtraTile())


@pytest.mark.parametrize(("one", "left"), [("true", 5), ("false", 4)])
def test_2_4_5_one_helper_per_turn_by_switch(one: str, left: int) -> None:
    table = together(HARD, HARD, HARD, rules=f"one_helper_per_turn = {one}").do(ExtraTile())
    if one == "true":
        assert "Only one helper" in table.refuses(MakeBlank())
    else:
        table.do(MakeBlank())
    assert len(table.now.helpers) == left


def test_2_4_3_helper_complete_a_goal_counts_toward_the_twenty() -> None:
    table = together(HARD, HARD, HARD, HARD).do(CompleteGoal("g1"))
    assert table.now.done == ((1, 0),)
    assert len(table.now.open) == 3
    assert "not among" in together(HARD, HARD, HARD, HARD).refuses(CompleteGoal("g3"))


def test_helper_exchange_tiles_swaps_any_or_all_with_the_bag() -> None:
    table = together(HARD, HARD, HARD).do(ExchangeTiles(7))
    assert (table.now.racks, table.now.bag) == ((7, 7), 86)
    assert "1 to 7" in together(HARD, HARD, HARD).refuses(ExchangeTiles(8))


def test_helper_extra_tile_gives_everybody_an_eighth_until_their_turn_ends() -> None:
    table = together(*EIGHT, players=3).do(ExtraTile())
    assert (table.now.racks, table.now.bag) == ((8, 8, 8), 76)
    assert table.do(ON).now.racks == (7, 8, 8)
    table = together(*EIGHT).do(ExtraTile(), PlayTiles(lay("ABSOLUTE", "8G")))
    assert table.now.racks == (7, 8)


def test_helper_make_a_blank_turns_a_tile_over_for_good() -> None:
    table = together(*EIGHT).do(MakeBlank(Tile("Q")), Pass())
    assert (table.now.tiles.blanks, table.now.tiles.count(Tile("Q"))) == (3, 0)
    table.do(PlayTiles(lay("oad", "8G")))
    assert "only a blank may stand for it" in table.refuses(PlayTiles(lay("Q", "8J")))


def test_2_4_5_a_made_blank_counts_as_one_and_need_not_be_named() -> None:
    table = together("uses_blank", HARD, HARD, HARD, players=2).do(MakeBlank())
    assert table.now.tiles.blanks == 3
    assert table.do(PlayTiles(lay("oNE", "8G"))).now.done == ((0, 0),)


def test_helper_refresh_goals_puts_the_open_ones_under_the_pile() -> None:
    table = together(HARD, HARD, HARD, HARD, HARD, HARD, HARD)
    before, pile = table.now.open, table.now.pile
    table.do(RefreshGoals())
    assert table.now.open == pile[:3]
    assert table.now.pile == (*pile[3:], *before)


def test_helper_refresh_goals_turns_up_the_same_if_the_pile_is_empty() -> None:
    table = together(HARD, HARD).do(RefreshGoals())
    assert sorted(table.now.open) == [0, 1]


def test_helper_trade_tiles_swaps_one_for_one_with_other_players() -> None:
    table = together(HARD, HARD, HARD, players=3).do(TradeTiles(4))
    assert table.now.racks == (7, 7, 7)
    assert "can be traded" in together(HARD).refuses(TradeTiles(8))


def test_2_4_5_a_bag_that_runs_out_deals_what_it_has() -> None:
    table = together(HARD, HARD, HARD)
    table.having(bag=1)
    assert together(HARD, rules="short_bag_deals_what_it_has = false").do(
        ExchangeTiles(7)
    ).now.racks == (7, 7)
    table.do(ExchangeTiles(3))
    assert (table.now.racks, table.now.bag) == ((5, 7), 3)
    table.do(Pass())
    assert (table.now.racks, table.now.bag) == ((7, 7), 1)
    table.do(ExtraTile())
    assert (table.now.racks, table.now.bag) == ((7, 8), 0)


# --- the end ---------------------------------------------------------------------------------


def test_all_goals_completed_is_a_win_for_everybody() -> None:
    table = together("length 2", EASY).do(ON)
    assert (table.now.won, table.board.ended, table.board.on_turn) == (True, True, None)
    assert "everybody wins" in str(table.panel("Now").lines[0])
    assert (table.board.team, table.board.winners) == (True, (0, 1))
    assert "ended" in table.refuses(PlayTiles(lay("E", "8I")))


def test_twenty_goals_win() -> None:
    table = together(*(EASY,) * 20, opened=(0, 1, 2)).do(ON)
    words = [("E", "8I"), ("S", "8F"), ("D", "8J"), ("A", "7H"), ("E", "9H"), ("T", "6H")]
    for word, at in words:
        assert not table.now.ended
        table.do(PlayTiles(lay(word, at)))
    assert len(table.now.done) == 20
    assert table.now.won


def test_the_helper_that_completes_the_last_goal_wins() -> None:
    assert together(HARD).do(CompleteGoal("g0")).now.won


def test_2_4_2_no_goal_and_no_helper_left_is_a_loss_for_everybody() -> None:
    table = no_helpers()
    assert table.now.helpers == ()
    assert "a word that completes a goal, or give the game up" in table.refuses(Pass())
    assert "give-up" in table.offered()
    assert table.do(GiveUp()).now.won is False
    assert tuple(map(str, table.panel("Now").lines)) == ("The game is lost.",)
    assert (table.board.team, table.board.winners) == (True, ())


def test_2_4_2_with_helpers_left_the_game_is_never_lost() -> None:
    assert "give-up" not in together(HARD, HARD, HARD).offered()


def test_giving_up_after_a_helper_is_refused_for_the_turn_can_be_ended() -> None:
    table = together(HARD, HARD, HARD).do(ExtraTile())
    assert "A helper was used this turn" in table.refuses(GiveUp())


# --- colours and corrections -----------------------------------------------------------------


def test_colours_come_from_the_empty_board_once_and_can_be_corrected() -> None:
    table = together("premium red", HARD, HARD, HARD)
    assert "not known yet" in str(table.panel("Colours").lines[0])
    assert "completes none" in table.refuses(ON)  # the standard layout's star is no red square
    table.do(ReadColours((Coloured(parse_square("8H"), "blue"),)))
    assert "completes none" in table.refuses(ON)
    table.do(ColourSquare(parse_square("8H"), "Red"))
    assert table.do(ON).now.done == ((0, 0),)


def test_colours_may_be_given_in_the_set_up() -> None:
    table = together("premium red", HARD, HARD, HARD, colours='red = ["8G"]')
    assert table.do(ON).now.done == ((0, 0),)


def test_the_goals_that_lie_at_the_table_can_be_shown_to_the_app() -> None:
    table = together(HARD, HARD, HARD, HARD, "length 2")
    table.do(ShowGoals(("g4", "g1", "g2")))
    assert (table.now.open, set(table.now.pile)) == ((4, 1, 2), {0, 3})
    assert "named twice" in table.refuses(ShowGoals(("g4", "g4", "g2")))
    assert "not 1" in table.refuses(ShowGoals(("g4",)))


def test_2_4_5_an_invalid_word_is_taken_back_and_tried_again() -> None:
    table = together("length 2", HARD, HARD, HARD).do(ON, Withdraw())
    assert (table.now.on_turn, table.now.done, len(table.now.position)) == (0, (), 0)
    assert table.now.racks == (7, 7)
    assert "already been taken off" in table.refuses(Withdraw())
    assert table.do(ON).now.done == ((0, 0),)


def test_2_4_5_an_invalid_word_may_end_the_turn_by_switch() -> None:
    table = together("length 2", HARD, HARD, HARD, rules="invalid_word_tries_again = false").do(
        ON, Withdraw()
    )
    assert table.now.on_turn == 1


def test_a_misread_tile_can_be_corrected() -> None:
    table = together(*EIGHT).do(ON, CorrectTile(parse_square("8G"), Tile("A")))
    assert table.now.position.get(parse_square("8G")) == Tile("A")
    assert table.board.turns[0].marks == ("corrected",)


def test_a_tile_corrected_while_goals_are_judged_is_looked_at_again() -> None:
    table = together("manual", "contains A", HARD, HARD).do(ON)
    assert table.now.met == ()
    table.do(CorrectTile(parse_square("8G"), Tile("A")))
    assert table.now.met == (1,)
    assert table.do(JudgeGoals()).now.done == ((1, 0),)


def test_undo_and_redo_go_through_all_that_a_command_did() -> None:
    table = together("length 2", HARD, HARD, HARD).do(ON)
    after = table.now
    assert table.do(Undo()).now.done == ()
    assert table.do(Redo()).now == after


def test_placeholder_goals_are_shown_as_such() -> None:
    assert "Placeholder" in str(together().panel("Placeholder goals").lines[0])
    assert not [p for p in together(HARD).board.panels if "laceholder" in str(p.title)]


# --- whatever is played ----------------------------------------------------------------------


@given(seed=st.integers(min_value=0, max_value=2**31))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_goals_and_tiles_are_conserved_at_every_step(seed: int) -> None:
    game = random_game("together", seed, 0)
    for _ in range(80):
        if game.board.ended:
            break
        game.step()
        invariants.together(game)


def test_random_games_are_won_or_lost() -> None:
    ended = [random_game("together", seed, 400).now.won for seed in range(6)]
    assert {True, False} & set(ended)


def test_a_withdrawn_play_keeps_none_of_its_goals() -> None:
    table = together("length 2", HARD, HARD, HARD).do(ON)
    assert [row.total for row in table.board.rows] == [1, 0]
    assert table.now.open == (1, 2, 3)
    table.do(Withdraw())
    assert [row.total for row in table.board.rows] == [0, 0]
    assert (table.now.open, table.now.pile) == ((0, 1, 2), (3,))
    (row,) = table.board.turns
    assert (row.score, row.total, row.marks, str(row.detail)) == (0, 0, ("withdrawn",), "")
