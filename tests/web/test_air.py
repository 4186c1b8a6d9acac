"""Overlays of broadcasts: what they show, what they never show, and how late."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion.web.on_air import FIELDS, Recorder
from tests.doubles.fake_loop import FakeLoop


def text(client: FlaskClient, field: str, query: str = "") -> str:
    answer = client.get(f"/air/{field}.txt{query}")
    assert answer.mimetype == "text/plain"
    return answer.get_data(as_text=True).rstrip("\n")


def test_fields_as_text(client: FlaskClient, loop: FakeLoop) -> None:
    loop.play("8D", "QUIET")
    assert text(client, "score") == "48 – 0"
    assert text(client, "p1_name") == "Ann"
    assert text(client, "p2_score") == "0"
    assert text(client, "on_turn") == "Ben"
    assert text(client, "last_play") == "Ann: QUIET 8D +48"
    assert text(client, "unseen_count") == "95"


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_has_a_page_and_a_text(client: FlaskClient, field: str) -> None:
    assert client.get("/air" if field == "whole" else f"/air/{field}").status_code == 200
    assert client.get(f"/air/{field}.txt").status_code == 200
    assert field in client.get("/air/help").get_data(as_text=True)


def test_no_field_shows_a_rack() -> None:
    assert not [field for field in FIELDS if "rack" in field]


@pytest.mark.parametrize(
    "path", ["/air/rack", "/air/rack.txt", "/air?delay=x", "/air?delay=3601"]
)
def test_what_there_is_not(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 400


def test_a_field_without_a_value_says_so(client: FlaskClient) -> None:
    assert text(client, "last_play") == "No game yet"
    assert text(client, "p4_name", "?empty=-") == "-"


def test_a_delay_shows_what_was(client: FlaskClient, loop: FakeLoop) -> None:
    loop.play("8D", "QUIET")
    assert text(client, "score", "?delay=60&empty=wait") == "wait"


def test_the_recorder_gives_the_past() -> None:
    now_s = 100.0
    recorder = Recorder(lambda: now_s)
    assert recorder.at({"a": "1"}, 10) is None
    now_s = 105.0
    assert recorder.at({"a": "2"}, 10) is None
    now_s = 110.0
    assert recorder.at({"a": "3"}, 10) == {"a": "1"}
    assert recorder.at({"a": "3"}, 0) == {"a": "3"}
    now_s = 115.0
    assert recorder.at({"a": "3"}, 10) == {"a": "2"}


def test_overlays_are_for_viewers_too(
    make: Callable[..., FlaskClient], guarded: FlaskClient
) -> None:
    assert guarded.get("/air/score").status_code == 200
    assert guarded.get("/api/air").status_code == 200
