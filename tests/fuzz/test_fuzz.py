"""Damaged files of every kind: each is taken or refused with a sentence, soon."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

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


def test_the_long_run_tells_how_it_went(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fuzz", "--inputs", "20", "box"]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=here,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.match(r"box +20 inputs, +\d+ taken, +0 faults", done.stdout)
