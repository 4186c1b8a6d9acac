"""`companion cards`: its answers, the value of a hand, bad input in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.terminal import json_line
from companion.cli import main
from companion.commands.cards import value_json
from companion.errors import ConfigError, DependencyMissing
from companion.household.card_lists import load_card_list
from companion.rules.cards.worth import worth
from companion.vision.cards.read import CardReader
from companion.vision.cards.titles import check_tesseract
from companion.vision.cards.types import HandReading
from tools.synth.card_art import CardFace
from tools.synth.card_table import lay_hand

HAND = (
    CardFace("red", "Kentucky Avenue", (36, 27, 237)),
    CardFace("red", "Indiana Avenue", (36, 27, 237)),
    CardFace("red", "Illinois Avenue", (36, 27, 237)),
    CardFace("go", "GO"),
)


@pytest.fixture
def tesseract() -> None:
    try:
        check_tesseract()
    except DependencyMissing as missing:
        pytest.skip(str(missing))


def _value(*cards: str) -> dict[str, Any]:
    found = value_json(worth(load_card_list("monopoly-cards").text, cards))
    return dict(json.loads(json_line(found)))


@pytest.mark.tesseract
@pytest.mark.usefixtures("tesseract")
def test_a_hand_is_read_and_reckoned_beside_hostile_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "hand.png"
    shown = lay_hand(HAND, seed=5, size=(1400, 1050), overlap=False, hard=0.2)
    cv2.imwrite(str(photo), shown.image)
    text, cut, wall = (tmp_path / name for name in ("text.jpg", "cut.png", "wall.png"))
    text.write_text("no pixels", encoding="utf-8")
    cut.write_bytes(photo.read_bytes()[:4000])
    cv2.imwrite(str(wall), np.full((300, 400, 3), 200, np.uint8))
    names = [str(p) for p in (text, cut, wall, tmp_path / "none.jpg", photo)]
    assert main(["cards", "--value", "--json", *names]) == 1
    captured = capsys.readouterr()
    answers = [json.loads(line) for line in captured.out.splitlines()]
    assert [a["image"] for a in answers] == names
    assert [a["status"] for a in answers] == [
        "not-a-picture", "not-a-picture", "no-cards", "not-a-picture", "ok",
    ]  # fmt: skip
    assert "Traceback" not in captured.err
    good = answers[-1]
    assert set(good) == {"image", "status", "detail", "cards", "value"}
    assert sorted(c["card"] for c in good["cards"]) == ["go", "red", "red", "red"]
    assert all(np.shape(c["corners"]) == (4, 2) for c in good["cards"])
    assert all(c["candidates"][0] == [c["title"], c["probability"]] for c in good["cards"])
    value = good["value"]
    assert value["goes_out"]
    assert value["total"] == 250 + 200 == sum(line["amount"] for line in value["lines"])


def test_too_many_of_a_kind_are_not_reckoned() -> None:
    value = _value(*["hotel"] * 3)
    assert value["total"] is None
    assert "Hotel" in value["detail"]


def test_a_hand_that_cannot_go_out_is_worth_what_its_sets_are() -> None:
    value = _value("red", "red", "red", "house-2")
    assert not value["goes_out"]
    assert value["total"] == 250
    assert value["left"] == ["House 2"]


def test_value_is_for_the_card_game_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "--deck", "together", "--value", "x.png"]) == 1
    assert "together" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["monopoly-cards", "together", "monopoly-scrabble"])
def test_every_game_with_cards_has_a_list_of_titles(game: str) -> None:
    cards = load_card_list(game).cards
    assert len({card.key for card in cards}) == len(cards) >= 10
    assert all(title.strip() for card in cards for title in card.titles)
    assert load_card_list(game).game.key == game


@pytest.mark.tesseract
@pytest.mark.usefixtures("tesseract")
@pytest.mark.parametrize("game", ["together", "monopoly-scrabble"])
def test_goal_cards_and_property_cards_are_read_by_the_same_reader(game: str) -> None:
    known = load_card_list(game).cards
    faces = [CardFace(card.key, card.titles[0], card.colour_bgr) for card in known[1:4]]
    photo = lay_hand(faces, seed=5, size=(1400, 1050), overlap=False, hard=0.2)
    seen = CardReader(known).read(photo.image)
    assert isinstance(seen, HandReading)
    assert [card.key for card in seen.cards] == [face.key for face in faces]
    assert not any(card.doubtful for card in seen.cards)


def test_a_file_of_titles_takes_the_place_of_ours(tmp_path: Path) -> None:
    titles = tmp_path / "titles.toml"
    titles.write_text(
        'schema = "card-titles/1"\n[titles]\nred = ["Theaterstraße"]\n'
        '[colors]\nred = "#ff0000"\n',
        encoding="utf-8",
    )
    cards = {c.key: c for c in load_card_list("monopoly-cards", titles).cards}
    assert cards["red"].titles == ("Theaterstraße",)
    assert cards["red"].colour_bgr == (0, 0, 255)
    assert cards["hotel"].titles == ("Hotel",)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'schema = "card-titles/2"', "card-titles/1"),
        (b'schema = "card-titles/1"\n[titles]\nred = ["-"]', "red"),
        (b'schema = "card-titles/1"\n[colors]\nred = "red"', "red"),
        (b"\xff\xfe", "UTF-8"),
        (b"x" * 300_000, "larger"),
        (b"[" * 5000, "TOML"),
    ],
)
def test_a_bad_file_of_titles_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    titles = tmp_path / "titles.toml"
    titles.write_bytes(content)
    with pytest.raises(ConfigError, match=said):
        load_card_list("monopoly-cards", titles)


@pytest.mark.parametrize("content", ['schema = "other/1"', "not toml", ""])
def test_a_deck_file_of_no_game_is_refused(tmp_path: Path, content: str) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError):
        load_card_list(str(deck))


def test_an_unknown_deck_is_named() -> None:
    with pytest.raises(ConfigError, match="no-such-deck"):
        load_card_list("no-such-deck")
