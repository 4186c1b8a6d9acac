"""A game that only this folder knows works everywhere, once it is in the registry."""

from __future__ import annotations

import csv
import io
import json
import threading
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import cli
from companion.app.hall import Hall
from companion.app.watched import Manner, pipeline_for
from companion.commands.read import editions_seen
from companion.device import ButtonBox
from companion.errors import ConfigError
from companion.export.registry import FORMS, read_game
from companion.gamedata.editions import edition_names
from companion.rules.engine.history import StepTaken
from companion.rules.registry import GAMES, game, registered
from companion.vision.types import Frame
from firmware_bridge import Button
from firmware_bridge.simulator import forget_virtual_boxes, virtual_box
from tests.doubles.readings import laid
from tests.doubles.true_eyes import TrueEyes, encoded
from tests.tile_race.conftest import CHOICE
from tests.tile_race.game import GAME, KEY, TilesCounted

HOUSE = [["8D", "H"], ["8E", "O"], ["8F", "U"], ["8G", "S"], ["8H", "E"]]
LONGEST_WAIT_S = 30


def post(client: FlaskClient, path: str, **body: Any) -> Any:
    return client.post(path, json=body).get_json()


def shown(client: FlaskClient) -> dict[str, Any]:
    state: dict[str, Any] = client.get("/api/snapshot").get_json()["state"]
    return state


def play(client: FlaskClient, tiles: list[list[str]] = HOUSE) -> Any:
    return post(client, "/api/turns", kind="play", tiles=tiles)


def page_of(client: FlaskClient, path: str) -> dict[str, Any]:
    """What a page's script starts from."""
    text = client.get(path).get_data(as_text=True)
    data = text.partition('id="companion">')[2].partition("</script>")[0]
    told: dict[str, Any] = json.loads(data)
    return told


# --- set-up ---------------------------------------------------------------------------------


def test_the_set_up_offers_it_and_starts_it_as_chosen(hall: Hall, client: FlaskClient) -> None:
    editions = {one["name"]: one for one in page_of(client, "/setup")["more"]["editions"]}
    offered = editions["tile-dash"]
    assert (offered["title"], offered["players"]) == ("Dash of tiles", [2, 3])
    assert (offered["printed"], offered["board"]) == (KEY, True)
    pace = {"option": "pace", "title": "How fast", "players": 0,
            "values": [["walk", "Walking"], ["run", "Running"]]}  # fmt: skip
    assert offered["asks"] == [pace]
    body = {**CHOICE, "edition": "tile-dash", "pace": "run"}
    assert post(client, "/api/setup", **body)["ok"]
    assert hall.table.ruleset == KEY
    options = dict(hall.table.setup.options)
    assert (options["goal"], options["pace"]) == (20, "run")
    assert page_of(client, "/setup")["more"]["last"]["pace"] == "run"


@pytest.mark.parametrize(
    "change", [{"pace": "fly"}, {"players": ["Ann"]}, {"players": list("ABCD")}]
)
def test_what_it_does_not_offer_is_refused(
    hall: Hall, client: FlaskClient, change: dict[str, Any]
) -> None:
    assert not post(client, "/api/setup", **{**CHOICE, **change})["ok"]
    assert hall.first.waiting


def test_what_it_has_printed_is_shown_changed_and_played_with(client: FlaskClient) -> None:
    file = page_of(client, f"/setup/files/{KEY}")["more"]
    assert (file["title"], file["form"]) == ("Race of tiles", "plain")
    assert file["parts"] == [["points", "What tiles are worth"]]
    data = {**file["data"], "points": {"tile": 4, "boast": 5}}
    saved = post(client, f"/api/files/{KEY}", data=data, checked=["points"])
    assert (saved["file"]["own"], saved["file"]["checked"]) == (True, ["points"])
    refused = post(client, f"/api/files/{KEY}", data={"points": {}}, checked=[])
    assert "race's file" in refused["error"]["sentence"]
    post(client, "/api/setup", **CHOICE)
    assert play(client)["state"]["turns"][0]["score"] == 5 * 4


# --- by hand --------------------------------------------------------------------------------


