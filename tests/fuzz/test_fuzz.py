"""Damaged files of every kind: each is taken or refused with a sentence, soon."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzz.damage import damaged
from tests.fuzz.targets import TARGETS, check, game

SHORT = settings(
    deadline=None, derandomize=True, database=None,
    phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck),
)  # fmt: skip


@pytest.mark.parametrize("name", TARGETS)
def test_a_damaged_file_is_taken_or_refused_with_a_sentence(name: str) -> None:
    target = TARGETS[name]
    seeds = target.seeds()
    assert check(target, seeds[0]), "the first seed is sound, or damage would show nothing"

    @settings(SHORT, max_examples=6 if target.parse is game else 25)
    @given(st.randoms(use_true_random=False))
    def damaged_files(chance: random.Random) -> None:
        check(target, damaged(chance.choice(seeds), chance.choice(seeds), chance))

    damaged_files()
