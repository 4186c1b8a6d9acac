"""Blanks that somebody marked with a coloured dot, so that they are told from empty squares."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import ConfigError
from companion.vision.recognisers.api import BLANK_TOKEN, LetterPosteriors, Patches, Recogniser

NEAR = 22.0
"""Distance in the a and b of CIE L*a*b* within which a pixel has the colour of the dot."""

LEAST_SHARE = 0.025
"""Share of a face that the dot covers at least."""

SURE = 0.995

_INNER = 0.7
"""Side of the part of a patch that surely is the face and not the square beneath."""


class MarkedBlanks:
    """Reads faces with a dot as blanks, all others as the recogniser inside does.

    Args:
        inner: Reads the others.
        colour: BGR of the dot; one that no letter, tile or premium square has.
    """

    def __init__(self, inner: Recogniser, colour: tuple[int, int, int]) -> None:
        self._inner = inner
        self._colour = _chroma(np.array([[colour]], dtype=np.uint8))[0, 0]
        self.name = f"{inner.name}+dot"
        self.version = f"{inner.version}+{'-'.join(map(str, colour))}"

    def read(self, patches: Patches) -> LetterPosteriors:
        """Return probabilities of each token for each patch, uint8 (N, S, S, 3) BGR."""
        seen = self._inner.read(patches)
        probabilities = seen.probabilities.copy()
        blank = seen.classes.index(BLANK_TOKEN)
        for k, patch in enumerate(patches):
            if self.dotted(patch):
                probabilities[k] *= (1 - SURE) / max(1 - probabilities[k, blank], 1e-9)
                probabilities[k, blank] = SURE
                probabilities[k] /= probabilities[k].sum()
        return LetterPosteriors(probabilities, seen.classes)

    def dotted(self, patch: NDArray[np.uint8]) -> bool:
        """Tell whether a face, uint8 (S, S, 3), bears the dot."""
        edge = round(len(patch) * (1 - _INNER) / 2)
        inner = _chroma(np.ascontiguousarray(patch[edge:-edge, edge:-edge]))
        near = np.hypot(*(inner - self._colour).transpose(2, 0, 1)) < NEAR
        return float(near.mean()) >= LEAST_SHARE


def colour_of(text: str) -> tuple[int, int, int]:
    """Return BGR of a colour written as RRGGBB.

    Raises:
        ConfigError: It is not.
    """
    try:
        if len(text) != len("RRGGBB"):
            raise ValueError
        red, green, blue = bytes.fromhex(text)
    except ValueError:
        raise ConfigError(
            "{text!r} is no colour; write RRGGBB, such as 00A0FF.", text=text
        ) from None
    return blue, green, red


def _chroma(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    lab = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    return np.asarray(lab[..., 1:], dtype=np.float32)
