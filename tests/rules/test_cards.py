"""Monopoly: The Card Game: deck, turns, trading, going out, money (rulebook 002, facts 3)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import ConfigError
from companion.rules.api import Setup
from companion.rules.cards.deck import parse_deck
from companion.rules.cards.messages import (
    CorrectBalance,
    Discard,
    Draw,
    GoOut,
    LayDown,
    NextHand,
    PassCards,
    Trade,
)
from companion.rules.cards.state import Phase
from companion.rules.engine.messages import Redo, Undo
from companion.tilesets import load
from tests.doubles import invariants
from tests.doubles.at_table import AtTable
from tests.doubles.cards import DECK, TEXT, cards, hand, holding, ruled
from tests.doubles.random_games import random_game


def out_with(text: str, *others: str, **kw: str) -> AtTable:
    """Ann's turn with this hand; the others' hands as given, else empty."""
    table = cards(text=ruled(**kw)) if kw else cards()
    for seat in range(4):
        holding(table, seat, (text, *others, "", "", "")[seat])
    table.having(draw=())
    return table


# --- the deck --------------------------------------------------------------------------------


def test_3_1_the_deck_has_60_cards_of_the_sourced_kinds() -> None:
    held = Counter(DECK.cards)
    assert len(DECK.cards) == 60
    assert sum(held[g.key] for g in DECK.groups) == 28
    assert sum(held[f"house-{n}"] for n in (1, 2, 3, 4)) == 14
    assert held["house-4"] == 2
    assert (held["hotel"], held["token"], held["chance"]) == (2, 6, 2)
    assert (held["go"], held["mr-monopoly"]) == (4, 4)


def test_3_1_group_sizes_are_the_classic_ones() -> None:
    sizes = {g.key: g.size for g in DECK.groups}
    assert (sizes["purple"], sizes["dark_blue"], sizes["utilities"]) == (2, 2, 2)
    assert sizes["railroads"] == 4
    assert sorted(sizes.values()) == [2, 2, 2, 3, 3, 3, 3, 3, 3, 4]


def test_3_2_sourced_values_and_placeholders() -> None:
    assert (DECK.hotel, DECK.go, DECK.mr_monopoly) == (500, 200, 1000)
    assert not DECK.official
    assert all(value % 50 == 0 for g in DECK.groups for _, value in g.values)
    assert "Placeholder" in str(cards().panel("Placeholder values").lines[0])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("total = 60", "total = 61"), "says 61 cards, but lists 60"),
        (("value = 50 }", "value = 55 }"), "multiple of 50"),
        (("[5, 4, 3, 2]", "[5, 4, 3]"), "four numbers"),
        (("winning-moves-2000", "hasbro-2018"), "another game of the same name"),
        (("monopoly-card/1", "x"), "schema"),
        (("[rules]", "[rules]\nspeed = 1"), "unknown key"),
        (("hand = 10", "hand = 0"), "above 0"),
        (('tokens = "add"', 'tokens = "multiply"'), "one of add"),
        (("{ 2 = 250, 3 = 500, 4 = 1000 }", "{ 2 = 250 }"), "values for 2 to 4"),
        (("official = false", 'official = "no"'), "true or false"),
    ],
)
def test_a_mistake_in_a_deck_file_is_named(change: tuple[str, str], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        parse_deck(TEXT.replace(*change))


def test_3_6_the_later_game_of_the_same_name_is_another_edition() -> None:
    with pytest.raises(ConfigError, match="another game"):
        parse_deck(TEXT.replace("winning-moves-2000", "hasbro"))


# --- the deal --------------------------------------------------------------------------------


def test_rules_1_and_2_ten_cards_each_and_one_on_each_trade_pile() -> None:
    state = cards().now
    assert [len(h) for h in state.hands] == [10] * 4
    assert [len(p) for p in state.piles] == [1] * 4
    assert len(state.draw) == 60 - 44
    assert [state.balance(seat) for seat in range(4)] == [0] * 4


def test_rule_4_the_player_left_of_the_dealer_starts_and_play_goes_round() -> None:
    assert cards().now.on_turn == 0
    assert cards(dealer=1).now.on_turn == 2


def test_the_deal_depends_on_the_seed_alone() -> None:
    assert cards(seed=3).now.hands == cards(seed=3).now.hands
    assert cards(seed=3).now.hands != cards(seed=4).now.hands


@pytest.mark.parametrize(("players", "size", "left"), [(5, 11, 0), (6, 9, 0)])
def test_3_5_five_and_six_players_use_all_cards(players: int, size: int, left: int) -> None:
    state = cards(players).now
    assert {len(h) for h in state.hands} == {size}
    assert len(state.draw) == left


@pytest.mark.parametrize("players", [2, 3])
def test_3_5_two_and_three_players_use_the_rules_for_four_as_a_house_rule(
    players: int,
) -> None:
    table = cards(players)
    assert {len(h) for h in table.now.hands} == {10}
    assert "house rule" in str(table.panel("House rule").lines[0])
    assert table.now.target == 10_000


@pytest.mark.parametrize(
    ("names", "options", "says"),
    [
        ("ab", (), "needs a deck file"),
        ("a", (("deck", TEXT),), "2 to 6 players"),
        ("abcdefg", (("deck", TEXT),), "2 to 6 players"),
        ("aa", (("deck", TEXT),), "name of their own"),
        ("ab", (("deck", TEXT), ("dealer", 2)), "a seat from 0"),
        ("ab", (("deck", TEXT), ("deal", "robot")), "'app' or 'table'"),
        ("abcdef", (("deck", ruled(six_hand="10")),), "too small"),
    ],
)
def test_an_impossible_set_up_is_refused(
    names: str, options: tuple[tuple[str, int | str], ...], says: str
) -> None:
    with pytest.raises(ConfigError, match=says):
        cards().ruleset.start(Setup(tuple(names), load("english"), options=options))


# --- turns -----------------------------------------------------------------------------------


def test_rule_5_a_turn_is_one_of_draw_trade_and_go_out() -> None:
    table = cards().do(Draw())
    assert "lays down 1 card" in table.refuses(Draw())
    assert "lays down 1 card" in table.refuses(Trade(1, 1))
    assert "lays down 1 card" in table.refuses(GoOut())


def test_rule_6_draw_the_top_card_and_discard_to_ten_on_the_trade_pile() -> None:
    table = cards()
    top, first = table.now.draw[0], table.now.hands[0][0]
    table.do(Draw())
    assert table.now.hands[0][-1] == top
    assert "lay down 1, not 2" in table.refuses(Discard(table.now.hands[0][:2]))
    table.do(Discard((first,)))
    assert (len(table.now.hands[0]), table.now.piles[0][-1]) == (10, first)
    assert table.now.on_turn == 1


def test_rule_7_a_trade_swaps_as_many_cards_off_the_tops_into_the_hands() -> None:
    table = cards()
    mine, theirs = table.now.piles[0][-1], table.now.piles[2][-1]
    table.do(Trade(2, 1))
    assert table.now.hands[0][-1] == theirs
    assert table.now.hands[2][-1] == mine
    assert (table.now.piles[0], table.now.piles[2]) == ((), ())
    assert "lays down 1 card" in table.refuses(Trade(1, 1))


def test_rule_7_one_card_of_the_hand_may_be_put_on_the_pile_first() -> None:
    table = cards()
    put, theirs = table.now.hands[0][0], table.now.piles[1][-1]
    table.do(Trade(1, 1, put))
    assert table.now.hands[1][-1] == put
    assert table.now.hands[0][-1] == theirs
    assert len(table.now.piles[0]) == 1
    assert table.do(Discard()).now.on_turn == 1


def test_rule_7_any_number_is_discarded_first_to_get_the_amount_of_cards_you_want() -> None:
    theirs = hand("OO")
    table = cards().having(piles=((), theirs, (), ()))
    first = table.now.hands[0][:2]
    assert "1 card can go each way" in table.refuses(Trade(1, 2, first[0]))
    table.do(Trade(1, 2, cards=first))
    assert set(table.now.hands[1][-2:]) == set(first)
    assert table.now.hands[0][-2:] == theirs
    assert (table.now.piles[0], table.now.piles[1]) == ((), ())
    assert len(table.now.hands[0]) == 10


def test_rule_7_a_single_card_first_is_a_switch() -> None:
    # Dutch manual, page 5
    one = cards(text=ruled(trade_discards='"one"'))
    two = one.now.hands[0][:2]
    assert "one card of the hand may be put" in one.refuses(Trade(1, 1, cards=two))
    assert one.do(Trade(1, 1, cards=two[:1])).now.hands[1][-1] == two[0]


def test_rule_7_a_trade_needs_as_many_cards_in_both_piles() -> None:
    table = cards()
    assert "1 card can go each way" in table.refuses(Trade(1, 2))
    assert "1 card can go each way" in table.refuses(Trade(1, 0))
    assert "another player" in table.refuses(Trade(0, 1))
    assert "no player" in table.refuses(Trade(7, 1)).lower()
    assert "does not hold" in table.refuses(Trade(1, 1, "joker"))


def test_rule_8_the_partner_may_hold_more_than_ten_until_the_end_of_their_turn() -> None:
    table = cards().do(Trade(1, 1))
    table.do(Discard(table.now.hands[0][:1]))
    assert len(table.now.hands[1]) == 11
    table.do(Draw())
    assert "lay down 2" in table.refuses(Discard(table.now.hands[1][:1]))
    table.do(Discard(table.now.hands[1][:2]))
    assert len(table.now.hands[1]) == 10


def test_rule_9_a_turn_always_ends_with_ten_cards() -> None:
    table = cards().do(Draw())
    assert "ends with 10 cards" in table.refuses(Discard())


def test_rule_3_trade_piles_show_every_card_in_a_fixed_order() -> None:
    table = cards().do(Draw())
    table.do(Discard(table.now.hands[0][:1]))
    rows = table.panel("Trade piles").rows
    assert str(rows[0][1]).count(",") == 1


def test_a_card_not_held_cannot_be_laid_down() -> None:
    table = cards().do(Draw())
    assert "does not hold the card 'joker'" in table.refuses(Discard(("joker",)))


# --- going out -------------------------------------------------------------------------------


def test_rule_10_an_incomplete_hand_cannot_go_out() -> None:
    assert "cannot go out" in out_with("YYYRgggttt").refuses(GoOut())
    assert "go-out" not in out_with("YYYRgggttt").offered()


def test_rule_10_an_excess_is_discarded_first() -> None:
    table = out_with("YYYRRR12tgP")
    assert "lay down 1, not 0" in table.refuses(GoOut())
    table.do(GoOut(("purple",)))
    assert table.now.piles[0][-1] == "purple"
    assert table.now.results[0].hands[0].total == 900 + 250 + 900 + 200


def test_going_out_is_offered_only_if_some_discard_makes_the_hand_complete() -> None:
    assert "go-out" in out_with("YYYRRR12tgP").offered()
    assert "go-out" not in out_with("YYYRR12tgPL").offered()


def test_rule_12_the_top_five_of_the_draw_pile_are_the_reward() -> None:
    table = holding(cards(), 0, "YYYRRRTTTT")
    five = table.now.draw[:5]
    table.do(GoOut())
    assert table.now.results[0].hands[0].reward == five


def test_rule_19_with_fewer_than_five_cards_left_the_reward_is_what_is_left() -> None:
    table = out_with("YYYRRRTTTT")
    table.having(draw=hand("g1"))
    table.do(GoOut())
    assert table.now.results[0].hands[0].total == 600 + 250 + 1000 + 200


def test_rule_19_an_empty_draw_pile_ends_the_hand_without_reward_by_switch() -> None:
    for rule, phase in (("hand_ends_no_reward", Phase.OVER), ("trade_on", Phase.ACT)):
        table = cards(text=ruled(draw_pile_empty=f'"{rule}"'))
        table.having(draw=table.now.draw[:1])
        table.do(Draw())
        table.do(Discard(table.now.hands[0][:1]))
        assert table.now.phase is phase
    assert "no card to draw" in table.refuses(Draw())


def test_rule_14_all_cards_are_taken_together_again_for_the_next_hand() -> None:
    table = holding(cards(), 0, "YYYRRRTTTT").do(GoOut(), NextHand())
    state = table.now
    held = Counter(card for part in (*state.hands, *state.piles, state.draw) for card in part)
    assert held == Counter(DECK.cards)
    assert [len(pile) for pile in state.piles] == [1] * 4


def test_rule_15_the_others_score_complete_sets_and_bonus_cards() -> None:
    table = out_with("YYYRRRTTTT", "OOOPg", "MMgg", "LLL1").do(GoOut())
    assert [h.total for h in table.now.results[0].hands] == [1550, 400, 400, 200]


def test_rule_16_a_chance_in_anothers_hand_scores_0() -> None:
    table = out_with("YYYRRRTTTT", "OOOPg?").do(GoOut())
    assert table.now.results[0].hands[1].total == 0


def test_rule_11_the_player_who_goes_out_uses_chance_and_may_say_for_what() -> None:
    assert out_with("YY?RRRTTTT").do(GoOut()).now.results[0].hands[0].uses == ("yellow",)
    table = out_with("YYY?RRRTTT")
    assert "cannot go out" in table.refuses(GoOut(uses=("house-2",)))
    assert "no property, house" in table.refuses(GoOut(uses=("go",)))
    assert "holds 1" in table.refuses(GoOut(uses=("token", "token")))
    table.do(GoOut(uses=("house-1",)))
    assert table.now.results[0].hands[0].total == 600 + 250 + 500


def test_the_reckoning_is_shown_line_by_line() -> None:
    table = out_with("YYY12tgRRR").do(GoOut())
    panel = table.panel("Ann went out: $2250")
    assert ("Yellow: set of 3", "$300") in [tuple(map(str, row)) for row in panel.rows]


# --- Mr. Monopoly ----------------------------------------------------------------------------


def test_rule_17_most_mr_monopoly_cards_get_1000() -> None:
    table = out_with("YYYRRRTTTm", "mm").do(GoOut())
    assert [h.total for h in table.now.results[0].hands] == [1050, 1000, 0, 0]


@pytest.mark.parametrize(
    ("rule", "prizes"),
    [("nobody", [0, 0]), ("each", [1000, 1000]), ("shared", [500, 500])],
)
def test_rule_17_a_tie_gets_nobody_each_or_a_share_by_switch(
    rule: str, prizes: list[int]
) -> None:
    table = out_with("YYYRRRTTTm", "m", mr_monopoly_tie=f'"{rule}"').do(GoOut())
    totals = [h.total for h in table.now.results[0].hands]
    assert [totals[0] - 1050, totals[1]] == prizes


@pytest.mark.parametrize(("may", "total"), [("false", 0), ("true", 1000)])
def test_rule_17_a_0_dollar_player_is_left_out_by_switch(may: str, total: int) -> None:
    table = out_with("YYYRRRTTTm", "mm?", zero_hand_may_win_mr_monopoly=may).do(GoOut())
    assert table.now.results[0].hands[1].total == total


def test_mr_monopoly_cards_of_the_reward_count() -> None:
    table = out_with("YYYRRRTTTT", "m")
    table.having(draw=hand("mm"))
    assert table.do(GoOut()).now.results[0].hands[0].total == 1550 + 1000


# --- balances --------------------------------------------------------------------------------


def test_rule_18_the_bank_pays_each_hand_and_balances_run_on() -> None:
    table = out_with("YYYRRRTTTT", "OOO").do(GoOut(), NextHand())
    assert [row.total for row in table.board.rows] == [1550, 200, 0, 0]
    assert table.now.ledger.total == 0
    assert (table.now.number, table.now.dealer, table.now.on_turn) == (2, 0, 1)
    assert "Hand 1" in map(str, table.panel("First to $10000").columns)


def test_rule_18_the_first_to_10000_wins() -> None:
    table = out_with("YYYRRRTTTT").do(CorrectBalance(0, 8450), GoOut())
    assert table.now.phase is Phase.ENDED
    assert tuple(map(str, table.panel("End of the game").lines)) == ("Ann wins.",)
    assert "ended" in table.refuses(NextHand())


def test_rule_18_below_10000_the_game_goes_on() -> None:
    table = out_with("YYYRRRTTTT").do(CorrectBalance(0, 8400), GoOut())
    assert table.now.phase is Phase.OVER
    assert table.board.winners == ()


def test_rule_18_of_two_over_the_line_in_one_hand_the_higher_total_wins() -> None:
    table = out_with("YYYRRRTTTT", "OOO")
    table.do(CorrectBalance(0, 9000), CorrectBalance(1, 10_400))
    table.do(GoOut())
    assert (table.board.team, table.board.winners) == (False, (1,))


@pytest.mark.parametrize(("players", "target"), [(4, 10_000), (5, 7_000), (6, 7_000)])
def test_3_5_five_and_six_players_play_to_7000(players: int, target: int) -> None:
    assert cards(players).now.target == target


def test_money_is_corrected_in_whole_bills() -> None:
    assert "smallest bill" in cards().refuses(CorrectBalance(0, 30))
    assert cards().do(CorrectBalance(0, 350)).now.balance(0) == 350


# --- five and six players --------------------------------------------------------------------


def test_3_5_five_and_six_players_do_not_draw() -> None:
    table = cards(5)
    assert "no card to draw" in table.refuses(Draw())
    assert "draw" not in table.offered()


def test_3_5_after_each_turn_everybody_passes_a_card_to_the_left() -> None:
    table = cards(5).do(Trade(1, 1))
    table.do(Discard(table.now.hands[0][:1]))
    given = tuple(held[0] for held in table.now.hands)
    sizes = [len(held) for held in table.now.hands]
    assert "Everybody gives one card" in table.refuses(Trade(1, 1))
    assert "each of the 5" in table.refuses(PassCards(given[:2]))
    table.do(PassCards(given))
    assert [held[-1] for held in table.now.hands] == [given[-1], *given[:-1]]
    assert [len(held) for held in table.now.hands] == sizes
    assert table.now.on_turn == 1


def test_3_5_passing_left_is_a_switch() -> None:
    table = cards(5, ruled(five_six_pass_left="false")).do(Trade(1, 1))
    table.do(Discard(table.now.hands[0][:1]))
    assert table.now.on_turn == 1


@pytest.mark.parametrize(("may", "phase"), [("true", Phase.OVER), ("false", Phase.DISCARD)])
def test_3_5_five_and_six_may_go_out_after_a_trade_but_before_passing(
    may: str, phase: Phase
) -> None:
    table = cards(5, ruled(five_six_go_out_after_trade=may)).do(Trade(1, 1))
    holding(table, 0, "YYYRRRTTTTg")
    if may == "true":
        table.do(GoOut())
    else:
        assert "lays down" in table.refuses(GoOut())
    assert table.now.phase is phase


def test_rule_5_two_to_four_may_not_go_out_after_a_trade_by_switch() -> None:
    table = holding(cards().do(Trade(1, 1)), 0, "YYYRRRTTTT")
    assert "lays down" in table.refuses(GoOut())
    free = holding(
        cards(text=ruled(go_out_after_trade="true")).do(Trade(1, 1)), 0, "YYYRRRTTTT"
    )
    assert free.do(GoOut()).now.phase is Phase.OVER


def test_3_5_the_reward_of_five_and_six_is_any_trade_card_that_helps() -> None:
    table = holding(cards(5), 0, "YYYRRRTTTTg")
    piles = (hand("12t"), hand("3"), hand("O"), (), ())
    table.having(piles=piles)
    table.do(GoOut())
    assert table.now.results[0].hands[0].total == 1200 + 250 + 1000 + 1200 + 200


# --- hands laid down at the table ------------------------------------------------------------


def laid(*hands: str, players: int = 4) -> tuple[tuple[str, ...], ...]:
    return tuple(hand(text) for text in (*hands, *("",) * players))[:players]


def test_a_game_dealt_at_the_table_is_reckoned_from_the_hands_laid_down() -> None:
    table = cards(deal="table")
    assert table.offered() >= {"lay-down"}
    assert "played at the table" in table.refuses(Draw())
    table.do(LayDown(laid("YY?RRRTTTT", "OOO"), out=0, reward=hand("Y1")))
    assert [h.total for h in table.now.results[0].hands][:2] == [600 + 250 + 1000 + 1000, 200]
    assert table.do(NextHand()).now.phase is Phase.TABLE


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (LayDown(laid("YYY", players=2)), "4 players"),
        (LayDown(laid("YYYY")), "not hold so many cards 'yellow'"),
        (LayDown(laid("YYY"), out=9), "no player 10"),
        (LayDown(laid("YYY"), out=0, reward=hand("123456"[:4] + "gg")), "5 cards at most"),
        (LayDown(laid("YYR"), out=0), "cannot go out"),
        (LayDown(laid("YYY12"), out=0), "who goes out holds 10 cards, not 5"),
        (LayDown(laid("YYYRRR12TTT"), out=0), "who goes out holds 10 cards, not 11"),
        (LayDown(laid("YYY"), reward=hand("g")), "nobody has a reward"),
    ],
)
def test_hands_that_cannot_be_are_refused(command: LayDown, says: str) -> None:
    assert says in cards(deal="table").refuses(command)


def test_a_hand_at_the_table_may_end_with_nobody_out() -> None:
    table = cards(deal="table").do(LayDown(laid("YYY", "OOO?")))
    assert [h.total for h in table.now.results[0].hands] == [300, 0, 0, 0]


def test_hands_are_not_laid_down_by_command_where_the_app_deals() -> None:
    assert "cannot be done now" in cards().refuses(LayDown(laid("YYY")))


# --- whatever is played ----------------------------------------------------------------------


def test_undo_and_redo_go_through_a_whole_hand() -> None:
    table = out_with("YYYRRRTTTT")
    before = table.now
    table.do(GoOut())
    after = table.now
    assert table.do(Undo()).now == before
    assert table.do(Redo()).now == after


@given(seed=st.integers(min_value=0, max_value=2**31))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_money_and_cards_are_conserved_at_every_step(seed: int) -> None:
    game = random_game("monopoly-cards", seed, 0)
    for _ in range(100):
        if game.board.ended:
            break
        game.step()
        invariants.cards(game)
