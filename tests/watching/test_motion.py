"""Motion: hands are noticed, lamps and noise are not taken for them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.synth.scene import render_board
from companion.watching.following.motion import compare, view_of

VALUES = dict.fromkeys("ABC", 1)
EMPTY = [[""] * 15 for _ in range(15)]


@pytest.fixture(scope="module")
def still() -> list[np.ndarray]:
    return [
        render_board(EMPTY, values=VALUES, size=(480, 360), frame=k).image for k in range(2)
    ]


@pytest.fixture(scope="module")
def homography() -> np.ndarray:
    return render_board(EMPTY, values=VALUES, size=(480, 360)).homography


def test_noise_is_stillness(still: list[np.ndarray], homography: np.ndarray) -> None:
    before = view_of(still[0], homography)
    assert compare(before, view_of(still[1], homography)).still


def test_a_lamp_is_not_motion(still: list[np.ndarray], homography: np.ndarray) -> None:
    before = view_of(still[0], homography)
    brighter = np.clip(still[1] * 1.15, 0, 255).astype(np.uint8)
    motion = compare(before, view_of(brighter, homography))
    assert motion.light > 5
    assert not motion.jolted
    assert motion.moved < 0.05


def test_a_hand_is_motion(still: list[np.ndarray], homography: np.ndarray) -> None:
    before = view_of(still[0], homography)
    hand = render_board(EMPTY, values=VALUES, size=(480, 360), frame=1, hand=(7.0, 7.0))
    motion = compare(before, view_of(hand.image, homography))
    assert not motion.still
    assert not motion.jolted


def test_a_push_is_a_jolt(still: list[np.ndarray], homography: np.ndarray) -> None:
    before = view_of(still[0], homography)
    pushed = render_board(EMPTY, values=VALUES, size=(480, 360), frame=1, bump=(1.4, 0.8))
    assert compare(before, view_of(pushed.image, homography)).moved > 0.1
