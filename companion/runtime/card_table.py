"""The card game at the table: a photo of a hand is read, and any hand is reckoned up."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.camera import decode_image
from companion.errors import InputError
from companion.rules.cards.deck import Deck, parse_deck
from companion.rules.cards.value import best_out, hand_value
from companion.runtime.card_lists import cards_of_deck
from companion.vision.card_types import HandUnreadable
from companion.vision.cards import CardReader

BUSY_S = 60.0
"""How long a photo waits for the one before."""

MOST_CARDS = 60


class CardHands:
    """Reads and reckons hands of one deck. Thread-safe; one photo is read at a time.

    Args:
        deck_text: The deck file's text, as the game's set-up holds it.
        titles: What is printed on the household's cards; None for the bundled guesses.
    """

    def __init__(self, deck_text: str, titles: Path | None = None) -> None:
        self._deck = parse_deck(deck_text)
        self._titles = titles
        self._lock = threading.Lock()
        self._reader: CardReader | None = None

    def read(self, photo: bytes) -> dict[str, Any]:
        """Return what lies in a photo: `status`, `detail`, and `cards` with candidates.

        Raises:
            ImageError: It is no picture that can be opened.
            DependencyMissing: Tesseract is not installed.
            InputError: Another photo takes too long.
        """
        image = decode_image(photo)
        if not self._lock.acquire(timeout=BUSY_S):
            raise InputError("Another photo is still being read; try again in a minute.")
        try:
            if self._reader is None:
                self._reader = CardReader(cards_of_deck(self._deck, self._titles))
            seen = self._reader.read(image)
        finally:
            self._lock.release()
        if isinstance(seen, HandUnreadable):
            return {"status": seen.reason.value, "detail": seen.detail, "cards": []}
        cards = [
            {
                "card": card.key,
                "doubtful": card.doubtful,
                "candidates": [[key, round(p, 3)] for key, p in card.candidates if p >= 0.01],
            }
            for card in seen.cards
        ]
        return {"status": "ok", "detail": "", "cards": cards}

    def worth(self, cards: Sequence[str]) -> dict[str, Any]:
        """Return what a hand is worth, as `worth_json` tells it.

        Raises:
            InputError: There is no such card, or there are far too many.
        """
        known = dict(self._deck.counts)
        if len(cards) > MOST_CARDS or any(card not in known for card in cards):
            raise InputError("`cards` must be cards of the deck.")
        return worth_json(cards, self._deck)


def worth_json(cards: Sequence[str], deck: Deck) -> dict[str, Any]:
    """Return what a hand is worth, line by line: going out with it if it can, else as it is."""
    excess = deck.excess(cards)
    if excess is not None:
        return {"total": None, "goes_out": False, "lines": [], "left": [],
                "excess": deck.title(excess), "official": deck.official}  # fmt: skip
    out = best_out(cards, deck)
    value = out if out is not None else hand_value(cards, deck)
    return {
        "total": value.total,
        "goes_out": out is not None,
        "lines": [{"text": line.text, "amount": line.amount} for line in value.lines],
        "left": [deck.title(card) for card in value.left],
        "excess": "",
        "official": deck.official,
    }
