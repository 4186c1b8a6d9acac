"""A rendered photo of a hand of the card game."""

from __future__ import annotations

import cv2

from tools.synth.card_art import CardFace
from tools.synth.card_table import lay_hand

HAND = (
    CardFace("red", "Kentucky Avenue", (36, 27, 237)),
    CardFace("red", "Indiana Avenue", (36, 27, 237)),
    CardFace("red", "Illinois Avenue", (36, 27, 237)),
    CardFace("go", "GO"),
)


def photo_of_hand() -> bytes:
    """Three red properties and GO, as PNG."""
    shown = lay_hand(HAND, seed=5, size=(1400, 1050), overlap=False, hard=0.2)
    return cv2.imencode(".png", shown.image)[1].tobytes()
