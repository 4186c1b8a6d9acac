"""Cards at the table: a photo of a hand is read, and any hand is reckoned up."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.camera import decode_image
from companion.errors import InputError
from companion.household.card_lists import cards_in
from companion.rules.api import Setup
from companion.rules.game import Game, Hands
from companion.vision.cards.read import CardReader
from companion.vision.cards.types import HandUnreadable

BUSY_S = 60.0
"""How long a photo waits for the one before."""

MOST_CARDS = 60


class CardHands:
    """Reads and reckons hands of one deck. Thread-safe; one photo is read at a time.

    Args:
        game: Whose cards they are.
        hands: How it reckons them.
        text: Of the file of what they have printed, as the game's set-up holds it.
        titles: What is printed on the household's cards; None for the bundled guesses.
    """

    def __init__(self, game: Game, hands: Hands, text: str, titles: Path | None = None) -> None:
        self._game, self._hands, self._text = game, hands, text
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
                self._reader = CardReader(cards_in(self._game, self._text, self._titles))
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
        """Return what a hand is worth, line by line, as the game tells it.

        Raises:
            InputError: There is no such card, or there are far too many.
        """
        known = dict(self._hands.kinds(self._text))
        if len(cards) > MOST_CARDS or any(card not in known for card in cards):
            raise InputError("`cards` must be cards of the deck.")
        return self._hands.worth(self._text, cards)


def card_hands(game: Game, setup: Setup, titles: Path | None = None) -> CardHands | None:
    """Return what reads and reckons hands of a game's cards; None for one that counts none."""
    if game.hands is None:
        return None
    return CardHands(game, game.hands, game.text(setup), titles)
