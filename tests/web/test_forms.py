"""What a game offers beyond turns: drawn from data, read back into the game's own commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import gamedata
from companion.board.square import parse_square
from companion.device import judge_by
from companion.rules.api import DoubtCost, Setup
from companion.rules.engine.messages import AdjustScore
from companion.rules.registry import GAMES
from companion.rules.together.messages import Coloured, ReadColours, RefreshGoals
from companion.session.order import ordered
from companion.tilesets import load
from companion.web import Access
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.together import EASY, goals
from tests.web.conftest import WORDS


def game(name: str, players: tuple[str, ...] = ("Ann", "Ben")) -> FakeLoop:
    setup = Setup(players, load("english"), options=gamedata.options(name))
    return FakeLoop(players, ruleset=GAMES[name], setup=setup)


def state_of(client: FlaskClient) -> dict[str, Any]:
    state: dict[str, Any] = client.get("/api/snapshot").get_json()["state"]
    return state


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_page_with_its_blocks(
    make: Callable[..., FlaskClient], name: str
) -> None:
    client = make(port=game(name))
    state = state_of(client)
    assert client.get("/").status_code == 200
    assert state["has_board"] is (name != "monopoly-cards")
    for panel in state["panels"]:
        assert all(len(row) == len(panel["columns"]) for row in panel["rows"])


def test_points_beside_the_plays(client: FlaskClient, loop: FakeLoop) -> None:
    fields = {"player": 1, "points": -10, "reason": "late"}
    body = {"command": "adjust-score", "fields": fields}
    assert client.post("/api/actions", json=body).status_code == 200
    assert loop.submitted[-1][0] == AdjustScore(1, -10, "late")


def test_a_purchase_in_monopoly(make: Callable[..., FlaskClient]) -> None:
    loop = game("monopoly-scrabble")
    client = make(port=loop)
    labels = [offer["label"] for offer in state_of(client)["offers"]]
    assert "Buy bank tiles" in labels
    assert "Pass" not in labels
    body = {"command": "buy-tiles", "fields": {"tiles": ["E"]}}
    answer = client.post("/api/actions", json=body)
    assert answer.status_code == 200, answer.get_json()
    now = next(p for p in answer.get_json()["state"]["panels"] if p["title"] == "Now")
    assert any("E" in line for line in now["lines"][1:])


def test_a_hand_of_cards(make: Callable[..., FlaskClient]) -> None:
    client = make(port=game("monopoly-cards"))
    drawn = client.post("/api/actions", json={"command": "draw", "fields": {}})
    assert drawn.status_code == 200, drawn.get_json()
    hand = next(p for p in drawn.get_json()["state"]["panels"] if p["kind"] == "held")
    body = {"command": "discard", "fields": {"cards": [hand["rows"][0][0]]}}
    answer = client.post("/api/actions", json=body)
    assert answer.status_code in {200, 409}, answer.get_json()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"command": "adjust-score", "fields": {"player": 1}}, 400),
        ({"command": "adjust-score", "fields": {"player": 1, "points": "ten"}}, 400),
        ({"command": "adjust-score", "fields": {"player": 1, "points": 1, "x": 1}}, 400),
        ({"command": "adjust-score", "fields": {"player": {}, "points": 1}}, 400),
        ({"command": "adjust-score", "fields": [1]}, 400),
        ({"command": "draw-start", "fields": {"tiles": ["A"] * 300}}, 400),
        ({"command": "buy-tiles", "fields": {"tiles": ["A"]}}, 409),
        ({"command": "__class__", "fields": {}}, 409),
        ({"fields": {}}, 400),
    ],
)
def test_what_is_not_on_offer_or_ill_formed(
    client: FlaskClient, loop: FakeLoop, body: object, status: int
) -> None:
    assert client.post("/api/actions", json=body).status_code == status
    assert loop.submitted == []


def test_viewers_do_not_see_the_cards_in_a_hand(make: Callable[..., FlaskClient]) -> None:
    port = game("monopoly-cards")
    assert "held" in {panel["kind"] for panel in state_of(make(port=port))["panels"]}
    guest = make(port=port, access=Access(host_pin="4711"))
    assert "held" not in {panel["kind"] for panel in state_of(guest)["panels"]}
    page = guest.get("/").get_data(as_text=True)
    assert "'s hand" not in page
    assert "\\u0027s hand" not in page


def test_a_proposal_tells_what_the_rules_would_say(make: Callable[..., FlaskClient]) -> None:
    loop = game("together")
    loop.propose("8D", "QUIET")
    proposal = state_of(make(port=loop))["proposal"]
    assert proposal["would"] or proposal["refused"]
    assert loop.snapshot.turns == ()


def test_a_proposal_tells_which_goals_it_meets(make: Callable[..., FlaskClient]) -> None:
    options = (("goals", goals(EASY, "length 15", "length 5")), ("goal_count", 3))
    setup = Setup(("Ann", "Ben"), load("english"), options=options)
    loop = FakeLoop(ruleset=GAMES["together"], setup=setup)
    loop.propose("8D", "QUIET")
    assert state_of(make(port=loop))["proposal"]["met"] == ["g0", "g2"]


def test_the_end_of_a_turn_after_a_helper_has_one_button(
    make: Callable[..., FlaskClient],
) -> None:
    loop = game("together")
    client = make(port=loop)
    loop.submit(ordered(RefreshGoals(), "page")).result(5)
    state = state_of(client)
    ends = [offer for offer in state["offers"] if offer["command"] == "pass"]
    assert [offer["label"] for offer in ends] == ["End the turn"]
    assert "pass" not in state["actions"]


def test_words_are_looked_up_as_they_are_laid_where_nobody_challenges(
    make: Callable[..., FlaskClient],
) -> None:
    void = Setup(("Ann", "Ben"), load("english"), options=(("challenge", "void"),))
    loop = FakeLoop(setup=void, judge=judge_by(WORDS))
    client = make(port=loop, doubt=DoubtCost(checked=True))
    loop.propose("8D", "QUIETX")
    tiles = state_of(client)["proposal"]["tiles"]
    answer = client.post("/api/proposals", json={"choice": 0, "tiles": tiles})
    assert answer.status_code == 409
    assert "QUIETX" in answer.get_json()["error"]["sentence"]
    play = {"kind": "play", "tiles": tiles}
    assert client.post("/api/turns", json=play).status_code == 409
    assert client.post("/api/turns", json={**play, "tiles": tiles[:-1]}).status_code == 200


def test_colours_of_the_empty_board_are_read(make: Callable[..., FlaskClient]) -> None:
    loop = game("together")
    command = ReadColours((Coloured(parse_square("1A"), "red"),))
    client = make(port=loop, see_colours=lambda: command)
    assert any(panel["title"] == "Colours" for panel in state_of(client)["panels"])
    assert client.post("/api/colours", json={}).status_code == 200
    assert loop.submitted[-1][0] == command
    shown = [panel for panel in state_of(client)["panels"] if panel["title"] == "Colours"]
    assert [panel["kind"] for panel in shown] == ["squares"]  # to be drawn on the board
    assert make(port=loop).post("/api/colours", json={}).status_code == 503
