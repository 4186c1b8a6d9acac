from __future__ import annotations

import numpy as np
import pytest

from companion.vision.reading.board_net import INPUT_PX, MARGIN, PX_PER_CELL, Occupancy
from companion.vision.reading.resemble import compare, settle

SQUARE = (214.0, 220.0, 222.0)
FACE = (182.0, 200.0, 226.0)
PRINT = (120.0, 110.0, 230.0)
TILES = [(7, c) for c in range(4, 10)]
STILL = np.zeros((15, 15, 2))


def fill(board: np.ndarray, row: int, col: int, colour: tuple[float, float, float]) -> None:
    y, x = (round((k + MARGIN) * PX_PER_CELL) for k in (row, col))
    board[y : y + PX_PER_CELL, x : x + PX_PER_CELL] = colour


def pale_board() -> np.ndarray:
    """Faces hardly darker than squares, printed corners, some noise; float (S, S, 3)."""
    board = np.full((INPUT_PX, INPUT_PX, 3), SQUARE)
    for row, col in ((0, 0), (0, 14), (14, 0), (14, 14)):
        fill(board, row, col, PRINT)
    for row, col in TILES:
        fill(board, row, col, FACE)
    return board + np.random.default_rng(3).normal(0, 2.5, board.shape)


def as_seen(board: np.ndarray) -> np.ndarray:
    return np.clip(board, 0, 255).astype(np.uint8)


def occupancy(**odd: float) -> Occupancy:
    tile = np.full((15, 15), 0.005)
    for square in TILES:
        tile[square] = 0.98
    for name, value in odd.items():
        row, col = (int(part) for part in name[1:].split("_"))
        tile[row, col] = value
    return Occupancy(tile, np.zeros((15, 15)), STILL)


@pytest.mark.parametrize("shadow", [False, True])
def test_a_bare_blank_is_told_by_the_colour_of_the_other_faces(shadow: bool) -> None:
    board = pale_board()
    fill(board, 9, 9, FACE)
    if shadow:
        board *= np.linspace(0.5, 1.1, INPUT_PX)[:, None, None]
    judged = settle(as_seen(board), occupancy(s9_9=0.3), STILL)
    assert judged.tile[9, 9] > 0.86


def test_an_empty_square_taken_for_a_tile_looks_like_the_others() -> None:
    judged = settle(as_seen(pale_board()), occupancy(s9_9=0.6), STILL)
    assert judged.tile[9, 9] < 0.2


def test_a_printed_square_is_known_by_its_mirrored_places() -> None:
    board = pale_board()
    likeness = compare(as_seen(board), occupancy(), STILL)
    assert likeness.twin[0, 0] < 10
    fill(board, 0, 0, (40.0, 160.0, 60.0))
    assert compare(as_seen(board), occupancy(), STILL).twin[0, 0] > 100


def test_without_tiles_or_empty_squares_nothing_is_compared() -> None:
    board = as_seen(pale_board())
    nothing = Occupancy(np.full((15, 15), 0.5), np.zeros((15, 15)), STILL)
    likeness = compare(board, nothing, STILL)
    assert np.isnan(likeness.tile).all()
    assert np.isnan(likeness.empty).all()
    assert np.ptp(settle(board, nothing, STILL).tile) == 0


def test_what_a_hand_covers_is_no_reference() -> None:
    board = pale_board()
    hidden = np.zeros((15, 15))
    for row in range(11, 15):
        for col in range(15):
            fill(board, row, col, FACE)
            hidden[row, col] = 1.0
    clear = occupancy(s9_9=0.6)
    covered = Occupancy(clear.tile, hidden, STILL)
    assert settle(as_seen(board), covered, STILL).tile[9, 9] < 0.2


def test_the_print_of_the_start_square_makes_no_tile() -> None:
    board = np.full((INPUT_PX, INPUT_PX, 3), SQUARE)
    fill(board, 7, 7, PRINT)
    board += np.random.default_rng(3).normal(0, 2.5, board.shape)
    tile = np.full((15, 15), 0.005)
    tile[7, 7] = 0.3
    empty = Occupancy(tile, np.zeros((15, 15)), STILL)
    assert compare(as_seen(board), empty, STILL).empty[7, 7] > 100
    assert settle(as_seen(board), empty, STILL).tile[7, 7] < 0.3
