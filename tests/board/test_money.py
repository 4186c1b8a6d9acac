"""Ledgers: money only moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.money import Dollars, Ledger

NAMES = ("bank", "Ann", "Bob")


@given(
    moves=st.lists(
        st.tuples(st.integers(0, 10_000), st.sampled_from(NAMES), st.sampled_from(NAMES))
    )
)
def test_the_sum_of_all_accounts_never_changes(moves: list[tuple[int, str, str]]) -> None:
    ledger = Ledger.of((("bank", 36_000), ("Ann", 0), ("Bob", 0)))
    for amount, source, target in moves:
        ledger = ledger.moved(Dollars(amount), source, target)
    assert ledger.total == 36_000


def test_a_payment_goes_from_one_account_to_the_other() -> None:
    ledger = Ledger.of((("bank", 900), ("Ann", 100))).moved(Dollars(300), "bank", "Ann")
    assert (ledger.balance("bank"), ledger.balance("Ann")) == (600, 400)


def test_a_payment_to_oneself_changes_nothing() -> None:
    ledger = Ledger.of((("Ann", 100),))
    assert ledger.moved(Dollars(30), "Ann", "Ann") == ledger


def test_what_is_no_payment_is_refused() -> None:
    ledger = Ledger.of((("Ann", 100),))
    with pytest.raises(ValueError, match="cannot be -1"):
        ledger.moved(Dollars(-1), "Ann", "Ann")
    with pytest.raises(KeyError):
        ledger.moved(Dollars(1), "Ann", "nobody")
    with pytest.raises(ValueError, match="named twice"):
        Ledger.of((("Ann", 1), ("Ann", 2)))
