"""The network that tells, for every square at once, whether a tile lies there and where."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import DependencyMissing
from companion.vision.reading.weigh import chance

PX_PER_CELL = 24
MARGIN = 1.0
INPUT_PX = round((15 + 2 * MARGIN) * PX_PER_CELL)
MEAN_HEIGHT = 0.22
"""Plane the board is straightened on, cells above its face: the middle of what tiles have."""

LOOKS = 4
"""Sides a board is looked at from."""

MODEL = "board.onnx"


@dataclass(frozen=True, slots=True, eq=False)
class Occupancy:
    """What lies where.

    Attributes:
        tile: float64 (15, 15), probability 0..1 of a tile, given that the square is seen.
        hidden: float64 (15, 15), probability 0..1 that something covers the square.
        offset: float64 (15, 15, 2), middle of the tile's face right and down of the square's
            middle, in cells on the straightened plane.
    """

    tile: NDArray[np.float64]
    hidden: NDArray[np.float64]
    offset: NDArray[np.float64]


class BoardNet:
    """Runs the network; not for use by several threads at once."""

    def __init__(self, model: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))

    @classmethod
    def bundled(cls) -> BoardNet:
        """The network shipped in the package.

        Raises:
            DependencyMissing: The file is not there.
        """
        return cls(_model_bytes())

    def judge(self, board: NDArray[np.uint8], *, looks: int = LOOKS) -> Occupancy:
        """Judge all squares of a straightened board.

        The board is looked at from several sides and the answers are averaged: what is true of
        it does not depend on the side, the network's mistakes do.

        Args:
            board: uint8 (INPUT_PX, INPUT_PX, 3) BGR, the grid with MARGIN cells around it, on
                the plane MEAN_HEIGHT.
            looks: How many of the four sides.
        """
        values = normalised(board)
        total = np.zeros((4, 15, 15))
        for turn in range(looks):
            turned = np.rot90(values, turn).transpose(2, 0, 1)[None]
            self._net.setInput(np.ascontiguousarray(turned))
            seen = np.asarray(self._net.forward(), dtype=np.float64)[0]
            out = np.rot90(seen, -turn, axes=(1, 2)).copy()
            for _ in range(turn):
                # Undo a quarter turn to the left: (right, down) was (down, -right).
                out[2], out[3] = -out[3], out[2].copy()
            total += out
        total /= looks
        return Occupancy(
            tile=chance(total[0]),
            hidden=chance(total[1]),
            offset=np.stack([total[2], total[3]], axis=-1),
        )


def normalised(board: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the board with its own mean and spread taken out, float32 (H, W, 3)."""
    values = board.astype(np.float32)
    inner = values[PX_PER_CELL:-PX_PER_CELL, PX_PER_CELL:-PX_PER_CELL]
    mean = inner.mean(axis=(0, 1), keepdims=True)
    spread = float(inner.std()) + 4.0
    return np.asarray((values - mean) / spread, dtype=np.float32)


@lru_cache(maxsize=1)
def _model_bytes() -> bytes:
    path = resources.files("companion.vision") / "data" / MODEL
    if not path.is_file():
        raise DependencyMissing(
            "The network {model} is missing from the package; install it again, or "
            "run `make train` in a checkout.",
            model=MODEL,
        )
    return path.read_bytes()
