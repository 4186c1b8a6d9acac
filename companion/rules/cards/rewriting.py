"""Corrections of hands that are over, in a game whose cards are dealt at the table.

A hand is one turn. Each is worth what it is worth whatever was played before it; balances, and
whether the game has ended, follow. A game that the app deals holds nothing that could differ
from a table: there every step can be undone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from companion.rules.cards import messages
from companion.rules.cards.decide import decide
from companion.rules.cards.ending import table_hand
from companion.rules.cards.state import Phase, State, deal, evolve
from companion.rules.cards.violations import DealtHere, NoSuchHand
from companion.rules.engine.book import Settled
from companion.rules.engine.history import Did
from companion.rules.engine.rewriting import Amended, Change, Deleted, Inserted, Moved


def change_of(state: State, command: object) -> Change | None:
    """Return the change of the past that a command asks for; None if it asks for none.

    Raises:
        RuleViolation: It cannot be.
    """
    if not isinstance(
        command,
        messages.AmendHand | messages.InsertHand | messages.DeleteHand | messages.MoveHand,
    ):
        return None
    if not state.at_table:
        raise DealtHere
    number, over = command.number, len(state.results)
    if not 1 <= number <= over + isinstance(command, messages.InsertHand):
        raise NoSuchHand(number, over)
    match command:
        case messages.DeleteHand():
            return Deleted(number)
        case messages.MoveHand(later=later):
            to = number + (1 if later else -1)
            if not 1 <= to <= over:
                raise NoSuchHand(to, over)
            return Moved(number, to)
        case messages.AmendHand() | messages.InsertHand():
            table_hand(state, command, number)
            laid = messages.LayDown(command.hands, command.out, command.reward, command.uses)
            is_new = isinstance(command, messages.InsertHand)
            return Inserted(number, laid) if is_new else Amended(number, laid)


def again(state: State, did: Did) -> Settled:
    """Return an order once more; money that was put right stays more or less by as much.

    Where that would be less than nothing, it is what was said then. Hands that were played
    after the end count.
    """
    order = did.order
    if isinstance(order, messages.CorrectBalance):
        after: State = reduce(evolve, did.facts, state)  # type: ignore[arg-type]
        if did.facts and after.balance(order.player) >= 0:
            return order, did.facts
        return order, decide(replace(state, phase=Phase.OVER), order)
    if isinstance(order, messages.LayDown) and state.phase in (Phase.OVER, Phase.ENDED):
        dealt = deal(
            state, number=state.number + 1, dealer=(state.dealer + 1) % len(state.names)
        )
        return order, (dealt, *decide(evolve(state, dealt), order))
    return order, decide(state, order)  # type: ignore[arg-type]


QUIET = (messages.NextHand,)
"""A hand that is laid down was dealt."""
