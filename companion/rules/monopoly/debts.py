"""Debts that the cash at hand does not cover: selling deeds, and bankruptcy.

Source: rulebook "Monopoly Scrabble" (facts S0), Bankruptcy.
"""

from __future__ import annotations

from companion.rules.monopoly.draft import Draft
from companion.rules.monopoly.messages import PlayerBankrupt
from companion.rules.monopoly.refusals import refuse_unless
from companion.rules.monopoly.state import State, account
from companion.rules.monopoly.steps import PaymentDue, Step, TurnEndDue
from companion.rules.monopoly.turn import may_sell, run
from companion.rules.monopoly.violations import NoSuchDeed, NotBankrupt
from companion.text import Said, said


def sell(draft: Draft, key: str) -> None:
    """Sell one of the debtor's deeds to the bank; the debt is paid once the cash suffices."""
    state = draft.state
    debt = refuse_unless(state, PaymentDue)
    deed = state.board.deed_index(key)
    if deed is None or state.owners[deed] != debt.payer or not may_sell(state, debt):
        raise NoSuchDeed(key, (state.board.deeds[d].key for d in state.deeds_of(debt.payer)))
    draft.sell(deed)
    run(draft, state.todo)


def go_bankrupt(draft: Draft) -> None:
    """Give the creditor all there is; the debtor is out, unless the game has ended anyway."""
    state = draft.state
    debt = refuse_unless(state, PaymentDue)
    value = state.sale_value(debt.payer)
    if may_sell(state, debt) and state.cash(debt.payer) + value >= debt.amount:
        raise NotBankrupt(value)
    if may_sell(state, debt):
        for deed in state.deeds_of(debt.payer):
            draft.sell(deed)
    cash = draft.state.cash(debt.payer)
    draft.pay(account(debt.payer), debt.payee, cash, _all_of(debt.reason))
    if debt.final:
        run(draft, state.todo[1:])
        return
    draft.add(PlayerBankrupt(debt.payer))
    run(draft, _without_debtor(state, debt.payer))


def _all_of(reason: Said) -> Said:
    return said("all there is of {reason}", reason=reason)


def _without_debtor(state: State, seat: int) -> tuple[Step, ...]:
    """The steps left once a player is out."""
    if seat == state.on_turn:
        return (TurnEndDue(),)
    return tuple(s for s in state.todo if not (isinstance(s, PaymentDue) and s.payer == seat))
