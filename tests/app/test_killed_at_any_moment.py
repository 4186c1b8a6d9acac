"""The program is killed at random moments while a page sends orders: each is kept once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import uuid
from collections import Counter
from http.client import HTTPException
from pathlib import Path

import pytest

from companion.household.clock import SystemClock
from companion.household.folders import STORE_FILE
from companion.household.games import start_game
from companion.rules.api import Setup
from companion.store import EventStore
from companion.tilesets import load

PROGRAM = """
import sys, threading
from pathlib import Path
from companion.app.server.serving import served
from companion.app.wiring import open_table

with open_table(folder=Path(sys.argv[1]), players=(), resume=1) as table:
    with served(table, port=0, lan=False, pin=None) as page:
        print(page.local, flush=True)
        threading.Event().wait()
"""


Order = tuple[str, str]
"""Where it is sent, and its name."""


def sent(address: str, path: str, name: str) -> bool:
    """Send an order by its name; tell whether it was acknowledged."""
    with urllib.request.urlopen(f"{address}api/snapshot", timeout=5) as answer:
        seen = json.load(answer)["state"]["seen"]
    body = {"kind": "pass", "id": name, "client": "ab12", "seen": seen}
    kind = {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"{address}api/{path}", json.dumps(body).encode(), kind)
    try:
        with urllib.request.urlopen(asked, timeout=5) as answer:
            return bool(json.load(answer)["ok"])
    except urllib.error.HTTPError as refused:
        refused.close()
        return False


def run_until_killed(folder: Path, chance: random.Random, waiting: list[Order]) -> list[Order]:
    """Start the program, send orders until it dies, and return those that it acknowledged.

    What had no answer when it died is sent first, as a page does when it comes back.
    """
    command = [sys.executable, "-c", PROGRAM, folder]
    acknowledged: list[Order] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        address = program.stdout.readline().strip()
        assert address.startswith("http"), "it did not start again"
        end = threading.Timer(chance.random(), os.kill, (program.pid, signal.SIGKILL))
        end.start()
        try:
            while True:
                if not waiting:
                    path = chance.choice(
                        ("turns", "undo")
                    )  # what is refused counts for nothing
                    waiting.append((path, uuid.UUID(int=chance.getrandbits(128)).hex))
                if sent(address, *waiting[0]):
                    acknowledged.append(waiting[0])
                waiting.pop()
        except (OSError, HTTPException, ValueError):
            pass  # it was killed
        end.join()
        assert program.wait(30) == -signal.SIGKILL
    return acknowledged


@pytest.mark.parametrize(
    "kills", [2, pytest.param(500, marks=(pytest.mark.long, pytest.mark.timeout(7200)))]
)
def test_every_acknowledged_order_is_kept_once(tmp_path: Path, kills: int) -> None:
    with EventStore.open(tmp_path / STORE_FILE) as store:
        setup = Setup(("Ann", "Ben"), load("english"))
        start_game(store, setup, name="x", clock=SystemClock())
    chance = random.Random(7)
    acknowledged: list[Order] = []
    waiting: list[Order] = []
    for _ in range(kills):
        acknowledged += run_until_killed(tmp_path, chance, waiting)
    with EventStore.open(tmp_path / STORE_FILE) as store:
        kept = Counter(entry.order for entry in store.load(1) if entry.order)
    assert len(acknowledged) > kills
    names = {name for _, name in acknowledged}
    assert names <= {name.rpartition(":")[2] for name in kept}
    assert set(kept.values()) == {1}
