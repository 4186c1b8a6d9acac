"""Several tables in one program: each game, its screens and its orders for itself."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app.hall import Hall, open_hall
from companion.app.server.serving import served
from companion.errors import InputError
from companion.rules.engine.messages import Pass
from companion.session.order import ordered
from companion.watching.cameras import RENDERED
from companion.web import Access
from companion.web.serving.limits import MOST_TABLES
from tests.doubles.page_client import PageClient
from tests.doubles.true_eyes import TrueEyes

FIRST: dict[str, Any] = {"players": ["Ann", "Ben"], "edition": "classic"}
SECOND: dict[str, Any] = {"players": ["Dan", "Eve", "Fay"], "edition": "classic"}
PASS = {"kind": "pass"}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=TrueEyes) as opened:
        yield opened


@pytest.fixture
def client(hall: Hall) -> FlaskClient:
    app = hall.dashboard(Access())
    app.test_client_class = PageClient
    return app.test_client()


@pytest.fixture
def two(client: FlaskClient) -> FlaskClient:
    """Two tables with a game at each."""
    assert client.post("/api/setup", json=FIRST).status_code == 200
    assert client.post("/api/tables", json={}).get_json()["table"] == "2"
    assert client.post("/t/2/api/setup", json=SECOND).status_code == 200
    return client


def state(client: FlaskClient, path: str = "") -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"{path}/api/snapshot").get_json()["state"]
    return told


def ordering(client: FlaskClient, path: str = "", what: str = "turns", **body: Any) -> Any:
    """Send an order to a table, seen as it is there now; a pass unless it is said."""
    return client.post(f"{path}/api/{what}", json={**PASS, **body})


def names(told: dict[str, Any]) -> list[str]:
    return [player["name"] for player in told["players"]]


def test_short_addresses_mean_the_first_table(two: FlaskClient) -> None:
    assert names(state(two)) == names(state(two, "/t/1")) == ["Ann", "Ben"]
    assert names(state(two, "/t/2")) == ["Dan", "Eve", "Fay"]
    for path, name in (("/", "Ann"), ("/t/1/", "Ann"), ("/t/2/", "Fay"), ("/t/2", "Fay")):
        assert name in two.get(path).get_data(as_text=True)


def test_orders_of_one_table_never_reach_another(hall: Hall, two: FlaskClient) -> None:
    for path, _ in ((p, n) for n in range(9) for p in ("/t/2", "", "/t/1")):
        assert ordering(two, path).status_code == 200
    games = [room.playing.port.snapshot for room in hall.rooms.values()]
    assert [len(game.turns) for game in games] == [18, 9]
    assert ordering(two, "/t/2", "undo").status_code == 200
    assert len(state(two)["turns"]) == 18
    assert len(state(two, "/t/2")["turns"]) == 8


def test_an_order_that_meant_another_table_is_refused(two: FlaskClient, hall: Hall) -> None:
    refused = ordering(two, "/t/2", seen=state(two)["seen"])
    assert refused.status_code == 409
    assert [len(room.playing.port.snapshot.turns) for room in hall.rooms.values()] == [0, 0]


def test_an_order_with_one_name_counts_at_each_table(two: FlaskClient, hall: Hall) -> None:
    for path in ("", "/t/2", "/t/2", ""):
        ordering(two, path, id="same-order-0001")
    assert [len(room.playing.port.snapshot.turns) for room in hall.rooms.values()] == [1, 1]


def test_orders_of_two_tables_at_once(hall: Hall, two: FlaskClient) -> None:
    app = hall.dashboard(Access())
    faults: list[Any] = []

    def play(path: str) -> None:
        mine = PageClient(app, app.response_class)
        for _ in range(20):
            told = ordering(mine, path).get_json()
            if not told["ok"] or {t["player"] for t in told["state"]["turns"]} - seen[path]:
                faults.append(told)

    seen = {"/t/1": {"Ann", "Ben"}, "/t/2": {"Dan", "Eve", "Fay"}}
    threads = [threading.Thread(target=play, args=(path,)) for path in seen]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert faults == []
    assert [len(room.playing.port.snapshot.turns) for room in hall.rooms.values()] == [20, 20]


def test_each_game_has_its_own_log_in_the_store(hall: Hall, two: FlaskClient) -> None:
    ordering(two, "/t/2")
    games = [room.table.store.load(room.table.number) for room in hall.rooms.values()]
    assert [len(entries) for entries in games] == [0, 1]


def test_an_unknown_table_is_no_page(two: FlaskClient) -> None:
    for path in ("/t/3/", "/t/3/api/snapshot", "/t/../", "/t/" + "9" * 30 + "/"):
        assert two.get(path).status_code == 404, path
    assert two.post("/t/3/api/turns", json={}).status_code == 404


def test_all_addresses_of_a_page_stay_at_its_table(two: FlaskClient) -> None:
    page = two.get("/t/2/setup").get_data(as_text=True)
    assert 'src="/t/2/static/js/setup.js"' in page
    with two.get("/t/2/static/js/setup.js") as script:
        assert script.status_code == 200
    two.post("/api/tables", json={})
    assert two.get("/t/3/").headers["Location"] == "/t/3/setup"
    assert b'"/t/2/air/score"' in two.get("/t/2/air/help").data


def test_the_shared_address_is_that_of_the_table(hall: Hall) -> None:
    client = hall.dashboard(Access(addresses=("http://192.0.2.7:8000/",))).test_client()
    hall.start(FIRST)
    hall.start(SECOND, table=hall.open())
    assert "http://192.0.2.7:8000/t/2/" in client.get("/t/2/").get_data(as_text=True)
    assert client.get("/t/2/api/join.svg").data != client.get("/api/join.svg").data


def test_overlays_show_their_own_table_with_their_own_delay(two: FlaskClient) -> None:
    assert two.get("/t/2/air/names.txt").get_data(as_text=True) == "Dan – Eve – Fay\n"
    assert two.get("/air/names.txt").get_data(as_text=True) == "Ann – Ben\n"
    late = two.get("/t/2/air/names.txt?delay=60&empty=none").get_data(as_text=True)
    assert late == "none\n"


def test_the_list_of_tables(two: FlaskClient, hall: Hall) -> None:
    two.post("/api/tables", json={})
    page = two.get("/t/").get_data(as_text=True)
    for text in ('href="/t/1/"', 'href="/t/2/"', "Ann 0 – Ben 0", "No game yet"):
        assert text in page
    assert 'data-close="1"' not in page
    assert two.get("/t/2/t/").headers["Location"] == "/t/"
    listed = two.get("/api/tables").get_json()["tables"]
    assert [one["table"] for one in listed] == ["1", "2", "3"]
    assert [one["waiting"] for one in listed] == [False, False, True]
    guest = hall.dashboard(Access(host_pin="4711")).test_client()
    assert 'id="more"' in page
    assert 'id="more"' not in guest.get("/t/").get_data(as_text=True)
    assert guest.post("/api/tables", json={}).status_code == 403
    assert guest.post("/api/tables/close", json={"table": "2"}).status_code == 403


def test_a_table_is_closed_and_its_game_kept(two: FlaskClient, hall: Hall) -> None:
    ordering(two, "/t/2")
    assert two.post("/api/tables/close", json={"table": "2"}).status_code == 200
    assert two.get("/t/2/").status_code == 404
    assert two.post("/api/tables/close", json={"table": "2"}).status_code == 400
    assert two.post("/api/tables/close", json={"table": "1"}).status_code == 400
    assert hall.open() == "3"  # an address never means another table
    hall.resume(2, table="3")
    assert len(hall.rooms["3"].playing.port.snapshot.turns) == 1


def test_streams_of_a_closed_table_end(hall: Hall) -> None:
    name = hall.open()
    with (
        served(hall, port=0, lan=False, pin=None) as page,
        urllib.request.urlopen(f"{page.local}t/{name}/api/stream", timeout=10) as stream,
    ):
        assert stream.readline().startswith(b"retry")
        hall.shut(name)
        assert b"event: state" in stream.read()  # to its end
        with pytest.raises(urllib.error.HTTPError, match="404") as gone:
            urllib.request.urlopen(f"{page.local}t/{name}/api/stream", timeout=10)
        gone.value.close()


def test_a_game_is_at_one_table_only(two: FlaskClient, hall: Hall) -> None:
    refused = two.post("/t/2/api/setup/resume", json={"number": 1})
    assert refused.status_code == 400
    assert "table 1" in refused.get_json()["error"]["sentence"]
    assert names(state(two, "/t/2")) == ["Dan", "Eve", "Fay"]
    assert hall.choices()["unfinished"] is None


def test_a_camera_looks_at_one_table_only(hall: Hall) -> None:
    hall.start({**FIRST, "camera": RENDERED})
    other = hall.open()
    with pytest.raises(InputError, match="looks at table 1"):
        hall.start({**SECOND, "camera": RENDERED}, table=other)
    assert hall.rooms[other].waiting
    hall.start(FIRST)
    hall.start({**SECOND, "camera": RENDERED}, table=other)
    assert hall.rooms[other].camera == RENDERED


def test_there_are_not_more_tables_than_the_limit(hall: Hall) -> None:
    for _ in range(MOST_TABLES - 1):
        hall.open()
    with pytest.raises(InputError, match="close one"):
        hall.open()
    assert len(hall.rooms) == MOST_TABLES


def test_screens_of_a_table_hear_of_its_own_changes_only(hall: Hall) -> None:
    hall.start(FIRST)
    hall.start(SECOND, table=hall.open())
    heard: list[str] = []
    for name, room in hall.rooms.items():
        room.subscribe(lambda name=name: heard.append(name))  # type: ignore[misc]
    hall.rooms["2"].playing.port.submit(ordered(Pass(), "test")).result(5)
    assert set(heard) == {"2"}


def test_a_word_that_one_table_adds_counts_at_all(two: FlaskClient, hall: Hall) -> None:
    for path, word in (("", "QXA"), ("/t/2", "QXB")):
        assert (
            two.post(f"{path}/api/words", json={"word": word, "known": True}).status_code == 200
        )
    for room in hall.rooms.values():
        lexicon = room.playing.lexicon
        assert lexicon is not None
        assert [lexicon.judge(word).known for word in ("QXA", "QXB", "QXC")] == [
            True,
            True,
            False,
        ]


def test_a_start_that_is_sent_again_starts_one_game(client: FlaskClient) -> None:
    for name, game in (("starting-1", 1), ("starting-1", 1), ("starting-2", 2)):
        answer = client.post("/api/setup", json={**FIRST, "id": name})
        assert answer.get_json() == {"ok": True, "table": game}
    assert client.post("/api/setup", json={**FIRST, "id": None}).status_code == 400
    tables = [client.post("/api/tables", json={"id": "one-more"}) for _ in range(2)]
    assert [answer.get_json()["table"] for answer in tables] == ["2", "2"]