def test_it_is_played_by_hand(client: FlaskClient) -> None:
    post(client, "/api/setup", **CHOICE)
    offers = {offer["command"]: offer for offer in shown(client)["offers"]}
    assert offers["boast"]["fields"][0]["label"] == "How many tiles"
    boasted = post(client, "/api/actions", command="boast", fields={"count": 5})
    assert "boast" not in {offer["command"] for offer in boasted["state"]["offers"]}
    state = play(client)["state"]
    assert [turn["notation"] for turn in state["turns"]] == ["HOUSE"]
    assert [player["total"] for player in state["players"]] == [5 * 3 + 5, 0]
    assert state["panels"][0]["rows"] == [["Ann", "40"], ["Ben", "60"]]
    assert post(client, "/api/undo")["state"]["turns"] == []
    refused = post(client, "/api/turns", kind="exchange", count=3)
    assert refused["error"]["sentence"] == "There is no such turn in this game."
    assert shown(client)["turns"] == []


def test_it_comes_to_an_end_and_says_who_won(client: FlaskClient) -> None:
    post(client, "/api/setup", **{**CHOICE, "edition": "tile-dash", "pace": "run"})
    state = play(client)["state"]
    assert (state["over"], state["winners"], state["on_turn"]) == (True, [0], None)
    assert "over" in post(client, "/api/turns", kind="pass")["error"]["sentence"]


# --- camera, box, broadcast -----------------------------------------------------------------


def test_a_camera_sees_what_is_laid(hall: Hall, client: FlaskClient) -> None:
    post(client, "/api/setup", **CHOICE)
    tiles = hall.table.tiles
    pipeline = pipeline_for(hall.table, TrueEyes(tiles), Manner(steady=2))
    cells = [[""] * 15 for _ in range(15)]
    for square, tile in laid("8D", "HOUSE").items():
        cells[square.row][square.col] = tile.text
    for _ in range(3):
        pipeline.take(Frame(encoded(cells, tiles), t_s=0.0, seq=0, source="test"))
    proposal = shown(client)["proposal"]
    assert [p["words"][0]["text"] for p in proposal["plays"]] == ["HOUSE"]
    assert proposal["counts"] == 5 * 3
    state = post(client, "/api/proposals", choice=0, tiles=proposal["tiles"])["state"]
    assert [player["total"] for player in state["players"]] == [15, 0]


def test_the_box_ends_turns_and_shows_them(hall: Hall, client: FlaskClient) -> None:
    post(client, "/api/setup", **CHOICE)
    forget_virtual_boxes()
    box = virtual_box("race", seed=3)
    box.start(int(time.monotonic() * 1000))
    changed = threading.Condition()

    def notice(_: object) -> None:
        with changed:
            changed.notify_all()

    loop = hall.table.loop
    loop.subscribe(notice)

    def wait_for_turns(count: int) -> None:
        with changed:
            assert changed.wait_for(lambda: len(loop.snapshot.turns) == count, LONGEST_WAIT_S)

    with ButtonBox("virtual://race", loop) as table:
        play(client)
        box.press(Button.PLAYER_2)  # without tiles: the turn is over when nothing is seen
        wait_for_turns(2)
        box.press(Button.UNDO)
        wait_for_turns(1)
        box.press(Button.PASS)
        wait_for_turns(2)
        due = time.monotonic() + LONGEST_WAIT_S
        while (box.text, box.scores.turn) != ("Goal 60", 0) and time.monotonic() < due:
            table.refresh()
            time.sleep(0.05)
        assert (box.text, box.scores.turn, box.scores.score_1) == ("Goal 60", 0, 15)
    forget_virtual_boxes()
    assert [turn["kind"] for turn in shown(client)["turns"]] == ["play", "pass"]


def test_a_broadcast_shows_it(client: FlaskClient) -> None:
    post(client, "/api/setup", **CHOICE)
    play(client)
    fields = client.get("/api/air").get_json()["fields"]
    assert (fields["score"], fields["on_turn"]) == ("15 – 0", "Ben")
    assert fields["last_play"] == "Ann: HOUSE 8D +15"


# --- files and the archive ------------------------------------------------------------------


def test_it_is_saved_in_every_form_but_those_of_crosswords(client: FlaskClient) -> None:
    post(client, "/api/setup", **CHOICE)
    play(client)
    offered = [name for name, _ in page_of(client, "/")["exports"]]
    assert offered == [form for form in FORMS if form != "gcg"]
    assert page_of(client, "/games")["more"]["games"][0]["forms"][0][0] == "html"
    files = {form: client.get(f"/export/game.{form}") for form in FORMS}
    assert "crossword games only" in files["gcg"].get_json()["error"]["sentence"]
    data = {form: answer.get_data() for form, answer in files.items() if form != "gcg"}
    rows = list(csv.reader(io.StringIO(data["csv"].decode("utf-8-sig"))))
    assert rows[1][:6] == ["1", "Ann", "play", "8D", "HOUSE", "HOUSE"]
    assert "The way to go" in data["html"].decode()
    assert data["pdf"].startswith(b"%PDF")
    assert data["cgp"].decode().split()[2] == "0/15"
    assert "turns.csv" in zipfile.ZipFile(io.BytesIO(data["zip"])).namelist()
    for form in ("jsonl", "zip"):
        taken = read_game(data[form])
        assert taken.ruleset == KEY
        assert [type(event) for event in taken.events] == [StepTaken, TilesCounted]


