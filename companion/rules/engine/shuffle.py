"""Shuffling that a seed decides alone, so that a log replays without a source of chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


def shuffled(items: Sequence[T], seed: int) -> tuple[T, ...]:
    """Return the items in an order that depends on the seed alone.

    Source: Fisher and Yates' shuffle over the SplitMix64 generator; good for cards, not for
    secrets.
    """
    out, state = list(items), seed & _MASK
    for last in range(len(out) - 1, 0, -1):
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        other = (z ^ (z >> 31)) % (last + 1)
        out[last], out[other] = out[other], out[last]
    return tuple(out)
