"""A hall of games: set up, played, taken up again, and what is remembered."""

from __future__ import annotations

import json
import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.app.hall import Hall, open_hall
from companion.app.watched import Manner
from companion.device import Buttons
from companion.device.journal import actor_of
from companion.errors import InputError
from companion.export.registry import FORMS
from companion.household.clock import SteppedClock, SystemClock
from companion.household.folders import STORE_FILE
from companion.household.games import start_game
from companion.household.own_words import HouseWords, house_words
from companion.household.pictures import TurnPictures
from companion.household.table_setup import TableSetup
from companion.rules.api import Setup
from companion.rules.engine.messages import EndGame, Pass
from companion.session.notices import GONE
from companion.session.order import ordered
from companion.session.snapshot import Snapshot
from companion.store import EventStore
from companion.tilesets import load
from companion.watching.cameras import RENDERED, Cameras
from companion.watching.feed import SharedCamera
from companion.watching.pipeline import Seen
from companion.web import Access
from companion.web.serving.limits import MAX_FILE_BYTES
from firmware_bridge import Button, PressKey
from firmware_bridge.simulator import VirtualBox, forget_virtual_boxes, virtual_box
from tests.device.test_killed import Terminal
from tests.doubles.fake_loop import FakeLoop
from tests.doubles.live_camera import Camera, showing
from tests.doubles.page_client import PageClient
from tests.doubles.true_eyes import TrueEyes, encoded

CHOICE: dict[str, Any] = {
    "players": ["Ann", "Ben", "Cleo"],
    "edition": "bookcase",
    "language": "german",
    "lexicon": "enable",
    "challenge": "points",
    "clock": "german",
    "colours": ["blue", "red", "green"],
    "camera": "",
    "corners": None,
}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=TrueEyes) as opened:
        yield opened


@pytest.fixture
def client(hall: Hall) -> FlaskClient:
    app = hall.dashboard(Access())
    app.test_client_class = PageClient
    return app.test_client()


def test_the_first_page_is_the_set_up_until_a_game_begins(
    hall: Hall, client: FlaskClient
) -> None:
    assert client.get("/").headers["Location"] == "/setup"
    assert client.get("/setup").status_code == 200
    assert client.get("/air/score.txt").get_data(as_text=True) == "No game yet\n"
    answer = client.post("/api/setup", json=CHOICE)
    assert answer.get_json() == {"ok": True, "table": 1}
    page = client.get("/").get_data(as_text=True)
    assert "Cleo" in page
    assert hall.table.setup.tiles.name == "german"
    assert hall.playing.doubt.good == "points"
    assert hall.playing.colours == ("blue", "red", "green")
    assert hall.playing.timer is not None


def _panels(client: FlaskClient) -> list[dict[str, Any]]:
    return list(client.get("/api/snapshot").get_json()["state"]["panels"])


@pytest.mark.parametrize(
    ("rule", "good", "points"),
    [
        ("void", "nothing", 5), ("single", "nothing", 5), ("double", "turn", 5),
        ("points", "points", 5), ("10-point", "points", 10),
    ],
)  # fmt: skip
def test_each_kind_of_challenge_is_chosen_at_the_set_up_and_named_from_then_on(
    hall: Hall, client: FlaskClient, rule: str, good: str, points: int
) -> None:
    choice = {**CHOICE, "edition": "classic", "challenge": rule}
    assert client.post("/api/setup", json=choice).get_json()["ok"]
    doubt = hall.playing.doubt
    assert (doubt.good, doubt.points, doubt.checked) == (good, points, rule == "void")
    said = {
        "void": "Words are checked as they are laid", "single": "costs nothing",
        "points": "costs 5 points a word", "10-point": "costs 10 points a word",
    }  # fmt: skip
    sheet = client.get("/export/game.html").get_data(as_text=True)
    lines = [line for panel in _panels(client) for line in panel["lines"]]
    assert client.get("/export/game.json").get_json()["rules"]["challenge"] == rule
    told = [line for line in lines if "challenge" in line]
    assert told == ([f"A wrong challenge: {said[rule]}."] if rule in said else [])
    assert all(line in sheet for line in told)


