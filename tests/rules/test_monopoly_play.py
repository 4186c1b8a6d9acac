"""Monopoly Scrabble: claims, bingos, cards, challenges, corrections, the board file.

Rules are those of rulebook 000 (facts S0); numbers in names are the questions of facts 1.4.
"""

from __future__ import annotations

import pytest

from companion import gamedata
from companion.board.layout import STANDARD
from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.errors import ConfigError
from companion.rules.api import Setup
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.engine.messages import (
    Challenge,
    CorrectTile,
    DrawStart,
    Pass,
    PlayTiles,
    Redo,
    Undo,
    Withdraw,
)
from companion.rules.monopoly.messages import (
    BuyTiles,
    CallEnd,
    ChooseProperty,
    ChooseToken,
    CorrectBalance,
    CorrectOwner,
    CorrectRack,
    CorrectToken,
    DrawCard,
    GoBankrupt,
    LetStand,
    ReturnTiles,
    SeeBankRack,
)
from companion.rules.monopoly.printed.board_file import parse_board
from companion.rules.monopoly.state import POT
from companion.tilesets import load
from tests.doubles.at_table import AtTable, lay, tiles
from tests.doubles.monopoly import (
    BLUE,
    CHANCE,
    CHEST,
    JAIL,
    PARKING,
    RED,
    TO_JAIL,
    board,
    monopoly,
    track,
)

ON = PlayTiles(lay("ON", "8G")), LetStand()
"""Scores 4 and touches no property."""

CON = PlayTiles(lay("CON", "8F")), LetStand()
"""Scores 10 and covers 8F, which is red."""

BINGO = PlayTiles(lay("READING", "8H")), LetStand()
"""All seven tiles, no property covered."""


def doubt(word: str, by: int | None, *, known: bool) -> Challenge:
    return Challenge((Judged(word, known, "a list"),), by)


# --- claims ----------------------------------------------------------------------------------


def test_a_word_over_a_property_square_takes_the_card_from_the_bank() -> None:
    assert monopoly(board()).do(*CON).now.owners == (0, None)


def test_a_word_over_a_property_square_takes_the_card_from_its_owner() -> None:
    assert monopoly(board()).do(CorrectOwner("red", 1), *CON).now.owners[0] == 0


def test_a_property_may_have_several_squares() -> None:
    text = board(squares='red = ["8G", "9H"]')
    table = monopoly(text).do(*ON)
    assert table.now.owners[0] == 0
    table.do(PlayTiles(lay("E", "9H")), LetStand())
    assert table.now.owners[0] == 1


@pytest.mark.parametrize(("needs", "owner"), [("true", 0), ("false", 1)])
def test_1_4_9_an_already_covered_square_does_not_count_again(needs: str, owner: int) -> None:
    table = monopoly(board(rules=f"claim_needs_new_tile_on_square = {needs}")).do(*CON)
    table.do(PlayTiles(lay("E", "8I")), LetStand())  # CONE runs over 8F
    assert table.now.owners[0] == owner


def test_properties_are_never_bought_by_landing() -> None:
    table = monopoly(board(spaces=track(_4=RED))).do(*ON)
    assert table.now.owners == (None, None)
    assert "choose-property" not in table.offered()


def test_the_star_is_a_double_word_and_premium_squares_work_as_usual() -> None:
    table = monopoly(board()).do(*ON)
    assert table.now.turns[0].play.score == 2 * 2
    blank = monopoly(board()).do(PlayTiles(lay("Oo", "8G")), LetStand())
    assert blank.now.turns[0].play.score == 2  # the blank is worth 0, its square doubles
    table.do(PlayTiles(lay("E", "8I")), LetStand())
    assert table.now.turns[1].play.score == 3  # a covered premium square is none any more


# --- bingo -----------------------------------------------------------------------------------


def test_a_bingo_scores_no_50_points_but_takes_a_free_property() -> None:
    table = monopoly(board()).do(*BINGO)
    assert table.now.turns[-1].play.bonus == 0
    assert table.offered() >= {"choose-property"}
    table.do(ChooseProperty("blue"))
    assert table.now.owners == (None, 0)


