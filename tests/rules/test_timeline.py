"""Undo, redo and seeded shuffling, which several games share."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.messages import Redo, StepRedone, StepUndone, Undo
from companion.rules.shuffle import shuffled
from companion.rules.timeline import StepTaken, Timeline, begun, decide_time, evolve_time
from companion.rules.trail import Trail
from companion.rules.violations import NothingToRedo, NothingToUndo


def add(state: int, event: object) -> int:
    return state + event if isinstance(event, int) else state


def after(*events: object) -> Timeline[int]:
    timeline = begun(0)
    for event in events:
        timeline = evolve_time(timeline, event, add)
    return timeline


def test_an_undo_takes_back_all_events_of_one_step() -> None:
    assert after(StepTaken(), 1, 2, StepTaken(), 3, 4, StepUndone()).now == 3


def test_a_redo_does_them_again() -> None:
    assert after(StepTaken(), 1, 2, StepUndone(), StepRedone()).now == 3


def test_a_new_step_forgets_what_was_undone() -> None:
    assert after(StepTaken(), 1, StepUndone(), StepTaken(), 5).future == Trail()


def test_at_either_end_nothing_changes_and_the_command_is_refused() -> None:
    assert after(StepUndone(), StepRedone()) == begun(0)
    with pytest.raises(NothingToUndo):
        decide_time(begun(0), Undo())
    with pytest.raises(NothingToRedo):
        decide_time(begun(0), Redo())


@given(steps=st.lists(st.integers(1, 9), max_size=30))
def test_undo_has_no_limit(steps: list[int]) -> None:
    timeline = after(*(event for step in steps for event in (StepTaken(), step)))
    for _ in steps:
        timeline = evolve_time(timeline, StepUndone(), add)
    assert timeline.now == 0
    assert len(timeline.future) == len(steps)


@given(items=st.lists(st.integers(), max_size=60), seed=st.integers(0, 2**64))
def test_a_shuffle_keeps_all_items_and_depends_on_the_seed_alone(
    items: list[int], seed: int
) -> None:
    assert Counter(shuffled(items, seed)) == Counter(items)
    assert shuffled(items, seed) == shuffled(items, seed)


def test_a_shuffle_brings_every_card_to_the_top_about_equally_often() -> None:
    tops = Counter(shuffled(range(6), seed)[0] for seed in range(6000))
    assert all(850 < tops[card] < 1150 for card in range(6))


def test_neighbouring_seeds_give_different_orders() -> None:
    assert len({shuffled(range(24), seed) for seed in range(200)}) == 200
