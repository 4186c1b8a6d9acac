"""What Monopoly Scrabble refuses, each with a sentence of its own."""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import RuleViolation
from companion.text import Argument, Said, listed, said, said_n


class SomethingElseDue(RuleViolation):
    """A command out of order."""

    def __init__(self, due: Said) -> None:
        super().__init__(said("That cannot be done now: {due}", due=due))


class MustLayBought(RuleViolation):
    """Bank tiles not used in the turn they were bought."""

    def __init__(self, tiles: Said) -> None:
        super().__init__(
            said(
                "The tiles bought from the bank ({tiles}) must be laid this turn, or given "
                "back.",
                tiles=tiles,
            )
        )


class NotOnBankRack(RuleViolation):
    """A purchase of tiles the bank does not have."""

    def __init__(self, wanted: Said, held: Argument) -> None:
        super().__init__(
            said(
                "The bank's rack does not hold {wanted}; it holds {held}.",
                wanted=wanted,
                held=held,
            )
        )


class CannotAfford(RuleViolation):
    """A purchase beyond a player's cash."""

    def __init__(self, player: str, cash: int, price: int) -> None:
        super().__init__(
            said(
                "{player} has ${cash}, and this costs ${price}.",
                player=player,
                cash=cash,
                price=price,
            )
        )


class NotEnoughTiles(RuleViolation):
    """More tiles laid than a player holds."""

    def __init__(self, player: str, held: int, laid: int) -> None:
        super().__init__(
            said_n(
                "{player} holds {n} tile and cannot lay {laid}; say which were "
                "bought from the bank, or correct the number held.",
                "{player} holds {n} tiles and cannot lay {laid} of them; say which were "
                "bought from the bank, or correct the number held.",
                held,
                player=player,
                laid=laid,
            )
        )


class RackTooFull(RuleViolation):
    """An eighth tile kept where the house rules forbid it."""

    def __init__(self, size: int) -> None:
        super().__init__(
            said(
                "A rack holds at most {size} tiles here: lay the blank just taken in this "
                "turn.",
                size=size,
            )
        )


class NoBlankThere(RuleViolation):
    """A swap of a blank that is not one."""

    def __init__(self, square: str) -> None:
        super().__init__(
            said("No blank that stands for a letter lies on {square}.", square=square)
        )


class NothingBought(RuleViolation):
    """A return of nothing."""

    text = said("No tile has been bought this turn.")


class NothingToChallenge(RuleViolation):
    """A challenge too late or of nothing."""

    text = said("There is no play that can still be challenged.")


class NotAChallenger(RuleViolation):
    """A challenge by somebody who may not."""

    text = said("Only another player still in the game can challenge a play.")


class NoSuchDeed(RuleViolation):
    """A deed that cannot be had."""

    def __init__(self, deed: str, choices: Iterable[str]) -> None:
        keys = listed(choices, "comma")
        some = said(
            "{deed} cannot be chosen; the choices are {choices}.", deed=repr(deed), choices=keys
        )
        none = said("{deed} cannot be chosen; there is none to choose.", deed=repr(deed))
        super().__init__(some if keys else none)


class NoSuchToken(RuleViolation):
    """A token that is not in the box, or is somebody's."""

    def __init__(self, token: str, free: Iterable[str]) -> None:
        super().__init__(
            said(
                "The token {token} cannot be taken; free are {free}.",
                token=repr(token),
                free=listed(free, "comma"),
            )
        )


class NotBankrupt(RuleViolation):
    """Bankruptcy while there is something to sell."""

    def __init__(self, value: int) -> None:
        super().__init__(
            said(
                "The debt can be paid: the bank pays ${value} for the deeds held.", value=value
            )
        )


class NoSuchCard(RuleViolation):
    """A card's number out of range."""

    def __init__(self, card: int, cards: int) -> None:
        super().__init__(
            said(
                "There is no card {card}; the deck's list has 1 to {cards}.",
                card=card,
                cards=cards,
            )
        )


class NotInHundreds(RuleViolation):
    """An amount that no bills make."""

    def __init__(self, amount: int) -> None:
        super().__init__(
            said("${amount} cannot be paid: there are $100 and $500 bills only.", amount=amount)
        )


class BadCount(RuleViolation):
    """Numbers of tiles that cannot be."""

    def __init__(self, reason: Said) -> None:
        super().__init__(said("That number of tiles cannot be right: {reason}.", reason=reason))