def test_a_bingo_pays_1000_if_no_property_is_left() -> None:
    table = monopoly(board(spaces=track(30, _1=JAIL)))
    table.do(CorrectOwner("red", 1), CorrectOwner("blue", 0), *BINGO)
    assert table.now.cash(0) == 2000
    assert table.now.owners == (1, 0)


def test_1_4_5_a_bingo_takes_another_free_card_if_the_wanted_one_is_owned() -> None:
    table = monopoly(board()).do(CorrectOwner("red", 1), *BINGO)
    assert table.refuses(ChooseProperty("red")) == (
        "'red' cannot be chosen; the choices are blue."
    )
    assert table.now.cash(0) == 1000


def test_1_4_5_a_bingo_may_take_an_owned_card_by_switch() -> None:
    table = monopoly(board(rules="bingo_taken_from_bank_only = false"))
    table.do(CorrectOwner("red", 1), CorrectOwner("blue", 0), *BINGO, ChooseProperty("red"))
    assert table.now.owners == (0, 0)


@pytest.mark.parametrize(("own", "bingo"), [("true", False), ("false", True)])
def test_1_4_6_bank_tiles_do_not_count_toward_a_bingo(own: str, bingo: bool) -> None:
    table = monopoly(board(rules=f"bingo_needs_seven_own_tiles = {own}"))
    table.do(BuyTiles(tiles("G")), *BINGO)
    assert ("choose-property" in table.offered()) is bingo


def test_1_4_6_seven_own_tiles_and_a_bank_tile_are_a_bingo() -> None:
    table = monopoly(board()).do(BuyTiles(tiles("S")))
    table.do(PlayTiles(lay("READINGS", "8H")), LetStand())
    assert table.offered() >= {"choose-property"}


@pytest.mark.parametrize(("first", "offered"), [("true", "blue"), ("false", "red, blue")])
def test_1_4_7_covered_properties_are_claimed_before_the_bingo(
    first: str, offered: str
) -> None:
    text = board(squares='red = ["8I"]', rules=f"claim_before_bingo = {first}")
    table = monopoly(text).do(*BINGO)
    assert table.refuses(ChooseProperty("x")).endswith(f"the choices are {offered}.")


# --- cards -----------------------------------------------------------------------------------


def drawn(effect: str, *, deck: str = "chance", rules: str = "", **at: str) -> AtTable:
    """Ann's 4 points land on a card space and she draws the card."""
    spaces = track(_4=CHANCE if deck == "chance" else CHEST, _10=JAIL, **at)
    text = board(spaces=spaces, rules=rules, deeds=3, **{deck: "{" + effect + "}"})
    table = monopoly(text, players=3)
    return table.do(CorrectOwner("blue", 1), *ON)


def test_a_chance_space_draws_a_chance_card() -> None:
    table = drawn('e="collect", from="bank", amount=500')
    assert tuple(map(str, table.panel("Now").lines)) == ("Ann draws a Chance card.",)
    assert table.do(DrawCard()).now.cash(0) == 1500


def test_a_community_chest_space_draws_from_the_other_deck() -> None:
    table = drawn('e="collect", from="bank", amount=200', deck="chest")
    assert tuple(map(str, table.panel("Now").lines)) == ("Ann draws a Community Chest card.",)
    assert table.do(DrawCard()).now.cash(0) == 1200


def test_a_card_may_send_to_jail_and_pays_no_go() -> None:
    table = drawn('e="go_to_jail"').do(DrawCard())
    assert (table.now.jailed[0], table.now.places[0], table.now.cash(0)) == (True, 10, 1000)


def test_a_card_may_give_a_property_of_the_bank_or_of_a_player() -> None:
    assert drawn('e="take_property", which="red"').do(DrawCard()).now.owners[0] == 0
    assert drawn('e="take_property", which="blue"').do(DrawCard()).now.owners[1] == 0
    kept = drawn('e="take_property", which="blue"', rules="card_property_from_owner = false")
    assert kept.do(DrawCard()).now.owners[1] == 1


