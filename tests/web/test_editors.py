"""The editors of boards and cards over the network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.hall import Hall, open_hall
from companion.web import Access
from tests.doubles.true_eyes import TrueEyes

GAME = "monopoly-scrabble"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=TrueEyes) as opened:
        yield opened


def test_a_board_is_changed_over_the_network(hall: Hall) -> None:
    client = hall.dashboard(Access()).test_client()
    page = client.get(f"/setup/files/{GAME}")
    assert page.status_code == 200
    assert b"Board and cards" in page.data
    told = client.post(f"/api/files/{GAME}/reset", json={}).json["file"]
    told["data"]["money"]["start_cash"] = 1500
    saved = client.post(f"/api/files/{GAME}", json={"data": told["data"], "checked": ["money"]})
    assert saved.json["file"]["checked"] == ["money"]
    assert saved.json["file"]["own"]
    told["data"]["money"]["start_cash"] = 1550
    refused = client.post(f"/api/files/{GAME}", json={"data": told["data"], "checked": []})
    assert refused.status_code >= 400
    assert "whole hundreds" in refused.json["error"]["sentence"]


@pytest.mark.parametrize(
    "body", [{}, {"data": []}, {"data": {}, "checked": "all"}, {"data": {}, "checked": []}]
)
def test_what_is_no_board_is_refused(hall: Hall, body: object) -> None:
    answer = hall.dashboard(Access()).test_client().post(f"/api/files/{GAME}", json=body)
    assert 400 <= answer.status_code < 500


def test_viewers_neither_see_nor_change_them(hall: Hall) -> None:
    viewer = hall.dashboard(Access(host_pin="4711")).test_client()
    assert viewer.get(f"/setup/files/{GAME}").status_code == 403
    assert viewer.post(f"/api/files/{GAME}/reset", json={}).status_code == 403


def test_no_path_and_no_size_gets_through(hall: Hall) -> None:
    client = hall.dashboard(Access()).test_client()
    assert client.get("/setup/files/..%2f..%2fetc%2fpasswd").status_code in {400, 404}
    assert client.post("/api/files/none", json={"data": {}, "checked": []}).status_code == 400
    huge = {"data": {"x": "y" * 300_000}, "checked": []}
    assert client.post(f"/api/files/{GAME}", json=huge).status_code in {400, 413}


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_markers_are_printed_from_the_set_up(hall: Hall, paper: str) -> None:
    answer = hall.dashboard(Access()).test_client().get(f"/setup/markers-{paper}.pdf")
    assert answer.data.startswith(b"%PDF")
    assert answer.mimetype == "application/pdf"


def test_there_is_no_other_paper(hall: Hall) -> None:
    answer = hall.dashboard(Access()).test_client().get("/setup/markers-a0.pdf")
    assert answer.status_code == 400


def test_viewers_print_nothing(make: Callable[..., FlaskClient]) -> None:
    assert make(access=Access(host_pin="4711")).get("/setup/markers-a4.pdf").status_code == 403


def test_a_list_of_words_is_brought_and_a_broken_one_refused(hall: Hall) -> None:
    client = hall.dashboard(Access()).test_client()
    raw = {"Content-Type": "application/octet-stream"}
    kept = client.post("/api/lists?name=ours.txt", data=b"QI\nZA\nQUIET\n", headers=raw).json
    assert (kept["list"]["title"], kept["list"]["words"], kept["list"]["twos"]) == (
        "ours",
        3,
        2,
    )
    assert kept["list"]["name"] in {one["name"] for one in hall.choices()["lists"]}
    broken = client.post("/api/lists?name=x", data=bytes(50), headers=raw)
    assert broken.status_code == 400
    assert broken.json["error"]["sentence"].startswith("The file ")
    viewer = hall.dashboard(Access(host_pin="4711")).test_client()
    assert viewer.post("/api/lists?name=x", data=b"QI\n", headers=raw).status_code == 403
