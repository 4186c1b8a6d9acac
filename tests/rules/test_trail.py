"""The stack of earlier states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.engine.trail import Trail


def trail(items: list[int]) -> Trail[int]:
    out: Trail[int] = Trail()
    for item in items:
        out = out.over(item)
    return out


@given(st.lists(st.integers()), st.lists(st.integers()))
def test_it_is_a_stack_compared_by_what_it_holds(one: list[int], other: list[int]) -> None:
    assert list(trail(one)) == one[::-1]
    assert len(trail(one)) == len(one)
    assert (trail(one) == trail(other)) == (one == other)
    assert (hash(trail(one)) == hash(trail(list(one)))) is True
    assert bool(trail(one)) == bool(one)


def test_what_lies_below_is_shared_and_stays() -> None:
    below = trail([1, 2])
    top, rest = below.over(3).split()
    assert (top, rest) == (3, below)
    assert rest is below
    assert repr(below) == "Trail(2 deep)"
    assert below != [2, 1]
    with pytest.raises(IndexError):
        Trail[int]().split()


def test_ten_thousand_deep_is_compared_without_recursion() -> None:
    numbers = list(range(10_000))
    assert trail(numbers) == trail(numbers)
    assert trail(numbers) != trail([5, *numbers[1:]])