def test_partners_are_chosen_at_the_set_up_of_four_and_of_no_others(
    hall: Hall, client: FlaskClient
) -> None:
    four = {**CHOICE, "edition": "classic", "players": list("ABCD"), "teams": "1,2,1,2"}
    four["colours"] = ["blue", "red", "green", "yellow"]
    assert client.post("/api/setup", json={**four, "teams": "1,2"}).status_code == 400
    assert client.post("/api/setup", json=four).get_json()["ok"]
    (teams,) = [p for p in _panels(client) if p["rows"]]
    assert [row[0] for row in teams["rows"]] == ["A and C", "B and D"]
    three = {**CHOICE, "edition": "classic", "teams": "1,2,1,2"}
    assert client.post("/api/setup", json=three).get_json()["ok"]
    assert not [p for p in _panels(client) if p["rows"]]


@pytest.mark.parametrize("edition", ["clabbers", "short-game"])
def test_clabbers_and_the_short_game_are_editions_of_the_set_up(
    hall: Hall, client: FlaskClient, edition: str
) -> None:
    assert edition in {one["name"] for one in hall.choices()["editions"]}
    assert client.post("/api/setup", json={**CHOICE, "edition": edition}).get_json()["ok"]
    assert dict(hall.table.setup.options).items() & {("words", "anagrams"), ("target", 150)}


def test_what_was_chosen_is_remembered(hall: Hall, tmp_path: Path) -> None:
    hall.start(CHOICE)
    with open_hall(tmp_path) as again:
        last = again.choices()["last"]
    assert {key: last[key] for key in ("edition", "language", "challenge", "clock")} == {
        "edition": "bookcase", "language": "german", "challenge": "points", "clock": "german",
    }  # fmt: skip
    assert last["players"] == ("Ann", "Ben", "Cleo")


def test_who_is_called_like_a_word_of_ours_keeps_the_name_at_the_set_up(
    hall: Hall, client: FlaskClient
) -> None:
    def offered() -> list[str]:
        page = client.get("/setup?lang=de").get_data(as_text=True)
        found = re.search(r'id="companion">(.*?)</script>', page, re.DOTALL)
        assert found is not None
        names: list[str] = json.loads(found[1])["more"]["last"]["players"]
        return names

    assert offered() == ["Spieler 1", "Spieler 2"]
    hall.start({**CHOICE, "players": ["Green", "Pass", "Player 1"]})
    assert offered() == ["Green", "Pass", "Player 1"]


def test_a_camera_that_was_unplugged_is_forgotten_and_nothing_else(
    hall: Hall, tmp_path: Path
) -> None:
    hall.start({**CHOICE, "camera": RENDERED})
    file = tmp_path / "last-order.json"
    file.write_text(file.read_text("utf-8").replace(RENDERED, "/dev/video77"), "utf-8")
    last = hall.choices()["last"]
    assert last["camera"] == ""
    assert last["players"] == ("Ann", "Ben", "Cleo")


def test_viewers_are_told_while_the_host_sets_up(hall: Hall) -> None:
    hall.table.loop.drain()
    guest = hall.dashboard(Access(host_pin="4711")).test_client()
    notice = guest.get("/api/snapshot").get_json()["state"]["notice"]
    assert "setting the game up" in notice["sentence"]


def test_a_new_game_reaches_screens_that_showed_the_old_one(hall: Hall) -> None:
    hall.start(CHOICE)
    old = hall.playing.port.snapshot.version
    hall.start({**CHOICE, "players": ["Dan", "Eve"]})
    news = hall.playing.port.wait(old, 0.0)
    assert news[-1].players == ("Dan", "Eve")


def test_an_open_game_is_offered_and_taken_up_with_its_clock(hall: Hall) -> None:
    hall.start(CHOICE)
    hall.playing.port.submit(ordered(Pass(), "test")).result(5)
    hall.start({**CHOICE, "players": ["Dan", "Eve"], "clock": ""})
    assert hall.choices()["unfinished"]["number"] == 1
    hall.resume(1)
    assert len(hall.playing.port.snapshot.turns) == 1
    assert hall.playing.timer is not None
    assert hall.playing.colours == ("blue", "red", "green")
    hall.playing.port.submit(ordered(EndGame(((), (), ())), "test")).result(5)


