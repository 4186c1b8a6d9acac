"""A board that is not there is looked for ever more rarely, but at once after a change."""

from __future__ import annotations

import numpy as np

from companion.board.reading import Reason, Unreadable
from companion.text import said
from companion.vision.types import Image
from companion.watching.following.lost import Lost

TABLE: Image = np.full((270, 480, 3), 120, np.uint8)
WHY = Unreadable(Reason.BOARD_NOT_FOUND, said("No board."))


def noisy(image: Image, seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, 4, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def looks(
    lost: Lost, images: list[Image], *, begin_s: float = 0.0, fps: int = 10
) -> list[float]:
    """The times at which a board was looked for in pictures of a camera."""
    times = []
    for k, image in enumerate(images):
        t_s = begin_s + k / fps
        if lost.still(image, t_s) is None:
            lost.note(image, t_s, WHY)
            times.append(t_s)
    return times


def test_an_empty_table_is_looked_through_ever_more_rarely() -> None:
    times = looks(Lost(), [noisy(TABLE, seed) for seed in range(300)])
    assert len(times) <= 12, "30 s"
    assert times[1] - times[0] <= 0.4
    assert max(np.diff(times)) <= 5.0


def test_what_comes_into_sight_is_looked_at_within_the_next_frames() -> None:
    lost = Lost()
    looks(lost, [noisy(TABLE, seed) for seed in range(300)])
    with_board = TABLE.copy()
    with_board[90:180, 200:300] = (60, 90, 70)
    assert looks(lost, [noisy(with_board, 1)], begin_s=30.1) == [30.1]


def test_what_keeps_moving_is_looked_at_three_times_a_second() -> None:
    moving = [np.full_like(TABLE, 20 + 37 * k % 200) for k in range(100)]
    times = looks(Lost(), moving)
    assert np.diff(times).max() < 0.45, times


def test_after_a_board_was_found_nothing_is_remembered() -> None:
    lost = Lost()
    lost.note(TABLE, 1.0, WHY)
    lost.forget()
    assert lost.still(TABLE, 1.1) is None
