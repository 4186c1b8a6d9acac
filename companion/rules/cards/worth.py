"""What any hand is worth, for who counts it at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.cards.deck import parse_deck
from companion.rules.cards.value import best_out, hand_value


def worth(text: str, cards: Sequence[str]) -> dict[str, Any]:
    """Return what a hand is worth, line by line: going out with it if it can, else as it is.

    Args:
        text: Of the deck's file.
        cards: Keys of cards of the deck.
    """
    deck = parse_deck(text)
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