def test_the_store_alone_carries_a_game_to_another_computer(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with open_hall(here, eyes=TrueEyes) as hall:
        hall.start({**CHOICE, "camera": RENDERED, "corners": [0, 0, 1, 0, 1, 1, 0, 1]})
        hall.playing.port.submit(ordered(Pass(), "test")).result(5)
        face = hall.playing.timer
        assert face is not None
        left = face.face()["left_s"]
    there.mkdir()
    shutil.copy(here / STORE_FILE, there)
    with open_hall(there, eyes=TrueEyes) as hall:
        hall.resume(1)
        assert hall.playing.colours == ("blue", "red", "green")
        assert hall.playing.port.snapshot.players == ("Ann", "Ben", "Cleo")
        assert hall.table.tiles.name == "german"
        assert hall.playing.timer is not None
        assert hall.playing.timer.face()["left_s"] == pytest.approx(left, abs=2)


def test_a_game_that_has_not_begun_keeps_its_clock_in_the_store(tmp_path: Path) -> None:
    with open_hall(tmp_path) as hall:
        hall.start(CHOICE)
        rules = hall.playing.port.snapshot.clocks
    with open_hall(tmp_path) as hall:
        hall.resume(1)
        assert hall.playing.port.snapshot.clocks == rules is not None


def test_what_an_earlier_version_kept_beside_the_store_is_taken_over_once(
    tmp_path: Path,
) -> None:
    setup = Setup(("Ann", "Ben"), load("english"))
    with EventStore.open(tmp_path / STORE_FILE) as store:
        start_game(store, setup, name="", clock=SystemClock())
    beside = tmp_path / "tables" / "1.json"
    beside.parent.mkdir()
    beside.write_text('{"colours": ["green", "black"], "clock": "german"}', "utf-8")
    with open_hall(tmp_path) as hall:
        hall.resume(1)
        assert hall.playing.colours == ("green", "black")
        assert hall.playing.timer is not None
    beside.unlink()
    with open_hall(tmp_path) as hall:
        hall.resume(1)
        assert hall.playing.colours == ("green", "black")
        assert hall.playing.timer is not None


def test_a_password_of_a_camera_is_neither_kept_nor_shown(tmp_path: Path) -> None:
    camera, name = "rtsp://me:secret@127.0.0.1:9/board", "rtsp://127.0.0.1:9/board"
    with open_hall(tmp_path, camera=camera) as hall:
        client = hall.dashboard(Access()).test_client()
        hall.start({"players": ["Ann", "Ben"], "camera": name})
        assert name in client.get("/camera").text
        pages = [client.get(at).text for at in ("/", "/setup", "/camera", "/calibrate")]
        pages.append(client.get("/api/setup/camera.jpg?camera=" + name).text)
    assert "secret" not in "".join(pages)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert name.encode() in kept
    assert b"secret" not in kept


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ["Ann"]},
        {"players": ["Ann", "ann"]},
        {"players": ["Ann", " "]},
        {"players": ["Ann", "x" * 41]},
        {"players": "Ann,Ben"},
        {"edition": "chess"},
        {"language": "/etc/passwd"},
        {"lexicon": "/etc/passwd"},
        {"camera": "/etc/passwd"},
        {"camera": "http://evil.example/"},
        {"corners": [1, 2, 3]},
        {"corners": [9] * 8},
        {"colours": ["mauve"]},
        {"challenge": "duel"},
        {"clock": "sand"},
    ],
)
def test_only_what_was_offered_is_taken(
    hall: Hall, client: FlaskClient, wrong: dict[str, Any]
) -> None:
    answer = client.post("/api/setup", json={**CHOICE, **wrong})
    assert answer.status_code == 400
    assert hall.first.waiting


def test_a_rendered_camera_is_looked_at(client: FlaskClient) -> None:
    answer = client.get("/api/setup/camera.jpg", query_string={"camera": RENDERED})
    assert answer.get_data()[:2] == b"\xff\xd8"
    assert client.get("/api/setup/camera.jpg?camera=/dev/null").status_code == 400


def test_guests_see_neither_set_up_nor_camera_nor_past_games(hall: Hall) -> None:
    guest = hall.dashboard(Access(host_pin="4711")).test_client()
    files = [f"/games/1/game.{form}" for form in FORMS]
    for path in ("/setup", f"/api/setup/camera.jpg?camera={RENDERED}", "/games", *files):
        assert guest.get(path).status_code == 403
    assert guest.get("/").status_code == 200


