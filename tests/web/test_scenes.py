"""Scenes of a broadcast: what each game shows in each state, and what no scene ever shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import gamedata
from companion.board.square import parse_square
from companion.board.tiles import Tile
from companion.inference.diff import Doubt
from companion.rules.api import Setup
from companion.rules.cards.messages import LayDown
from companion.rules.engine.messages import EndGame, Exchange
from companion.rules.registry import GAMES
from companion.session.order import ordered
from companion.tilesets import load
from tests.doubles.cards import hand
from tests.doubles.fake_loop import FakeLoop

SCENES = ("lower", "side", "full")
HAVE = {"red": ["1A", "15O"], "blue": ["3H"], "green": ["8H"], "yellow": ["2B"]}


def scene(client: FlaskClient, query: str = "") -> dict[str, Any]:
    answer = client.get(f"/api/air/scene{query}").get_json()
    assert answer["ok"]
    return dict(answer["scene"])


def of(game: str, *options: tuple[str, str | int]) -> FakeLoop:
    players = ("Ann", "Ben", "Cyd")
    given = (*gamedata.options(game), *options)
    setup = Setup(players, load("english"), options=given)
    return FakeLoop(players, ruleset=GAMES[game], setup=setup)


@pytest.mark.parametrize(
    "path", [*(f"/air/scene/{name}" for name in SCENES), "/wall", "/score"]
)
def test_a_scene_has_an_address_that_stays(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 200
    assert path in client.get("/air/help").get_data(as_text=True)


@pytest.mark.parametrize("path", ["/air/scene/upper", "/air/scene/side?delay=3601"])
def test_what_there_is_not_is_told(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 400


def test_a_game_that_begins_tells_who_is_to_play(client: FlaskClient) -> None:
    told = scene(client)
    assert (told["state"], told["line"]) == ("begun", "Ann to play")
    assert [player["on"] for player in told["players"]] == [True, False]
    assert told["last"] is None


def test_a_game_in_play_shows_the_board_and_the_last_play(
    client: FlaskClient, loop: FakeLoop
) -> None:
    loop.play("8D", "QUIET")
    told = scene(client)
    assert told["state"] == "playing"
    assert told["last"] == {
        "player": "Ann", "word": "QUIET", "at": "8D", "score": "+48", "also": [],
    }  # fmt: skip
    assert [p["score"] for p in told["players"]] == ["48", "0"]
    assert "".join(told["cells"][7]) == "QUIET"
    assert told["lit"] == ["8D", "8E", "8F", "8G", "8H"]
    assert (told["left"], told["turn"]) == ("95 tiles unseen", "turn 1")


def test_a_doubt_is_told_and_no_reading_that_is_not_counted(
    client: FlaskClient, loop: FakeLoop
) -> None:
    loop.play("8D", "QUIET")
    loop.propose("9C", "IVORY", doubts=(Doubt(parse_square("9D"), (("V", 0.6), ("Y", 0.3))),))
    told = scene(client)
    assert (told["state"], told["line"]) == ("doubt", "A tile is being looked at")
    assert told["last"]["word"] == "QUIET"
    assert not any(told["cells"][8])


def test_the_end_names_who_has_won(client: FlaskClient, loop: FakeLoop) -> None:
    loop.play("8D", "QUIET")
    racks = (tuple(map(Tile, "AEIOULN")), tuple(map(Tile, "BCDFGHK")))
    loop.submit(ordered(EndGame(racks), "test")).result()
    told = scene(client)
    # 48 less 7 for the tiles left; 22 were left to the other (3+3+2+4+2+4+5 = 23).
    assert (told["state"], told["line"]) == ("over", "Ann wins with 41.")
    assert [p["won"] for p in told["players"]] == [True, False]
    assert [p["score"] for p in told["players"]] == ["41", "-23"]


def test_nothing_is_shown_of_a_game_that_the_delay_hides(
    client: FlaskClient, loop: FakeLoop
) -> None:
    loop.play("8D", "QUIET")
    told = scene(client, "?delay=60&empty=Soon")
    assert told == {"state": "waiting", "line": "Soon", "players": []}


def test_tiles_that_were_exchanged_are_in_no_scene(client: FlaskClient, loop: FakeLoop) -> None:
    loop.submit(ordered(Exchange(2, (Tile("Q"), Tile("Z"))), "test")).result()
    told = scene(client)
    del told["letters"]
    assert "Q" not in json.dumps(told)
    assert "Z" not in json.dumps(told)


def test_together_shows_one_team_and_its_goals(make: Callable[..., FlaskClient]) -> None:
    colours = "\n".join(f"{name} = {json.dumps(at)}" for name, at in HAVE.items())
    loop = of("together", ("colours", colours))
    told = scene(make(port=loop))
    goals = next(panel for panel in loop.snapshot.panels if panel.kind == "goals")
    assert len(told["goals"]) == len(goals.rows) > 0
    assert told["team"].startswith("0 of ")
    assert ["red", "1A 15O"] in [row for panel in told["panels"] for row in panel["rows"]]


def test_monopoly_scrabble_shows_money(make: Callable[..., FlaskClient]) -> None:
    loop = of("monopoly-scrabble")
    loop.play("8F", "HOUSE")
    told = scene(make(port=loop))
    balances = next(panel for panel in loop.snapshot.panels if panel.kind == "balances")
    for player, row in zip(told["players"], balances.rows, strict=False):
        assert (player["name"], player["score"]) == (row[0], row[3])
        assert player["cash"] in ("", row[1])
    assert told["players"][0]["score"].startswith("$")
    assert any(panel["kind"] == "estates" for panel in told["panels"])


def test_the_card_game_shows_values_of_hands_that_lie_open(
    make: Callable[..., FlaskClient],
) -> None:
    loop = of("monopoly-cards", ("deal", "table"))
    hands = (hand("RRR"), hand("OOO"), hand(""))
    loop.submit(ordered(LayDown(hands), "test")).result()
    told = scene(make(port=loop))
    assert [shown["title"].split(":")[0] for shown in told["hands"]] == ["Ann", "Ben", "Cyd"]
    assert told["hands"][0]["rows"][0][0] == "Red: set of 3"
    assert told["layout"] == []


def test_a_hand_that_somebody_holds_is_in_no_scene(make: Callable[..., FlaskClient]) -> None:
    loop = of("monopoly-cards")
    held = next(panel for panel in loop.snapshot.panels if panel.kind == "held")
    told = scene(make(port=loop))
    assert len(held.rows) > 5
    assert told["hands"] == []
    for row in held.rows:
        assert json.dumps(str(row[1])) not in json.dumps(told)


def test_a_scene_speaks_the_language_that_is_asked_for(client: FlaskClient) -> None:
    assert scene(client, "?lang=de")["line"] == "Ann ist am Zug"
