"""Past turns: what would change is shown first, and only what was shown is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.rules.api import TurnRow
from tests.doubles.fake_loop import FakeLoop


class OnePicture:
    """A picture of the first turn only."""

    def has(self, turn: TurnRow) -> bool:
        return turn.number == 1

    def of(self, turn: TurnRow) -> bytes | None:
        return b"\xff\xd8jpeg" if self.has(turn) else None


def send(client: FlaskClient, path: str, body: object) -> tuple[int, Any]:
    answer = client.post(path, json=body)
    return answer.status_code, answer.get_json()


@pytest.fixture
def played(loop: FakeLoop) -> FakeLoop:
    loop.play("8D", "QUIET")
    loop.play("F8", "IVORY")
    return loop


MEND = {
    "op": "amend",
    "number": 1,
    "turn": {"kind": "play", "seat": 0, "coordinate": "8d", "word": "QuIET"},
}


def test_a_change_is_foreseen_and_then_made(client: FlaskClient, played: FakeLoop) -> None:
    status, body = send(client, "/api/history/preview", MEND)
    assert status == 200
    preview = body["preview"]
    assert preview["totals"][0] == {"player": "Ann", "before": 48, "after": 46}
    assert preview["totals"][1]["before"] == preview["totals"][1]["after"]
    assert [change["after"]["notation"] for change in preview["changes"]] == ["QuIET"]
    assert played.snapshot.totals[0] == ("Ann", 48)
    status, body = send(client, "/api/history", {**MEND, "seen": preview["seen"]})
    assert status == 200
    assert body["state"]["players"][0]["total"] == 46


def test_a_change_that_was_not_seen_so_is_not_made(
    client: FlaskClient, played: FakeLoop
) -> None:
    seen = send(client, "/api/history/preview", MEND)[1]["preview"]["seen"]
    played.play("12D", "MAYBE")
    status, body = send(client, "/api/history", {**MEND, "seen": seen})
    assert status == 409
    assert "gone on" in body["error"]["sentence"]


@pytest.mark.parametrize(
    ("change", "turns"),
    [
        ({"op": "delete", "number": 2}, ["QUIET"]),
        (
            {"op": "insert", "number": 2, "turn": {"kind": "pass", "seat": 1}},
            ["QUIET", "", "IVORY"],
        ),
        (
            {"op": "amend", "number": 2, "turn": {"kind": "exchange", "seat": 1, "count": 3}},
            ["QUIET", ""],
        ),
        ({"op": "later", "number": 1}, ["", "QUIET"]),  # IVORY needs the I of QUIET
    ],
)
def test_every_change(
    client: FlaskClient, played: FakeLoop, change: dict[str, Any], turns: list[str]
) -> None:
    status, answer = send(client, "/api/history", change)
    assert status == 200, answer
    assert [row.word for row in played.snapshot.turns] == turns


def test_letters_of_a_missed_play_are_those_on_the_board_then(
    client: FlaskClient, played: FakeLoop
) -> None:
    turn = {"kind": "play", "seat": 1, "coordinate": "F8", "word": "IVORIES"}
    change = {"op": "amend", "number": 2, "turn": turn}
    assert send(client, "/api/history", change)[0] == 200
    laid = played.snapshot.turns[1].placements
    assert [p.square.name for p in laid] == ["9F", "10F", "11F", "12F", "13F", "14F"]


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ({"kind": "play", "seat": 1, "coordinate": "F8", "word": "OVARY"}, "8F holds I"),
        ({"kind": "play", "seat": 1, "coordinate": "8D", "word": "QUIET"}, "there already"),
        ({"kind": "play", "seat": 1, "coordinate": "8N", "word": "LONG"}, "off the board"),
        ({"kind": "play", "seat": 1, "coordinate": "88", "word": "A"}, "coordinate"),
        ({"kind": "play", "seat": 1, "coordinate": "9A", "word": "ÄH"}, "'Ä' is no letter"),
        ({"kind": "dance", "seat": 1}, "`kind`"),
        ({"kind": "pass", "seat": 5}, "`seat`"),
    ],
)
def test_impossible_turns_are_one_sentence(
    client: FlaskClient, played: FakeLoop, turn: dict[str, Any], sentence: str
) -> None:
    change = {"op": "amend", "number": 2, "turn": turn}
    status, body = send(client, "/api/history/preview", change)
    assert status == 400
    assert sentence in body["error"]["sentence"]


def test_the_picture_of_a_turn_is_for_the_table_only(
    make: Callable[..., FlaskClient], played: FakeLoop
) -> None:
    from companion.web import Access

    client = make(pictures=OnePicture())
    state = client.get("/api/snapshot").get_json()["state"]
    assert [turn["picture"] for turn in state["turns"]] == [True, False]
    answer = client.get("/api/turns/1/picture.jpg")
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    assert client.get("/api/turns/2/picture.jpg").status_code == 400
    guest = make(pictures=OnePicture(), access=Access(host_pin="4711"))
    assert guest.get("/api/turns/1/picture.jpg").status_code == 403
    assert guest.get("/export/game.zip").status_code == 403
    assert guest.get("/export/game.gcg").status_code == 200
