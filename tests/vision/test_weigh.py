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
    assert no_more_than(tile, 100, np.ones((2, 2)), 0.86) is tile


def test_very_many_are_no_tiles_but_for_the_likeliest() -> None:
    tile = np.array([[0.99, 0.95], [0.7, 0.6]])
    capped = no_more_than(tile, 2, np.ones((2, 2)), 0.86)
    assert (capped > 0.5).tolist() == [[True, True], [False, False]]
    assert capped[1].tolist() == [0.45, 0.45]


def test_of_a_set_with_some_tiles_more_the_surplus_alone_is_asked_about() -> None:
    tile = np.full((15, 15), 0.01)
    tile.flat[:116] = 0.999
    tile.flat[5] = 0.9
    clear = np.full((15, 15), 0.99)
    clear.flat[20:40] = 0.6
    capped = no_more_than(tile, 100, clear, 0.86)
    assert int((capped > 0.5).sum()) == 116, "all are taken for tiles"
    asked = np.flatnonzero((capped > 0.3) & (capped < 0.8))
    assert len(asked) == 16
    assert set(asked) <= {5, *range(20, 40)}, "the unlikely, and those without a clear letter"


def test_a_tile_too_many_that_the_picture_is_not_sure_of_is_an_empty_square() -> None:
    tile = np.full((15, 15), 0.01)
    tile.flat[:100] = 0.999
    tile.flat[200] = 0.56
    capped = no_more_than(tile, 100, np.full((15, 15), 0.99), 0.86)
    assert np.flatnonzero(capped > 0.5).tolist() == list(range(100))
    assert capped.flat[200] == 0.45, "and it is asked about"
    tile.flat[200] = 0.99
    capped = no_more_than(tile, 100, np.full((15, 15), 0.99), 0.86)
    assert np.flatnonzero(capped > 0.5).tolist() == [*range(100), 200]


def test_a_board_full_of_what_looks_alike_holds_no_tile_for_sure() -> None:
    capped = no_more_than(np.full((15, 15), 0.999), 100, np.ones((15, 15)), 0.86)
    assert float(capped.max()) < 0.5
