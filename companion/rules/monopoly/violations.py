"""What Monopoly Scrabble refuses, each with a sentence of its own."""

from __future__ import annotations

from companion.errors import RuleViolation


class SomethingElseDue(RuleViolation):
    """A command out of order."""

    def __init__(self, due: str) -> None:
        super().__init__(f"That cannot be done now: {due}")


class MustLayBought(RuleViolation):
    """Bank tiles not used in the turn they were bought."""

    def __init__(self, tiles: str) -> None:
        super().__init__(
            f"The tiles bought from the bank ({tiles}) must be laid this turn, or given back."
        )


class NotOnBankRack(RuleViolation):
    """A purchase of tiles the bank does not have."""

    def __init__(self, wanted: str, held: str) -> None:
        super().__init__(f"The bank's rack does not hold {wanted}; it holds {held}.")


class CannotAfford(RuleViolation):
    """A purchase beyond a player's cash."""

    def __init__(self, player: str, cash: int, price: int) -> None:
        super().__init__(f"{player} has ${cash}, and this costs ${price}.")


class NotEnoughTiles(RuleViolation):
    """More tiles laid than a player holds."""

    def __init__(self, player: str, held: int, laid: int) -> None:
        super().__init__(
            f"{player} holds {held} tiles and cannot lay {laid} of them; "
            "say which were bought from the bank, or correct the number held."
        )


class RackTooFull(RuleViolation):
    """An eighth tile kept where the house rules forbid it."""

    def __init__(self, size: int) -> None:
        super().__init__(
            f"A rack holds at most {size} tiles here: lay the blank just taken in this turn."
        )


class NoBlankThere(RuleViolation):
    """A swap of a blank that is not one."""

    def __init__(self, square: str) -> None:
        super().__init__(f"No blank that stands for a letter lies on {square}.")


class NothingBought(RuleViolation):
    """A return of nothing."""

    def __init__(self) -> None:
        super().__init__("No tile has been bought this turn.")


class NothingToChallenge(RuleViolation):
    """A challenge too late or of nothing."""

    def __init__(self) -> None:
        super().__init__("There is no play that can still be challenged.")


class NotAChallenger(RuleViolation):
    """A challenge by somebody who may not."""

    def __init__(self) -> None:
        super().__init__("Only another player still in the game can challenge a play.")


class NoSuchDeed(RuleViolation):
    """A deed that cannot be had."""

    def __init__(self, deed: str, choices: str) -> None:
        super().__init__(f"{deed!r} cannot be chosen; the choices are {choices}.")


class NotBankrupt(RuleViolation):
    """Bankruptcy while there is something to sell."""

    def __init__(self, value: int) -> None:
        super().__init__(f"The debt can be paid: the bank pays ${value} for the deeds held.")


class NoSuchCard(RuleViolation):
    """A card's number out of range."""

    def __init__(self, card: int, cards: int) -> None:
        super().__init__(f"There is no card {card}; the deck's list has 1 to {cards}.")


class NotInHundreds(RuleViolation):
    """An amount that no bills make."""

    def __init__(self, amount: int) -> None:
        super().__init__(f"${amount} cannot be paid: there are $100 and $500 bills only.")


class BadCount(RuleViolation):
    """Numbers of tiles that cannot be."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"That number of tiles cannot be right: {reason}.")