def test_past_games_and_what_they_say_together(hall: Hall, client: FlaskClient) -> None:
    for names in (["Ann", "Ben"], ["ann", "Cleo"]):
        hall.start({**CHOICE, "players": names, "clock": "", "edition": "classic"})
        loop = FakeLoop(tuple(names))
        hall.playing.port.submit(ordered(Pass(), "t")).result(5)
        hall.playing.port.submit(ordered(EndGame(((), ())), "t")).result(5)
        assert loop.snapshot.players == tuple(names)
    page = client.get("/games").get_data(as_text=True)
    assert "Cleo" in page
    archive_page = client.get("/games/1/game.jsonl")
    assert archive_page.status_code == 200
    assert b'"Ben"' in archive_page.get_data()
    assert client.get("/games/99/game.gcg").status_code in {400, 404, 503}


def test_a_past_game_is_called_by_its_edition(hall: Hall) -> None:
    for edition in ("bookcase", "classic", "super", "together"):
        language = "english" if edition == "super" else "german"
        hall.start({**CHOICE, "edition": edition, "language": language, "clock": ""})
        hall.playing.port.submit(ordered(Pass(), "t")).exception(5)
    listed = [str(game["title"]) for game in hall._archive.games()]
    assert listed == [
        "Crossword game on the large board", "Classic crossword game",
        "Crossword game, Bookcase Edition",
    ]  # fmt: skip


def test_every_export_of_a_game(hall: Hall, client: FlaskClient) -> None:
    hall.start({**CHOICE, "players": ["Ann", "Ben"]})
    hall.playing.port.submit(ordered(Pass(), "t")).result(5)
    for form, export in hall.playing.exports.items():
        answer = client.get(f"/export/game.{form}")
        assert answer.status_code == 200, form
        assert answer.get_data()
        assert answer.content_type.startswith(export.media_type)


def test_house_words_outlive_the_program(tmp_path: Path) -> None:
    words = house_words("enable", tmp_path)
    words.keep("qi", known=True)
    words.keep("quiet", known=False)
    del words
    again = house_words("enable", tmp_path)
    assert "QI" in again
    assert "QUIET" not in again
    assert isinstance(again, HouseWords)
    assert again.judge("qi").known


def a_picture(side: int = 300) -> Seen:
    image = np.full((side, side, 3), 200, np.uint8)
    corners = ((10.0, 10.0), (290.0, 10.0), (290.0, 290.0), (10.0, 290.0))
    return Seen(image, corners)


def test_pictures_stay_with_their_turn_and_the_oldest_go(tmp_path: Path) -> None:
    loop = FakeLoop()
    pictures = TurnPictures(tmp_path / "1")
    follow = pictures.follow(a_picture)
    follow(loop.snapshot)
    follow(loop.play("8D", "QUIET"))
    turn = loop.snapshot.turns[0]
    data = pictures.of(turn)
    assert data is not None
    shown = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape == (640, 640, 3)
    assert TurnPictures(tmp_path / "1").has(turn)
    follow(loop.submit(ordered(Pass(), "test")).result())
    assert not pictures.has(loop.snapshot.turns[1])
    small = TurnPictures(tmp_path / "1", limit_bytes=len(data))
    small.keep(loop.play("F8", "IVORY").turns[2], a_picture())
    assert not small.has(turn)
    assert small.has(loop.snapshot.turns[2])


def test_unknown_languages_are_not_read(hall: Hall) -> None:
    with pytest.raises(InputError):
        hall.lookout.read(RENDERED, None, "/etc/passwd")


def test_hands_dealt_at_the_table_are_tapped_from_the_deck(
    hall: Hall, client: FlaskClient
) -> None:
    cards = {**CHOICE, "edition": "monopoly-cards", "deal": "table", "clock": ""}
    assert client.post("/api/setup", json=cards).status_code == 200
    titles = dict(hall.playing.cards)
    assert len(titles) > 10
    offers = client.get("/api/snapshot").get_json()["state"]["offers"]
    assert offers[0]["command"] == "lay-down"
    hand = list(titles)[:3]
    fields = {"hands": [hand, hand[:1], hand[1:2]]}
    body = {"command": "lay-down", "fields": fields}
    answer = client.post("/api/actions", json=body).get_json()
    assert answer["ok"] or answer["error"]["kind"] == "bad-hands"


def test_decks_are_shuffled_anew_for_every_game() -> None:
    orders = [TableSetup(edition="together").setup()[1] for _ in range(3)]
    assert len({setup.option("seed", 0) for setup in orders}) > 1