def test_a_card_may_let_a_player_choose_a_free_property_or_any() -> None:
    table = drawn('e="take_property", which="any_unowned"').do(DrawCard())
    assert "red, green" in table.refuses(ChooseProperty("blue"))
    table = drawn('e="take_property", which="any"').do(DrawCard(), ChooseProperty("blue"))
    assert table.now.owners[1] == 0


def test_a_card_may_collect_from_or_pay_to_each_player() -> None:
    table = drawn('e="collect", from="each_player", amount=100').do(DrawCard())
    assert [table.now.cash(s) for s in range(3)] == [1200, 900, 900]
    table = drawn('e="pay", to="each_player", amount=100').do(DrawCard())
    assert [table.now.cash(s) for s in range(3)] == [800, 1100, 1100]


def test_a_player_who_cannot_pay_a_drawn_collection_is_bankrupt() -> None:
    table = drawn('e="collect", from="each_player", amount=100')
    table.do(CorrectBalance(2, 0), DrawCard())
    assert "Cyd owes Ann $100" in str(table.panel("Now").lines[0])
    table.do(GoBankrupt())
    assert table.now.out == (False, False, True)
    assert table.now.on_turn == 1


def test_a_card_may_pay_under_free_parking_or_to_the_bank() -> None:
    table = drawn('e="pay", to="free_parking", amount=200').do(DrawCard())
    assert (table.now.cash(0), table.now.ledger.balance(POT)) == (800, 700)
    table = drawn('e="pay", to="bank", amount=200').do(DrawCard())
    assert (table.now.cash(0), table.now.ledger.balance(POT)) == (800, 500)


def test_a_card_may_make_bank_tiles_free() -> None:
    table = drawn('e="free_bank_tiles", count=1').do(DrawCard(), Pass(), Pass())
    table.do(BuyTiles(tiles("EE")))
    assert table.now.cash(0) == 900
    table.do(PlayTiles(lay("E.E", "H7")))
    assert table.now.free_tiles == (0, 0, 0)


def test_a_card_may_cost_a_turn() -> None:
    table = drawn('e="miss_turn"').do(DrawCard(), Pass(), Pass())
    assert table.now.on_turn == 1
    assert table.now.skips == (0, 0, 0)


@pytest.mark.parametrize(
    ("effect", "rules", "place", "cash"),
    [
        ('e="move_to", to="go"', "", 0, 3000),
        ('e="move_to", to="go"', "card_moves_pay_go = false", 0, 1000),
        ('e="move_by", steps=17', "", 1, 3000),
        ('e="move_by", steps=-5', "", 19, 1000),
    ],
)
def test_1_4_3_a_card_pays_go_only_if_it_moves_forward_over_it(
    effect: str, rules: str, place: int, cash: int
) -> None:
    table = drawn(effect, rules=rules).do(DrawCard())
    assert (table.now.places[0], table.now.cash(0)) == (place, cash)


@pytest.mark.parametrize(("resolves", "cash"), [("true", 300), ("false", 1000)])
def test_1_4_13_a_space_reached_by_card_is_resolved_one_level(resolves: str, cash: int) -> None:
    rules = f"resolve_space_after_card_move = {resolves}"
    table = drawn('e="move_by", steps=2', rules=rules, _6=BLUE).do(DrawCard())
    assert table.now.cash(0) == cash


def test_1_4_13_a_second_order_moves_but_is_not_resolved() -> None:
    table = drawn('e="move_by", steps=2', _6=CHANCE, _8=BLUE).do(DrawCard(), DrawCard())
    assert table.now.places[0] == 8
    assert table.now.cash(0) == 1000


