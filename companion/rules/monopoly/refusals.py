"""Refusing what is out of order, in words that say what is due instead."""

from __future__ import annotations

from typing import TypeVar, assert_never

from companion.rules.engine.violations import GameOver
from companion.rules.monopoly import steps as due
from companion.rules.monopoly.state import State
from companion.rules.monopoly.violations import SomethingElseDue
from companion.text import NOTHING, Said, said

D = TypeVar("D")

DECK_NAMES = {"chance": said("Chance"), "chest": said("Community Chest")}


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


def due_sentence(state: State) -> Said:
    """Return what is to be done now, as a sentence; empty when the game has ended."""
    step, name = state.due, state.names[state.on_turn]
    match step:
        case None:
            return NOTHING
        case due.PlayDue():
            return said("It is {player}'s turn to play a word.", player=name)
        case due.ChallengeDue():
            return said("{player}'s word stands or is challenged.", player=name)
        case due.ChoiceDue(reason=reason):
            return said("{player} chooses a property ({reason}).", player=name, reason=reason)
        case due.DrawDue(deck=deck):
            return said("{player} draws a {deck} card.", player=name, deck=DECK_NAMES[deck])
        case due.PaymentDue(payer=payer, payee=payee, amount=amount, reason=reason):
            return said(
                "{player} owes {creditor} ${amount} ({reason}) and has too little.",
                player=state.names[payer],
                creditor=state.creditor(payee),
                amount=amount,
                reason=reason,
            )
        case (
            due.ClaimDue() | due.BingoDue() | due.AdvanceDue() | due.LandDue()
            | due.ReleaseDue() | due.TurnEndDue() | due.CloseDue()
        ):  # fmt: skip
            return said("The turn is not finished.")
        case _:
            assert_never(step)
