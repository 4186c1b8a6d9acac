"""A camera without hardware: a rendered board on which a rendered game grows."""

from __future__ import annotations

import numpy as np

from companion.synth.positions import growing_cells
from companion.synth.scene import render_board
from companion.vision.types import Frame

FRAMES_A_TURN = 8
FRAMES_OF_A_HAND = 2
RATE_HZ = 4.0
_LETTERS = "EEEEEEAAAAIIIIOOOONNNRRRTTTLLSSUUDDGGBCMPFHVWY"


class SyntheticSource:
    """Frames of a rendered game; the same seed gives the same frames.

    Args:
        seed: Of the set, its place, its light and the tiles that are laid.
        turns: How many times tiles are laid.
    """

    live = False

    def __init__(self, seed: int, *, turns: int = 12) -> None:
        self.name = f"synthetic:?seed={seed}"
        self._seed = seed
        rng = np.random.default_rng(seed)
        self._positions = growing_cells(rng, list(_LETTERS), turns=turns)
        self._seq = 0

    def read(self) -> Frame | None:
        """Return the next frame: some of the still board, then a hand, then more tiles."""
        seq = self._seq
        turn, phase = divmod(seq, FRAMES_A_TURN)
        if turn >= len(self._positions):
            return None
        self._seq += 1
        hand = phase >= FRAMES_A_TURN - FRAMES_OF_A_HAND and turn < len(self._positions) - 1
        scene = render_board(
            self._positions[turn], values=dict.fromkeys(_LETTERS, 1), seed=self._seed,
            size=(960, 720), frame=seq, hand=(7.0, 7.0) if hand else False,
        )  # fmt: skip
        return Frame(scene.image, seq / RATE_HZ, seq, self.name)

    def close(self) -> None:
        """Nothing is held open."""
