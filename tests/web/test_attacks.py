"""What must not get in: forged requests, strange hosts, big bodies, markup in names, guests."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import Access
from companion.web.serving.security import (
    MAX_BODY_BYTES,
    MAX_PIN_TRIES,
    MOST_CHANGES,
    PER_S,
    Door,
    Pace,
    host_allowed,
)
from tests.doubles.fake_loop import FakeLoop

SCRIPT = '<script>alert(1)</script>"onload=x'


def test_markup_in_names_stays_text(make: Callable[..., FlaskClient]) -> None:
    client = make(port=FakeLoop((SCRIPT, "</script><img src=x>")))
    page = client.get("/").get_data(as_text=True)
    assert "alert(1)</script>" not in page
    assert "<img src=x" not in page
    state = client.get("/api/snapshot").get_json()["state"]
    assert state["players"][0]["name"] == SCRIPT


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://localhost"},
        {"Origin": "http://localhost:81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
@pytest.mark.parametrize("path", ["/api/undo", "/api/turns", "/api/end", "/api/host"])
def test_forged_origin(
    client: FlaskClient, loop: FakeLoop, headers: Mapping[str, str], path: str
) -> None:
    loop.play("8D", "QUIET")
    sent = len(loop.submitted)
    answer = client.post(path, json={"kind": "pass"}, headers=headers)
    assert answer.status_code == 403
    assert answer.get_json()["error"]["kind"] == "wrong-origin"
    assert len(loop.submitted) == sent


def test_own_origin_passes(client: FlaskClient, loop: FakeLoop) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/turns", json={"kind": "pass"}, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""],
)
def test_forms_are_refused(client: FlaskClient, loop: FakeLoop, kind: str) -> None:
    answer = client.post("/api/turns", data='{"kind": "pass"}', content_type=kind)
    assert answer.status_code == 415
    assert loop.submitted == []


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_change_nothing(client: FlaskClient, loop: FakeLoop, method: str) -> None:
    assert getattr(client, method)("/api/undo", json={}).status_code == 405
    assert loop.submitted == []


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.5", True),
        ("[::1]:8000", True),
        ("table.local", True),
        ("TABLE.local.", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.nip.example", False),
        ("user@evil.example", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_host_header(host: str, allowed: bool) -> None:
    assert host_allowed(host, frozenset({"table.local"})) is allowed


def test_hostile_host_is_refused(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert answer.get_json()["error"]["kind"] == "wrong-host"


def test_oversize_body(client: FlaskClient, loop: FakeLoop) -> None:
    body = {"kind": "pass", "padding": "x" * MAX_BODY_BYTES}
    answer = client.post("/api/turns", json=body)
    assert answer.status_code in {400, 413}
    assert loop.submitted == []


@pytest.mark.parametrize("path", ["/", "/api/snapshot", "/nothing", "/static/companion.css"])
def test_headers_on_every_answer(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    answer.close()


def test_path_in_export_name(client: FlaskClient) -> None:
    for name in ("..%2f..%2fetc%2fpasswd", "gcg/../../x", "gcg%00"):
        answer = client.get(f"/export/game.{name}")
        assert answer.status_code in {400, 404}


def test_path_out_of_static(client: FlaskClient) -> None:
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404


def test_guest_may_watch_and_change_nothing(guarded: FlaskClient, loop: FakeLoop) -> None:
    loop.play("8D", "QUIET")
    sent = len(loop.submitted)
    assert guarded.get("/").status_code == 200
    assert guarded.get("/api/snapshot").status_code == 200
    for path in ("turns", "proposals", "corrections", "withdrawals", "undo", "redo", "end"):
        answer = guarded.post(f"/api/{path}", json={"kind": "pass"})
        assert answer.status_code == 403, path
        assert answer.get_json()["error"]["kind"] == "viewer"
    assert len(loop.submitted) == sent


def test_host_with_pin_may_change(guarded: FlaskClient) -> None:
    assert guarded.post("/api/host", json={"pin": "0000"}).status_code == 403
    assert guarded.post("/api/turns", json={"kind": "pass"}).status_code == 403
    assert guarded.post("/api/host", json={"pin": "4711"}).status_code == 200
    assert guarded.post("/api/turns", json={"kind": "pass"}).status_code == 200


def test_pin_cannot_be_guessed_for_long(make: Callable[..., FlaskClient]) -> None:
    client = make(access=Access(host_pin="4711"))
    for guess in range(MAX_PIN_TRIES):
        assert client.post("/api/host", json={"pin": str(guess)}).status_code == 403
    assert client.post("/api/host", json={"pin": "4711"}).status_code == 403
    # Who guesses shuts the door to themselves, not to the host.
    elsewhere = {"REMOTE_ADDR": "192.0.2.8"}
    right = client.post("/api/host", json={"pin": "4711"}, environ_overrides=elsewhere)
    assert right.status_code == 200


def test_many_who_guess_shut_nobody_else_out(make: Callable[..., FlaskClient]) -> None:
    client = make(access=Access(host_pin="4711"))
    for guess in range(100):
        visitor = {"REMOTE_ADDR": f"192.0.2.{guess // 10}"}
        body = {"pin": str(guess)}
        answer = client.post("/api/host", json=body, environ_overrides=visitor)
        assert answer.status_code == 403
    host = {"REMOTE_ADDR": "192.0.2.99"}
    right = client.post("/api/host", json={"pin": "4711"}, environ_overrides=host)
    assert right.status_code == 200


def test_who_guesses_waits_longer_each_time_and_gets_in_after_that() -> None:
    now_s = 1000.0
    app, door = Flask(__name__), Door(Access(host_pin="4711"), lambda: now_s)
    app.secret_key = "any"

    def tries(pin: str) -> bool:
        with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.1"}):
            return door.try_pin(pin)

    def wait_s() -> float:
        with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.1"}):
            return door.wait_s()

    waits = []
    for _ in range(MAX_PIN_TRIES + 6):
        assert not tries("0000")
        waits.append(wait_s())
        assert not (waits[-1] and tries("4711"))  # the right one is not looked at meanwhile
        now_s += waits[-1]
    assert waits == [0.0] * (MAX_PIN_TRIES - 1) + [
        30.0,
        60.0,
        120.0,
        240.0,
        480.0,
        900.0,
        900.0,
    ]
    assert tries("4711")
    assert not tries("0000")
    assert wait_s() == 0.0  # who has been in begins anew


@pytest.mark.parametrize(
    "pin", ["wörter mit Abstand", "0" * 32, "🎲" * 32, "Ca\u0301sa", "12 34"]
)
def test_whatever_pin_was_set_opens_the_door(
    make: Callable[..., FlaskClient], pin: str
) -> None:
    client = make(access=Access(host_pin=pin))
    typed = unicodedata.normalize("NFD", pin)
    assert client.post("/api/host", json={"pin": typed + "x"}).status_code == 403
    assert client.post("/api/host", json={"pin": typed}).status_code == 200


@pytest.mark.parametrize(("pin", "keys"), [("4711", "numeric"), ("Regen", "text")])
def test_the_pins_field_has_the_keys_that_the_pin_needs(
    make: Callable[..., FlaskClient], pin: str, keys: str
) -> None:
    asked = make(access=Access(host_pin=pin)).get("/games", headers={"Accept": "text/html"})
    assert f'inputmode="{keys}"' in asked.text


ELSEWHERE = [
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "document"},
    {"Origin": "http://evil.example"},
    {"Referer": "http://evil.example/page"},
    {"Referer": "http://localhost.evil.example/"},
]
WAKES = (
    "setup/camera.jpg setup/board setup/straight.jpg setup/reading calibrate "
    "calibrate/picture.jpg camera camera.jpg squares/8D.jpg sight devices"
).split()


@pytest.mark.parametrize("headers", ELSEWHERE)
@pytest.mark.parametrize("name", WAKES)
def test_a_strange_page_wakes_no_camera(
    client: FlaskClient, headers: Mapping[str, str], name: str
) -> None:
    path = f"/api/{name}?camera=0"
    refused = client.get(path, headers=headers)
    assert refused.get_json()["error"]["kind"] == "wrong-origin"
    own = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image"}
    assert b"wrong-origin" not in client.get(path, headers=own).get_data()


def test_a_page_may_be_linked_but_not_drawn_into_another(client: FlaskClient) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    assert client.get("/", headers=link).status_code == 200
    assert client.get("/", headers={**link, "Sec-Fetch-Dest": "iframe"}).status_code == 403


def test_forged_session_cookie(guarded: FlaskClient) -> None:
    guarded.set_cookie("companion_session", "eyJyb2xlIjoiaG9zdCJ9.aaaaaa.bbbbbbbbbbbbbbbb")
    assert guarded.post("/api/turns", json={"kind": "pass"}).status_code == 403


def test_session_cookie_is_closed_to_scripts_and_other_sites(guarded: FlaskClient) -> None:
    cookie = guarded.post("/api/host", json={"pin": "4711"}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_a_flood_of_changes_is_stopped(client: FlaskClient, loop: FakeLoop) -> None:
    codes = [client.post("/api/undo", json={}).status_code for _ in range(MOST_CHANGES + 5)]
    assert codes[:MOST_CHANGES] == [409] * MOST_CHANGES
    assert codes[MOST_CHANGES:] == [429] * 5
    assert client.get("/api/snapshot").status_code == 200


def test_a_flood_ends_after_some_seconds() -> None:
    now_s = 0.0
    pace = Pace(lambda: now_s)
    assert all(pace.allows("a") for _ in range(MOST_CHANGES))
    assert not pace.allows("a")
    assert pace.allows("b")
    now_s = PER_S + 1
    assert pace.allows("a")


@pytest.mark.parametrize(
    "path",
    [
        "/export/../../etc/passwd",
        "/export/game.../../x",
        "/games/1/game.%2e%2e%2fpasswd",
        "/air/..%2f..%2fetc.txt",
        "/api/turns/..%2f1/picture.jpg",
        "/static/../app.py",
    ],
)
def test_paths_in_names_lead_nowhere(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in {400, 404, 503}
    assert b"root:" not in answer.get_data()


RAW = {"Content-Type": "application/octet-stream"}

ATTACKS: Mapping[str, Callable[[FlaskClient], object]] = {
    "wrong-origin": lambda c: c.post("/api/undo", json={}, headers={"Origin": "http://x.y"}),
    "wrong-host": lambda c: c.get("/", headers={"Host": "evil.example"}),
    "wrong-pin": lambda c: c.post("/api/host", json={"pin": "0000"}),
    "viewer": lambda c: c.post("/api/undo", json={}),
    "not-json": lambda c: c.post("/api/undo", data="a=b"),
    "request-entity-too-large": lambda c: c.post("/api/host", json={"pin": "1" * 99_999}),
    "input-error": lambda c: c.get("/export/game.../../etc/passwd"),
    "not-found": lambda c: c.get("/wp-login.php"),
    "method-not-allowed": lambda c: c.put("/api/undo", json={}),
}


@pytest.mark.parametrize("kind", ATTACKS)
def test_each_attack_is_refused_and_logged_and_the_game_untouched(
    make: Callable[..., FlaskClient],
    loop: FakeLoop,
    caplog: pytest.LogCaptureFixture,
    kind: str,
) -> None:
    loop.play("8D", "QUIET")
    before = loop.snapshot
    client = make(access=Access(host_pin="4711"))
    ATTACKS[kind](client)
    refused = [r for r in caplog.messages if r.startswith("refused ")]
    assert len(refused) >= 1
    assert loop.snapshot is before
    if kind not in {"input-error", "method-not-allowed"}:
        assert f"({kind})" in refused[-1]


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00" * 1000, b"PK\x03\x04" + bytes(500), b"{" * 5000, b"<svg onload=alert(1)>"],
)
@pytest.mark.parametrize("path", ["/api/games", "/api/cards/photo"])
def test_hostile_uploads_change_nothing(
    make: Callable[..., FlaskClient], loop: FakeLoop, path: str, data: bytes
) -> None:
    answer = make().post(path, data=data, headers=RAW)
    assert 400 <= answer.status_code < 600
    assert answer.get_json()["error"]["sentence"]
    assert loop.submitted == []
