"""Every route: what it answers, what it hands to the game, and the one shape of a refusal."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.errors import DependencyMissing, StoreError
from companion.inference.diff import Doubt
from companion.rules.engine.messages import (
    CorrectTile,
    EndGame,
    Exchange,
    Pass,
    Redo,
    Undo,
    Withdraw,
)
from companion.session.messages import AcceptProposal
from tests.doubles.crossword import rack
from tests.doubles.fake_loop import FakeLoop


def post(client: FlaskClient, path: str, body: object) -> tuple[int, dict[str, Any]]:
    answer = client.post(path, json=body)
    return answer.status_code, answer.get_json()


def assert_refused(answer: tuple[int, dict[str, Any]], status: int, kind: str) -> None:
    code, body = answer
    assert code == status
    assert body["ok"] is False
    assert body["status"] == status
    assert body["error"]["kind"] == kind
    assert body["error"]["sentence"].endswith(".")


def test_page_carries_the_first_state(client: FlaskClient, loop: FakeLoop) -> None:
    loop.play("8D", "QUIeT")
    page = client.get("/").get_data(as_text=True)
    data = page.split('id="companion">')[1].split("</script>")[0]
    state = json.loads(data)["state"]
    assert state["cells"][7][3:8] == ["Q", "U", "I", "e", "T"]
    assert state["players"][0] == {"name": "Ann", "total": 46}
    assert state["last"] == ["8D", "8E", "8F", "8G", "8H"]


@pytest.mark.parametrize(
    ("path", "header", "shown"),
    [
        ("/", "de-AT,de;q=0.9,en;q=0.5", "Spielstand"),
        ("/", "en-GB", "Scores"),
        ("/", "fi", "Scores"),
        ("/?lang=de", "en", "Spielstand"),
        ("/?lang=xx", "en", "Scores"),
    ],
)
def test_language_of_the_page(client: FlaskClient, path: str, header: str, shown: str) -> None:
    page = client.get(path, headers={"Accept-Language": header}).get_data(as_text=True)
    assert f'aria-label="{shown}"' in page


def test_chosen_language_is_remembered(client: FlaskClient) -> None:
    client.get("/?lang=de")
    assert "Spielstand" in client.get("/").get_data(as_text=True)


def test_play_given_tile_by_tile(client: FlaskClient, loop: FakeLoop) -> None:
    tiles = [["8G", "H"], ["8H", "o"], ["8I", "P"]]
    status, body = post(client, "/api/turns", {"kind": "play", "tiles": tiles})
    assert status == 200
    assert body["state"]["turns"][0]["words"][0]["text"] == "HOP"
    assert body["state"]["turns"][0]["score"] == 14
    assert loop.submitted[0][1] == "page ab12"


@pytest.mark.parametrize(
    ("path", "body", "command"),
    [
        ("/api/turns", {"kind": "pass"}, Pass()),
        ("/api/turns", {"kind": "exchange", "count": 3}, Exchange(3)),
        ("/api/undo", {}, Undo()),
        ("/api/withdrawals", {}, Withdraw()),
        ("/api/end", {}, EndGame(((), ()))),
        ("/api/end", {"racks": [list("ZAEIOU?"), []]}, EndGame((rack("ZAEIOU?"), ()))),
        (
            "/api/corrections",
            {"square": "8e", "letter": "o", "blank": True},
            CorrectTile(parse_square("8E"), Tile("O", blank=True)),
        ),
    ],
)
def test_request_becomes_command(
    client: FlaskClient, loop: FakeLoop, path: str, body: object, command: object
) -> None:
    loop.play("8D", "QUIET")
    status, answer = post(client, path, body)
    assert status == 200, answer
    assert loop.submitted[-1] == (command, "page ab12")
    assert answer["version"] == loop.snapshot.version == answer["state"]["version"]


def test_a_word_laid_by_hand_is_proposed_with_its_score(
    client: FlaskClient, loop: FakeLoop
) -> None:
    loop.play("8D", "QUIET")
    status, body = post(client, "/api/drafts", {"coordinate": "F8", "word": "IVoRY"})
    assert status == 200
    assert body["state"]["proposal"]["tiles"] == [
        ["9F", "V"], ["10F", "o"], ["11F", "R"], ["12F", "Y"],
    ]  # fmt: skip
    assert body["state"]["proposal"]["counts"] == 10
    assert len(loop.snapshot.turns) == 1
    answer = post(client, "/api/drafts", {"coordinate": "1A", "word": "HOP"})
    assert_refused(answer, 409, "not-connected")


def test_redo_after_undo(client: FlaskClient, loop: FakeLoop) -> None:
    loop.play("8D", "QUIET")
    before = loop.snapshot.totals
    post(client, "/api/undo", {})
    assert loop.snapshot.totals == (("Ann", 0), ("Ben", 0))
    assert post(client, "/api/redo", {})[0] == 200
    assert loop.submitted[-1][0] == Redo()
    assert loop.snapshot.totals == before


def test_proposal_counts_when_it_is_the_one_that_was_seen(
    client: FlaskClient, loop: FakeLoop
) -> None:
    state = client.get("/api/snapshot").get_json()["state"]
    assert state["proposal"] is None
    loop.propose("8D", "QUIET")
    seen = client.get("/api/snapshot").get_json()["state"]["proposal"]
    assert seen["plays"][0]["score"] == 48
    status, body = post(client, "/api/proposals", {"choice": 0, "tiles": seen["tiles"]})
    assert status == 200
    assert loop.submitted[-1][0] == AcceptProposal(0, tiles=seen["tiles"])
    assert body["state"]["players"][0]["total"] == 48
    assert body["state"]["proposal"] is None


def test_proposal_that_changed_meanwhile_does_not_count(
    client: FlaskClient, loop: FakeLoop
) -> None:
    loop.propose("8D", "QUIET")
    seen = client.get("/api/snapshot").get_json()["state"]["proposal"]["tiles"]
    loop.propose("8D", "QUIETS")
    answer = post(client, "/api/proposals", {"choice": 0, "tiles": seen})
    assert_refused(answer, 409, "rule-violation")
    assert loop.snapshot.turns == ()


def test_letter_of_a_proposed_tile_is_corrected_before_it_counts(
    client: FlaskClient, loop: FakeLoop
) -> None:
    doubt = Doubt(parse_square("8D"), (("O", 0.6), ("Q", 0.4)))
    loop.propose("8D", "OUIET", odds=0.5, doubts=[doubt])
    state = client.get("/api/snapshot").get_json()["state"]
    (asked,) = state["doubtful"]
    assert (asked["square"], asked["candidates"]) == ("8D", [["O", 0.6], ["Q", 0.4]])
    status, body = post(client, "/api/corrections", {"square": "8D", "letter": "Q"})
    assert status == 200
    assert body["state"]["proposal"]["plays"][0]["words"][0]["text"] == "QUIET"
    assert body["state"]["proposal"]["plays"][0]["score"] == 48
    assert body["state"]["doubtful"] == []
    assert loop.snapshot.turns == ()


def test_blank_without_a_letter_is_asked_for(client: FlaskClient, loop: FakeLoop) -> None:
    loop.propose("8D", "QU?ET")
    state = client.get("/api/snapshot").get_json()["state"]
    assert state["unnamed"] == [{"square": "8F", "likely": ["I"]}]
    body = post(client, "/api/corrections", {"square": "8F", "letter": "I", "blank": True})[1]
    assert body["state"]["unnamed"] == []
    assert body["state"]["proposal"]["tiles"][2] == ["8F", "i"]


def test_unknown_letter_in_a_proposal_is_refused(client: FlaskClient, loop: FakeLoop) -> None:
    loop.propose("8D", "QUIET")
    answer = post(client, "/api/corrections", {"square": "8D", "letter": "Ä"})
    assert_refused(answer, 409, "unknown-letter")


def test_correction_carries_through_to_later_scores(
    client: FlaskClient, loop: FakeLoop
) -> None:
    loop.play("8D", "QUIET")
    loop.play("F8", "IVORY")
    body = post(client, "/api/corrections", {"square": "8D", "letter": "Q", "blank": True})[1]
    assert body["state"]["players"][0]["total"] == 8


def test_verdict_says_the_lists_name_and_never_invalid(client: FlaskClient) -> None:
    known = client.get("/api/verdicts?word=quiet").get_json()["verdict"]
    assert known["known"] is True
    other = client.get("/api/verdicts?word=ZZZ").get_json()["verdict"]
    assert other["known"] is False
    assert other["lexicon"] == "TINY"
    assert "invalid" not in other["sentence"].lower()


@pytest.mark.parametrize("word", ["", "two words", "a" * 60, "<b>", "../x"])
def test_verdict_of_no_word(client: FlaskClient, word: str) -> None:
    answer = client.get("/api/verdicts", query_string={"word": word})
    assert_refused((answer.status_code, answer.get_json()), 400, "input-error")


def test_export_is_a_download_with_a_name_of_ours(client: FlaskClient) -> None:
    answer = client.get("/export/game.gcg")
    assert answer.status_code == 200
    assert answer.get_data(as_text=True) == ">Ann: x\n"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="game.gcg"'
    assert client.get("/export/game.exe").status_code == 400


def test_snapshot_since(client: FlaskClient, loop: FakeLoop) -> None:
    loop.play("8D", "QUIET")
    version = loop.snapshot.version
    assert client.get(f"/api/snapshot?since={version}").get_json()["state"] is None
    assert client.get(f"/api/snapshot?since={version - 1}").get_json()["state"]["turns"]
    # A higher number than ours: the program was started anew, so what the page holds is stale.
    assert client.get("/api/snapshot?since=999").get_json()["state"]["version"] == version
    assert client.get("/api/snapshot?since=x").status_code == 400


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/turns", {}),
        ("/api/turns", {"kind": "play", "tiles": []}),
        ("/api/turns", {"kind": "play", "tiles": [["8H"]]}),
        ("/api/turns", {"kind": "play", "tiles": [["8H", 5]]}),
        ("/api/turns", {"kind": "play", "tiles": [["H" * 9, "A"]]}),
        ("/api/turns", {"kind": "exchange", "count": True}),
        ("/api/turns", {"kind": "exchange", "count": 0}),
        ("/api/proposals", {"choice": -1, "tiles": []}),
        ("/api/proposals", {"choice": 0}),
        ("/api/corrections", {"square": "8H", "letter": ""}),
        ("/api/corrections", {"square": "8H", "letter": "A", "blank": "yes"}),
        ("/api/corrections", {"square": None, "letter": "A"}),
        ("/api/end", {"racks": "ABC"}),
        ("/api/end", {"racks": [["A"] * 300]}),
        ("/api/undo", []),
        ("/api/host", {}),
    ],
)
def test_malformed_bodies(client: FlaskClient, loop: FakeLoop, path: str, body: object) -> None:
    code, answer = post(client, path, body)
    assert code == 400
    assert answer["error"]["sentence"]
    assert loop.submitted == []


def test_cut_json(client: FlaskClient) -> None:
    answer = client.post("/api/turns", data='{"kind": ', content_type="application/json")
    assert_refused((answer.status_code, answer.get_json()), 400, "input-error")


@pytest.mark.parametrize(
    ("fault", "status", "kind"),
    [
        (StoreError("The disk is full; free some space."), 503, "store-error"),
        (DependencyMissing("No list; install it."), 503, "dependency-missing"),
        (RuntimeError("secret detail"), 500, "bug"),
    ],
)
def test_faults_of_the_game(
    client: FlaskClient, loop: FakeLoop, fault: Exception, status: int, kind: str
) -> None:
    loop.fault = fault
    answer = post(client, "/api/undo", {})
    assert_refused(answer, status, kind)
    assert "secret" not in json.dumps(answer[1])


def test_refusal_of_the_rules(client: FlaskClient) -> None:
    assert_refused(post(client, "/api/undo", {}), 409, "nothing-to-undo")


def test_a_hanging_game_answers_503(client: FlaskClient, loop: FakeLoop) -> None:
    loop.hang = True
    assert_refused(post(client, "/api/undo", {}), 503, "no-answer")


def test_unknown_address_and_method(client: FlaskClient) -> None:
    answer = client.get("/nothing")
    assert_refused((answer.status_code, answer.get_json()), 404, "not-found")
    answer = client.get("/api/undo")
    assert_refused((answer.status_code, answer.get_json()), 405, "method-not-allowed")


def test_join_picture(guarded: FlaskClient, client: FlaskClient) -> None:
    picture = guarded.get("/api/join.svg")
    assert picture.mimetype == "image/svg+xml"
    assert picture.get_data(as_text=True).count("<path") >= 1
    assert client.get("/api/join.svg").status_code == 400


def test_stream_route(client: FlaskClient) -> None:
    answer = client.get("/api/stream", headers={"Last-Event-ID": "junk"}, buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert b"\nevent: state\n" in answer.get_data()


def test_no_word_list(make: Callable[..., FlaskClient]) -> None:
    client = make(lexicon=None)
    answer = client.get("/api/verdicts?word=QUIET")
    assert_refused((answer.status_code, answer.get_json()), 503, "dependency-missing")


def test_a_square_that_was_left_out_is_taken_back_by_its_letter(
    client: FlaskClient, loop: FakeLoop
) -> None:
    loop.propose("8E", "QUIE", left_out=("8I", "1A"))
    state = client.get("/api/snapshot").json["state"]
    assert state["ignored"] == ["8I", "1A"]
    taken = post(client, "/api/corrections", {"square": "8I", "letter": "T"})[1]["state"]
    assert taken["ignored"] == ["1A"]
    assert taken["proposal"]["plays"][0]["words"][0]["text"] == "QUIET"
    status, _ = post(client, "/api/corrections", {"square": "1A", "letter": "T"})
    assert status == 409
    assert client.get("/api/snapshot").json["state"]["ignored"] == ["1A"]
