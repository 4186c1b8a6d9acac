"""Fits how the two networks are weighed, and shows what each threshold of doubt costs.

    python -m tools.training.doubt [--scenes N] [--seed N] [--plot FILE]

Works on rendered boards that no network was trained on. Prints the weights for
`companion.vision.reading.weigh` and a table for docs/doubt.md.
"""

from __future__ import annotations

import argparse
import logging
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.board.reading import BoardReading
from companion.board.tiles import TileKind, TileSet
from companion.synth.scene import Scene
from companion.vision.reading.read import Reader, Stages
from companion.vision.reading.weigh import log_odds
from companion.vision.recognisers.api import CLASSES
from tools.synth.random_scenes import random_scene
from tools.training.logistic import fit_weights

log = logging.getLogger(__name__)

Array = NDArray[np.float64]
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995)


@dataclass(slots=True)
class Evidence:
    """What was read on many squares, and what was true.

    Attributes:
        board: The board network's probability of a tile on looked-at squares.
        face: The letter network's.
        tile: Whether there was one.
        confidence: Of each square's best content, all squares.
        right: Whether that was so.
        boards: How many boards.
    """

    board: list[float] = field(default_factory=list)
    face: list[float] = field(default_factory=list)
    tile: list[bool] = field(default_factory=list)
    confidence: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    boards: int = 0

    def take(self, scene: Scene, stages: Stages, reading: BoardReading) -> None:
        """Add one board."""
        self.boards += 1
        for k, (row, col) in enumerate(stages.looked_at):
            if (row, col) not in scene.hidden:
                self.board.append(float(stages.board[k]))
                self.face.append(float(stages.face[k]))
                self.tile.append(bool(scene.cells[row][col]))
        for cell in reading.cells:
            row, col = cell.square.row, cell.square.col
            if (row, col) not in scene.hidden:
                seen = cell.best.text if cell.best else ""
                self.confidence.append(cell.confidence)
                self.right.append(seen == scene.cells[row][col])


def every_letter() -> TileSet:
    """A set that holds plenty of every token, for boards of random letters."""
    tokens = [token for token in CLASSES if len(token) == 1 and token != "?"]
    kinds = [TileKind(token, 99, 1) for token in tokens]
    return TileSet("every-letter", (*kinds, TileKind("?", 99, 0)))


def gather(scenes: int, seed: int, *, jitter: float = 0.04) -> Evidence:
    """Read rendered boards whose corners are known to so many cells (one sigma)."""
    reader = Reader(every_letter())
    evidence = Evidence()
    for k in range(scenes):
        rng = np.random.default_rng([seed, k])
        scene = random_scene(rng, size=(1280, 960), board=True, hard=0.8)
        side = np.linalg.norm(scene.corners_px[1] - scene.corners_px[0]) / 15
        corners = scene.corners_px + rng.normal(0, jitter * side, (4, 2))
        if side < 22:
            continue

        def keep(
            stages: Stages, reading: BoardReading, _: NDArray[np.uint8], scene: Scene = scene
        ) -> None:
            evidence.take(scene, stages, reading)

        reader.read(scene.image, corners_px=corners, trace=keep)
        if k % 20 == 19:
            log.info("%d of %d boards read", k + 1, scenes)
    return evidence


def fit(evidence: Evidence) -> tuple[float, float, float]:
    """Return (bias, board weight, face weight) of the likeliest logistic model."""
    board, face = (log_odds(np.array(each)) for each in (evidence.board, evidence.face))
    x = np.column_stack([np.ones(len(evidence.tile)), board, face])
    towards = np.array([0.0, 1.0, 0.3])
    weights = fit_weights(x, np.array(evidence.tile, np.float64), towards=towards)
    return float(weights[0]), float(weights[1]), float(weights[2])


def trade_off(evidence: Evidence) -> list[tuple[float, float, float]]:
    """For each threshold: (threshold, squares asked about per board, silent per 2,000)."""
    confidence, right = np.array(evidence.confidence), np.array(evidence.right)
    rows = []
    for threshold in THRESHOLDS:
        asked = confidence < threshold
        silent = ~asked & ~right
        rows.append((threshold, float(asked.sum()) / evidence.boards,
                     2000 * float(silent.mean())))  # fmt: skip
    return rows


def expected_calibration_error(evidence: Evidence, bins: int = 15) -> float:
    """Mean distance between how sure a reading is and how often it is right."""
    confidence, right = np.array(evidence.confidence), np.array(evidence.right)
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    error = 0.0
    for k in range(bins):
        chosen = place == k
        if chosen.any():
            gap = abs(float(confidence[chosen].mean()) - float(right[chosen].mean()))
            error += gap * float(chosen.mean())
    return error


def plot(rows: list[tuple[float, float, float]], path: Path) -> None:
    """Draw the trade-off."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4.2))
    axes.plot([row[1] for row in rows], [row[2] for row in rows], "o-", color="#1f5fa8")
    for threshold, asked, silent in rows:
        axes.annotate(f"{threshold:g}", (asked, silent), xytext=(5, 5),
                      textcoords="offset points", fontsize=8)  # fmt: skip
    axes.set_xlabel("squares asked about per board")
    axes.set_ylabel("silent wrong squares per 2,000")
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main() -> None:
    """Run the whole recipe and print what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7001)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    evidence = gather(options.scenes, options.seed)
    print("bias, board weight, face weight: {:.3f} {:.3f} {:.3f}".format(*fit(evidence)))
    print(f"squares right: {100 * np.mean(evidence.right):.3f} %")
    print(f"expected calibration error: {expected_calibration_error(evidence):.4f}")
    rows = trade_off(evidence)
    print("| threshold | asked per board | silent per 2,000 |\n|---|---|---|")
    for threshold, asked, silent in rows:
        print(f"| {threshold:g} | {asked:.2f} | {silent:.2f} |")
    if options.plot:
        plot(rows, options.plot)


if __name__ == "__main__":
    main()
