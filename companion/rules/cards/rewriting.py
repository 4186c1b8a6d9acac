"""Corrections of hands that are over, in a game whose cards are dealt at the table.

Each hand is worth what it is worth whatever was played before it, so only the hand in question
is reckoned anew; balances, and whether the game has ended, follow. A game that the app deals
holds nothing that could differ from a table: there every step can be undone.
"""

from __future__ import annotations

from dataclasses import replace

from companion.board.money import Dollars
from companion.rules.cards.draft import Draft
from companion.rules.cards.ending import close, table_hand
from companion.rules.cards.messages import (
    AmendHand,
    DeleteHand,
    HandScored,
    HandsCorrected,
    InsertHand,
    MoneyPaid,
    MoveHand,
)
from companion.rules.cards.state import BANK, account
from companion.rules.cards.violations import DealtHere, NoSuchHand

Rewriting = AmendHand | InsertHand | DeleteHand | MoveHand


def rewrite(draft: Draft, command: Rewriting) -> None:
    """Correct the hands that are over. Raises RuleViolation with a sentence."""
    state = draft.state
    if not state.at_table:
        raise DealtHere
    results, number = list(state.results), command.number
    most = len(results) + isinstance(command, InsertHand)
    if not 1 <= number <= most:
        raise NoSuchHand(number, len(results))
    match command:
        case AmendHand():
            results[number - 1] = table_hand(state, command, number)
        case InsertHand():
            results.insert(number - 1, table_hand(state, command, number))
        case DeleteHand():
            del results[number - 1]
        case MoveHand(later=later):
            other = number + (1 if later else -1)
            if not 1 <= other <= len(results):
                raise NoSuchHand(other, len(results))
            one, two = number - 1, other - 1
            results[one], results[two] = results[two], results[one]
    before = _totals(state.results, len(state.names))
    after = _totals(tuple(results), len(state.names))
    draft.add(HandsCorrected(tuple(replace(r, number=n) for n, r in enumerate(results, 1))))
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        source, target = (BANK, account(seat)) if new > old else (account(seat), BANK)
        if new != old:
            draft.add(MoneyPaid(source, target, Dollars(abs(new - old)), "a hand corrected"))
    close(draft)


def _totals(results: tuple[HandScored, ...], players: int) -> list[int]:
    totals = [0] * players
    for result in results:
        for reckoned in result.hands:
            totals[reckoned.player] += reckoned.total
    return totals
