"""What is known of every game, and of this one, weighed with what a picture says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.board.position import Position
from companion.vision.reading.expect import DETACHED, STAYS, Expected, expect, letters_left
from tests.doubles.readings import laid

START = (7, 7)
NOTHING = np.zeros((15, 15))
HUT = Position(laid("8G", "HUT"))


def seen(
    words: dict[str, float], *, empty: float = 0.02, down: dict[str, float] | None = None
) -> NDArray[np.float64]:
    """What a picture says: `8G HUT` with a probability of each of its tiles."""
    tile = np.full((15, 15), empty)
    for way, rows in (("across", words), ("down", down or {})):
        for text, probability in rows.items():
            where, word = text.split()
            for square in laid(where, word, way):
                tile[square.row, square.col] = probability
    return tile


def at(expected: Expected, name: str) -> float:
    (square,) = laid(name, "A")
    return float(expected.tile[square.row, square.col])


def test_a_game_that_hangs_together_over_the_start_stays_as_seen() -> None:
    tile = seen({"8G HUT": 0.97, "10I E": 0.9}, down={"8I TO": 0.8})
    expected = expect(tile, NOTHING, START)
    for name in ("8G", "8H", "8I", "9I", "10I"):
        assert at(expected, name) == tile[int(name[:-1]) - 1, ord(name[-1]) - 65]
    assert not expected.prior[tile >= 0.5].any()


def test_weak_tiles_on_an_empty_board_are_no_tiles() -> None:
    """However many there are: one lamp makes them all."""
    rng = np.random.default_rng(4)
    tile = np.where(rng.random((15, 15)) < 0.3, rng.uniform(0.3, 0.78, (15, 15)), 0.02)
    tile[6:9, 6:9] = 0.02
    assert expect(tile, NOTHING, START).tile.max() < 0.5


def test_one_weak_tile_far_from_the_game_is_none() -> None:
    expected = expect(seen({"8G HUT": 0.99, "2B I": 0.8}), NOTHING, START)
    assert at(expected, "2B") < 0.3
    assert at(expected, "8H") > 0.98


def test_one_weak_tile_alone_on_the_start_square_is_none() -> None:
    """It is the star; a first play has two tiles. One that is clear has just been laid."""
    assert at(expect(seen({"8H E": 0.78}), NOTHING, START), "8H") < 0.3
    assert at(expect(seen({"8H E": 0.99}), NOTHING, START), "8H") > 0.5
    assert at(expect(seen({"8H EH": 0.78}), NOTHING, START), "8H") == 0.78


def test_a_clear_tile_far_from_the_game_stands_and_is_asked_about() -> None:
    """Somebody has begun to lay a word at its far end."""
    expected = expect(seen({"8G HUT": 0.99, "2B I": 0.99}), NOTHING, START)
    assert 0.5 < at(expected, "2B") < 0.9


def test_a_word_that_lies_apart_but_is_clear_stands() -> None:
    """A tile between was covered by glare, or it is a board that nobody plays on by rule."""
    expected = expect(seen({"8G HUT": 0.99, "2B WORDS": 0.97}), NOTHING, START)
    assert at(expected, "2D") > 0.9


def test_a_tile_hard_to_see_between_two_groups_is_what_joins_them() -> None:
    """A bare blank of the board's own colour: without it the second word hangs in the air."""
    tile = seen({"8G HUT": 0.99, "8K DOWN": 0.97})
    tile[7, 9] = 0.3
    expected = expect(tile, NOTHING, START)
    assert at(expected, "8J") > 0.8
    assert at(expected, "8L") > 0.9


def test_an_empty_square_between_two_groups_is_not_filled() -> None:
    expected = expect(seen({"8G HUT": 0.99, "8K DOWN": 0.97}), NOTHING, START)
    assert at(expected, "8J") < 0.1