@pytest.mark.parametrize(("wins", "cash"), [("true", 1500), ("false", 1000)])
def test_1_4_14_free_parking_reached_by_card_wins_the_pot(wins: str, cash: int) -> None:
    rules = f"free_parking_by_card_wins_pot = {wins}"
    table = drawn('e="move_to", to="free_parking"', rules=rules, _9=PARKING).do(DrawCard())
    assert table.now.cash(0) == cash


def test_1_4_14_a_space_may_say_move_to_free_parking() -> None:
    order = '{k="move_to", name="Go and park", to="free_parking"}'
    table = monopoly(board(spaces=track(_4=order, _9=PARKING))).do(*ON)
    assert (table.now.places[0], table.now.cash(0)) == (9, 1500)


def test_spaces_may_pay_and_collect() -> None:
    pay = '{k="pay", name="Toll", amount=200}'
    assert monopoly(board(spaces=track(_4=pay))).do(*ON).now.ledger.balance(POT) == 700
    gift = '{k="collect", name="Gift", amount=200}'
    assert monopoly(board(spaces=track(_4=gift))).do(*ON).now.cash(0) == 1200


def test_a_card_drawn_goes_to_the_bottom_and_the_seed_decides_the_order() -> None:
    text = gamedata.options("monopoly-scrabble")[0][1]
    first = monopoly(text, seed=1).now
    assert first.chance != monopoly(text, seed=2).now.chance
    assert sorted(first.chance) == list(range(24))
    table = monopoly(text, seed=1)
    table.do(CorrectToken(0, 3), *ON)  # to 7, Chance
    top = table.now.chance[0]
    table.do(DrawCard())
    assert table.now.chance[-1] == top


def test_a_card_drawn_at_the_table_is_named_by_its_number() -> None:
    two = '{e="none"}, {e="collect", from="bank", amount=500}'
    table = monopoly(board(spaces=track(_4=CHANCE), chance=two)).do(*ON)
    assert table.refuses(DrawCard(3)) == "There is no card 3; the deck's list has 1 to 2."
    assert table.do(DrawCard(2)).now.cash(0) == 1500


# --- challenges ------------------------------------------------------------------------------


def test_an_invalid_word_comes_back_and_the_turn_ends() -> None:
    table = monopoly(board()).do(PlayTiles(lay("CQN", "8F")), doubt("CQN", 1, known=False))
    assert len(table.now.position) == 0
    assert (table.now.owners, table.now.places, table.now.racks[0]) == ((None, None), (0, 0), 7)
    assert table.now.on_turn == 1
    assert table.board.turns[0].marks == ("withdrawn",)


def test_a_good_word_stands_and_the_challenger_loses_the_next_turn() -> None:
    table = monopoly(board()).do(PlayTiles(lay("CON", "8F")), doubt("CON", 1, known=True))
    assert table.now.owners[0] == 0
    assert table.now.on_turn == 0


def test_a_challenge_by_nobody_named_is_the_next_players_and_its_verdict_is_kept() -> None:
    table = monopoly(board()).do(PlayTiles(lay("CQN", "8F")), doubt("CQN", None, known=False))
    assert table.now.position == monopoly(board()).now.position
    assert str(table.board.turns[0].detail) == "Bob doubts CQN (unknown)."
    judged = next(e for e in table.events if type(e).__name__ == "PlayChallenged")
    assert judged.words == (Judged("CQN", False, "a list"),)


def test_only_words_of_the_play_can_be_challenged() -> None:
    table = monopoly(board()).do(PlayTiles(lay("CON", "8F")))
    assert "CON" in table.refuses(doubt("QI", 1, known=False))


def test_only_another_player_may_challenge_and_only_in_time() -> None:
    table = monopoly(board()).do(PlayTiles(lay("CON", "8F")))
    assert "Only another player" in table.refuses(doubt("CON", 0, known=False))
    table.do(LetStand())
    assert "no play that can still" in table.refuses(doubt("CON", 1, known=False))


