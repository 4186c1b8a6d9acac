"""Undo, redo, facts and seeded shuffling, which all games share."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.engine.history import (
    History,
    KeptTurn,
    SameTurns,
    begun,
    compressed,
    expanded,
)
from companion.rules.engine.shuffle import shuffled
from companion.text import said


def add(state: int, event: object) -> int:
    return state + event if isinstance(event, int) else state


def after(*steps: tuple[int, ...]) -> History[int]:
    """A game whose facts are numbers that are added up."""
    history = begun(0, add)
    for number, facts in enumerate(steps, 1):
        history = history.stepped(history.moment.begun("add", number, 0))
        for fact in facts:
            history = history.at(history.moment.happened(fact))
    return history


def test_an_undo_takes_back_all_facts_of_one_step() -> None:
    assert after((1, 2), (3, 4)).undone().now == 3


def test_a_redo_does_them_again() -> None:
    assert after((1, 2)).undone().redone().now == 3


def test_a_new_step_forgets_what_was_undone() -> None:
    history = after((1,)).undone()
    assert len(history.future) == 1
    again = history.stepped(history.moment.begun("add", 1, 0, (5,)))
    assert len(again.future) == 0
    assert again.now == 5


def test_at_either_end_nothing_changes() -> None:
    assert begun(0, add).undone().redone() == begun(0, add)


def test_the_state_follows_from_the_facts_alone() -> None:
    live = after((1, 2), (3,))
    told = begun(0, add)
    told = told.at(told.moment.with_turns(live.turns, 2))
    assert told.now == live.now == 6
    assert told.moment == live.moment


def test_a_fact_of_a_step_that_is_told_already_changes_nothing() -> None:
    history = after((1,))
    deaf = history.at(history.moment.with_turns(history.turns, -1))
    assert deaf.moment.happened(7) is deaf.moment


@given(steps=st.lists(st.integers(1, 9), max_size=30))
def test_undo_has_no_limit(steps: list[int]) -> None:
    history = after(*((step,) for step in steps))
    for _ in steps:
        history = history.undone()
    assert history.now == 0
    assert len(history.future) == len(steps)


@given(
    old=st.lists(st.integers(0, 3), max_size=9),
    picked=st.lists(st.integers(0, 14), max_size=12, unique=True),
)
def test_turns_are_written_by_what_changed(old: list[int], picked: list[int]) -> None:
    turns = tuple(KeptTurn(seat=seat, problem=said("Turn.")) for seat in old)
    new = [turns[at] if at < len(turns) else KeptTurn(seat=at) for at in picked]
    told = compressed(turns, new)
    assert expanded(turns, told) == tuple(new)
    kept = [item for item in told if isinstance(item, KeptTurn)]
    assert len(kept) == sum(at >= len(turns) for at in picked)


@given(spans=st.lists(st.tuples(st.integers(-3, 9), st.integers(-3, 10**9)), max_size=40))
def test_a_log_that_names_turns_again_and_again_grows_no_game(
    spans: list[tuple[int, int]],
) -> None:
    turns = tuple(KeptTurn(seat=seat) for seat in range(5))
    for _ in range(40):
        turns = expanded(turns, [SameTurns(*span) for span in spans])
    assert len(turns) <= 5


def test_turns_that_all_stay_are_one_word_of_the_log() -> None:
    turns = tuple(KeptTurn(seat=seat) for seat in range(9))
    assert compressed(turns, turns) == (SameTurns(0, 8),)


@given(items=st.lists(st.integers(), max_size=60), seed=st.integers(0, 2**64))
def test_a_shuffle_keeps_all_items_and_depends_on_the_seed_alone(
    items: list[int], seed: int
) -> None:
    assert Counter(shuffled(items, seed)) == Counter(items)
    assert shuffled(items, seed) == shuffled(items, seed)


def test_a_seed_means_the_same_order_for_ever() -> None:
    """Decks and goals of every log follow from it; the values are those of version 0.1."""
    assert shuffled("ABCDEFGHIJ", 0) == tuple("GDCJIBEHAF")
    assert shuffled("ABCDEFGHIJ", 7_001) == tuple("BFCHIEDAJG")


def test_a_shuffle_brings_every_card_to_the_top_about_equally_often() -> None:
    tops = Counter(shuffled(range(6), seed)[0] for seed in range(6000))
    assert all(850 < tops[card] < 1150 for card in range(6))


def test_neighbouring_seeds_give_different_orders() -> None:
    assert len({shuffled(range(24), seed) for seed in range(200)}) == 200
