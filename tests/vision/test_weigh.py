"""Two witnesses are weighed together, and a set holds only so many tiles."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.reading.weigh import no_more_than, tile_probability


def test_both_witnesses_count_and_the_board_counts_more() -> None:
    neither, face, board, both = tile_probability(
        np.array([0.01, 0.01, 0.99, 0.99]), np.array([0.01, 0.99, 0.01, 0.99])
    )
    assert neither < face < board < both


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.floats(0, 1))
def test_probabilities_stay_probabilities(board: list[float], face: float) -> None:
    p = tile_probability(np.array(board), np.full(len(board), face))
    assert np.all((p > 0) & (p < 1))


def test_a_board_with_few_tiles_is_left_alone() -> None:
    tile = np.array([[0.9, 0.1], [0.6, 0.2]])
    assert no_more_than(tile, 100) is tile


def test_the_least_likely_tiles_give_way_and_are_asked_about() -> None:
    tile = np.array([[0.99, 0.95], [0.7, 0.6]])
    capped = no_more_than(tile, 2)
    assert (capped > 0.5).tolist() == [[True, True], [False, False]]
    assert capped[1].tolist() == [0.45, 0.45]