def test_a_camera_that_cannot_be_opened_does_not_stop_the_game(tmp_path: Path) -> None:
    with open_hall(tmp_path, eyes=TrueEyes, camera=str(tmp_path / "nothing.mp4")) as hall:
        hall.start({**CHOICE, "camera": str(tmp_path / "nothing.mp4")})
        assert hall.playing.number == 1
        assert "camera gives no pictures" in str(hall.table.loop.drain().message)


def test_a_camera_that_is_plugged_in_after_the_start_is_seen(tmp_path: Path) -> None:
    camera = Camera(lambda _: showing("HUT"))
    camera.away = 4
    seen = threading.Event()
    said: list[str] = []

    def follow(now: Snapshot) -> None:
        said.append(str(now.notice))
        if now.proposal is not None:
            seen.set()

    with open_hall(tmp_path, eyes=TrueEyes, sources={"late": camera}) as hall:
        hall.seat(TableSetup(camera="late"))
        hall.table.loop.subscribe(follow)
        assert seen.wait(30)
        assert [text for text in said if text] == [str(GONE)]
        assert not hall.table.loop.snapshot.notice


def test_the_large_board_is_played_by_hand(hall: Hall, client: FlaskClient) -> None:
    large = {**CHOICE, "edition": "super", "language": "english", "clock": ""}
    with pytest.raises(InputError, match="15 by 15"):
        hall.start({**large, "camera": RENDERED})
    assert hall.first.waiting
    hall.start(large)
    assert hall.table.tiles.name == "english-super"
    assert client.get("/").status_code == 200
    assert hall.table.setup.layout.size == 21


def test_clocks_run_beside_a_button_box(tmp_path: Path) -> None:
    with open_hall(tmp_path, eyes=TrueEyes, buttons=Buttons("virtual://?seed=3")) as hall:
        hall.start({**CHOICE, "clock": "family"})
        timer = hall.playing.timer
        assert timer is not None
        assert timer.face() == {"left_s": [1500] * 3, "running": None, "paused": False}
        hall.playing.port.submit(ordered(Pass(), "test")).result(5)
        assert timer.face()["running"] == 1


def test_each_table_has_its_box_which_can_be_tried_before_the_game(tmp_path: Path) -> None:
    forget_virtual_boxes()
    boxes = Buttons("virtual://first?seed=3", more=("virtual://second?seed=4",))
    with open_hall(tmp_path, eyes=TrueEyes, buttons=boxes) as hall:
        name = hall.open()
        third = hall.open()
        room = hall.rooms[name]
        assert hall.rooms[third].playing.devices is None
        assert room.playing.devices is not None
        assert room.playing.devices()[0]["kind"] == "box"
        passed = threading.Event()
        for table in ("1", name):
            hall.start(CHOICE, table=table)
            assert [each["port"] for each in hall.rooms[table].playing.devices()] in (  # type: ignore[misc]
                [["virtual://first?seed=3", "virtual://second?seed=4"][table == name]],
                [""],
            )
        room.table.loop.subscribe(lambda now: passed.set() if now.turns else None)
        box = virtual_box("second")
        until_s = time.monotonic() + 30
        while not box.press(Button.PASS) and time.monotonic() < until_s:
            time.sleep(0.01)  # it is not switched on yet
        assert passed.wait(30)
        assert not hall.table.loop.drain().turns
    forget_virtual_boxes()


def test_the_next_game_takes_the_box_over_from_the_one_before(tmp_path: Path) -> None:
    box = VirtualBox(seed=3)
    terminal = Terminal(box)
    said: list[str] = []
    try:
        with open_hall(tmp_path, eyes=TrueEyes, buttons=Buttons(terminal.name)) as hall:
            for number in (1, 2):
                hall.start(CHOICE)
                ready = threading.Event()

                def notice(snapshot: Snapshot, ready: threading.Event = ready) -> None:
                    said.append(str(snapshot.notice))
                    if snapshot.turns:
                        ready.set()

                hall.table.loop.subscribe(notice)
                box.press(Button.PASS)
                assert ready.wait(30), hall.table.devices
                assert hall.table.number == number
                assert [turn.kind for turn in hall.table.loop.snapshot.turns] == ["pass"]
    finally:
        terminal.close()
    assert not [text for text in said if "Another program" in text]


