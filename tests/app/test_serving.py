"""The dashboard on a real socket: where it listens, what it says, how a line is kept."""

from __future__ import annotations

import io
import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app import wiring
from companion.app.hall import open_hall
from companion.app.server import network
from companion.app.server.serving import Open, served
from companion.errors import InputError
from companion.household.files import KEY_FILE
from companion.rules.engine.messages import Pass
from companion.session.order import ordered
from companion.web import Access
from companion.web.serving.limits import MAX_LIST_BYTES, MAX_PHOTO_BYTES


@pytest.fixture
def table(tmp_path: Path) -> Iterator[wiring.Table]:
    with wiring.open_table(folder=tmp_path, players=("Ann", "Ben")) as opened:
        yield opened


def listen(address: str, count: int, ready: threading.Barrier) -> list[int]:
    """Ids of the first events of a stream."""
    ids: list[int] = []
    with urllib.request.urlopen(f"{address}api/stream", timeout=30) as stream:
        for line in stream:
            if line.startswith(b"id: "):
                ids.append(int(line[4:]))
                if len(ids) == 1:
                    ready.wait(timeout=30)
                if len(ids) == count:
                    return ids
    return ids


def test_twenty_viewers_miss_nothing_and_starve_nobody(table: wiring.Table) -> None:
    viewers, turns = 20, 5
    ready = threading.Barrier(viewers + 1)
    with (
        served(table, port=0, lan=False, pin=None) as page,
        ThreadPoolExecutor(viewers) as pool,
    ):
        streams = [pool.submit(listen, page.local, turns + 1, ready) for _ in range(viewers)]
        ready.wait(timeout=30)
        for _ in range(turns):
            table.loop.submit(ordered(Pass(), "test")).result(timeout=10)
        for stream in streams:
            assert stream.result(timeout=30) == list(range(turns + 1))
        with urllib.request.urlopen(f"{page.local}api/snapshot", timeout=10) as answer:
            assert json.load(answer)["version"] == turns


def test_only_this_computer_unless_asked(table: wiring.Table) -> None:
    with served(table, port=0, lan=False, pin=None) as page:
        assert page.local.startswith("http://127.0.0.1:")
        assert page.addresses == ()
        own = network.lan_ip()
        if own is not None:
            port = int(page.local.rsplit(":", 1)[1].rstrip("/"))
            with (
                pytest.raises(ConnectionRefusedError),
                socket.create_connection((own, port), timeout=5),
            ):
                pass


def test_taken_port_is_one_sentence(table: wiring.Table) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with (
            pytest.raises(InputError, match=f"Port {port} cannot be used"),
            served(table, port=port, lan=False, pin=None),
        ):
            pass


def test_oversize_body_over_the_wire(table: wiring.Table) -> None:
    with served(table, port=0, lan=False, pin=None) as page:
        request = urllib.request.Request(
            f"{page.local}api/turns",
            data=b"x" * 200_000,
            headers={"Content-Type": "application/json"},
        )
        with pytest.raises(urllib.error.URLError) as refused:
            urllib.request.urlopen(request, timeout=10)
        if isinstance(refused.value, urllib.error.HTTPError):
            refused.value.close()
        assert table.loop.snapshot.turns == ()


def test_announcement_names_the_ip_first_and_draws_a_code() -> None:
    said = io.StringIO()
    page = Open(
        "http://127.0.0.1:8000/", ("http://192.0.2.7:8000/", "http://x.local:8000/"), "1"
    )
    page.announce(said)
    lines = said.getvalue().splitlines()
    assert lines[:3] == [
        "Open http://192.0.2.7:8000/",
        "Open http://x.local:8000/",
        "Open http://127.0.0.1:8000/",
    ]
    assert sum("█" in line or "▀" in line for line in lines) > 10
    assert any("Host PIN: 1" in line for line in lines)


def test_game_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    with wiring.open_table(folder=tmp_path, players=("Ann", "Ben"), language="german") as first:
        first.loop.submit(ordered(Pass(), "test")).result(timeout=10)
    with wiring.open_table(folder=tmp_path, players=(), resume=1) as again:
        assert again.loop.snapshot.players == ("Ann", "Ben")
        assert len(again.loop.snapshot.turns) == 1
        assert again.tiles.name == "german"
        assert (
            again.loop.submit(ordered(Pass(), "test")).result(timeout=10).turns[1].player
            == "Ben"
        )


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    with (
        pytest.raises(InputError, match="cannot be made"),
        wiring.open_table(folder=file / "games", players=("A", "B")),
    ):
        pass


def test_a_host_stays_one_over_a_restart_as_long_as_the_pin_is_the_same(tmp_path: Path) -> None:
    def opened(pin: str, cookie: str = "") -> FlaskClient:
        with open_hall(tmp_path) as hall:
            client = hall.dashboard(Access(host_pin=pin)).test_client()
        client.set_cookie("companion_session", cookie)
        return client

    def is_host(client: FlaskClient) -> bool:
        return client.post("/api/undo", json={}).get_json()["error"]["kind"] != "viewer"

    first = opened("4711")
    assert not is_host(first)
    assert first.post("/api/host", json={"pin": "4711"}).status_code == 200
    cookie = first.get_cookie("companion_session")
    assert cookie is not None
    assert is_host(opened("4711", cookie.value))
    assert not is_host(opened("4712", cookie.value))
    key = tmp_path / KEY_FILE
    assert key.stat().st_mode & 0o777 == 0o600
    key.write_bytes(b"cut")
    assert not is_host(opened("4711", cookie.value))
    assert len(key.read_bytes()) == 32


@pytest.mark.long
def test_the_largest_list_and_photo_that_are_promised_come_in(tmp_path: Path) -> None:
    words = b"AA " + b"rough lava " * 5000 + b"\n" + b"QUIET " + b"still " * 5000 + b"\n"
    lists = words + b"# " + b"a note\n# " * ((MAX_LIST_BYTES - len(words) - 20) // 9)
    photo = b"\xff\xd8" + bytes(MAX_PHOTO_BYTES - 2)
    with open_hall(tmp_path) as hall, served(hall, port=0, lan=False, pin=None) as page:

        def answer(path: str, data: bytes) -> tuple[int, str]:
            kind = {"Content-Type": "application/octet-stream"}
            asked = urllib.request.Request(f"{page.local}api/{path}", data, kind)
            try:
                with urllib.request.urlopen(asked, timeout=100) as told:
                    return told.status, told.read().decode()
            except urllib.error.HTTPError as refused:
                with refused:
                    return refused.code, refused.read().decode()

        assert answer("lists?name=big", lists)[0] == 200
        status, told = answer("cards/photo", photo)
        assert status not in (413, 500), told
