"""One damaged game is one damaged game: the others go on, and what is left of it is saved."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, suppress
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.hall import Hall, open_hall
from companion.cli import main
from companion.errors import InputError
from companion.export.registry import read_game
from companion.rules.engine.messages import Pass
from companion.web import Access
from tests.app.test_hall import CHOICE
from tests.app.test_past import do, games, listed, post
from tests.doubles.page_client import PageClient
from tests.doubles.true_eyes import TrueEyes

GAMES = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with open_hall(tmp_path, eyes=TrueEyes) as hall:
        for _ in range(GAMES):
            hall.start(CHOICE)
            do(hall, Pass(), Pass())
    return tmp_path


def damage(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "games.sqlite")) as raw, raw:
        for trigger in ("games_no_UPDATE", "entries_no_UPDATE", "entries_no_DELETE"):
            raw.execute(f"DROP TRIGGER {trigger}")
        raw.execute(statement)


@pytest.fixture
def hall(folder: Path) -> Iterator[Hall]:
    with open_hall(folder, eyes=TrueEyes) as opened:
        yield opened


def page(hall: Hall) -> FlaskClient:
    app = hall.dashboard(Access())
    app.test_client_class = PageClient
    return app.test_client()


NOT_TEXT = "UPDATE games SET setup = CAST(x'7bff7d' AS TEXT) WHERE game = 2"
NO_TIME = "UPDATE games SET created = 'yesterday' WHERE game = 2"
UNKNOWN = "UPDATE games SET ruleset = 'chess' WHERE game = 2"
TORN = "UPDATE entries SET body = '{torn' WHERE game = 2 AND seq = 2"
FOREIGN = "UPDATE entries SET kind = 'castled' WHERE game = 2 AND seq = 2"
DEEP = TORN.replace("{torn", "[" * 100_000)


@pytest.mark.parametrize("how", [NOT_TEXT, NO_TIME, UNKNOWN, TORN, FOREIGN, DEEP])
def test_the_list_and_the_set_up_go_on_and_name_it(folder: Path, how: str) -> None:
    damage(folder, how)
    with open_hall(folder, eyes=TrueEyes) as hall:
        client = page(hall)
        assert set(games(client)) == {1, 3}
        (bad,) = listed(client)["damaged"]
        assert bad["number"] == 2
        assert bad["why"]
        assert client.get("/setup").status_code == 200
        hall.start(CHOICE)
        do(hall, Pass())


@pytest.mark.parametrize("how", [TORN, FOREIGN])
def test_what_is_left_is_a_game_that_goes_on(folder: Path, how: str) -> None:
    damage(folder, how)
    with open_hall(folder, eyes=TrueEyes) as hall:
        client = page(hall)
        answer = post(client, "/api/games/2/rescue")
        assert answer["number"] == GAMES + 1
        assert answer["lost"] == "1 of 5 entries of game 2 were saved as game 4."
        assert listed(client)["damaged"] == []
        hall.resume(GAMES + 1)
        do(hall, Pass())
        assert [turn.kind for turn in hall.playing.port.snapshot.turns] == ["pass", "pass"]


def test_a_missing_entry_is_damage_too(folder: Path) -> None:
    damage(folder, "DELETE FROM entries WHERE game = 2 AND seq = 1")
    with open_hall(folder, eyes=TrueEyes) as hall:
        assert [bad["number"] for bad in listed(page(hall))["damaged"]] == [2]


def test_a_whole_game_needs_no_saving(hall: Hall) -> None:
    with pytest.raises(InputError, match="whole"):
        hall.rescue(1)


def test_the_command_line_checks_copies_saves_and_brings_back(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(folder)]
    assert main(["check", *data]) == 0
    assert "All 3 games can be read." in capsys.readouterr().err
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy), *data]) == 0
    damage(folder, TORN)
    assert main(["check", *data]) == 1
    assert "game 2: " in capsys.readouterr().err
    assert main(["check", "--rescue", *data]) == 1
    assert "saved as game 4" in capsys.readouterr().err
    assert main(["check", *data]) == 0
    assert main(["restore", str(copy), *data]) == 0
    capsys.readouterr()
    assert main(["check", *data]) == 0
    assert "All 3 games can be read." in capsys.readouterr().err


def exported(hall: Hall, form: str) -> bytes:
    data: bytes = page(hall).get(f"/games/1/game.{form}").get_data()
    return data


def changed(log: bytes, line: int, **body: object) -> bytes:
    lines = log.decode().splitlines()
    entry = json.loads(lines[line])
    entry["body"] |= body
    lines[line] = json.dumps(entry)
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    "body",
    [
        {"seat": 7},
        {"seat": float("nan")},
        {"seat": "\ud800"},
        {"seat": [[[[]]]]},
        {"seat": 1e400},
        {"seat": 10**40},
    ],
    ids=["no such seat", "no number", "half a character", "nested", "endless", "huge"],
)
def test_a_file_that_could_not_be_written_again_is_not_taken_in(
    hall: Hall, body: dict[str, object]
) -> None:
    with pytest.raises(InputError):
        hall.take_in(changed(exported(hall, "jsonl"), 1, **body))
    assert set(games(page(hall))) == {1, 2, 3}


def test_a_damaged_archive_is_read_or_refused_by_a_sentence(hall: Hall) -> None:
    whole = exported(hall, "zip")
    with zipfile.ZipFile(BytesIO(whole)) as archive:
        at = archive.infolist()[0].header_offset
    for start in range(at, len(whole), max(1, len(whole) // 300)):
        for value in (0, 255):
            data = bytearray(whole)
            data[start] = value
            with suppress(InputError):
                read_game(bytes(data))
