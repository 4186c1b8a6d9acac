"""The card game's reckoning: every kind of card, and the best use of all (facts 3.2 to 3.4).

In these tests a hand is one letter a card: PLMORYGD groups, T railroads, U utilities, 1234
houses, h hotel, t token, ? Chance, g GO, m Mr. Monopoly. The groups' values are the bundled
placeholders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.cards.deck import CHANCE, HOTEL, HOUSES, TOKEN, Deck, parse_deck
from companion.rules.cards.value import (
    HandValue,
    best_after_reward,
    best_out,
    hand_value,
    most_mr_monopoly,
    value_with,
)
from tests.doubles.cards import DECK, hand, ruled

APART = parse_deck(ruled(tokens='"different_sets"'))


def total(text: str) -> int:
    return hand_value(hand(text), DECK).total


def out(text: str) -> HandValue | None:
    return best_out(hand(text), DECK)


# --- what cards are worth --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("YYY", 300),
        ("YY", 0),  # rule 15: a set that lacks a card is worth nothing
        ("PP", 50),
        ("UU", 500),
        ("U", 0),
        ("T", 0),
        ("TT", 250),
        ("TTT", 500),
        ("TTTT", 1000),
        ("YYY1", 600),  # a house is worth as much as its group
        ("YYY12", 900),
        ("YYY2", 300),  # houses in sequence
        ("YYY13", 600),
        ("YYY1234", 1500),
        ("YYY1234h", 2000),  # a hotel needs houses 1 to 4
        ("YYY123h", 1200),
        ("UU1", 500),  # no houses on utilities and railroads
        ("TTTT1", 1000),
        ("1234h", 0),
        ("g", 200),
        ("gggg", 800),
        ("YYYt", 600),
        ("YYYtt", 900),  # tokens add: twice the value more, not fourfold
        ("t", 0),
        ("YYYRRRt", 300 + 250 + 300),  # the token goes to the dearest set
        ("YYYTTTTt", 300 + 1000 + 1000),
        ("YYYRRR1", 300 * 2 + 250),  # and so does the house
        ("YYYRRR11", 300 * 2 + 250 * 2),
        ("YYYRRR112", 300 * 3 + 250 * 2),
        ("TTTTYYY1234ht", 1000 + 2000 + 2000),  # by its worth with houses and hotel
        ("m", 0),  # the prize for most of them is another matter
    ],
)
def test_cards_are_worth_what_the_sources_say(text: str, worth: int) -> None:
    assert total(text) == worth


def test_example_2000_for_a_set_of_300_with_two_houses_a_token_and_go() -> None:
    assert total("YYY12tg") == 900 + 900 + 200 == 2000


def test_rule_16_a_chance_in_hand_is_0_dollars_for_who_did_not_go_out() -> None:
    value = hand_value(hand("YYY12tg?"), DECK)
    assert value.total == 0
    assert "Chance in hand" in str(value.lines[0].text)


def test_3_3_tokens_add_on_one_set_or_go_to_different_sets_by_switch() -> None:
    assert hand_value(hand("YYYRRRtt"), DECK).total == 300 + 250 + 600
    assert hand_value(hand("YYYRRRtt"), APART).total == 300 + 250 + 300 + 250


def test_the_reckoning_is_explained_line_by_line() -> None:
    value = hand_value(hand("YYY12tgR"), DECK)
    assert [(str(line.text), line.amount) for line in value.lines] == [
        ("Yellow: set of 3", 300),
        ("Yellow: houses 1 to 2, 2 x $300", 600),
        ("1 token on Yellow, 1 x $900", 900),
        ("GO, 1 x $200", 200),
    ]
    assert value.left == ("red",)


# --- going out -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("YYY", True),  # rule 10: one complete group
        ("YYYgmt", True),  # bonus cards are allowed
        ("YYYR", False),  # no unmatched property
        ("YYY1", True),
        ("YYY2", False),  # houses in order
        ("YYY13", False),
        ("YYY1234h", True),
        ("YYYh", False),
        ("TT", True),
        ("T", False),
        ("UU1", False),
        ("gmt", False),
        ("YYYRRR11", True),
        ("YYY11", False),
        ("YY?", True),  # rule 11: Chance stands for a property
        ("YYYR?", False),
        ("YYYRR?", True),
        ("YYY2?", True),  # for a house
        ("YYY3?", False),
        ("YYY3??", True),
        ("YYY1234?", True),  # for a hotel or a token
        ("YYYT?", True),
        ("YYYTU??", True),
    ],
)
def test_rule_10_what_a_hand_needs_to_go_out(text: str, may: bool) -> None:
    assert (out(text) is not None) is may


def test_an_unmatched_hotel_keeps_from_going_out_by_switch() -> None:
    loose = parse_deck(ruled(hotel_must_be_matched="false"))
    assert best_out(hand("YYYh"), loose) is not None
    assert best_out(hand("YYYh"), DECK) is None


@pytest.mark.parametrize(
    ("text", "uses", "worth"),
    [
        ("YY?", ("yellow",), 300),
        ("YYY?", ("house-1",), 600),  # as good as a token, and first in the list
        ("YYY1?", ("token",), 1200),
        ("YYY1234?", ("token",), 3000),
        ("YYY123?", ("token",), 2400),
        ("UU?", ("token",), 1000),
        ("TTT?", ("railroads",), 1000),
        ("YYYR??", ("red", "red"), 550),
        ("YYY??", ("house-1", "token"), 1200),
    ],
)
def test_rule_11_chance_is_put_to_its_best_use(
    text: str, uses: tuple[str, ...], worth: int
) -> None:
    value = out(text)
    assert value is not None
    assert value.total == worth
    assert value_with(hand(text), uses, DECK).total == worth


# --- the reward ------------------------------------------------------------------------------


def after(text: str, uses: tuple[str, ...], reward: str) -> HandValue:
    return best_after_reward(hand(text), uses, hand(reward), DECK)


def test_rule_12_reward_cards_that_help_are_added_and_others_ignored() -> None:
    assert after("YYY", (), "1gRtO").total == 600 + 600 + 200


def test_rule_12_a_new_set_is_allowed_and_houses_go_to_either() -> None:
    assert after("RRR1", (), "YYYmm").total == 300 * 2 + 250


def test_rule_13_the_very_card_of_a_chance_frees_it_for_a_house_hotel_or_token() -> None:
    assert after("YY?", ("yellow",), "Y").total == 600
    assert after("YY?", ("yellow",), "Y1").total == 1200


def test_rule_13_otherwise_a_chance_may_not_move() -> None:
    assert after("YY?", ("yellow",), "1").total == 600
    assert after("YYY?", ("house-1",), "2").total == 900
    assert after("YYY?", ("house-1",), "RR").total == 600  # it may not become a red
    assert after("YY?", ("yellow",), "YRR").total == 600  # nor when it is freed


def test_a_chance_of_the_reward_may_stand_for_anything() -> None:
    assert after("YYY", (), "?").total == 600
    assert after("YYY", (), "?TTT").total == 1300


# --- Mr. Monopoly ----------------------------------------------------------------------------


def test_rule_17_most_mr_monopoly_cards_win_the_prize() -> None:
    held = [Counter(hand(text)) for text in ("m", "mm", "", "m")]
    assert most_mr_monopoly(held) == (1,)
    assert most_mr_monopoly([Counter(hand("m")), Counter(hand("m"))]) == (0, 1)
    assert most_mr_monopoly([None, Counter(hand("m"))]) == (1,)
    assert most_mr_monopoly([Counter(), Counter()]) == ()


# --- compared with trying everything ---------------------------------------------------------


def every_way(held: Counter[str], deck: Deck) -> Iterator[tuple[int, bool]]:
    """(total, complete) for every way to place the houses, hotels and tokens of a hand."""
    sets = []
    for group in deck.groups:
        value = group.value(held[group.key])
        if value is not None:
            sets.append((value, group.houses))
    loose = any(held[g.key] and g.value(held[g.key]) is None for g in deck.groups)
    for levels in product(*(range(6 if houses else 1) for _, houses in sets)):
        needed: Counter[str] = Counter()
        for level in levels:
            needed.update(HOUSES[: min(level, 4)])
            needed[HOTEL] += level == 5
        if needed - held:
            continue
        worths = [
            value * (1 + min(level, 4)) + deck.hotel * (level == 5)
            for (value, _), level in zip(sets, levels, strict=True)
        ]
        placed = all(needed[card] == held[card] for card in (*HOUSES, HOTEL))
        for extra in _token_ways(worths, held[TOKEN], deck):
            total = sum(worths) + extra + deck.go * held["go"]
            yield total, bool(sets) and placed and not loose


def _token_ways(worths: list[int], tokens: int, deck: Deck) -> Iterator[int]:
    if not worths or not tokens:
        yield 0
        return
    apart = deck.rulings.tokens == "different_sets"
    options = (*worths, 0) if apart else worths
    for chosen in product(range(len(options)), repeat=tokens):
        on_sets = [c for c in chosen if c < len(worths)]
        if not apart or len(set(on_sets)) == len(on_sets):
            yield sum(options[c] for c in chosen)


def brute(cards: tuple[str, ...], deck: Deck, *, going_out: bool) -> int | None:
    held = Counter(cards)
    chances = held.pop(CHANCE, 0)
    kinds = ["", *HOUSES, HOTEL, TOKEN, *(g.key for g in deck.groups)]
    best: int | None = None
    for uses in product(kinds, repeat=chances):
        whole = held + Counter(use for use in uses if use)
        if any(whole[g.key] > g.size for g in deck.groups):
            continue
        for total_, complete in every_way(whole, deck):
            if (complete or not going_out) and (best is None or total_ > best):
                best = total_
    return best


GOOD = st.sampled_from(
    ["YYY", "RRR", "DD", "PP", "TT", "TTT", "UU", "YY", "DR", "G", "1", "12", "1123", "1234h",
     "YYY1234", "TTTT", "RRR12", "t"]
)  # fmt: skip
HANDS = st.tuples(
    st.lists(GOOD, min_size=1, max_size=4),
    st.text("YRDPTU1234htg", max_size=4),
    st.integers(0, 1),
).map(lambda parts: "".join(parts[0])[:13] + parts[1] + "?" * parts[2])


def _legal(text: str) -> bool:
    counts = Counter(hand(text))
    return DECK.excess(counts.elements()) is None and counts[TOKEN] <= 3


@given(text=HANDS.filter(_legal))
@settings(max_examples=150, deadline=None)
def test_the_best_hand_is_what_trying_everything_finds(text: str) -> None:
    found = best_out(hand(text), DECK)
    assert (found and found.total) == brute(hand(text), DECK, going_out=True)


@given(text=HANDS.filter(_legal))
@settings(max_examples=150, deadline=None)
def test_a_hand_without_chance_is_reckoned_as_trying_everything_finds(text: str) -> None:
    cards = hand(text.replace("?", ""))
    for deck in (DECK, APART):
        assert hand_value(cards, deck).total == brute(cards, deck, going_out=False)


@given(text=st.sampled_from(["YYY", "RRR12", "TT", "YYYTT1", "DD1234"]))
@settings(max_examples=10, deadline=None)
def test_two_chances_are_used_as_trying_everything_finds(text: str) -> None:
    found = best_out(hand(text + "??"), DECK)
    assert found is not None
    assert found.total == brute(hand(text + "??"), DECK, going_out=True)


@given(text=HANDS.filter(_legal))
def test_the_lines_add_up_to_the_total(text: str) -> None:
    found = best_out(hand(text), DECK) or hand_value(hand(text), DECK)
    assert sum(line.amount for line in found.lines) == found.total


@given(text=HANDS.filter(_legal), more=st.text("YRDPTU1234htgm", max_size=5))
@settings(max_examples=60, deadline=None)
def test_a_reward_never_makes_a_hand_worse(text: str, more: str) -> None:
    found = best_out(hand(text), DECK)
    if found is not None:
        assert best_after_reward(hand(text), found.uses, hand(more), DECK).total >= found.total
