"""What is still to be done in a turn, in order; the log holds it, so that nothing is guessed.

Some steps do themselves (a rent is paid), some wait for people (a deed is chosen).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.monopoly.printed.board import Deck
from companion.text import Said

Cause = Literal["word", "space", "card"]
"""What brought a token to its space."""


@dataclass(frozen=True, slots=True)
class PlayDue:
    """The player on turn plays, passes or exchanges."""


@dataclass(frozen=True, slots=True)
class ChallengeDue:
    """The play just laid stands or is challenged."""


@dataclass(frozen=True, slots=True)
class ClaimDue:
    """The deeds whose squares were covered change hands."""

    deeds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BingoDue:
    """A whole rack was laid: a free deed or money."""


@dataclass(frozen=True, slots=True)
class ChoiceDue:
    """The player on turn chooses a deed."""

    pool: Literal["unowned", "any"]
    reason: Said


@dataclass(frozen=True, slots=True)
class AdvanceDue:
    """The token moves by the score."""

    spaces: int


@dataclass(frozen=True, slots=True)
class LandDue:
    """The space stood on is resolved."""

    depth: int = 0
    """How many orders of cards and spaces led here in this turn."""

    cause: Cause = "word"


@dataclass(frozen=True, slots=True)
class DrawDue:
    """A card is drawn from a deck."""

    deck: Deck
    depth: int = 0


@dataclass(frozen=True, slots=True)
class PaymentDue:
    """Somebody owes money."""

    payer: int
    payee: str
    """An account."""

    amount: int
    reason: Said
    final: bool = False
    """For tiles left at the end: who cannot pay it all pays what there is and stays in."""


@dataclass(frozen=True, slots=True)
class ReleaseDue:
    """The fine is paid: the player on turn leaves jail."""


@dataclass(frozen=True, slots=True)
class TurnEndDue:
    """The bank's rack and the player's are filled, and the next player's turn begins."""


@dataclass(frozen=True, slots=True)
class CloseDue:
    """The game is over; `out` is the seat that used its last tile."""

    out: int | None


Step = (
    PlayDue | ChallengeDue | ClaimDue | BingoDue | ChoiceDue | AdvanceDue | LandDue | DrawDue
    | PaymentDue | ReleaseDue | TurnEndDue | CloseDue
)  # fmt: skip
