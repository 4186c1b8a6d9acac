"""Games called otherwise, deleted, brought back and played again, on a table or kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app.hall import Hall, open_hall
from companion.rules.engine.messages import EndGame, Pass
from companion.session.order import ordered
from companion.web import Access
from tests.app.test_hall import CHOICE
from tests.doubles.page_client import PageClient
from tests.doubles.true_eyes import TrueEyes

NEW = {"players": ["Zoe", "Uli", "Kim"], "colours": ["red", "blue", "green"]}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=TrueEyes) as opened:
        opened.start(CHOICE)
        yield opened


@pytest.fixture
def client(hall: Hall) -> FlaskClient:
    app = hall.dashboard(Access())
    app.test_client_class = PageClient
    return app.test_client()


def do(hall: Hall, *commands: object) -> None:
    for command in commands:
        hall.playing.port.submit(ordered(command, "test")).result(5)


def listed(client: FlaskClient) -> dict[str, Any]:
    page = client.get("/games").get_data(as_text=True)
    data = page.split('<script type="application/json" id="companion">')[1]
    more: dict[str, Any] = json.loads(data.split("</script>")[0])["more"]
    return more


def games(client: FlaskClient) -> dict[int, dict[str, Any]]:
    return {game["number"]: game for game in listed(client)["games"]}


def post(client: FlaskClient, path: str, **body: object) -> dict[str, Any]:
    answer: dict[str, Any] = client.post(path, json=body).get_json()
    return answer


def test_names_and_colours_change_on_the_board_page(hall: Hall, client: FlaskClient) -> None:
    do(hall, Pass())
    answer = post(client, "/api/labels", **NEW, before=CHOICE["players"])
    assert answer["ok"]
    state = answer["state"]
    assert [player["name"] for player in state["players"]] == NEW["players"]
    assert state["turns"][0]["player"] == "Zoe"
    assert state["colours"] == NEW["colours"]
    overlay = client.get("/air/names.txt").get_data(as_text=True)
    assert "Zoe" in overlay
    assert "Ann" not in overlay
    tables = client.get("/api/tables").get_json()["tables"]
    assert tables[0]["players"][1]["name"] == "Uli"


def test_names_of_a_past_game_change_in_the_list_the_statistics_and_its_files(
    hall: Hall, client: FlaskClient
) -> None:
    do(hall, Pass(), EndGame(((), (), ())))
    hall.start({**CHOICE, "players": ["Dan", "Eve"]})
    answer = post(client, "/api/games/1/labels", **NEW, before=CHOICE["players"])
    assert answer == {"ok": True}
    assert games(client)[1]["players"] == NEW["players"]
    assert games(client)[1]["colours"] == NEW["colours"]
    counted = listed(client)["statistics"]["kinds"]
    assert {"Zoe", "Uli", "Kim"} <= {row["name"] for kind in counted for row in kind["players"]}
    for form in ("csv", "html", "jsonl"):
        assert "Zoe" in client.get(f"/games/1/game.{form}").get_data(as_text=True)
    assert "Ann" not in client.get("/games/1/game.csv").get_data(as_text=True)


def test_a_game_is_renamed_on_the_table_and_in_the_list(
    hall: Hall, client: FlaskClient
) -> None:
    do(hall, Pass())
    assert post(client, "/api/labels", name="Final")["state"]["game"] == "Final"
    assert games(client)[1]["name"] == "Final"
    assert post(client, "/api/games/1/labels", name="Semi-final") == {"ok": True}
    assert hall.playing.port.snapshot.game == "Semi-final"
    entries = hall.table.store.load(1)
    assert [entry.actor for entry in entries if entry.kind == "labels-set"] == [
        "page ab12", "page archive",
    ]  # fmt: skip


def test_a_deleted_game_is_kept_aside_and_comes_back_with_one_tap(
    hall: Hall, client: FlaskClient
) -> None:
    do(hall, Pass(), EndGame(((), (), ())))
    hall.start({**CHOICE, "players": ["Dan", "Eve"]})
    before, counted = games(client)[1], listed(client)["statistics"]
    assert post(client, "/api/games/1/labels", deleted=True) == {"ok": True}
    assert games(client)[1]["deleted"]
    assert listed(client)["statistics"]["kinds"] == []
    refused = post(client, "/api/setup/resume", number=1)
    assert refused["error"]["sentence"] == "This game has been deleted; bring it back first."
    assert post(client, "/api/games/1/labels", deleted=False) == {"ok": True}
    assert games(client)[1] == before
    assert listed(client)["statistics"] == counted


def test_a_deleted_game_is_not_offered_to_be_taken_up(hall: Hall) -> None:
    from companion.session.messages import SetAside

    do(hall, Pass())
    hall.start({**CHOICE, "players": ["Dan", "Eve"]})
    assert hall.choices()["unfinished"]["number"] == 1
    hall.alter(1, ordered(SetAside(), "host"))
    assert hall.choices()["unfinished"] is None


def test_a_return_match_has_the_same_set_up_and_the_next_begins(
    hall: Hall, client: FlaskClient
) -> None:
    do(hall, Pass(), Pass())
    post(client, "/api/labels", **NEW, before=CHOICE["players"])
    old = hall.table.setup
    assert post(client, "/api/setup/again", number=1) == {"ok": True, "table": 2}
    snapshot = hall.playing.port.snapshot
    assert snapshot.players == ("Uli", "Kim", "Zoe")
    assert snapshot.turns == ()
    assert hall.playing.colours == ("blue", "green", "red")
    assert (hall.table.setup.tiles, hall.table.setup.layout) == (old.tiles, old.layout)
    assert hall.table.setup.options == old.options
    assert snapshot.clocks is not None
    do(hall, Pass())
    assert post(client, "/api/setup/again", number=2)["table"] == 3
    assert hall.playing.port.snapshot.players == ("Kim", "Zoe", "Uli")


def test_who_follows_the_one_who_was_drawn_to_begin_begins_the_return_match(
    hall: Hall, client: FlaskClient
) -> None:
    from companion.board.tiles import Tile
    from companion.rules.engine.messages import DrawStart

    hall.start({**CHOICE, "edition": "classic", "language": "english"})
    do(hall, DrawStart((Tile("Z"), Tile("A"), Tile("B"))), Pass())
    assert hall.playing.port.snapshot.turns[0].player == "Ben"
    post(client, "/api/setup/again", number=2)
    assert hall.playing.port.snapshot.players == ("Cleo", "Ann", "Ben")


@pytest.mark.parametrize("edition", ["monopoly-scrabble", "together", "monopoly-cards"])
def test_chance_is_anew_in_a_return_match(hall: Hall, edition: str) -> None:
    hall.start({**CHOICE, "edition": edition, "language": "english"})
    first = hall.table
    hall.again(first.number)
    one, two = (dict(table.setup.options) for table in (first, hall.table))
    assert one.keys() == two.keys()
    if "seed" in one:
        assert one.pop("seed") != two.pop("seed")
    assert one == two


def test_a_return_match_of_a_game_from_a_file(hall: Hall) -> None:
    do(hall, Pass(), Pass())
    data = hall.dashboard(Access()).test_client().get("/games/1/game.jsonl").get_data()
    number, _ = hall.take_in(data)
    hall.again(number)
    assert hall.playing.port.snapshot.players == ("Ben", "Cleo", "Ann")
    assert hall.table.setup.tiles.name == "german"


def test_the_clock_has_any_minutes_increment_and_delay(hall: Hall, tmp_path: Path) -> None:
    own = {"clock": "family", "clock_minutes": 12.5, "clock_bonus": 7, "clock_delay": 3}
    hall.start({**CHOICE, **own})
    clocks = hall.playing.port.snapshot.clocks
    assert clocks is not None
    rules = clocks.rules
    assert (rules.start_s, rules.bonus_s, rules.delay_s) == (750, 7, 3)
    number = hall.playing.number
    with open_hall(tmp_path) as later:
        assert {key: later.choices()["last"][key] for key in own} == own
        later.resume(number)
        taken_up = later.playing.port.snapshot.clocks
        assert taken_up is not None
        assert taken_up.rules == rules


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock_minutes": -1},
        {"clock_bonus": "x"},
        {"clock_delay": 1e9},
        {"clock_minutes": True},
    ],
)
def test_a_clock_that_cannot_be_is_refused_with_a_sentence(
    client: FlaskClient, wrong: dict[str, Any]
) -> None:
    answer = post(client, "/api/setup", **{**CHOICE, **wrong})
    assert answer["error"]["sentence"].startswith("`clock_")


def test_the_host_sets_the_clocks_on_the_page(hall: Hall, client: FlaskClient) -> None:
    answer = post(client, "/api/clock/left", left_s=[100, None, -30])
    assert answer["state"]["clock"]["left_s"] == [100, 1500, -30]
    assert not post(client, "/api/clock/left", left_s=["x"])["ok"]
    assert not post(client, "/api/clock/left", left_s=[1])["ok"]


def test_who_watches_changes_no_name_and_deletes_nothing(hall: Hall) -> None:
    app = hall.dashboard(Access(host_pin="4711"))
    app.test_client_class = PageClient
    guest = app.test_client()
    do(hall, Pass())
    for path in ("/api/labels", "/api/games/1/labels", "/api/clock/left", "/api/setup/again"):
        assert guest.post(path, json={"deleted": True, "number": 1}).status_code == 403
    assert not hall.playing.port.snapshot.deleted


@pytest.mark.parametrize(
    "body",
    [
        {}, {"name": 7}, {"name": "x" * 201}, {"players": "Ann"}, {"players": [1, 2, 3]},
        {"players": ["A", "B"], "before": ["Ann", "Ben", "Cleo"]},
        {"players": ["A", "B", "C"], "before": ["Ann", "Ben", "Cleo"], "order": [0, 0, 1]},
        {"players": ["A", "B", "C"], "before": ["Ann", "Ben", "Cleo"], "order": ["x"]},
    ],
)  # fmt: skip
def test_labels_that_make_no_sense_are_refused_and_change_nothing(
    hall: Hall, client: FlaskClient, body: dict[str, Any]
) -> None:
    for path in ("/api/labels", "/api/games/1/labels"):
        answer = client.post(path, json=body)
        assert answer.status_code in (400, 422)
        assert answer.get_json()["error"]["sentence"]
    assert hall.playing.port.snapshot.players == ("Ann", "Ben", "Cleo")