def test_trap_1_before_claim_nothing_moves_until_the_word_stands() -> None:
    table = monopoly(board()).do(PlayTiles(lay("CON", "8F")))
    assert (table.now.owners, table.now.places) == ((None, None), (0, 0))
    assert table.offered() >= {"let-stand", "challenge"}


def test_trap_1_until_next_turn_a_challenge_undoes_all_of_the_turn() -> None:
    text = board(spaces=track(_10=BLUE), rules='challenge_window = "until_next_turn"', deeds=3)
    table = monopoly(text).do(CorrectOwner("blue", 1), PlayTiles(lay("CON", "8F")))
    assert table.now.on_turn == 1
    assert table.now.cash(0) == 300
    table.do(doubt("CON", 1, known=False))
    assert (table.now.cash(0), table.now.cash(1)) == (1000, 1000)
    assert (table.now.places[0], table.now.racks[0], table.now.bag) == (0, 7, 79)
    assert table.now.on_turn == 1


def test_trap_1_until_next_turn_ends_with_the_next_play() -> None:
    text = board(rules='challenge_window = "until_next_turn"')
    table = monopoly(text).do(PlayTiles(lay("ON", "8G")), Pass())
    assert "no play that can still" in table.refuses(doubt("ON", 1, known=False))


@pytest.mark.parametrize(
    ("rule", "cash", "pot"),
    [("tile_back_no_refund", 900, 600), ("tile_back_refund", 1000, 500)],
)
def test_1_4_8_a_bought_tile_of_an_invalid_word_returns_to_the_bank(
    rule: str, cash: int, pot: int
) -> None:
    table = monopoly(board(rules=f'bank_tile_on_failed_play = "{rule}"'))
    table.do(SeeBankRack(tiles("QAEIOUT")), BuyTiles(tiles("Q")))
    table.do(PlayTiles(lay("QN", "8G")), doubt("QN", 1, known=False))
    assert (table.now.cash(0), table.now.ledger.balance(POT)) == (cash, pot)
    assert table.now.bank_tiles == 7
    assert sorted(t.letter for t in table.now.bank_rack) == sorted("QAEIOUT")


@pytest.mark.parametrize("rule", ["tile_back_no_refund", "tile_back_refund"])
def test_pot_bank_and_tiles_of_a_play_taken_off_are_settled_the_same_at_once_and_later(
    rule: str,
) -> None:
    rules = f'bank_tile_on_failed_play = "{rule}"\nchallenge_window = "until_next_turn"'
    one, two = (monopoly(board(rules=rules)) for _ in range(2))
    for table in (one, two):
        table.do(SeeBankRack(tiles("QAEIOUT")), BuyTiles(tiles("Q")))
        table.do(PlayTiles(lay("QN", "8G")))
    one.do(Withdraw(), Pass())
    two.do(Pass(), Withdraw(1))
    for seat in (0, 1):
        assert one.now.cash(seat) == two.now.cash(seat)
    assert one.now.ledger.balance(POT) == two.now.ledger.balance(POT)
    assert (one.now.bank_tiles, one.now.racks) == (two.now.bank_tiles, two.now.racks)
    assert (one.now.bag, one.now.free_tiles) == (two.now.bag, two.now.free_tiles)
    assert one.now.on_turn == two.now.on_turn == 0


def test_a_wrong_challenge_in_an_open_window_costs_the_turn_that_comes_next() -> None:
    text = board(rules='challenge_window = "until_next_turn"')
    table = monopoly(text).do(PlayTiles(lay("ON", "8G")))
    assert table.now.on_turn == 1
    table.do(doubt("ON", 1, known=True))
    assert (table.now.on_turn, table.now.skips) == (0, (0, 0))
    assert table.do(Pass()).now.on_turn == 1


