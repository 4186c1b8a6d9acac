"""From words read on a card to probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.cards.match import (
    colour_log,
    colour_shares,
    edit_cost,
    plain,
    rank,
)
from companion.vision.cards.types import KnownCard

RED, BLUE, WHITE = (36, 27, 237), (187, 114, 0), (250, 250, 250)
CARDS = (
    KnownCard("red", "Red", ("Red", "Kentucky Avenue"), RED),
    KnownCard("blue", "Blue", ("Park Place", "Boardwalk"), BLUE),
    KnownCard("house-1", "House 1", ("House 1",)),
    KnownCard("house-2", "House 2", ("House 2",)),
    KnownCard("go", "GO", ("GO",)),
)
BLIND = (None,) * len(CARDS)

texts = st.text("ABCDEGHO0 ", max_size=9)


@given(texts, texts)
@settings(deadline=None)
def test_edits_cost_the_same_both_ways_and_nothing_only_for_the_same(a: str, b: str) -> None:
    assert edit_cost(a, b) == pytest.approx(edit_cost(b, a))
    assert (edit_cost(a, b) == 0) == (a == b)


@given(st.lists(st.text(max_size=12), max_size=8))
@settings(deadline=None)
def test_whatever_is_read_the_probabilities_are_probabilities(words: list[str]) -> None:
    ranked, _ = rank(words, CARDS, BLIND)
    chances = [p for _, p in ranked]
    assert all(0 <= p <= 1 for p in chances)
    assert sum(chances) <= 1 + 1e-9
    assert chances == sorted(chances, reverse=True)
    assert {key for key, _ in ranked} == {card.key for card in CARDS}


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (("KENTUCKY", "AVENUE"), "red"),
        (("|", "Kentuc1y", "Avenve"), "red"),
        (("BOARDWALK", "$400"), "blue"),
        (("House", "2"), "house-2"),
        (("HOUSE2",), "house-2"),
        (("GO", "$200"), "go"),
    ],
)
def test_a_title_is_known_in_spite_of_slips(words: tuple[str, ...], key: str) -> None:
    ranked, _ = rank(words, CARDS, BLIND)
    assert ranked[0][0] == key
    assert ranked[0][1] > 0.9


@pytest.mark.parametrize(
    "words",
    [(), ("O0O",), ("House",), ("Housel7",), ("ee", "AVE", "~"), ("A", "PY", "Sf", "nL")],
)
def test_what_fits_nothing_or_two_cards_is_not_sure(words: tuple[str, ...]) -> None:
    ranked, _ = rank(words, CARDS, BLIND)
    assert ranked[0][1] < 0.9


def test_the_colour_decides_between_titles_read_equally_badly() -> None:
    card = np.full((784, 560, 3), WHITE, np.uint8)
    card[30:150, 40:520] = BLUE
    for light in (1.0, 0.45):  # in the shade as well
        shares = colour_shares((card * light).astype(np.uint8), CARDS)
        assert [share is not None and share > 0.1 for share in shares] == [
            False,
            True,
            *[False] * 3,
        ]
        seen, _ = rank(("Ke", "ark"), CARDS, shares)
        blind, _ = rank(("Ke", "ark"), CARDS, BLIND)
        assert dict(seen)["blue"] > dict(blind)["blue"]
        assert dict(seen)["red"] < dict(blind)["red"]


def test_no_colour_says_nothing() -> None:
    assert colour_log(None) == 0
    assert colour_log(0.2) > 0 > colour_log(0.0)


def test_capitals_stops_and_spaces_are_no_matter() -> None:
    assert plain(" Mr.  Monopoly\n") == "MR MONOPOLY"
    assert plain("B. & O. Railroad") == plain("b o railroad")
