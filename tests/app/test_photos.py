"""One photo a turn: posted over plain HTTP, read against the board, shown as a proposal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.app.hall import Hall, open_hall
from companion.session.messages import AcceptProposal
from companion.session.order import ordered
from companion.session.snapshot import tile_pairs
from companion.tilesets import load
from companion.web import Access
from tests.doubles.page_client import PageClient
from tests.doubles.true_eyes import TrueEyes, encoded

TILES = load("english")
RAW = {"Content-Type": "application/octet-stream"}


def photo(*words: tuple[int, int, str], hand: bool = False) -> bytes:
    cells = [[""] * 15 for _ in range(15)]
    for row, col, word in words:
        cells[row][col : col + len(word)] = list(word)
    good, data = cv2.imencode(".png", encoded(cells, TILES, hand=hand))
    assert good
    return data.tobytes()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path, eyes=TrueEyes) as opened:
        opened.start({"players": ["Ann", "Ben"]})
        yield opened


@pytest.fixture
def client(hall: Hall) -> FlaskClient:
    app = hall.dashboard(Access())
    app.test_client_class = PageClient
    return app.test_client()


def send(client: FlaskClient, data: bytes) -> dict[str, str]:
    answer = client.post("/api/photo", data=data, headers=RAW).get_json()
    assert answer["ok"], answer
    told: dict[str, str] = answer["photo"]
    return told


def proposed(hall: Hall) -> list[str]:
    proposal = hall.playing.port.snapshot.proposal
    return [] if proposal is None else [play.main.text for play in proposal.best.plays]


def accept(hall: Hall) -> None:
    now = hall.playing.port.snapshot
    assert now.proposal is not None
    order = AcceptProposal(tiles=tile_pairs(now.proposal.best.placements))
    hall.playing.port.submit(ordered(order, "page", now.seen)).result(10)


def test_a_photo_is_proposed_counts_by_done_and_is_kept_with_its_turn_only(
    hall: Hall, client: FlaskClient
) -> None:
    assert send(client, photo((7, 6, "HUT")))["status"] == "proposed"
    assert proposed(hall) == ["HUT"]
    # The same photo once more proposes the same; nothing counts before somebody says so.
    assert send(client, photo((7, 6, "HUT")))["status"] == "proposed"
    assert hall.playing.port.snapshot.turns == ()
    accept(hall)
    assert [turn.word for turn in hall.playing.port.snapshot.turns] == ["HUT"]

    told = send(client, photo((7, 6, "HUT")))
    assert told == {
        "status": "unchanged",
        "says": "The photo shows nothing new on the board. Pass or exchange?",
    }
    assert send(client, photo((7, 6, "HUTS")))["status"] == "proposed"
    accept(hall)
    turns = hall.playing.port.snapshot.turns
    assert [turn.score for turn in turns] == [12, 7]  # (4+1+1) x 2; 4+1+1+1
    pictures = hall.playing.pictures
    assert pictures is not None
    assert all(pictures.has(turn) for turn in turns)

    # A turn that is typed gets no picture of an older one.
    photos: Any = hall.playing.photos
    assert photos._pipeline.seen is None


def test_each_failure_of_a_photo_is_told_and_changes_nothing(
    hall: Hall, client: FlaskClient
) -> None:
    told = send(client, photo((7, 6, "HUT"), hand=True))
    assert told["says"] == "A hand is over the board."
    answer = client.post("/api/photo", data=b"no picture", headers=RAW)
    assert answer.status_code == 400
    assert "not a picture" in answer.get_json()["error"]["sentence"]
    cut = client.post("/api/photo", data=photo((7, 6, "HUT"))[:60], headers=RAW)
    assert "damaged or cut off" in cut.get_json()["error"]["sentence"]
    assert hall.playing.port.snapshot.proposal is None
    assert not hall.playing.port.snapshot.message


def test_a_viewer_posts_no_photo(hall: Hall) -> None:
    app = hall.dashboard(Access(host_pin="2468"))
    app.test_client_class = PageClient
    viewer = app.test_client()
    assert viewer.post("/api/photo", data=b"x", headers=RAW).status_code == 403
    assert '"photos": true' in viewer.get("/").text


def test_games_without_a_board_that_can_be_read_offer_no_photo(hall: Hall) -> None:
    hall.start({"players": ["Ann", "Ben"], "edition": "super"})
    assert hall.playing.photos is None


def test_a_large_photo_is_made_small_before_it_is_read(
    hall: Hall, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, ...]] = []
    read = TrueEyes.read

    def look(self: TrueEyes, image: np.ndarray, **more: object) -> object:
        seen.append(image.shape)
        return read(self, image, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(TrueEyes, "read", look)
    _, data = cv2.imencode(".jpg", np.zeros((3000, 4000, 3), np.uint8))
    assert send(client, data.tobytes())["status"] == "unchanged"
    assert seen == [(1440, 1920, 3)]
