"""Hands of rendered cards, read in photos; and photos without any."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.errors import ConfigError, DependencyMissing
from companion.vision.cards import titles as card_text
from companion.vision.cards.quads import find_hands
from companion.vision.cards.read import CardReader
from companion.vision.cards.types import (
    CardReading,
    HandReading,
    HandUnreadable,
    KnownCard,
    NoCards,
)
from tools.synth.card_art import CardFace
from tools.synth.card_table import HandPhoto, lay_hand

FACES = (
    CardFace("red", "Kentucky Avenue", (36, 27, 237), "$250"),
    CardFace("dark_blue", "Boardwalk", (187, 114, 0), "$400"),
    CardFace("house-1", "House 1"),
    CardFace("house-2", "House 2"),
    CardFace("go", "GO", None, "$200"),
    CardFace("chance", "Chance"),
    CardFace("mr-monopoly", "Mr. Monopoly"),
    CardFace("yellow", "Yellow", (0, 242, 254), "$300"),
    CardFace("hotel", "Hotel", None, "$500"),
    CardFace("goal", "Lay a tile on a red square of the board."),
)
OTHERS = (
    KnownCard("orange", "Orange", ("Orange", "New York Avenue"), (29, 148, 247)),
    KnownCard("green", "Green", ("Green", "Pacific Avenue"), (90, 178, 31)),
    KnownCard("house-3", "House 3", ("House 3",)),
    KnownCard("token", "Token", ("Token",)),
)
KNOWN = tuple(KnownCard(f.key, f.title, (f.title,), f.colour_bgr) for f in FACES) + OTHERS
SIZE = (1600, 1200)
SEEDS = ((24, 7), (23, 10))
"""Seed of the photo, cards in the hand: patterned cloth, overlapping rims."""


@pytest.fixture(scope="module")
def reader() -> CardReader:
    try:
        return CardReader(KNOWN)
    except DependencyMissing as missing:
        pytest.skip(str(missing))


def _matched(photo: HandPhoto, cards: Sequence[CardReading]) -> list[CardReading | None]:
    """For each card that was laid what was read there."""
    out = []
    for laid in photo.cards:
        reach = 0.35 * np.linalg.norm(laid.corners_px[1] - laid.corners_px[0])
        middle = laid.corners_px.mean(axis=0)
        there = [
            card
            for card in cards
            if np.linalg.norm(np.mean(card.corners_px, axis=0) - middle) < reach
        ]
        out.append(there[0] if there else None)
    return out


def _as_read(photo: HandPhoto) -> list[CardReading]:
    """All cards of a photo, as a reader would give them that makes no mistake."""
    return [
        CardReading(
            tuple((float(x), float(y)) for x, y in laid.corners_px),
            ((laid.face.key, 1.0),),
            laid.face.title,
            doubtful=False,
        )
        for laid in photo.cards
    ]


@pytest.mark.tesseract
def test_hands_of_seven_to_ten_cards_are_read_at_any_turn(reader: CardReader) -> None:
    total = right = silent = invented = 0
    for seed, count in SEEDS:
        photo = lay_hand(FACES[:count], seed=seed, size=SIZE, hard=0.3)
        seen = reader.read(photo.image)
        assert isinstance(seen, HandReading)
        found = _matched(photo, seen.cards)
        for laid, card in zip(photo.cards, found, strict=True):
            total += 1
            right += card is not None and card.key == laid.face.key
            silent += card is not None and card.key != laid.face.key and not card.doubtful
        invented += sum(not c.doubtful for c in seen.cards if c not in found)
    assert right >= 0.95 * total
    assert silent + invented == 0


@pytest.mark.tesseract
@pytest.mark.parametrize("lost", [3, 6])
def test_a_card_whose_outline_is_lost_is_found_by_its_title_and_doubtful(
    reader: CardReader, lost: int
) -> None:
    photo = lay_hand(FACES[:7], seed=106, size=SIZE, hard=0.3)
    cards = _as_read(photo)
    missed = cards.pop(lost)
    (found,) = reader._strays(photo.image, cards)
    assert found.key == missed.key
    assert found.doubtful
    away = np.mean(found.corners_px, axis=0) - np.mean(missed.corners_px, axis=0)
    width = np.linalg.norm(np.subtract(missed.corners_px[1], missed.corners_px[0]))
    assert np.linalg.norm(away) < 0.25 * width


@pytest.mark.tesseract
def test_where_all_cards_were_read_no_other_is_found(reader: CardReader) -> None:
    photo = lay_hand(FACES[:5], seed=5, size=SIZE, overlap=False, hard=0.2)
    cards = _as_read(photo)
    assert reader._strays(photo.image, cards) == []


@pytest.mark.tesseract
def test_corners_begin_at_the_top_left_of_the_title_whatever_the_turn(
    reader: CardReader,
) -> None:
    for turn in (170,):
        photo = lay_hand(FACES[:3], seed=5, size=SIZE, turn_deg=turn, overlap=False, hard=0.2)
        seen = reader.read(photo.image)
        assert isinstance(seen, HandReading)
        assert [card.key for card in seen.cards] == [face.key for face in FACES[:3]]
        for laid, card in zip(photo.cards, seen.cards, strict=True):
            width = np.linalg.norm(laid.corners_px[1] - laid.corners_px[0])
            off = np.linalg.norm(np.array(card.corners_px) - laid.corners_px, axis=1)
            assert off.max() < 0.12 * width


@pytest.mark.tesseract
def test_a_card_that_is_not_in_the_list_is_doubtful(reader: CardReader) -> None:
    strange = (CardFace("x", "Wandering Whale"), *FACES[:2])
    photo = lay_hand(strange, seed=5, size=SIZE, overlap=False, hard=0.2)
    seen = reader.read(photo.image)
    assert isinstance(seen, HandReading)
    first, *others = _matched(photo, seen.cards)
    assert first is not None
    assert first.doubtful
    assert not any(card is None or card.doubtful for card in others)


@pytest.mark.tesseract
def test_more_of_a_kind_than_there_are_is_doubtful(reader: CardReader) -> None:
    hand = (FACES[5], FACES[0], FACES[5], FACES[1])
    photo = lay_hand(hand, seed=5, size=SIZE, overlap=False, hard=0.2)
    seen = reader.read(photo.image)
    assert isinstance(seen, HandReading)
    read = _matched(photo, seen.cards)
    assert [card and (card.key, card.doubtful) for card in read] == [
        ("chance", True), ("red", False), ("chance", True), ("dark_blue", False),
    ]  # fmt: skip


@pytest.mark.tesseract
@pytest.mark.parametrize(
    ("image", "reason"),
    [
        (np.full((600, 800, 3), 90, np.uint8), NoCards.NOT_FOUND),
        (np.zeros((60, 800, 3), np.uint8), NoCards.TOO_SMALL),
        (np.random.default_rng(1).integers(0, 256, (400, 500, 3), np.uint8), NoCards.NOT_FOUND),
    ],
    ids=["bare", "tiny", "noise"],
)
def test_no_cards_is_an_answer_with_a_sentence(
    reader: CardReader, image: np.ndarray, reason: NoCards
) -> None:
    seen = reader.read(image)
    assert isinstance(seen, HandUnreadable)
    assert seen.reason is reason
    assert str(seen.detail).endswith(".")


@pytest.mark.tesseract
def test_cards_without_titles_are_refused_as_such(reader: CardReader) -> None:
    image = np.full((900, 1200, 3), 60, np.uint8)
    for x in (150, 500, 850):
        image[250:600, x : x + 250] = 240
    seen = reader.read(image)
    assert isinstance(seen, HandUnreadable)
    assert seen.reason is NoCards.NOT_READABLE


def test_outlines_are_found_without_tesseract() -> None:
    photo = lay_hand(FACES[:4], seed=5, size=(1000, 750), overlap=False, hard=0.2)
    hands = find_hands(photo.image)
    middles = [card.corners_px.mean(axis=0) for card in photo.cards]
    assert any(
        len(hand) == 4
        and all(min(np.linalg.norm(q.mean(axis=0) - m) for q in hand) < 20 for m in middles)
        for hand in hands[:3]
    )


def test_without_tesseract_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_text.pytesseract.pytesseract, "tesseract_cmd", "no-such-program")

    # The version is remembered once it was told; forget it.
    def ask() -> str:
        raise card_text.pytesseract.TesseractNotFoundError

    monkeypatch.setattr(card_text.pytesseract, "get_tesseract_version", ask)
    with pytest.raises(DependencyMissing, match="apt install tesseract-ocr"):
        CardReader(KNOWN)
    with pytest.raises(DependencyMissing, match="apt install tesseract-ocr"):
        card_text.read_ends(np.full((784, 560, 3), 255, np.uint8))


def test_a_call_that_takes_too_long_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object, **__: object) -> None:
        raise RuntimeError("Tesseract process timeout")

    monkeypatch.setattr(card_text.pytesseract, "image_to_data", slow)
    top, bottom = card_text.read_ends(np.full((784, 560, 3), 255, np.uint8))
    assert top.words == bottom.words == ()


@pytest.mark.parametrize(
    "cards",
    [(), (KNOWN[0], KNOWN[0]), (KnownCard("x", "X", (" ",)),)],
    ids=["none", "twice", "untitled"],
)
def test_a_list_that_cannot_be_is_refused(cards: tuple[KnownCard, ...]) -> None:
    with pytest.raises(ConfigError):
        CardReader(cards)
