"""Money on the table: whole dollars, and a ledger whose sum never changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NewType

Dollars = NewType("Dollars", int)
"""Whole dollars; points are an int too, and both stand on one screen."""

NOTHING = Dollars(0)


@dataclass(frozen=True, slots=True)
class Ledger:
    """Who holds how much. Money only moves, so the sum of all accounts stays what it was.

    >>> ledger = Ledger.of((("bank", 900), ("Ann", 100)))
    >>> ledger.moved(Dollars(300), "bank", "Ann").balance("Ann")
    400
    """

    accounts: tuple[tuple[str, Dollars], ...]

    @classmethod
    def of(cls, accounts: Iterable[tuple[str, int]]) -> Ledger:
        """Return a ledger with these opening balances.

        Raises:
            ValueError: An account is named twice.
        """
        rows = tuple((name, Dollars(amount)) for name, amount in accounts)
        if len({name for name, _ in rows}) != len(rows):
            raise ValueError("an account is named twice")
        return cls(rows)

    @property
    def total(self) -> Dollars:
        """The sum of all accounts."""
        return Dollars(sum(amount for _, amount in self.accounts))

    def balance(self, account: str) -> Dollars:
        """What an account holds.

        Raises:
            KeyError: There is no such account.
        """
        return dict(self.accounts)[account]

    def moved(self, amount: Dollars, source: str, target: str) -> Ledger:
        """Return the ledger after a payment; a balance may go below zero.

        Raises:
            KeyError: There is no such account.
            ValueError: The amount is negative.
        """
        if amount < 0:
            raise ValueError(f"a payment cannot be {amount}")
        held = dict(self.accounts)
        held[source] = Dollars(held[source] - amount)
        held[target] = Dollars(held[target] + amount)
        return Ledger(tuple(held.items()))
