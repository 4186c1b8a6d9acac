"""The letter network of the package, run by OpenCV."""

from __future__ import annotations

import hashlib
import tomllib
from importlib import resources
from threading import Lock
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import DependencyMissing
from companion.vision.recognisers.api import LetterPosteriors, Patches

MODEL = "letters.onnx"
CARD = "letters.toml"


class NetworkRecogniser:
    """Reads patches with the trained network.

    Args:
        model: ONNX bytes; the package's own if None.
        card: Text of its card; the package's own if None.

    Raises:
        DependencyMissing: The weights or their card are missing or do not belong together.
    """

    name = "network"

    def __init__(self, model: bytes | None = None, card: str | None = None) -> None:
        weights = _packaged(MODEL) if model is None else model
        facts = tomllib.loads(_packaged(CARD).decode("utf8") if card is None else card)
        digest = hashlib.sha256(weights).hexdigest()
        if facts.get("sha256") != digest:
            raise DependencyMissing(
                "{model} is not the file its card describes: install the package again",
                model=MODEL,
            )
        self.version = digest[:12]
        self.classes: tuple[str, ...] = tuple(facts["classes"])
        self.input_px = int(facts["input_px"])
        try:
            self._net: Any = cv2.dnn.readNetFromONNX(np.frombuffer(weights, dtype=np.uint8))
        except cv2.error as error:
            raise DependencyMissing(
                "OpenCV {version} cannot load {model}: install opencv-python 5",
                version=cv2.__version__,
                model=MODEL,
            ) from error
        self._lock = Lock()

    def read(self, patches: Patches) -> LetterPosteriors:
        """Probabilities of each token; see `companion.vision.recognisers.api.Recogniser`."""
        if patches.ndim != 4 or patches.shape[3] != 3 or patches.shape[1] != patches.shape[2]:
            raise ValueError(f"patches of shape {patches.shape}; (N, S, S, 3) is wanted")
        if not len(patches):
            return LetterPosteriors(np.zeros((0, len(self.classes))), self.classes)
        batch = normalise(patches, self.input_px)
        with self._lock:  # the network object keeps its input between the two calls
            self._net.setInput(batch)
            logits = np.asarray(self._net.forward(), dtype=np.float64)
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        return LetterPosteriors(odds / odds.sum(axis=1, keepdims=True), self.classes)


def normalise(patches: Patches, side_px: int) -> NDArray[np.float32]:
    """Patches as the network wants them: float32 (N, 3, side, side), contrasts only.

    Each channel's mean is removed and all three are divided by their common deviation, so
    exposure and white balance do not matter while contrasts of colour do.
    """
    if patches.shape[1] != side_px:
        shrink = cv2.INTER_AREA if patches.shape[1] > side_px else cv2.INTER_LINEAR
        patches = np.stack(
            [cv2.resize(p, (side_px, side_px), interpolation=shrink) for p in patches]
        ).astype(np.uint8)
    batch = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), dtype=np.float32)
    batch -= batch.mean(axis=(2, 3), keepdims=True)
    deviation = np.sqrt(np.square(batch).mean(axis=(1, 2, 3), keepdims=True))
    return np.asarray(batch / (deviation + 4.0), dtype=np.float32)


def _packaged(name: str) -> bytes:
    try:
        return (resources.files("companion.vision") / "data" / name).read_bytes()
    except OSError as error:
        raise DependencyMissing(
            "the letter network's file {name} is not in the package: install the package again",
            name=name,
        ) from error
