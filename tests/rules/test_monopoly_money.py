"""Monopoly Scrabble: buying tiles, rent, GO, Free Parking, jail, bankruptcy, the end.

Rules are those of rulebook 000 (facts S0); numbers in names are the questions of facts 1.4.
"""

from __future__ import annotations

import pytest

from companion.board.square import parse_square
from companion.rules.engine.messages import Exchange, Pass, PlayTiles
from companion.rules.monopoly.messages import (
    BuyTiles,
    CallEnd,
    CorrectBalance,
    CorrectOwner,
    CorrectRack,
    CorrectToken,
    GoBankrupt,
    LetStand,
    ReturnTiles,
    SeeBankRack,
    SellProperty,
    SwapBlank,
)
from companion.rules.monopoly.state import BANK, POT, winners
from tests.doubles.at_table import AtTable, lay, tiles
from tests.doubles.monopoly import (
    BLUE,
    JAIL,
    PARKING,
    RED,
    TO_JAIL,
    board,
    monopoly,
    track,
)

ON = PlayTiles(lay("ON", "8G")), LetStand()
"""Scores (1 + 1) x 2 = 4 and touches no property."""


def at_red(**options: str) -> AtTable:
    """The first play (4 points) lands on Red street."""
    return monopoly(board(spaces=track(_4=RED, _10=JAIL), **options))


def paid(table: AtTable) -> list[tuple[str, str, int]]:
    return [
        (e.source, e.target, e.amount) for e in table.events if type(e).__name__ == "MoneyPaid"
    ]


# --- set-up ----------------------------------------------------------------------------------


def test_each_player_starts_with_1000_and_free_parking_with_500() -> None:
    table = monopoly(players=4)
    assert [table.now.cash(seat) for seat in range(4)] == [1000] * 4
    assert table.now.ledger.balance(POT) == 500


def test_the_bank_of_four_players_holds_31500_after_set_up() -> None:
    table = monopoly(players=4)
    assert table.now.ledger.balance(BANK) == 31_500
    assert table.now.ledger.total == 36_000


def test_racks_and_the_banks_rack_hold_seven_tiles_each() -> None:
    table = monopoly(players=3)
    assert (table.now.racks, table.now.bank_tiles) == ((7, 7, 7), 7)
    assert table.now.bag == 100 - 28


def test_tokens_start_on_go() -> None:
    table = monopoly()
    assert table.now.places == (0, 0)
    assert table.now.board.track[0].kind == "go"


# --- moving and GO ---------------------------------------------------------------------------


def test_the_token_moves_as_many_spaces_as_the_word_scored() -> None:
    assert monopoly(board()).do(*ON).now.places == (4, 0)


def test_a_track_may_have_any_length() -> None:
    table = monopoly(board(spaces=track(3, _1=JAIL))).do(*ON)
    assert table.now.places == (1, 0)


def test_passing_go_pays_2000_from_the_bank() -> None:
    table = monopoly(board()).do(CorrectToken(0, 18), *ON)
    assert table.now.places[0] == 2
    assert table.now.cash(0) == 3000
    assert table.now.ledger.balance(BANK) == 36_000 - 2500 - 2000


def test_2000_is_ten_times_the_200_of_the_standard_game() -> None:
    assert monopoly().now.board.prices.pass_go == 10 * 200


@pytest.mark.parametrize(("pays", "cash"), [("true", 3000), ("false", 1000)])
def test_1_4_4_landing_exactly_on_go_pays_by_switch(pays: str, cash: int) -> None:
    table = monopoly(board(rules=f"landing_on_go_pays = {pays}"))
    assert table.do(CorrectToken(0, 16), *ON).now.cash(0) == cash


@pytest.mark.parametrize(("pays", "cash"), [("true", 1000 + 2 * 2000), ("false", 3000)])
def test_1_4_4_several_laps_pay_each_by_switch(pays: str, cash: int) -> None:
    text = board(spaces=track(3, _1=JAIL), rules=f"go_paid_for_each_lap = {pays}", squares="")
    table = monopoly(text).do(PlayTiles(lay("OD", "8G")), LetStand())  # (1 + 2) x 2 = 6
    assert table.now.places[0] == 0
    assert table.now.cash(0) == cash


