"""The demo as a person starts it, with the real eyes: rendered pictures in, a game out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.demo_game import PLAYS, boards
from companion.app.watched import eyes_for
from companion.app.wiring import STORE_FILE
from companion.device import known_presses
from companion.errors import DependencyMissing
from companion.store import EventStore
from companion.tilesets import load

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_demo_reads_its_rendered_game_to_the_end(tmp_path: Path) -> None:
    try:
        eyes_for(load("english"))
    except DependencyMissing as missing:
        pytest.skip(str(missing))
    done = subprocess.run(
        [sys.executable, "-m", "companion", "demo", "--once", "--json", "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["ended"] is True
    assert result["turns"] == len(PLAYS)
    assert result["totals"] == {
        "Ada": 266 - 12,
        "Grace": 346 - 15,
    }  # D 2, K 5; F 4, M 3, V 4; others 1
    assert result["cells"] == list(boards())[-1].cells()
    assert "Open http://127.0.0.1:" in done.stderr


def test_the_virtual_button_box_alone_ends_every_turn(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.doubles.true_eyes", "demo", "--once", "--json", "--box",
         "--port", "0", "--data", str(tmp_path)],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=200,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["totals"] == {
        "Ada": 266 - 12,
        "Grace": 346 - 15,
    }  # D 2, K 5; F 4, M 3, V 4; others 1
    with EventStore.open(tmp_path / STORE_FILE) as store:
        plays = [entry for entry in store.load(1) if entry.kind == "tiles-played"]
    assert len(plays) == len(PLAYS)
    assert len(set(known_presses(plays))) == len(PLAYS)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("demo", "--speed", "0"), "--speed is a number above 0"),
        (("demo", "--pin", "1"), "A PIN has 4 to 32 characters"),
        (("serve", "--players", "A,A", "--port", "0"), "name of their own"),
        (("serve", "--port", "99999"), "Port 99999 cannot be used"),
        (("serve", "--resume", "7", "--port", "0"), "no game 7"),
        (("serve", "--lexicon", "nowhere.txt", "--port", "0"), "nowhere.txt"),
    ],
)
def test_bad_options_are_one_sentence(
    tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(CHECKOUT),
        "COMPANION_DATA": str(tmp_path / "data"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.doubles.true_eyes", *words],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode in {1, 2}
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
