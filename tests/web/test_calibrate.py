"""The calibration page over the network: for the host alone, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.hall import Hall, open_hall
from companion.web import Access
from tests.doubles.charuco_views import HeldBoard, views
from tests.doubles.true_eyes import TrueEyes


@pytest.fixture
def held() -> HeldBoard:
    return HeldBoard(views())


@pytest.fixture
def hall(tmp_path: Path, held: HeldBoard) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=TrueEyes, newest=held) as opened:
        yield opened


@pytest.fixture
def client(hall: Hall) -> FlaskClient:
    return hall.dashboard(Access()).test_client()


def test_the_page_is_there_in_both_languages(client: FlaskClient) -> None:
    assert b"Measure the camera" in client.get("/calibrate?lang=en").data
    assert "Kamera vermessen" in client.get("/calibrate?lang=de").get_data(as_text=True)
    assert b"/calibrate" in client.get("/setup").data


def test_a_lens_is_measured_over_the_network(client: FlaskClient, held: HeldBoard) -> None:
    begun = client.post("/api/calibrate/begin", json={"camera": "cam", "paper": "a4"})
    assert begun.json["state"]["wanted"][0] == "flat"
    for at in range(len(held.pictures)):
        held.at = at
        taken = client.post("/api/calibrate/offer", json={"camera": "cam"})
    assert taken.json["state"]["wanted"] == []
    done = client.post("/api/calibrate/finish", json={"camera": "cam"}).json["state"]
    assert done["said"] == "lens-kept"
    assert done["lens"]["error_px"] < 0.3
    again = client.get("/api/calibrate?camera=cam").json["state"]
    assert again["kept"]["error_px"] == done["lens"]["error_px"]
    picture = client.get("/api/calibrate/picture.jpg?camera=cam")
    assert picture.mimetype == "image/jpeg"
    assert client.get("/calibrate/sheet-a4.png").mimetype == "image/png"


def test_steps_and_papers_that_do_not_exist(client: FlaskClient) -> None:
    assert client.post("/api/calibrate/dance", json={"camera": "cam"}).status_code == 404
    asked = {"camera": "cam", "paper": "../a4"}
    assert client.post("/api/calibrate/begin", json=asked).status_code == 400
    assert client.get("/calibrate/sheet-a0.png").status_code == 400


def test_only_the_host_measures(hall: Hall) -> None:
    viewer = hall.dashboard(Access(host_pin="4711")).test_client()
    assert viewer.get("/calibrate").status_code == 403
    assert viewer.get("/api/calibrate/picture.jpg?camera=cam").status_code == 403
    assert viewer.post("/api/calibrate/offer", json={"camera": "cam"}).status_code == 403