@pytest.mark.parametrize(("by", "spaces"), [("turn_total", 6), ("main_word", 4)])
def test_1_4_10_the_token_moves_by_the_turns_total_or_the_main_word(
    by: str, spaces: int
) -> None:
    table = monopoly(board(rules=f'move_by = "{by}"', squares="")).do(*ON)
    table.do(PlayTiles(lay("TOT", "9H")), LetStand())  # TOT 4, with a premium, and NT down 2
    assert [word.text for word in table.now.turns[-1].play.words] == ["TOT", "NT"]
    assert table.now.places[1] == spaces


def test_a_word_of_two_blanks_scores_nothing_and_moves_nothing() -> None:
    table = monopoly(board()).do(PlayTiles(lay("on", "8G")), LetStand())
    assert table.now.places == (0, 0)


# --- rent ------------------------------------------------------------------------------------


def test_rent_printed_on_the_space_goes_to_the_deeds_owner() -> None:
    table = at_red().do(CorrectOwner("red", 1), *ON)
    assert (table.now.cash(0), table.now.cash(1)) == (700, 1300)


def test_no_rent_is_due_on_a_space_that_nobody_owns_and_it_is_not_bought() -> None:
    table = at_red().do(*ON)
    assert table.now.cash(0) == 1000
    assert table.now.owners == (None, None)


def test_1_4_15_no_rent_is_due_on_ones_own_property() -> None:
    assert at_red().do(CorrectOwner("red", 0), *ON).now.cash(0) == 1000


@pytest.mark.parametrize(("collects", "cash"), [("true", 700), ("false", 1000)])
def test_1_4_1_a_jailed_owner_collects_rent_by_switch(collects: str, cash: int) -> None:
    spaces = track(_2=RED, _4=TO_JAIL, _10=JAIL)
    text = board(spaces=spaces, rules=f"jailed_owner_collects_rent = {collects}", squares="")
    table = monopoly(text).do(CorrectOwner("red", 0), *ON)
    assert table.now.jailed == (True, False)
    table.do(PlayTiles(lay("E", "I8")), LetStand())  # ONE: 3 points
    assert table.now.places[1] == 3
    table = monopoly(text).do(CorrectOwner("red", 0), *ON, CorrectToken(1, 19))
    table.do(PlayTiles(lay("E", "I8")), LetStand())
    assert table.now.places[1] == 2
    assert table.now.cash(1) == 2000 + cash


def test_1_4_2_rent_is_the_spaces_and_value_is_the_cards() -> None:
    table = at_red().do(CorrectOwner("red", 1), *ON)
    assert table.now.property_value(1) == 600
    assert ("player-1", "player-2", 300) in paid(table)


# --- Free Parking ----------------------------------------------------------------------------


def test_landing_on_free_parking_wins_the_pot_and_the_bank_puts_500_there_again() -> None:
    table = monopoly(board(spaces=track(_4=PARKING)))
    table.do(SeeBankRack(tiles("NAEIOUT")), BuyTiles(tiles("N")), *ON)
    assert table.now.cash(0) == 1000 - 100 + 600
    assert table.now.ledger.balance(POT) == 500


# --- bank tiles ------------------------------------------------------------------------------


def test_a_bank_tile_costs_100_which_goes_under_free_parking() -> None:
    table = monopoly(board()).do(BuyTiles(tiles("QU")))
    assert (table.now.cash(0), table.now.ledger.balance(POT)) == (800, 700)
    assert table.now.bank_tiles == 5


def test_any_number_of_bank_tiles_up_to_seven_may_be_bought() -> None:
    table = monopoly(board())
    assert "holds 7" in table.refuses(BuyTiles(tiles("ABCDEFGH")))
    assert table.do(BuyTiles(tiles("ABCDEFG"))).now.bank_tiles == 0


def test_bank_tiles_must_be_laid_the_same_turn() -> None:
    table = monopoly(board()).do(BuyTiles(tiles("Q")))
    assert "must be laid this turn" in table.refuses(PlayTiles(lay("ON", "8G")))
    assert "must be laid this turn" in table.refuses(Pass())
    assert "must be laid this turn" in table.refuses(Exchange(1))
    table.do(PlayTiles(lay("QUA", "8G")), LetStand())
    assert table.now.racks[0] == 7


