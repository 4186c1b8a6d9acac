from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import replay
from companion.household.clock import SteppedClock
from companion.household.games import open_game
from companion.store import EventStore
from tests.app.test_replay import HUT, OX, Album, board


@pytest.fixture
def album(monkeypatch: pytest.MonkeyPatch) -> Album:
    """Puts an invented game before the eyes, whatever paths are named."""
    made = Album(board(HUT), "There is no board.", board(HUT, OX))
    monkeypatch.setattr(replay, "eyes", lambda *_, **__: (made.open, made))
    return made


def test_one_json_object_in_the_agreed_form(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "folder", "--players", "Ann,Bob", "--json"]) == 1
    out, err = capsys.readouterr()
    game = json.loads(out)
    assert game["totals"] == {"Ann": 37, "Bob": 0}
    first, second, third = game["turns"]
    assert first == {
        "frame": "frame-01.jpg",
        "player": "Ann",
        "kind": "play",
        "coordinate": "8G",
        "tiles": [["8G", "H"], ["8H", "U"], ["8I", "T"]],
        "words": ["HUT"],
        "score": 12,
        "total": 12,
        "doubtful": [],
        "ignored": [],
        "status": "ok",
        "detail": "",
    }
    assert (second["kind"], second["status"]) == ("unchanged", "board-not-found")
    assert third["words"] == ["OX", "HO", "UX"]
    assert "There is no board." in err


def test_people_get_a_line_a_turn(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", "folder", "--players", "Ann,Bob"])
    out, err = capsys.readouterr()
    assert out == ""
    assert "Ann" in err
    assert "8G HUT" in err


def test_the_game_goes_into_a_store(album: Album, tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    main(["replay", "folder", "--players", "Ann,Bob", "--out", str(path)])
    with EventStore.open(path) as store:
        (record,) = store.games()
        kept = open_game(store, record.game, clock=SteppedClock()).snapshot
    assert record.name == "evening"
    assert kept.totals == (("Ann", 37), ("Bob", 0))


@pytest.mark.parametrize("names", ["Ann", "Ann,Ann", "Ann,", "A,B,C,D,E"])
def test_impossible_players(names: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "folder", "--players", names]) == 2
    assert "different names" in capsys.readouterr().err


def test_an_unknown_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "folder", "--edition", "upside-down"]) == 2
    assert "no edition 'upside-down'" in capsys.readouterr().err


def test_an_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path), "--json"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "no pictures" in err
    assert err.count("\n") == 1


def test_a_store_that_is_none(
    album: Album, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.txt"
    path.write_text("eggs, milk and a good deal more than a hundred characters. " * 9)
    assert main(["replay", "folder", "--out", str(path)]) == 1
    assert "is not a database" in capsys.readouterr().err
