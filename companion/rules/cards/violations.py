"""What the card game refuses, each with a sentence of its own."""

from __future__ import annotations

from companion.errors import RuleViolation
from companion.text import Said, said


class OutOfOrder(RuleViolation):
    """A command at the wrong moment."""

    def __init__(self, due: Said) -> None:
        super().__init__(said("That cannot be done now: {due}", due=due))


class NothingToDraw(RuleViolation):
    """A draw without a pile."""

    text = said("There is no card to draw: trade, or go out.")


class CardNotHeld(RuleViolation):
    """A card that is not in the hand."""

    def __init__(self, player: str, card: str) -> None:
        super().__init__(
            said("{player} does not hold the card {card}.", player=player, card=repr(card))
        )


class BadTrade(RuleViolation):
    """A trade that cannot be."""

    def __init__(self, reason: Said) -> None:
        super().__init__(said("That trade cannot be made: {reason}.", reason=reason))


class BadDiscard(RuleViolation):
    """Too few or too many cards laid down."""

    def __init__(self, needed: int, given: int, full: int) -> None:
        super().__init__(
            said(
                "A turn ends with {full} cards in hand: lay down {needed}, not {given}.",
                full=full,
                needed=needed,
                given=given,
            )
        )


class NotComplete(RuleViolation):
    """Going out with a hand that is not complete."""

    text = said(
        "This hand cannot go out: it needs at least one whole group, houses in order, "
        "and "
        "no property or house left over."
    )


class BadUses(RuleViolation):
    """A Chance that stands for what it cannot."""

    def __init__(self, reason: Said) -> None:
        super().__init__(
            said("The Chance cards cannot stand for that: {reason}.", reason=reason)
        )


class BadHands(RuleViolation):
    """Hands that cannot be."""

    def __init__(self, reason: Said) -> None:
        super().__init__(said("These hands cannot be right: {reason}.", reason=reason))


class DealtHere(RuleViolation):
    """A correction of cards that the app has dealt itself."""

    text = said("The app deals in this game, so nothing at the table differs: take steps back.")


class NoSuchHand(RuleViolation):
    """A hand that is not over, or was never played."""

    def __init__(self, number: int, over: int) -> None:
        super().__init__(
            said(
                "There is no hand {number} to correct; {over} are over.",
                number=number,
                over=over,
            )
        )


class BadAmount(RuleViolation):
    """An amount that no bills make."""

    def __init__(self, amount: int) -> None:
        super().__init__(
            said("${amount} cannot be paid: the smallest bill is $50.", amount=amount)
        )