def test_tiles_beside_a_hand_do_not_lie_apart() -> None:
    """Below it they may be joined to anything."""
    hidden = NOTHING.copy()
    hidden[2:5, 5:9] = 1.0
    tile = seen({"8G HUT": 0.99, "3C EAR": 0.8})
    assert at(expect(tile, hidden, START), "3D") == 0.8
    assert at(expect(tile, NOTHING, START), "3D") < 0.5


def test_a_known_tile_that_is_hard_to_see_is_still_there() -> None:
    tile = seen({"8G HUT": 0.97})
    tile[7, 8] = 0.2
    assert at(expect(tile, NOTHING, START, HUT), "8I") > 0.5
    assert at(expect(tile, NOTHING, START), "8I") < 0.5


def test_a_tile_that_was_lifted_is_noticed() -> None:
    """After a challenge: its square looks empty, and no memory hides that."""
    expected = expect(seen({"8G HU": 0.97}), NOTHING, START, HUT)
    assert at(expected, "8I") < 0.2


def test_a_whole_play_that_was_lifted_is_noticed() -> None:
    expected = expect(seen({}), NOTHING, START, HUT)
    assert expected.tile.max() < 0.2


def test_a_nudged_tile_is_seen_where_it_is_now() -> None:
    tile = seen({"8G HU": 0.97, "8J T": 0.95})
    expected = expect(tile, NOTHING, START, HUT)
    assert at(expected, "8I") < 0.2
    assert at(expected, "8J") > 0.9


def test_new_tiles_beside_known_ones_need_no_start_square() -> None:
    before = Position(laid("8G", "HUT"))
    tile = seen({"8G HUT": 0.9, "9I O": 0.7})
    assert at(expect(tile, NOTHING, START, before), "9I") == 0.7


@given(st.integers(0, 2**31), st.booleans())
def test_what_was_added_can_be_taken_out_again(seed: int, known: bool) -> None:
    rng = np.random.default_rng(seed)
    tile = rng.random((15, 15)) ** rng.integers(1, 6)
    hidden = (rng.random((15, 15)) < 0.1).astype(np.float64)
    expected = expect(tile, hidden, START, HUT if known else None)
    assert ((expected.tile >= 0) & (expected.tile <= 1)).all()
    odds = np.log(expected.tile / (1 - expected.tile)) - expected.prior
    back = 1 / (1 + np.exp(-odds))
    clear = (tile > 1e-3) & (tile < 1 - 1e-3)
    assert np.allclose(back[clear], tile[clear], atol=1e-6)
    if not known:
        # Nothing is lowered by more than its price.
        assert expected.prior.min() >= -DETACHED - 1e-9
    assert (expected.prior[hidden > 0.5] <= STAYS).all()


CLASSES = ("A", "Q", "O", "?")
LIMITS = np.array([9, 1, 8, 2])


def test_the_only_q_is_known_to_lie_elsewhere() -> None:
    """So the new tile is the O that it nearly looks like."""
    letters = np.array([[0.01, 0.55, 0.43, 0.01], [0.01, 0.9, 0.08, 0.01]])
    squares = [(7, 7), (9, 9)]
    before = Position(laid("8H", "Q"))
    left = letters_left(letters, CLASSES, LIMITS, np.ones(2), squares, before)
    assert CLASSES[int(left[1].argmax())] == "O"
    # Alone, the clearer one would have been the Q.
    alone = letters_left(letters, CLASSES, LIMITS, np.ones(2), squares, None)
    assert CLASSES[int(alone[1].argmax())] == "Q"


def test_a_swapped_blank_is_read_as_what_lies_there_now() -> None:
    """The known blank was taken for its letter: what is read there is the picture's alone."""
    letters = np.array([[0.97, 0.01, 0.01, 0.01]])
    before = Position(laid("8H", "a"))
    left = letters_left(letters, CLASSES, LIMITS, np.ones(1), [(7, 7)], before)
    assert left == pytest.approx(letters)


def test_no_faces_are_no_trouble() -> None:
    left = letters_left(np.zeros((0, 4)), CLASSES, LIMITS, np.zeros(0), [], HUT)
    assert left.shape == (0, 4)