def test_a_press_of_the_game_before_that_comes_again_counts_no_more(tmp_path: Path) -> None:
    box = VirtualBox(seed=3)
    with EventStore.open(tmp_path / STORE_FILE) as store:
        setup = TableSetup().setup()[1]
        _, session = start_game(store, setup, name="x", clock=SteppedClock())
        # And killed before the answer.
        session.handle(ordered(Pass(), actor_of(PressKey(box.uid, 1, 1))))
    terminal = Terminal(box)
    counted = threading.Event()
    try:
        with open_hall(tmp_path, eyes=TrueEyes, buttons=Buttons(terminal.name)) as hall:
            hall.start(CHOICE)
            hall.table.loop.subscribe(lambda now: counted.set() if now.turns else None)
            box.press(Button.PASS)  # the same again
            box.press(Button.PASS)
            assert counted.wait(30)
            turns = hall.table.loop.drain().turns
    finally:
        terminal.close()
    assert len(turns) == 1


def post_file(client: FlaskClient, data: bytes, kind: str = "application/octet-stream") -> Any:
    return client.post("/api/games", data=data, content_type=kind)


def test_a_saved_game_is_taken_in_again(hall: Hall, client: FlaskClient) -> None:
    hall.start({**CHOICE, "players": ["Ann", "Ben"]})
    hall.playing.port.submit(ordered(Pass(), "test")).result(5)
    saved = client.get("/export/game.jsonl").get_data()
    answer = post_file(client, saved)
    assert answer.get_json()["number"] == 2
    hall.resume(2)
    assert hall.playing.port.snapshot.players == ("Ann", "Ben")
    assert [turn.kind for turn in hall.playing.port.snapshot.turns] == ["pass"]


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"", "application/octet-stream", 400),
        (b"MZ\x90\x00", "application/octet-stream", 400),
        (b"PK\x03\x04 not a zip", "application/octet-stream", 400),
        (b'{"format": "x"}', "application/octet-stream", 400),
        (b"[" * 100_000, "application/octet-stream", 400),
        (b"x" * (MAX_FILE_BYTES + 1), "application/octet-stream", 413),
        (b"{}", "application/json", 415),
        (b"{}", "multipart/form-data", 415),
    ],
)
def test_hostile_files_are_refused(
    hall: Hall, client: FlaskClient, data: bytes, kind: str, status: int
) -> None:
    answer = post_file(client, data, kind)
    assert answer.status_code == status
    assert answer.get_json()["error"]["sentence"]
    assert hall.choices()["unfinished"] is None
    guest = hall.dashboard(Access(host_pin="4711")).test_client()
    assert post_file(guest, data).status_code in {403, 413}


def test_every_picture_of_a_folder_is_looked_at_and_the_set_up_takes_none(
    tmp_path: Path,
) -> None:
    for number in range(3):
        picture = np.full((20, 30, 3), 50 * number, np.uint8)
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    shared = SharedCamera(str(tmp_path))
    try:
        first = shared.newest()
        assert shared.newest() is first
        seen = [frame for frame in shared.frames(threading.Event()) if frame is not None]
        assert [int(frame.image[0, 0, 0]) for frame in seen] == [0, 50, 100]
        assert shared.newest() is seen[-1]
    finally:
        shared.close()


def test_trying_another_camera_leaves_the_games_own_open(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), np.zeros((20, 30, 3), np.uint8))
    cameras = Cameras(str(tmp_path))
    with cameras.played(RENDERED) as own:
        tried = cameras.open(str(tmp_path))
        assert cameras.open(RENDERED) is own
        assert own.newest().image.shape[0] > 100
        assert cameras.open(str(tmp_path)) is tried
    assert cameras.open(RENDERED) is own
    cameras.close()


def test_in_the_automatic_mode_a_sure_play_counts_by_itself(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    tiles = load("english")
    cells = [[""] * 15 for _ in range(15)]
    cells[7][6:9] = list("HUT")
    for k in range(8):
        cv2.imwrite(str(pictures / f"{k}.png"), encoded(cells, tiles))
    counted = threading.Event()
    with open_hall(
        tmp_path / "data", camera=str(pictures), eyes=TrueEyes, manner=Manner(patience_s=3.0)
    ) as hall:
        order = {"edition": "classic", "language": "english", "challenge": "", "clock": ""}
        hall.start({**CHOICE, **order, "camera": str(pictures)})
        end = hall.table.loop.subscribe(lambda now: counted.set() if now.turns else None)
        if hall.table.loop.snapshot.turns:
            counted.set()
        assert counted.wait(30)
        end()
        assert [turn.word for turn in hall.table.loop.snapshot.turns] == ["HUT"]
