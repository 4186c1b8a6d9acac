"""Challenges by tapping a word, and the household's own words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion.household.own_words import HouseWords
from companion.rules.api import DoubtCost
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.engine.messages import Challenge
from tests.doubles.fake_loop import FakeLoop
from tests.web.conftest import WORDS


def test_a_bad_word_comes_off_and_the_board_asks_for_the_tiles(
    client: FlaskClient, loop: FakeLoop
) -> None:
    loop.play("8D", "QUIETX")
    rule = client.get("/api/snapshot").get_json()["state"]["challenge"]
    assert (rule["turn"], rule["owner"], rule["good"]) == (1, 0, "turn")
    body = client.post("/api/challenges", json={"words": ["QUIETX"], "turn": 1}).get_json()
    assert loop.submitted[-1][0] == Challenge((Judged("QUIETX", False, "TINY"),), None, 1)
    assert body["verdicts"][0]["known"] is False
    assert body["state"]["players"][0]["total"] == 0
    assert body["state"]["lift"] == ["8D", "8E", "8F", "8G", "8H", "8I"]
    assert body["state"]["challenge"] is None


def test_a_good_word_stays_and_costs_the_challenger_a_turn(
    client: FlaskClient, loop: FakeLoop
) -> None:
    loop.play("8D", "QUIET")
    body = client.post(
        "/api/challenges", json={"words": ["QUIET"], "turn": 1, "by": 1}
    ).get_json()
    assert body["verdicts"][0]["known"] is True
    assert body["state"]["players"][0]["total"] == 48
    assert body["state"]["on_turn"] == 0
    assert body["state"]["lift"] == []


def test_the_page_does_not_give_the_verdict(client: FlaskClient, loop: FakeLoop) -> None:
    loop.play("8D", "QUIETX")
    forged = {"words": [{"word": "QUIETX", "known": True}], "turn": 1}
    assert client.post("/api/challenges", json=forged).status_code == 400
    assert len(loop.submitted) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"words": [], "turn": 1},
        {"words": ["QUIET"]},
        {"words": "QUIET", "turn": 1},
        {"words": ["QUIET"], "turn": 0},
        {"words": ["QUIET"], "turn": 1, "by": -1},
        {"words": ["A" * 300], "turn": 1},
    ],
)
def test_malformed_challenges(client: FlaskClient, loop: FakeLoop, body: object) -> None:
    loop.play("8D", "QUIET")
    assert client.post("/api/challenges", json=body).status_code == 400
    assert len(loop.submitted) == 1


def test_what_a_challenge_costs_is_told_before(
    make: Callable[..., FlaskClient], loop: FakeLoop
) -> None:
    client = make(doubt=DoubtCost("points", 5, "word", "challenger"))
    loop.play("8D", "QUIET")
    rule = client.get("/api/snapshot").get_json()["state"]["challenge"]
    assert (rule["good"], rule["points"], rule["per"], rule["books"]) == (
        "points", 5, "word", "challenger",
    )  # fmt: skip


def test_a_verdict_has_the_lists_definition(client: FlaskClient) -> None:
    verdict = client.get("/api/verdicts?word=maybe").get_json()["verdict"]
    assert verdict["definition"] == "perhaps"


def test_a_word_of_the_house_counts_from_now_on(make: Callable[..., FlaskClient]) -> None:
    house = HouseWords(WORDS, None)
    client = make(lexicon=house, house=house)
    kept = client.post("/api/words", json={"word": "Zyx", "known": True}).get_json()
    assert kept["verdict"]["known"] is True
    assert client.get("/api/verdicts?word=ZYX").get_json()["verdict"]["known"] is True
    client.post("/api/words", json={"word": "quiet", "known": False})
    assert client.get("/api/verdicts?word=QUIET").get_json()["verdict"]["known"] is False


def test_no_house_list(client: FlaskClient) -> None:
    answer = client.post("/api/words", json={"word": "ZYX", "known": True})
    assert answer.status_code == 503


def test_guests_neither_challenge_nor_keep_words(guarded: FlaskClient, loop: FakeLoop) -> None:
    loop.play("8D", "QUIET")
    for path, body in (
        ("/api/challenges", {"words": ["QUIET"], "turn": 1}),
        ("/api/words", {"word": "ZYX", "known": True}),
    ):
        assert guarded.post(path, json=body).status_code == 403
    assert len(loop.submitted) == 1


def test_a_blank_is_offered_the_letters_that_make_words(
    client: FlaskClient, loop: FakeLoop
) -> None:
    loop.propose("8F", "H?P")
    state = client.get("/api/snapshot").get_json()["state"]
    assert state["unnamed"] == [{"square": "8G", "likely": ["A", "O"]}]


def test_a_word_without_one_is_defined_by_the_book_and_its_source_told(
    client: FlaskClient,
) -> None:
    verdict = client.get("/api/verdicts?word=QI").get_json()["verdict"]
    assert verdict["known"] is False  # the list and the book are two things
    assert verdict["definition"].startswith("QI (noun): ")
    assert verdict["source"] in {"Tabletop Companion", "WordNet"}
    assert verdict["why"] == ""
    unknown = client.get("/api/verdicts?word=XYZZYQ").get_json()["verdict"]
    assert (unknown["definition"], unknown["source"]) == ("", "")