def test_1_4_8_bought_tiles_may_be_given_back_before_the_play() -> None:
    table = monopoly(board()).do(BuyTiles(tiles("QU")), ReturnTiles())
    assert (table.now.cash(0), table.now.bank_tiles, table.now.bought) == (1000, 7, ())
    assert table.refuses(ReturnTiles()) == "No tile has been bought this turn."


def test_the_banks_rack_is_refilled_before_the_players() -> None:
    table = monopoly(board()).do(BuyTiles(tiles("N")), *ON)
    kinds = [type(e).__name__ for e in table.events]
    assert kinds.index("BankRefilled") < kinds.index("RackRefilled")
    assert (table.now.bank_tiles, table.now.racks[0]) == (7, 7)


def test_the_last_tiles_of_the_bag_go_to_the_bank_first() -> None:
    table = monopoly(board())
    table.do(BuyTiles(tiles("N")))
    table.having(bag=1)
    table.do(*ON)
    assert (table.now.bank_tiles, table.now.racks[0], table.now.bag) == (7, 6, 0)


def test_trap_3_nothing_is_refilled_while_the_play_can_be_challenged() -> None:
    table = monopoly(board()).do(BuyTiles(tiles("N")), PlayTiles(lay("ON", "8G")))
    assert (table.now.bank_tiles, table.now.racks[0]) == (6, 6)


def test_only_tiles_on_the_banks_rack_can_be_bought_once_it_is_known() -> None:
    table = monopoly(board()).do(SeeBankRack(tiles("AEIRST?")))
    assert "does not hold Q" in table.refuses(BuyTiles(tiles("Q")))
    assert table.do(BuyTiles(tiles("?"))).now.bank_rack == tiles("AEIRST")


def test_what_is_bought_before_a_word_is_told_with_that_word() -> None:
    table = monopoly(board()).do(*ON, BuyTiles(tiles("E")))
    assert "bank tiles E" in str(table.panel("Now").lines[1])
    assert "bank tiles" not in str(table.board.turns[0].detail)
    table.do(PlayTiles(lay("E", "8I")), LetStand())
    assert "$100 from Bob to Free Parking (bank tiles E)." in str(table.board.turns[1].detail)


def test_tiles_cannot_be_bought_beyond_ones_cash() -> None:
    table = monopoly(board()).do(CorrectBalance(0, 100))
    assert "has $100" in table.refuses(BuyTiles(tiles("AB")))


# --- blanks ----------------------------------------------------------------------------------


def with_blank(**kw: str) -> AtTable:
    """Bob is to play and a blank stands for N on 8H."""
    return monopoly(board(**kw)).do(PlayTiles(lay("On", "8G")), LetStand())


def test_a_blank_on_the_board_is_replaced_by_ones_own_tile_for_500() -> None:
    table = with_blank().do(SwapBlank(parse_square("8H")))
    assert table.now.position.get(parse_square("8H")) == tiles("N")[0]
    assert (table.now.cash(1), table.now.ledger.balance(POT)) == (500, 1000)
    assert table.now.racks[1] == 7


def test_a_blank_replaced_with_a_bank_tile_costs_100_plus_500_which_is_600() -> None:
    table = with_blank().do(SwapBlank(parse_square("8H"), from_bank=True))
    assert table.now.cash(1) == 400
    assert table.now.ledger.balance(POT) == 1100


def test_a_swapped_blank_may_be_kept_for_later() -> None:
    table = with_blank().do(SwapBlank(parse_square("8H")), Pass())
    assert table.now.on_turn == 0


def test_a_swapped_blank_may_be_laid_at_once_as_another_letter() -> None:
    table = with_blank().do(SwapBlank(parse_square("8H")))
    table.do(PlayTiles(lay("e", "I8")), LetStand())
    assert table.now.turns[-1].play.main.text == "ONE"


def test_trap_2_a_bank_tile_swap_makes_eight_tiles_by_switch() -> None:
    assert (
        with_blank().do(SwapBlank(parse_square("8H"), from_bank=True), Pass()).now.racks[1] == 8
    )
    strict = with_blank(rules="blank_swap_rack_may_be_eight = false")
    strict.do(SwapBlank(parse_square("8H"), from_bank=True))
    assert "at most 7 tiles" in strict.refuses(Pass())
    assert strict.do(PlayTiles(lay("e", "I8")), LetStand()).now.racks[1] == 7