def test_tokens_are_chosen_and_shown() -> None:
    table = monopoly(board())
    names = table.now.board.tokens
    table.do(ChooseToken(0, names[2]), ChooseToken(1, names[0]))
    rows = table.panel("Money and property").rows
    assert [str(row[-1]) for row in rows[:2]] == [f"token: {names[2]}", f"token: {names[0]}"]
    assert "cannot be taken; free are" in table.refuses(ChooseToken(1, names[2]))
    assert "cannot be taken" in table.refuses(ChooseToken(1, "no such token"))
    table.do(PlayTiles(lay("ON", "8G")), ChooseToken(0, names[1]), Withdraw())
    assert table.now.token_of(0) == names[1]
    table.do(Undo(), Undo())
    assert (table.now.token_of(0), table.now.token_of(1)) == (names[2], names[0])


def test_the_next_play_closes_the_challenge_of_the_one_before() -> None:
    table = monopoly(board()).do(PlayTiles(lay("ON", "8G")), PlayTiles(lay("E", "8I"), 1))
    assert table.now.places == (4, 0)


def test_a_play_taken_off_later_undoes_all_it_led_to() -> None:
    table = monopoly(board()).do(*CON, Withdraw())
    assert (table.now.owners, table.now.places) == ((None, None), (0, 0))
    assert "already been taken off" in table.refuses(Withdraw())


# --- corrections -----------------------------------------------------------------------------


def test_a_tile_corrected_before_the_word_stands_changes_the_move() -> None:
    table = monopoly(board()).do(PlayTiles(lay("CON", "8F")))
    table.do(CorrectTile(parse_square("8F"), Tile("E")), LetStand())
    assert table.now.places[0] == 6
    assert table.board.turns[0].marks == ("corrected",)


def test_a_correction_survives_taking_the_next_play_off() -> None:
    table = monopoly(board()).do(*ON, PlayTiles(lay("E", "8I")))
    table.do(CorrectTile(parse_square("8G"), Tile("A")), Withdraw())
    assert table.now.position.get(parse_square("8G")) == Tile("A")


def test_undo_takes_back_all_of_one_command_and_redo_does_it_again() -> None:
    table = monopoly(board()).do(*CON)
    after = table.now
    table.do(Undo())
    assert table.now.owners == (None, None)
    assert table.do(Redo()).now == after
    assert table.do(Undo(), Undo()).now == monopoly(board()).now


def test_a_play_with_more_tiles_than_the_rack_holds_is_refused() -> None:
    table = monopoly(board()).do(CorrectRack(0, 2))
    assert "holds 2 tiles" in table.refuses(PlayTiles(lay("CON", "8F")))


def test_what_is_out_of_order_is_refused_with_what_is_due() -> None:
    table = monopoly(board()).do(PlayTiles(lay("CON", "8F")))
    assert "stands or is challenged" in table.refuses(DrawCard())
    assert "turn to play a word" in monopoly(board()).refuses(LetStand())


def test_calling_the_end_gives_bought_tiles_back() -> None:
    table = monopoly(board()).do(BuyTiles(tiles("Q")), CallEnd((0, 0)))
    assert table.now.cash(0) == 1000


def test_the_move_to_jail_space_is_resolved_like_any_other() -> None:
    table = drawn('e="move_by", steps=2', _6=TO_JAIL).do(DrawCard())
    assert table.now.jailed[0]


# --- the board file --------------------------------------------------------------------------


def test_the_bundled_board_has_ten_deeds_and_24_and_24_cards_and_is_a_placeholder() -> None:
    found = parse_board(gamedata.options("monopoly-scrabble")[0][1])
    assert len(found.deeds) == 10
    assert (len(found.chance), len(found.chest), len(found.tokens)) == (24, 24, 9)
    assert not found.official
    assert {s.deed for s in found.track if s.kind == "property"} == set(range(10))
    assert {STANDARD.premium(square).value for square, _ in found.squares} == {"."}


def test_a_board_nobody_compared_shows_that_it_is_a_placeholder() -> None:
    assert "Placeholder" in str(monopoly().panel("Placeholder board").lines[0])
    assert not [p for p in monopoly(board()).board.panels if "laceholder" in str(p.title)]


