"""Another camera, or other corners, for a game that is played: used from then on."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app.demo_game import Stage, View
from companion.app.hall import Hall, open_hall
from companion.errors import InputError
from companion.household.choices import LAST
from companion.household.games import record_of
from companion.tilesets import load
from companion.watching.cameras import RENDERED
from companion.web import Access
from tests.doubles.page_client import PageClient
from tests.doubles.true_eyes import TrueEyes, encoded

TILES = load("english")
CORNERS = [0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9]


def stage(word: str) -> Stage:
    cells = [[""] * 15 for _ in range(15)]
    cells[7][3 : 3 + len(word)] = list(word)
    made = Stage(lambda cells, *, frame, hand, scenery: encoded(cells, TILES, hand=hand))
    made.show(View(cells))
    return made


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    sources = {"stage:left": lambda: stage("QUIET"), "stage:right": lambda: stage("HOUSE")}
    with open_hall(tmp_path, eyes=TrueEyes, sources=sources) as opened:
        yield opened


@pytest.fixture
def client(hall: Hall) -> FlaskClient:
    app = hall.dashboard(Access())
    app.test_client_class = PageClient
    return app.test_client()


def proposed(hall: Hall, word: str, patience_s: float = 20.0) -> bool:
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        proposal = hall.playing.port.snapshot.proposal
        if proposal is not None and proposal.best.plays[0].words[0].text == word:
            return True
        time.sleep(0.05)
    return False


def test_another_camera_is_used_from_now_on_and_kept_with_the_game(
    hall: Hall, client: FlaskClient, tmp_path: Path
) -> None:
    hall.start({"players": ["Ann", "Ben"], "camera": "stage:left"})
    number = hall.playing.number
    assert proposed(hall, "QUIET")
    body: dict[str, Any] = {"camera": "stage:right", "corners": CORNERS}
    answer = client.post("/api/sight", json=body).get_json()
    assert answer["sight"]["camera"] == "stage:right"
    assert answer["sight"]["shown"] is True
    assert proposed(hall, "HOUSE")
    assert hall.playing.number == number  # no new game

    # It is kept with the game, and offered for the next.
    kept = record_of(hall._store, number).table
    assert kept["camera"] == "stage:right"
    assert kept["corners"] == CORNERS
    last = json.loads((tmp_path / LAST).read_text("utf-8"))
    assert (last["camera"], last["corners"]) == ("stage:right", CORNERS)
    assert last["players"] == ["Ann", "Ben"]
    hall.start({"players": ["Cleo", "Dan"]})
    hall.resume(number)
    assert hall.first.camera == "stage:right"


def test_no_camera_lets_the_game_go_on_by_hand(hall: Hall, client: FlaskClient) -> None:
    hall.start({"players": ["Ann", "Ben"], "camera": "stage:left"})
    assert client.get("/api/sight").get_json()["sight"]["camera"] == "stage:left"
    assert client.post("/api/sight", json={"camera": ""}).get_json()["sight"] is None
    assert client.get("/api/sight").get_json()["sight"] is None
    hall.start({"players": ["Cleo", "Dan"], "camera": "stage:left"})  # it was let go of


@pytest.mark.parametrize(
    ("choice", "camera", "why"),
    [
        ({"players": ["Ann", "Ben"]}, "/etc/passwd", "none of those offered"),
        ({"players": ["Ann", "Ben"], "edition": "super"}, RENDERED, "15 by 15 squares only"),
        ({}, RENDERED, "No game is played"),
    ],
)
def test_a_camera_that_cannot_be_is_refused_and_the_old_one_goes_on(
    hall: Hall, choice: dict[str, Any], camera: str, why: str
) -> None:
    if choice:
        hall.start(choice)
    with pytest.raises(InputError, match=why):
        hall.see_to(camera, None)


def test_a_camera_of_another_table_is_refused(hall: Hall, client: FlaskClient) -> None:
    hall.start({"players": ["Ann", "Ben"], "camera": "stage:left"})
    hall.open()
    hall.start({"players": ["Cleo", "Dan"]}, "2")
    answer = client.post("/t/2/api/sight", json={"camera": "stage:left"}).get_json()
    assert answer["error"]["sentence"] == "This camera looks at table 1."


def test_what_is_measured_of_a_camera_during_a_game_is_used_from_then_on(hall: Hall) -> None:
    hall.start({"players": ["Ann", "Ben"], "camera": "stage:left"})
    assert proposed(hall, "QUIET")
    before = hall.first._watch
    hall._look_again("stage:right")
    assert hall.first._watch is before
    hall._look_again("stage:left")
    assert hall.first._watch is not before
    assert hall.first.camera == "stage:left"


def test_a_program_that_ends_while_eyes_are_made_ready_ends_well(tmp_path: Path) -> None:
    """Whoever opens the set-up and leaves at once."""
    script = (
        "import sys, pathlib\n"
        "from companion.app.hall import open_hall\n"
        "from companion.web import Access\n"
        "with open_hall(pathlib.Path(sys.argv[1])) as hall:\n"
        "    assert hall.dashboard(Access()).test_client().get('/setup').status_code == 200\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
