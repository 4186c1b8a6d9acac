"""What the card reader is told and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.text import Said

Bgr = tuple[int, int, int]
Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card that may lie there.

    Attributes:
        key: How the game writes it.
        name: For people.
        titles: What may be printed on it; capitals or not is no matter.
        colour_bgr: Its colour band; None where it has none or nobody knows.
        count: How many there are.
    """

    key: str
    name: str
    titles: tuple[str, ...]
    colour_bgr: Bgr | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card in a photo.

    Attributes:
        corners_px: Top left, top right, bottom right, bottom left as the card is read.
        candidates: (key, probability) best first, at most five. What is missing to 1 is the
            chance that it is none of the known cards.
        text: What was read of the title.
        doubtful: Whether somebody should look.
    """

    corners_px: Corners
    candidates: tuple[tuple[str, float], ...]
    text: str
    doubtful: bool

    @property
    def key(self) -> str:
        """The likeliest card."""
        return self.candidates[0][0]

    @property
    def probability(self) -> float:
        """Of the likeliest card."""
        return self.candidates[0][1]


@dataclass(frozen=True, slots=True)
class HandReading:
    """All cards of a photo, row by row as they are read."""

    cards: tuple[CardReading, ...]


class NoCards(Enum):
    """Why a photo shows no hand."""

    TOO_SMALL = "picture-too-small"
    NOT_FOUND = "no-cards"
    NOT_READABLE = "no-titles"


@dataclass(frozen=True, slots=True)
class HandUnreadable:
    """A photo without cards that can be read; a value, not a fault."""

    reason: NoCards
    detail: Said