def test_no_other_tile_may_be_replaced() -> None:
    assert "No blank" in with_blank().refuses(SwapBlank(parse_square("8G")))


# --- jail ------------------------------------------------------------------------------------


def test_go_to_jail_moves_the_token_and_costs_100_on_the_next_turn() -> None:
    table = monopoly(board(spaces=track(_4=TO_JAIL, _10=JAIL))).do(*ON)
    assert (table.now.places[0], table.now.jailed[0]) == (10, True)
    table.do(Pass())
    assert (table.now.cash(0), table.now.ledger.balance(POT)) == (900, 600)
    assert table.now.jailed == (False, False)
    table.do(PlayTiles(lay("E", "I8")), LetStand())
    assert table.now.places[0] == 13


@pytest.mark.parametrize(("pays", "cash"), [("false", 1000), ("true", 3000)])
def test_1_4_3_no_go_money_on_the_way_to_jail_by_switch(pays: str, cash: int) -> None:
    text = board(spaces=track(_4=JAIL, _12=TO_JAIL), rules=f"go_to_jail_pays_go = {pays}")
    assert monopoly(text).do(CorrectToken(0, 8), *ON).now.cash(0) == cash


@pytest.mark.parametrize(("visits", "jailed"), [("true", False), ("false", True)])
def test_1_4_12_landing_on_the_jail_corner_is_just_visiting(visits: str, jailed: bool) -> None:
    text = board(spaces=track(_4=JAIL), rules=f"jail_by_count_is_visiting = {visits}")
    assert monopoly(text).do(*ON).now.jailed[0] is jailed


# --- no word ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("stays", "cash"), [("true", 1000), ("false", 700)])
def test_1_4_11_without_a_word_the_space_is_not_resolved_again(stays: str, cash: int) -> None:
    text = board(spaces=track(_4=RED), rules=f"no_move_when_no_word = {stays}")
    table = monopoly(text).do(CorrectOwner("red", 1), CorrectToken(0, 4), Pass())
    assert table.now.cash(0) == cash


def test_trap_7_tiles_may_be_exchanged_and_passed_as_in_the_standard_game() -> None:
    table = monopoly(board()).do(Exchange(3), Pass())
    assert [t.kind for t in table.now.turns] == ["exchange", "pass"]
    assert table.now.places == (0, 0)


# --- debts -----------------------------------------------------------------------------------


def in_debt(cash: int, deeds: tuple[str, ...] = ()) -> AtTable:
    """Ann owes Bob $700 of rent."""
    table = monopoly(board(spaces=track(_4=BLUE), deeds=3))
    table.do(CorrectOwner("blue", 1), CorrectBalance(0, cash))
    for deed in deeds:
        table.do(CorrectOwner(deed, 0))
    return table.do(*ON)


def test_who_cannot_pay_sells_deeds_at_half_the_printed_value() -> None:
    table = in_debt(400, ("red",))
    assert "owes Bob $700" in str(table.panel("Now").lines[0])
    table.do(SellProperty("red"))
    assert (table.now.cash(0), table.now.cash(1)) == (0, 1700)
    assert table.now.owners[0] is None


def test_selling_goes_on_until_the_debt_is_covered() -> None:
    table = in_debt(0, ("red", "green")).do(SellProperty("red"))
    assert table.offered() >= {"sell-property"}
    table.do(SellProperty("green"))
    assert table.now.cash(0) == 300 + 1000 - 700


def test_bankruptcy_is_refused_while_deeds_would_cover_the_debt() -> None:
    assert "can be paid" in in_debt(400, ("red",)).refuses(GoBankrupt())


def test_who_still_cannot_pay_is_bankrupt_and_out() -> None:
    table = in_debt(100, ("red",)).do(GoBankrupt())
    assert table.now.out == (True, False)
    assert table.now.cash(1) == 1400
    assert table.now.ended
    assert winners(table.now) == (1,)


