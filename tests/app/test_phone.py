"""A phone as the camera: a code, a claim, its pictures, and nothing else that it may do."""

from __future__ import annotations

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
from companion.app.server.phone import LEAST_S, WORD_S, Phone
from companion.camera import LatestFrame
from companion.camera.pushed import PHONE, Slot
from companion.errors import InputError
from companion.web import Access
from tests.doubles.page_client import PageClient
from tests.doubles.true_eyes import TrueEyes

RAW = {"Content-Type": "application/octet-stream"}
OPEN = Access(("https://192.168.7.7:8000/",), "2468", encrypted=True)


def jpeg(grey: int, size: tuple[int, int] = (48, 64)) -> bytes:
    _, data = cv2.imencode(".jpg", np.full((*size, 3), grey, np.uint8))
    return data.tobytes()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=TrueEyes) as opened:
        yield opened


def visitor(hall: Hall) -> FlaskClient:
    app = hall.dashboard(OPEN)
    app.test_client_class = PageClient
    client = app.test_client()
    client.environ_base["wsgi.url_scheme"] = "https"
    return client


def get(client: FlaskClient, path: str) -> Any:
    return client.get(path, base_url="https://localhost")


def post(client: FlaskClient, path: str, **more: Any) -> Any:
    origin = {"Origin": "https://localhost", **more.pop("headers", {})}
    return client.post(path, base_url="https://localhost", headers=origin, **more)


def test_only_who_knew_the_word_sends_pictures_and_does_nothing_else(hall: Hall) -> None:
    app = hall.dashboard(OPEN)
    app.test_client_class = PageClient
    host, phone, other = (app.test_client() for _ in range(3))
    assert post(host, "/api/host", json={"pin": "2468"}).status_code == 200
    code = post(host, "/api/phone/code", json={}).get_json()
    address, word = code["address"].split("#")
    assert address == "https://192.168.7.7:8000/phone"
    assert code["picture"].startswith("data:image/svg+xml")
    assert post(other, "/api/phone/code", json={}).status_code == 403
    assert PHONE not in hall.lookout.cameras.offered()

    assert post(phone, "/api/phone/picture", data=jpeg(9), headers=RAW).status_code == 403
    assert post(phone, "/api/phone/claim", json={"word": word}).status_code == 200
    assert PHONE in hall.lookout.cameras.offered()
    sent = post(phone, "/api/phone/picture", data=jpeg(9), headers=RAW)
    assert sent.get_json()["again_s"] in (0.25, 1.0)
    cookie = phone.get_cookie("companion_phone")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.secure

    # The word works once; the phone is no host; another sends nothing.
    again = post(other, "/api/phone/claim", json={"word": word})
    assert "used up or too old" in again.get_json()["error"]["sentence"]
    assert post(other, "/api/phone/picture", data=jpeg(9), headers=RAW).status_code == 403
    assert post(phone, "/api/turns", json={"kind": "pass"}).status_code == 403
    huge = post(phone, "/api/phone/picture", data=bytes(2 * 1024 * 1024 + 1), headers=RAW)
    assert huge.status_code == 413

    # The newest claim takes the place of the phone before it, which is told.
    word = post(host, "/api/phone/code", json={}).get_json()["address"].split("#")[1]
    assert post(other, "/api/phone/claim", json={"word": word}).status_code == 200
    told = post(phone, "/api/phone/picture", data=jpeg(9), headers=RAW).get_json()
    assert told["error"]["kind"] == "not-the-phone"
    assert "another one is now" in told["error"]["sentence"]


def test_pictures_do_not_use_up_the_pace_of_who_shares_the_address(hall: Hall) -> None:
    client = visitor(hall)
    client.set_cookie(
        "companion_phone", hall.phone.claim(hall.phone.word()), domain="localhost"
    )
    for _ in range(100):
        answer = post(client, "/api/phone/picture", data=jpeg(9), headers=RAW)
        assert answer.status_code == 200
    assert post(client, "/api/host", json={"pin": "2468"}).status_code == 200


def test_only_the_phones_page_may_ask_for_a_camera(hall: Hall) -> None:
    client = visitor(hall)
    assert "camera=(self)" in get(client, "/phone").headers["Permissions-Policy"]
    assert "camera=()" in get(client, "/").headers["Permissions-Policy"]


def test_a_restart_keeps_the_phone_and_a_word_grows_old(tmp_path: Path) -> None:
    now = [0.0]
    phone = Phone(tmp_path, Slot(), lambda: now[0])
    key = phone.claim(phone.word())
    kept = (tmp_path / "phone.json").read_text()
    assert key not in kept
    slot = Slot()
    again = Phone(tmp_path, slot, lambda: now[0])
    assert again.knows(key)
    assert slot.offered
    assert not again.knows("")
    word = again.word()
    now[0] += WORD_S + 1
    with pytest.raises(InputError, match="too old"):
        again.claim(word)
    assert again.knows(key)


def test_the_newest_picture_wins_and_a_flood_is_passed_over() -> None:
    now = [0.0]
    slot = Slot(lambda: now[0])
    phone = Phone(None, slot, lambda: now[0])
    for grey in (10, 120, 240):
        phone.put(jpeg(grey))
        now[0] += 2 * LEAST_S
    phone.put(jpeg(60))
    phone.put(jpeg(0))  # at once after it: passed over
    frame = slot().read()
    assert abs(int(frame.image.mean()) - 60) <= 2
    assert slot.dropped == 3
    assert slot.take(0) is None


def test_pictures_are_wanted_often_while_something_moves_only() -> None:
    now = [100.0]
    slot = Slot(lambda: now[0])
    source = slot()

    def sent(grey: int) -> float:
        slot.put(jpeg(grey))
        source.read()
        now[0] += 1
        return slot.put(jpeg(grey))

    assert sent(10) == 0.25
    for _ in range(6):
        quiet = sent(10)
    assert quiet == 1.0
    assert sent(200) == 0.25


def test_a_silent_phone_is_told_and_its_next_picture_wakes_the_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.camera.pushed.SILENT_S", 0.2)
    slot = Slot()
    latest = LatestFrame(slot)
    end = time.monotonic() + 10
    while not latest.trouble:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert str(latest.trouble) == (
        "The phone sends no pictures. Unlock it and open its camera page."
    )
    time.sleep(2)  # the pauses between openings grow
    began = time.monotonic()
    threading.Timer(0.1, slot.put, [jpeg(9)]).start()
    assert latest.take(10) is not None
    assert time.monotonic() - began < 1.0
    assert not latest.trouble
    latest.close()
