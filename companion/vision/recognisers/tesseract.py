"""Tesseract on single tiles: a baseline to compare with, slow and far less accurate."""

from __future__ import annotations

import cv2
import numpy as np
import pytesseract

from companion.errors import DependencyMissing
from companion.vision.recognisers.api import CLASSES, NOT_A_TILE, LetterPosteriors, Patches

_SIDE_PX = 80
_LEAST = 0.02


class TesseractRecogniser:
    """One call of Tesseract for each patch, as a single character.

    Raises:
        DependencyMissing: Tesseract is not installed.
    """

    name = "tesseract"

    def __init__(self) -> None:
        try:
            self.version = str(pytesseract.get_tesseract_version())
        except (pytesseract.TesseractNotFoundError, OSError) as error:
            raise DependencyMissing(
                "the program tesseract was not found: install it (Debian: apt install "
                "tesseract-ocr) or use the network recogniser"
            ) from error

    def read(self, patches: Patches) -> LetterPosteriors:
        """Probabilities built from the character and the confidence that Tesseract gives."""
        rows = np.full((len(patches), len(CLASSES)), 1.0 / len(CLASSES))
        for row, patch in enumerate(patches):
            token, confidence = self._ask(patch)
            if token in CLASSES and token != NOT_A_TILE:
                sure = min(0.98, max(_LEAST, confidence))
                rows[row] = (1 - sure) / (len(CLASSES) - 1)
                rows[row, CLASSES.index(token)] = sure
        return LetterPosteriors(rows, CLASSES)

    @staticmethod
    def _ask(patch: Patches) -> tuple[str, float]:
        grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)
        large = cv2.resize(grey, (_SIDE_PX, _SIDE_PX), interpolation=cv2.INTER_CUBIC)
        _, ink = cv2.threshold(large, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        if np.asarray(ink).mean() < 127:
            ink = 255 - np.asarray(ink)
        padded = cv2.copyMakeBorder(ink, 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=255)
        found = pytesseract.image_to_data(
            padded,
            config="--psm 10 -c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            output_type=pytesseract.Output.DICT,
        )
        best = ("", 0.0)
        for text, confidence in zip(found["text"], found["conf"], strict=True):
            if text.strip() and float(confidence) > best[1]:
                best = (text.strip()[0], float(confidence))
        return best[0], best[1] / 100