def test_1_4_17_a_bankrupt_players_tiles_go_back_to_the_bag() -> None:
    table = monopoly(board(spaces=track(_4=BLUE)), players=3)
    table.do(CorrectOwner("blue", 1), CorrectBalance(0, 0), *ON)
    before = table.now.bag
    table.do(GoBankrupt())
    assert (table.now.racks[0], table.now.bag) == (0, before + 5)
    assert table.now.on_turn == 1
    assert table.do(Pass(), Pass()).now.on_turn == 1


def test_no_play_is_taken_while_a_debt_is_open() -> None:
    assert "owes" in in_debt(400, ("red",)).refuses(Pass())


# --- the end ---------------------------------------------------------------------------------


def ended(text: str | None = None, counts: tuple[int, ...] = (0, 3, 1, 2)) -> AtTable:
    return monopoly(text or board(), players=len(counts)).do(CallEnd(counts))


def test_example_600_dollars_for_three_one_and_two_unplayed_tiles() -> None:
    table = ended()
    assert [table.now.cash(seat) for seat in range(4)] == [1600, 700, 900, 800]
    assert 300 + 100 + 200 == 600


def test_if_nobody_went_out_all_pay_the_bank_100_a_tile() -> None:
    table = ended(counts=(2, 3))
    assert [table.now.cash(seat) for seat in range(2)] == [800, 700]
    assert table.now.ledger.balance(BANK) == 36_000 - 2500 + 500


def test_the_game_ends_when_the_bag_is_empty_and_a_player_lays_the_last_tile() -> None:
    table = monopoly(board())
    table.having(bag=0, racks=(2, 5))
    table.do(*ON)
    assert table.now.ended
    assert table.now.went_out == 0
    assert [table.now.cash(seat) for seat in range(2)] == [1500, 500]
    assert "ended" in table.refuses(Pass())


def test_two_rounds_without_a_word_are_pointed_out() -> None:
    table = monopoly(board()).do(*ON, Pass(), Pass(), Pass())
    assert len(table.panel("Now").lines) == 1
    assert "may end now" in str(table.do(Pass()).panel("Now").lines[1])


def test_1_4_16_who_cannot_pay_the_tile_fee_sells_or_pays_what_there_is() -> None:
    table = monopoly(board()).do(CorrectBalance(1, 100), CallEnd((0, 3)))
    assert (table.now.cash(0), table.now.cash(1)) == (1100, 0)
    table = monopoly(board()).do(CorrectBalance(1, 100), CorrectOwner("red", 1))
    table.do(CallEnd((0, 3)))
    assert not table.now.ended
    table.do(SellProperty("red"))
    assert (table.now.cash(0), table.now.cash(1), table.now.ended) == (1300, 100, True)
    kept = monopoly(board(rules="fee_sells_property = false"))
    kept.do(CorrectBalance(1, 100), CorrectOwner("red", 1), CallEnd((0, 3)))
    assert (kept.now.cash(1), kept.now.owners[0], kept.now.ended) == (0, 1, True)


def test_most_cash_and_property_wins() -> None:
    table = monopoly(board()).do(CorrectOwner("red", 1), CallEnd((0, 3)))
    assert [row.total for row in table.board.rows] == [1300, 1300]
    table = monopoly(board()).do(CorrectOwner("blue", 1), CallEnd((0, 3)))
    assert winners(table.now) == (1,)
    assert str(table.panel("End of the game").lines[0]) == "Bob wins."


@pytest.mark.parametrize(("rule", "won"), [("property_value", (1,)), ("shared", (0, 1))])
def test_1_4_18_a_tie_goes_to_more_property_or_is_shared(
    rule: str, won: tuple[int, ...]
) -> None:
    table = monopoly(board(rules=f'tie_break = "{rule}"'))
    table.do(CorrectOwner("red", 1), CallEnd((0, 3)))
    assert winners(table.now) == table.board.winners == won


def test_trap_5_a_bank_that_is_not_unlimited_pays_what_it_has() -> None:
    text = board(money="bank_is_unlimited = false\nin_the_box = 3500")
    table = monopoly(text).do(CorrectToken(0, 18), *ON)
    assert table.now.cash(0) == 2000
    assert table.now.ledger.balance(BANK) == 0


def test_a_rack_that_was_counted_wrongly_can_be_corrected() -> None:
    table = monopoly(board()).do(CorrectRack(0, 5))
    assert (table.now.racks[0], table.now.bag) == (5, 81)
