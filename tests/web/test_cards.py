"""Hands of cards over the network: photos, values, and what is refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion import gamedata
from companion.household.card_table import CardHands, card_hands
from companion.rules.api import Setup
from companion.rules.cards.game import GAME as CARDS
from companion.tilesets import load
from companion.web import Access
from companion.web.serving.limits import MAX_PHOTO_BYTES
from tests.doubles.card_photo import photo_of_hand

RAW = {"Content-Type": "application/octet-stream"}


@pytest.fixture
def hands() -> CardHands:
    setup = Setup(("Ann", "Ben"), load("english"), options=gamedata.options(CARDS.key))
    hands = card_hands(CARDS, setup)
    assert hands is not None
    return hands


def test_a_hand_is_reckoned_line_by_line(
    make: Callable[..., FlaskClient], hands: CardHands
) -> None:
    client = make(card_table=hands)
    cards = ["red", "red", "red", "house-1", "token", "go"]
    worth = client.post("/api/cards/worth", json={"cards": cards}).json["worth"]
    assert worth["total"] == 250 + 250 + 500 + 200 == sum(x["amount"] for x in worth["lines"])
    assert worth["goes_out"]
    assert not worth["official"]
    more = client.post("/api/cards/worth", json={"cards": ["red"] * 4}).json["worth"]
    assert (more["excess"], more["total"]) == ("Red", None)


@pytest.mark.parametrize("cards", [None, "red", [1], ["nothing"], ["red"] * 61])
def test_what_is_no_hand_is_refused(
    make: Callable[..., FlaskClient], hands: CardHands, cards: object
) -> None:
    answer = make(card_table=hands).post("/api/cards/worth", json={"cards": cards})
    assert answer.status_code == 400
    assert "cards" in answer.json["error"]["sentence"]


@pytest.mark.parametrize(
    "data", [b"", b"<svg onload=alert(1)>", b"GIF89a" + bytes(99), b"\xff\xd8\xff"]
)
def test_hostile_photos_are_refused(
    make: Callable[..., FlaskClient], hands: CardHands, data: bytes
) -> None:
    answer = make(card_table=hands).post("/api/cards/photo", data=data, headers=RAW)
    assert answer.status_code == 400
    assert answer.json["error"]["kind"] == "image-error"


def test_photos_are_for_the_host_within_bounds(
    make: Callable[..., FlaskClient], hands: CardHands
) -> None:
    viewer = make(card_table=hands, access=Access(host_pin="4711"))
    assert viewer.post("/api/cards/photo", data=b"x", headers=RAW).status_code == 403
    host = make(card_table=hands)
    huge = host.post("/api/cards/photo", data=bytes(MAX_PHOTO_BYTES + 1), headers=RAW)
    assert huge.status_code == 413
    typed = host.post("/api/cards/photo", data=b"x", headers={"Content-Type": "image/jpeg"})
    assert typed.status_code == 415


def test_another_game_has_no_hands(client: FlaskClient) -> None:
    assert client.post("/api/cards/worth", json={"cards": []}).status_code == 503
    assert client.post("/api/cards/photo", data=b"x", headers=RAW).status_code == 503


@pytest.mark.tesseract
def test_a_photo_of_a_hand_is_read(make: Callable[..., FlaskClient], hands: CardHands) -> None:
    if shutil.which("tesseract") is None:
        pytest.skip("tesseract is not installed")
    client = make(card_table=hands)
    answer = client.post("/api/cards/photo", data=photo_of_hand(), headers=RAW)
    hand = answer.json["hand"]
    assert hand["status"] == "ok"
    assert sorted(card["card"] for card in hand["cards"]) == ["go", "red", "red", "red"]
    assert all(card["candidates"] for card in hand["cards"])