def test_its_past_is_corrected_like_that_of_any_game(client: FlaskClient) -> None:
    post(client, "/api/setup", **CHOICE)
    post(client, "/api/actions", command="boast", fields={"count": 5})
    play(client)
    post(client, "/api/turns", kind="pass")
    gone = {"seat": 0, "kind": "play", "coordinate": "8G", "word": "SEE"}
    seen = post(client, "/api/history/preview", op="amend", number=1, turn=gone)["preview"]
    assert [(t["before"], t["after"]) for t in seen["totals"]] == [(20, 9), (0, 0)]
    state = post(client, "/api/history", op="amend", number=1, turn=gone)["state"]
    assert [player["total"] for player in state["players"]] == [9, 0]  # it boasted of five
    assert state["turns"][0]["marks"] == ["corrected"]
    state = post(client, "/api/history", op="delete", number=1)["state"]
    assert [turn["player"] for turn in state["turns"]] == ["Ann"]
    assert state["turns"][0]["kind"] == "pass"
    state = post(client, "/api/undo")["state"]
    assert [player["total"] for player in state["players"]] == [9, 0]


def test_it_is_listed_counted_and_taken_up_again(hall: Hall, client: FlaskClient) -> None:
    post(client, "/api/setup", **{**CHOICE, "edition": "tile-dash", "pace": "run"})
    play(client)
    post(client, "/api/setup", **CHOICE)
    play(client)
    more = page_of(client, "/games")["more"]
    assert [(one["title"], one["totals"]) for one in more["games"]] == [
        ("Race of tiles", [15, 0]), ("Dash of tiles", [30, 0]),
    ]  # fmt: skip
    (kind,) = more["statistics"]["kinds"]
    assert kind["title"] == "Race of tiles"
    assert [(p["name"], p["games"], p["wins"], p["best"]) for p in kind["players"]] == [
        ("Ann", 1, 1, 30), ("Ben", 1, 0, 0),
    ]  # fmt: skip
    assert client.get("/games/2/game.jsonl").status_code == 200
    assert post(client, "/api/setup/resume", number=2)["ok"]
    assert [turn.word for turn in hall.table.loop.snapshot.turns] == ["HOUSE"]


# --- the command line -----------------------------------------------------------------------


@pytest.fixture
def typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    def run(*lines: str, args: tuple[str, ...] = ("--edition", KEY)) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        assert cli.main(["play", "--game", str(tmp_path / "games.sqlite"), *args]) == 0
        err = capsys.readouterr().err
        assert "Traceback" not in err
        return err

    return run


def test_it_is_played_in_the_terminal(typed: Callable[..., str], tmp_path: Path) -> None:
    said = typed("boast 5", "8D HOUSE", "exchange 2", "pass", "undo", "turns")
    assert "1. Ann: 8D HOUSE +20 = 20" in said
    assert "'exchange' is nothing that can be done now; it can be play-tiles, pass" in said
    assert "-- The way to go" in said
    own = tmp_path / "own.toml"
    own.write_text("[points]\ntile = 9\nboast = 0\n", encoding="utf-8")
    data = ("--edition", "tile-dash", "--option", "pace=run", "--data", str(own))
    assert "8D HOUSE +90 = 90" in typed("8D HOUSE", args=data)
    saved = tmp_path / "race.jsonl"
    typed("8D HOUSE", f"export {saved}")
    assert "HOUSE +15 = 15" in typed("turns", args=("--take", str(saved)))


# --- the registry ---------------------------------------------------------------------------


def test_a_game_is_there_while_it_is_registered() -> None:
    assert {"tile-dash", KEY} <= {*edition_names(), *editions_seen()}
    with registered(replace(GAME, key="other-race", variants=())):
        assert game("other-race").seats == (2, 3)
        assert "other-race" in edition_names()
    assert "other-race" not in GAMES
    with pytest.raises(ConfigError, match="no game 'other-race'; the games are classic"):
        game("other-race")
