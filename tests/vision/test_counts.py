"""A bag holds only so many of each letter."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.reading.counts import respect_counts


def test_the_weaker_of_two_claims_on_the_only_q_gives_way() -> None:
    posteriors = np.array([[0.9, 0.1], [0.6, 0.4]])
    fixed = respect_counts(posteriors, np.array([1, 8]), np.ones(2))
    assert fixed.argmax(axis=1).tolist() == [0, 1]


def test_what_is_clear_beyond_doubt_stays() -> None:
    posteriors = np.array([[0.9999, 0.0001], [0.9999, 0.0001]])
    fixed = respect_counts(posteriors, np.array([1, 8]), np.ones(2))
    assert fixed.argmax(axis=1).tolist() == [0, 0]
    assert fixed[:, 0].min() < 0.9999


def test_squares_without_a_tile_do_not_count() -> None:
    posteriors = np.array([[0.9, 0.1], [0.6, 0.4]])
    fixed = respect_counts(posteriors, np.array([1, 8]), np.array([1.0, 0.2]))
    assert np.array_equal(fixed, posteriors)


@given(st.integers(0, 30), st.integers(0, 2**31))
def test_rows_stay_probabilities(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    posteriors = rng.dirichlet(np.ones(5), size=count)
    fixed = respect_counts(posteriors, rng.integers(0, 4, 5), rng.random(count))
    assert fixed.shape == posteriors.shape
    assert np.all(fixed >= 0)
    if count:
        assert np.allclose(fixed.sum(axis=1), 1)
