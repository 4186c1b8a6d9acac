"""The server at its door: crowds, half a request, silence, slow hands, and the end."""

from __future__ import annotations

import json
import resource
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from companion.app import wiring
from companion.app.server.serving import served
from companion.rules.engine.messages import Pass
from companion.session.order import ordered
from companion.web import Access
from companion.web.serving.limits import LIMITS, MAX_LIST_BYTES, Limits
from tests.doubles import crowd

SOON_S = 10.0
QUICK = replace(LIMITS, handshake_s=0.3, head_s=0.3, body_s=0.3, idle_s=1, stuck_s=0.3)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[wiring.Table]:
    with wiring.open_table(folder=tmp_path, players=("Ann", "Ben")) as opened:
        yield opened


def port_of(address: str) -> int:
    return int(address.rsplit(":", 1)[1].rstrip("/"))


@contextmanager
def crowded(port: int, **many: Any) -> Iterator[subprocess.Popen[str]]:
    words = [f"--{name}={count:d}" for name, count in many.items()]
    process = subprocess.Popen(
        [sys.executable, crowd.__file__, str(port), *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def taps(port: int, count: int) -> list[float]:
    """Seconds until each of a host's changes is answered."""
    line = HTTPConnection("127.0.0.1", port, timeout=SOON_S)
    took = []
    line.request("GET", "/api/snapshot")
    seen = json.load(line.getresponse())["state"]["seen"]
    for _ in range(count):
        body = json.dumps({"kind": "pass", "id": uuid4().hex, "seen": seen})
        begun = time.perf_counter()
        line.request("POST", "/api/turns", body, {"Content-Type": "application/json"})
        answer = line.getresponse()
        seen = json.load(answer)["state"]["seen"]
        took.append(time.perf_counter() - begun)
        assert answer.status == 200
        time.sleep(0.1)
    line.close()
    return sorted(took)


def test_a_crowd_with_half_requests_hinders_nobody(table: wiring.Table) -> None:
    with served(table, port=0, lan=False, pin=None) as page:
        port = port_of(page.local)
        with crowded(port, streams=150, half=205, idle=205, slow=5) as many:
            took = taps(port, 4)
            told = json.loads(many.communicate("4")[0])
    assert told["last"] == [4] * 150
    assert told["whole"] == 150
    assert took[-1] < 2  # on a busy computer; see benchmarks/dashboard_load.py


def test_an_encrypted_crowd_hinders_nobody(table: wiring.Table, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    with (
        served(table, port=0, lan=False, pin=None, tls=tmp_path) as page,
        crowded(port_of(page.local), streams=20, half=20, idle=205, tls=True) as many,
    ):
        for _ in range(3):
            table.loop.submit(ordered(Pass(), "test")).result(SOON_S)
        told = json.loads(many.communicate("3")[0])
    assert told["last"] == [3] * 20


@pytest.mark.long
def test_a_thousand_streams(table: wiring.Table) -> None:
    with served(table, port=0, lan=False, pin=None) as page:
        port = port_of(page.local)
        with crowded(port, streams=1000) as many:
            took = taps(port, 40)
            told = json.loads(many.communicate("40")[0])
    assert told["last"] == [40] * 1000
    assert took[int(0.95 * len(took))] < 0.1


def ended(line: socket.socket) -> bytes:
    """What a connection says until the server ends it."""
    line.settimeout(SOON_S)
    said = b""
    try:
        while block := line.recv(65536):
            said += block
    except ConnectionResetError:
        pass
    return said


def opened(port: int, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=SOON_S)
    line.sendall(said)
    return line


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (b"", b""),
        (b"GET / HT", b""),
        (b"POST /api/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{", b" 408 "),
        (b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\nGET", b" 404 "),
    ],
)
def test_what_never_comes_whole_is_let_go(
    table: wiring.Table, said: bytes, answer: bytes
) -> None:
    with (
        served(table, port=0, lan=False, pin=None, limits=QUICK) as page,
        opened(port_of(page.local), said) as line,
    ):
        begun = time.monotonic()
        assert answer in ended(line)
        assert time.monotonic() - begun < 5


def test_a_head_that_comes_byte_by_byte_is_let_go_too(table: wiring.Table) -> None:
    with (
        served(table, port=0, lan=False, pin=None, limits=QUICK) as page,
        opened(port_of(page.local), b"GET / HTTP/1.1\r\nX: ") as line,
    ):
        assert gives_up(line)


def gives_up(line: socket.socket) -> bool:
    """Send a byte now and then; whether the server ends the connection."""
    begun = time.monotonic()
    try:
        while time.monotonic() - begun < SOON_S:
            line.sendall(b"x")
            time.sleep(0.05)
    except OSError:
        return True
    return False


def test_a_silent_encrypted_connection_is_let_go(table: wiring.Table, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    with served(table, port=0, lan=False, pin=None, tls=tmp_path, limits=QUICK) as page:
        for said in (b"", b"\x16\x03\x01"):
            with opened(port_of(page.local), said) as line:
                assert ended(line) == b""


def test_clear_words_at_the_encrypted_door_are_explained(
    table: wiring.Table, tmp_path: Path
) -> None:
    pytest.importorskip("cryptography")
    with served(table, port=0, lan=False, pin=None, tls=tmp_path) as page:
        port = port_of(page.local)
        line = HTTPConnection("127.0.0.1", port, timeout=SOON_S)
        line.request("GET", "/games?lang=en")
        answer = line.getresponse()
        text = answer.read().decode()
        assert answer.status == 426
        assert f"https://127.0.0.1:{port}/games" in text
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/authority.crt") as found:
            assert found.headers["Content-Type"] == "application/x-x509-ca-cert"
        for path in ("/api/stream", "/api/snapshot", "/export/game.json"):
            line.request("GET", path)
            assert line.getresponse().status == 426
            line.close()


def test_one_that_reads_nothing_is_let_go(table: wiring.Table) -> None:
    limits = replace(QUICK, send_bytes=1)
    with served(table, port=0, lan=False, pin=None, limits=limits) as page:
        line = crowd.stuffed(port_of(page.local))
        for _ in range(400):
            table.loop.submit(ordered(Pass(), "test")).result(SOON_S)
            table.loop.submit(ordered(Pass(), "test")).result(SOON_S)
            try:
                line.send(b"x")
            except OSError:
                break
            time.sleep(0.02)
        else:
            pytest.fail("it is still connected")
        line.close()


def test_an_address_makes_room_among_its_own(table: wiring.Table) -> None:
    limits = replace(LIMITS, connections_own=3)
    with served(table, port=0, lan=False, pin=None, limits=limits) as page:
        port = port_of(page.local)
        held = [opened(port) for _ in range(4)]
        assert ended(held[0]) == b""
        with urllib.request.urlopen(f"{page.local}api/snapshot", timeout=SOON_S) as answer:
            assert json.load(answer)["ok"]
        for line in held:
            line.close()


def test_connections_leave_low_numbers_to_serial_ports(table: wiring.Table) -> None:
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 2000:
        pytest.skip("this system lets no process open so many files")
    with served(table, port=0, lan=False, pin=None) as page, ExitStack() as held:
        before = {int(file.name) for file in Path("/proc/self/fd").iterdir()}
        mine = {held.enter_context(opened(port_of(page.local))).fileno() for _ in range(20)}
        time.sleep(0.5)
        after = {int(file.name) for file in Path("/proc/self/fd").iterdir()}
        theirs = after - before - mine
        assert len([number for number in theirs if number >= 1024]) == 20
        assert len([number for number in theirs if number < 1024]) < 5


def test_a_stream_too_many_is_told_so(table: wiring.Table) -> None:
    limits = replace(LIMITS, streams_own=1)
    with served(table, port=0, lan=False, pin=None, limits=limits) as page:
        port = port_of(page.local)
        ask = b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with opened(port, ask) as first:
            assert b"200 OK" in first.recv(4096)
            with opened(port, ask) as second:
                said = ended(second)
            assert b" 503 " in said
            assert json.loads(said.partition(b"\r\n\r\n")[2])["error"]["kind"] == "full"


def test_asking_about_a_stream_opens_none(table: wiring.Table) -> None:
    with (
        served(table, port=0, lan=False, pin=None) as page,
        opened(
            port_of(page.local), b"HEAD /api/stream HTTP/1.0\r\nHost: localhost\r\n\r\n"
        ) as line,
    ):
        assert b" 200 " in ended(line)


def test_a_large_body_is_read_only_where_it_is_taken(table: wiring.Table) -> None:
    with served(table, port=0, lan=False, pin="4711") as page:
        port = port_of(page.local)
        for path, size, status in (
            ("/api/lists", 10**6, b" 403 "),
            ("/api/turns", 10**6, b" 415 "),
            ("/api/lists", MAX_LIST_BYTES * 2, b" 403 "),
        ):
            head = (
                f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n"
                "Content-Type: application/octet-stream\r\n\r\n"
            )
            with opened(port, head.encode()) as line:  # and not a byte of the body
                assert status in ended(line)


def test_a_body_of_unknown_length_is_bounded(table: wiring.Table) -> None:
    with served(table, port=0, lan=False, pin=None) as page:
        head = (
            b"POST /api/turns HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        with opened(port_of(page.local), head) as line:
            for _ in range(9):
                line.sendall(b"2000\r\n" + b"x" * 0x2000 + b"\r\n")
            assert b" 413 " in ended(line)


def test_open_streams_do_not_hold_up_the_end(table: wiring.Table, tmp_path: Path) -> None:
    many = {"streams": 50, "half": 5, "idle": 5}
    for tls in (None, tmp_path):
        with (
            ExitStack() as crowds,
            served(table, port=0, lan=False, pin=None, tls=tls) as page,
        ):
            crowds.enter_context(crowded(port_of(page.local), **many, tls=tls is not None))
            begun = time.monotonic()
        assert time.monotonic() - begun < 2


def test_a_process_that_may_open_few_files_grants_less() -> None:
    small = Limits().within(1024)
    assert small.connections + 400 < 1024
    assert small.streams < small.connections
    assert Limits().within(10**6) == Limits()


def test_the_visitors_own_address_is_seen_through_encryption(
    tmp_path: Path, table: wiring.Table
) -> None:
    pytest.importorskip("cryptography")
    import ssl

    from flask import request

    seen: list[str | None] = []

    class Watched:
        def dashboard(self, access: Access) -> Any:
            app = table.dashboard(access)
            app.before_request(lambda: seen.append(request.remote_addr))
            return app

    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        served(Watched(), port=0, lan=False, pin=None, tls=tmp_path) as page,
        socket.create_connection(
            ("127.0.0.1", port_of(page.local)), SOON_S, source_address=("127.0.0.9", 0)
        ) as raw,
        context.wrap_socket(raw, server_hostname="localhost") as line,
    ):
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert b"200 OK" in ended(line)
    assert seen == ["127.0.0.9"]
