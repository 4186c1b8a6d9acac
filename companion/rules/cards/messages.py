"""Commands and events of Monopoly: The Card Game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from companion.rules.engine.messages import Redo, Undo
from companion.text import Said

# --- commands --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the draw pile."""


@dataclass(frozen=True, slots=True)
class Trade:
    """Swap cards off the top of one's trade pile with as many of another player's.

    Attributes:
        partner: The other player's seat.
        count: How many cards go each way.
        put: A card of one's hand laid on one's trade pile first, if any.
        cards: Or several of them, the topmost last.
    """

    partner: int
    count: int
    put: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay cards of one's hand on one's trade pile, in this order, and end the turn."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PassCards:
    """Five or six players: everybody gives one card, by seat, to the left."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoOut:
    """Lay the hand down.

    Attributes:
        discard: Cards above a full hand, laid on the trade pile first.
        uses: What each Chance stands for, "" for nothing; none given means the best.
    """

    discard: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LayDown:
    """The hands as they lie on the table after a hand that was not dealt here.

    Attributes:
        hands: One a seat, without reward.
        out: The seat that went out; None if nobody did.
        reward: The cards that seat may add.
        uses: What its Chance cards stood for; none given means the best.
    """

    hands: tuple[tuple[str, ...], ...]
    out: int | None = None
    reward: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NextHand:
    """Deal again."""


@dataclass(frozen=True, slots=True)
class CorrectBalance:
    """A player's money is in fact this; the difference goes to or comes from the bank."""

    player: int
    amount: int


@dataclass(frozen=True, slots=True)
class AmendHand:
    """The hands of a past hand, by its number, in fact lay like this."""

    number: int
    hands: tuple[tuple[str, ...], ...]
    out: int | None = None
    reward: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InsertHand:
    """A hand was missed: it becomes hand `number`, later ones move up."""

    number: int
    hands: tuple[tuple[str, ...], ...]
    out: int | None = None
    reward: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeleteHand:
    """Hand `number` never happened."""

    number: int


@dataclass(frozen=True, slots=True)
class MoveHand:
    """Hand `number` was played before its predecessor, or after its successor if `later`."""

    number: int
    later: bool = False


Command = (
    Draw | Trade | Discard | PassCards | GoOut | LayDown | NextHand | CorrectBalance
    | AmendHand | InsertHand | DeleteHand | MoveHand | Undo | Redo
)  # fmt: skip

COMMANDS: tuple[type, ...] = get_args(Command)

# --- events ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Cards were dealt: hands and trade piles by seat, and the draw pile, its top first."""

    number: int
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    piles: tuple[tuple[str, ...], ...]
    draw: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A player took the top card of the draw pile."""

    player: int


@dataclass(frozen=True, slots=True)
class CardsTraded:
    """Two players swapped cards off their trade piles, into their hands."""

    player: int
    partner: int
    count: int


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """Cards went from a hand to the top of its trade pile, the last one topmost."""

    player: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsPassed:
    """Everybody gave one card to the left."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is a player's turn."""

    player: int


@dataclass(frozen=True, slots=True)
class PassDue:
    """Everybody gives a card to the left now."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """One line of a hand's reckoning."""

    text: Said
    amount: int


@dataclass(frozen=True, slots=True)
class HandReckoned:
    """What a hand was worth, line by line.

    Attributes:
        player: Seat.
        cards: The hand.
        reward: Cards it could add.
        uses: What its Chance cards stood for in the end.
        lines: They add up to the total.
        total: What the bank pays.
        out: Whether this player went out.
    """

    player: int
    cards: tuple[str, ...]
    reward: tuple[str, ...]
    uses: tuple[str, ...]
    lines: tuple[Reckoning, ...]
    total: int
    out: bool


@dataclass(frozen=True, slots=True)
class HandScored:
    """A hand is over."""

    number: int
    hands: tuple[HandReckoned, ...]


@dataclass(frozen=True, slots=True)
class HandsCorrected:
    """The hands that are over were in fact these; version 0.1 wrote that of a correction."""

    results: tuple[HandScored, ...]


@dataclass(frozen=True, slots=True)
class MoneyPaid:
    """Money went from one account to another."""

    source: str
    target: str
    amount: int
    reason: Said


@dataclass(frozen=True, slots=True)
class GameClosed:
    """Somebody has reached the target."""


Event = (
    HandDealt | CardDrawn | CardsTraded | CardsDiscarded | CardsPassed | TurnBegan | PassDue
    | HandScored | HandsCorrected | MoneyPaid | GameClosed
)  # fmt: skip

EVENTS: tuple[type, ...] = get_args(Event)
