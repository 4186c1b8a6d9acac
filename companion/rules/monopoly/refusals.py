"""Refusing what is out of order, in words that say what is due instead."""

from __future__ import annotations

from typing import TypeVar, assert_never

from companion.rules.monopoly.state import State
from companion.rules.monopoly.steps import (
    AdvanceDue,
    BingoDue,
    ChallengeDue,
    ChoiceDue,
    ClaimDue,
    CloseDue,
    DrawDue,
    LandDue,
    PaymentDue,
    PlayDue,
    ReleaseDue,
    TurnEndDue,
)
from companion.rules.monopoly.violations import SomethingElseDue
from companion.rules.violations import GameOver

D = TypeVar("D")

DECK_NAMES = {"chance": "Chance", "chest": "Community Chest"}


def refuse_unless(state: State, kind: type[D]) -> D:
    """Return what is due if it is of this kind.

    Raises:
        GameOver: The game has ended.
        SomethingElseDue: Something else is; says what.
    """
    if state.ended:
        raise GameOver
    if not isinstance(state.due, kind):
        raise SomethingElseDue(due_sentence(state))
    return state.due


def due_sentence(state: State) -> str:
    """Return what is to be done now, as a sentence; empty when the game has ended."""
    step, name = state.due, state.names[state.on_turn]
    match step:
        case None:
            return ""
        case PlayDue():
            return f"it is {name}'s turn to play a word."
        case ChallengeDue():
            return f"{name}'s word stands or is challenged."
        case ChoiceDue(reason=reason):
            return f"{name} chooses a property ({reason})."
        case DrawDue(deck=deck):
            return f"{name} draws a {DECK_NAMES[deck]} card."
        case PaymentDue(payer=payer, payee=payee, amount=amount, reason=reason):
            whom = state.name_of(payee)
            return f"{state.names[payer]} owes {whom} ${amount} ({reason}) and has too little."
        case (
            ClaimDue() | BingoDue() | AdvanceDue() | LandDue() | ReleaseDue() | TurnEndDue()
            | CloseDue()
        ):  # fmt: skip
            return "the turn is not finished."
        case _:
            assert_never(step)
