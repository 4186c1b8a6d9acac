"""A recogniser that has no opinion: every token equally likely."""

from __future__ import annotations

import numpy as np

from companion.vision.recognisers.api import CLASSES, LetterPosteriors, Patches


class NullRecogniser:
    """Uniform probabilities; shows that whatever is around it copes with knowing nothing."""

    name = "null"
    version = "1"

    def read(self, patches: Patches) -> LetterPosteriors:
        """The same probability for every token of every patch."""
        shape = (len(patches), len(CLASSES))
        return LetterPosteriors(np.full(shape, 1.0 / len(CLASSES)), CLASSES)
