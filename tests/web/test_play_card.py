"""What the play card is told: typed tiles, doubts with what each answer makes, results."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.errors import CameraError
from companion.inference.diff import Doubt
from companion.rules.engine.messages import EndGame
from companion.session.order import ordered
from companion.web import Access, OneGame, Playing, create_app
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.page_client import PageClient
from tests.web.conftest import WORDS


class Eye:
    """A camera that sees what it is told."""

    def picture(self) -> bytes:
        return b"\xff\xd8picture"

    def crop(self, square: str) -> bytes:
        if square == "1A":
            raise CameraError("No board.")
        return b"\xff\xd8" + square.encode()

    def checks(self) -> dict[str, Any]:
        return {"age_s": 0.4, "checks": [{"name": "pictures", "ok": True, "told": None}]}


def client_of(loop: FakeLoop, **more: Any) -> FlaskClient:
    access = more.pop("access", Access())
    playing = Playing(loop, loop.setup.tiles, lexicon=WORDS, number=1, **more)
    app = create_app(OneGame(playing), access=access)
    app.test_client_class = PageClient
    client: FlaskClient = app.test_client()
    return client


def state_of(client: FlaskClient) -> dict[str, Any]:
    state: dict[str, Any] = client.get("/api/snapshot").get_json()["state"]
    return state


def preview(client: FlaskClient, *tiles: list[str]) -> dict[str, Any]:
    answer = client.post("/api/drafts/preview", json={"tiles": list(tiles)})
    assert answer.status_code == 200
    told: dict[str, Any] = answer.get_json()["preview"]
    return told


QUIET = [["8D", "Q"], ["8E", "U"], ["8F", "I"], ["8G", "E"], ["8H", "T"]]


def test_typed_tiles_are_scored_by_the_rules_and_nothing_is_done():
    loop = FakeLoop()
    told = preview(client_of(loop), *QUIET)
    # 8D doubles the Q (20 + 1 + 1 + 1 + 1 = 24), the start square doubles the word.
    assert told["counts"] == told["play"]["score"] == 48
    assert told["play"]["coordinate"] == "8D"
    assert told["refused"] == ""
    assert loop.submitted == []


def test_tiles_that_make_no_play_are_told_why():
    told = preview(client_of(FakeLoop()), ["1A", "Q"], ["2B", "U"])
    assert told["play"] is None
    assert told["refused"]


@pytest.mark.parametrize("tiles", [None, [], "8D", [["8D"]], [["8", "Q"]], [["8D", ""]]])
def test_what_is_no_tiles_is_refused_in_a_sentence(tiles):
    answer = client_of(FakeLoop()).post("/api/drafts/preview", json={"tiles": tiles})
    assert answer.status_code == 400
    assert answer.get_json()["error"]["sentence"]


def test_a_proposal_can_be_dropped_once():
    loop = FakeLoop()
    loop.propose("8D", "QUIET")
    client = client_of(loop)
    seen = state_of(client)["seen"]
    answer = client.post("/api/proposals/drop", json={"seen": seen})
    assert answer.status_code == 200
    assert answer.get_json()["state"]["proposal"] is None
    assert loop.snapshot.turns == ()


def test_a_doubt_tells_what_each_answer_makes():
    loop = FakeLoop()
    doubt = Doubt(parse_square("8H"), (("T", 0.6), ("L", 0.3)))
    loop.propose("8D", "QUIET", odds=0.4, doubts=(doubt,))
    (told,) = state_of(client_of(loop))["doubtful"]
    first, second = told["makes"]
    assert (first["word"], first["score"]) == ("QUIET", 48)
    assert (second["word"], second["score"], second["known"]) == ("QUIEL", 48, False)


def test_a_game_that_is_over_tells_three_facts():
    loop = FakeLoop(("Ann", "Ben"))
    loop.play("8D", "QUIET")  # 48
    loop.play("F8", "IVORY")
    racks = (tuple(map(Tile, "AEIOUTT")), tuple(map(Tile, "EEEDDOO")))
    loop.submit(ordered(EndGame(racks), "t")).result()
    facts = state_of(client_of(loop))["facts"]
    names = [name for name, _, _ in facts]
    assert names == ["Best play", "Longest word", "Lead changed"]
    assert facts[0][1:] == ["QUIET 48", "Ann, turn 1"]
    assert facts[2][1:] == ["never", "Ann led from turn 1"]


def test_a_game_that_goes_on_has_no_result():
    state = state_of(client_of(FakeLoop()))
    assert (state["result"], state["facts"]) == ("", [])


def test_the_lead_is_counted_each_time_it_changes_hands():
    loop = FakeLoop(("Ann", "Ben"))
    loop.play("8H", "AT")  # twice 2 on the start square: Ann 4
    loop.play("H8", "AXE")  # 1 + 8 + 1: Ben 10
    loop.play("8H", "ATS")  # 3: Ann 7
    loop.submit(ordered(EndGame(((), ())), "t")).result()
    fact = state_of(client_of(loop))["facts"][2]
    assert fact[1:] == ["1 ×", "Ben led from turn 2"]


def test_the_camera_is_seen_by_hosts_only():
    client = client_of(FakeLoop(), eye=Eye())
    assert state_of(client)["has_camera"]
    assert client.get("/api/camera.jpg").data == b"\xff\xd8picture"
    assert client.get("/api/squares/7K.jpg").data.endswith(b"7K")
    assert client.get("/api/squares/1A.jpg").status_code >= 400
    assert client.get("/api/camera").get_json()["camera"]["age_s"] == 0.4
    watching = client_of(FakeLoop(), eye=Eye(), access=Access(host_pin="4711"))
    for path in ("/api/camera.jpg", "/api/camera", "/api/squares/7K.jpg"):
        assert watching.get(path).status_code == 403


def test_a_table_without_a_camera_says_so():
    client = client_of(FakeLoop())
    assert not state_of(client)["has_camera"]
    assert "No camera" in client.get("/api/camera").get_json()["error"]["sentence"]
