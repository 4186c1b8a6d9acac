"""Arrays with a name: what cameras hand to the eyes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.text import NOTHING, Said

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture from a camera.

    Attributes:
        image: uint8 (H, W, 3) BGR, upright, as the lens left it; read-only.
        t_s: Seconds since the source was opened.
        seq: Number of the frame, from 0; dropped frames leave gaps.
        source: Where it came from.
        fault: Why it is no picture; the image says nothing then.
    """

    image: Image
    t_s: float
    seq: int
    source: str
    fault: Said = NOTHING

    def __post_init__(self) -> None:
        self.image.setflags(write=False)
