"""The letter network's card: what it is, how it was made, how well it reads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.recognisers.api import CLASSES

_BINS = 15
_INPUT = (
    "float32 (N, 3, 40, 40), blue green red, each channel's mean removed, then divided by "
    "the deviation of all three plus 4"
)
_OUTPUT = "logits (N, K), already divided by the temperature; softmax gives probabilities"


@dataclass(frozen=True, slots=True, eq=False)
class Examination:
    """How well tiles of unseen fonts were read.

    Attributes:
        tiles: How many were read.
        accuracy: Part read right, all classes possible.
        by_token: Token to the part of its tiles read right.
        calibration_error: Expected calibration error over 15 equal bins.
        confident: Part of the tiles with a probability of at least 0.9.
        confident_accuracy: Part of those read right.
    """

    tiles: int
    accuracy: float
    by_token: dict[str, float]
    calibration_error: float
    confident: float
    confident_accuracy: float

    @classmethod
    def of(cls, probabilities: NDArray[np.float64], labels: NDArray[np.int64]) -> Examination:
        """From float64 (N, K) probabilities and the true columns."""
        best = probabilities.argmax(axis=1)
        sure = probabilities.max(axis=1)
        right = best == labels
        by_token = {
            token: float(right[labels == k].mean())
            for k, token in enumerate(CLASSES)
            if (labels == k).any()
        }
        high = sure >= 0.9
        return cls(
            len(labels),
            float(right.mean()),
            by_token,
            calibration_error(sure, right),
            float(high.mean()),
            float(right[high].mean()) if high.any() else 0.0,
        )


def calibration_error(sure: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Expected calibration error: mean gap between confidence and accuracy, by bins.

    Source: Guo et al., On Calibration of Modern Neural Networks (2017), section 2.
    """
    bins = np.minimum((sure * _BINS).astype(int), _BINS - 1)
    gaps = [
        abs(float(right[bins == k].mean()) - float(sure[bins == k].mean()))
        * float((bins == k).mean())
        for k in range(_BINS)
        if (bins == k).any()
    ]
    return float(sum(gaps))


def card_text(
    *,
    sha256: str,
    seed: int,
    recipe: str,
    temperature: float,
    shaken: Examination,
    centred: Examination,
    hard: Examination,
    exam_fonts: int,
) -> str:
    """The card as TOML."""
    classes = ", ".join(f'"{token}"' for token in CLASSES)
    lines = [
        "# Card of letters.onnx, written by `python -m tools.training.letters`.",
        'name = "letters"',
        f'sha256 = "{sha256}"',
        f"seed = {seed}",
        f'recipe = "{recipe}"',
        f'input = "{_INPUT}"',
        f'output = "{_OUTPUT}"',
        "input_px = 40",
        f"classes = [{classes}]",
        "",
        "[calibration]",
        f"temperature = {temperature:.4f}",
        f"expected_calibration_error = {shaken.calibration_error:.4f}",
        f"part_above_0_9 = {shaken.confident:.4f}",
        f"accuracy_above_0_9 = {shaken.confident_accuracy:.4f}",
        "",
        "[accuracy]",
        "# On rendered tiles in fonts that training never saw, hard to read ones included.",
        f"fonts = {exam_fonts}",
        f"tiles = {centred.tiles}",
        f"centred = {centred.accuracy:.4f}",
        "# Relief without ink, far out of focus, values close by:",
        f"hard_tiles = {hard.tiles}",
        f"hard_centred = {hard.accuracy:.4f}",
        f"hard_calibration_error = {hard.calibration_error:.4f}",
        "# One of these to ten of the others, shifted, turned and coloured anew:",
        f"cut_as_in_training = {shaken.accuracy:.4f}",
        "",
        "[accuracy.centred_by_token]",
        *(f'"{token}" = {part:.4f}' for token, part in centred.by_token.items()),
    ]
    return "\n".join(lines) + "\n"