def test_every_switch_of_the_file_is_a_ruling_with_its_default() -> None:
    bundled = gamedata.options("monopoly-scrabble")[0][1]
    found = parse_board(bundled).rulings
    assert found == type(found)()
    assert all(f"\n{name} = " in bundled for name in type(found).__dataclass_fields__)


def test_a_board_may_print_its_own_premium_squares() -> None:
    rows = [row.replace("d", ".") for row in STANDARD.rows]
    text = board().replace(
        "[grid.property_squares]", f"[grid]\npremium = {rows}\n[grid.property_squares]"
    )
    assert monopoly(text).now.layout.rows == tuple(rows)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("rent=300", "rent=250"), "whole hundreds"),
        (("value = 600", "value = 700"), "whole hundreds"),
        (('property="red"', 'property="mauve"'), "id of a property"),
        (('k="go"', 'k="none"'), "starts with its only GO"),
        (('"8F"', '"8Z"'), "squares on the board"),
        (('blue = ["9H"]', 'blue = ["8F"]'), "no other property"),
        (("[rules]", "[rules]\nspeed = true"), "unknown key"),
        (("[rules]", '[rules]\nmove_by = "dice"'), "one of turn_total, main_word"),
        (('{e="none"}', '{e="fly"}'), "one of go_to_jail"),
        (('{e="none"}', '{e="none", n=101}'), "at most 100"),
        (('k="jail"', 'k="go_to_jail"'), "track has none"),
        (("monopoly-scrabble/1", "other/2"), "schema"),
        (("[tokens]", "[tokens"), "not TOML"),
        (('"a", "b", "c", "d"', '"a"'), "fit the tokens"),
    ],
)
def test_a_mistake_in_a_board_file_is_named(change: tuple[str, str], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        parse_board(board().replace(*change))


def test_a_huge_board_file_is_refused() -> None:
    with pytest.raises(ConfigError, match="longer than"):
        parse_board("#" * 300_000)


@pytest.mark.parametrize(
    ("names", "options", "says"),
    [
        (("Ann", "Bob"), (), "needs a board file"),
        (("Ann",), (("board", board()),), "2 to 4 players"),
        (("Ann", "Ann"), (("board", board()),), "name of their own"),
        (("Ann", "Bob"), (("board", board()), ("first", 2)), "a seat from 0"),
    ],
)
def test_an_impossible_set_up_is_refused(
    names: tuple[str, ...], options: tuple[tuple[str, str], ...], says: str
) -> None:
    table = monopoly(board())
    with pytest.raises(ConfigError, match=says):
        table.ruleset.start(Setup(names, load("english"), options=options))


def test_trap_4_amounts_that_no_bills_make_are_refused() -> None:
    for change in (("rent=300", "rent=250"), ("value = 600", "value = 500")):
        with pytest.raises(ConfigError, match="whole hundreds"):
            parse_board(board().replace(*change))
    assert "there are $100 and $500 bills" in monopoly(board()).refuses(CorrectBalance(0, 250))


def test_trap_6_nearest_to_a_begins_a_blank_beats_it_and_equals_draw_again() -> None:
    assert monopoly(board()).do(DrawStart(tiles("BA"))).now.on_turn == 1
    assert monopoly(board()).do(DrawStart(tiles("A?"))).now.on_turn == 1
    assert "draw again" in monopoly(board()).refuses(DrawStart(tiles("CC")))
    assert "draw-start" not in monopoly(board()).do(*ON).offered()
    assert monopoly(board()).do(*ON).refuses(DrawStart(tiles("AB")))


def test_the_seat_that_begins_may_be_set() -> None:
    assert monopoly(board(), first=1).now.on_turn == 1


def test_the_banks_rack_never_holds_more_than_seven_with_what_was_bought() -> None:
    table = monopoly()
    table.do(BuyTiles((Tile("E"), Tile("A"))))
    assert "at most 5 now" in table.refuses(SeeBankRack(tiles("DEIORT")))
    table.do(SeeBankRack(tiles("DEIOR")), ReturnTiles())
    assert table.now.bank_tiles == 7
