from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import GcgError
from companion.export.gcg.read import parse_gcg, read_gcg
from companion.export.gcg.replay import replay_gcg
from companion.export.gcg.types import (
    GcgChallenge,
    GcgEndRack,
    GcgExchange,
    GcgGame,
    GcgItem,
    GcgNote,
    GcgPass,
    GcgPlay,
    GcgPlayer,
    GcgPragma,
    GcgTime,
    GcgUnknown,
    GcgWithdrawal,
)
from companion.export.gcg.write import write_gcg

FILES = Path(__file__).resolve().parent.parent / "data" / "gcg"
TWO: tuple[GcgItem, ...] = (GcgPlayer(0, "ann", "Ann Ode"), GcgPlayer(1, "bob", "bob"))

NICKS = st.sampled_from(["ann", "bob"])
RACKS = st.text("ABCXYZŻ?", min_size=1, max_size=7)
SCORES = st.integers(-200, 900)
COORDINATES = st.tuples(st.integers(1, 15), st.sampled_from("ABHO"), st.booleans()).map(
    lambda t: f"{t[0]}{t[1]}" if t[2] else f"{t[1]}{t[0]}"
)
WORDS = st.text("ABcż.Ä", min_size=1, max_size=15)
TEXTS = st.text("abc ÄŻ-:>#", max_size=20).map(lambda t: " ".join(t.split()))
EVENTS: st.SearchStrategy[GcgItem] = st.one_of(
    st.builds(GcgPlay, NICKS, RACKS, COORDINATES, WORDS, SCORES, SCORES),
    st.builds(GcgPass, NICKS, RACKS, SCORES, SCORES),
    st.builds(GcgExchange, NICKS, RACKS, st.just(""), st.integers(1, 7), st.just(0), SCORES),
    st.builds(GcgExchange, NICKS, RACKS, RACKS, st.none(), st.just(0), SCORES),
    st.builds(GcgWithdrawal, NICKS, RACKS, SCORES, SCORES),
    st.builds(GcgChallenge, NICKS, st.just("") | RACKS, SCORES, SCORES),
    st.builds(GcgTime, NICKS, st.just("") | RACKS, SCORES, SCORES),
    st.builds(GcgEndRack, NICKS, st.just("") | RACKS, RACKS, SCORES, SCORES),
    st.builds(GcgNote, TEXTS),
)
PRAGMAS = st.builds(GcgPragma, st.sampled_from(["title", "lexicon", "id", "house-rule"]), TEXTS)


@given(st.lists(PRAGMAS, max_size=3), st.lists(EVENTS, max_size=12))
def test_what_is_written_is_read_back(pragmas: list[GcgPragma], events: list[GcgItem]) -> None:
    game = GcgGame((*TWO, *pragmas, *events))
    again = parse_gcg(write_gcg(game).encode())
    assert again == game
    assert again.problems == ()


@pytest.mark.parametrize(
    "file",
    ["plain.gcg", "aligned.gcg", "crlf_polish.gcg", "latin1.gcg", "unfinished.gcg", "typos.gcg",
     "german_brackets.gcg", "spanish_digraphs.gcg", "four_players.gcg", "same_nick.gcg"],
)  # fmt: skip
def test_a_file_read_and_written_again_is_the_same_game(file: str) -> None:
    game = read_gcg(FILES / file)
    text = write_gcg(game)
    again = parse_gcg(text.encode())
    assert write_gcg(again) == text
    assert again.events == game.events
    assert again.unknown == game.unknown
    assert replay_gcg(again).totals == replay_gcg(game).totals


def test_the_form_is_strict() -> None:
    text = write_gcg(
        GcgGame(
            (
                *TWO,
                GcgPlay("ann", "AB", "8D", "AB", 8, 8, 0, "AT"),
                GcgNote("one\ntwo"),
                GcgPragma("rack2", "QI"),
                GcgPragma("title", "late"),
                GcgUnknown("what is this"),
                GcgPass("bob", "X", 0, 0),
            )
        )
    )
    assert text.splitlines() == [
        "#character-encoding UTF-8",
        "#player1 ann Ann Ode",
        "#player2 bob bob",
        "#title late",
        ">ann: AB 8D AB +8 8 AT",
        "#note one",
        "#note two",
        "what is this",
        ">bob: X - +0 0",
        "#rack2 QI",
    ]
    assert text.endswith("\n")
    assert "\r" not in text


PLAY = GcgPlay("ann", "AB", "8D", "AB", 8, 8)


@pytest.mark.parametrize(
    ("items", "sentence"),
    [
        ((), "at least two players, not 0"),
        ((TWO[0], GcgPlayer(1, "ann", "x")), "'ann' is empty, has a space, or is used twice"),
        ((TWO[0], GcgPlayer(1, "a b", "x")), "'a b' is empty, has a space"),
        ((*TWO, replace(PLAY, nick="cy")), "'cy' is no player"),
        ((*TWO, replace(PLAY, score=None)), "ann has no score"),
        ((*TWO, replace(PLAY, total=None)), "no total"),
        ((*TWO, replace(PLAY, coordinate="8d")), "'8d' 'AB' is no play"),
        ((*TWO, replace(PLAY, word="A B")), "'8D' 'A B' is no play"),
        ((*TWO, replace(PLAY, rack="A B")), "rack 'A B' has a space"),
        ((*TWO, GcgPragma("title", "a\nb")), "no line break"),
    ],
)
def test_what_no_reader_would_take_is_refused(
    items: tuple[GcgItem, ...], sentence: str
) -> None:
    with pytest.raises(GcgError, match=sentence):
        write_gcg(GcgGame(items))
