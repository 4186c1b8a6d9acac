"""Fits how a board's own tiles and empty squares are weighed against the network's judgement.

    python -m tools.training.likeness [--scenes N] [--seed N] [--cache FOLDER]

Works on rendered boards that the network was not trained on; prints the weights for
`companion.vision.reading.resemble` and what they change.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.vision.reading.board_net import BoardNet
from companion.vision.reading.faces import fit_faces
from companion.vision.reading.resemble import compare, witnesses
from companion.vision.reading.weigh import log_odds
from tools.training.board_data import BoardSamples, render_samples
from tools.training.logistic import fit_weights

Array = NDArray[np.float64]


def gather(samples: BoardSamples, net: BoardNet) -> tuple[Array, Array]:
    """Return evidence (N, 7) on all visible squares, and whether a tile lies there (N,).

    The columns: one, the network's log odds, and the five of `witnesses`.
    """
    evidence, truth = [], []
    for image, state in zip(samples.images, samples.state, strict=True):
        board = np.asarray(image)
        occupancy = net.judge(board)
        said = witnesses(compare(board, occupancy, fit_faces(occupancy).offset))
        network = log_odds(occupancy.tile)[..., None]
        every = np.concatenate([np.ones((15, 15, 1)), network, said], axis=-1)
        evidence.append(every[state != 2])
        truth.append(state[state != 2] == 1)
    return np.concatenate(evidence), np.concatenate(truth).astype(np.float64)


def wrong_per_1000(odds: Array, truth: Array) -> float:
    """Squares on the wrong side of even odds, of a thousand."""
    return 1000 * float(np.mean((odds > 0) != (truth > 0.5)))


def main() -> None:
    """Run the whole recipe and print what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=400)
    parser.add_argument("--seed", type=int, default=2001)
    parser.add_argument("--cache", type=Path, default=Path("var/training"))
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    samples = render_samples(options.cache, count=options.scenes, seed=options.seed)
    evidence, truth = gather(samples, BoardNet.bundled())
    weights = fit_weights(evidence, truth)
    print("bias, network: {:.2f} {:.2f}".format(*weights[:2]))
    print("witnesses:", " ".join(f"{each:.2f}" for each in weights[2:]))
    before = wrong_per_1000(evidence[:, 1], truth)
    after = wrong_per_1000(evidence @ weights, truth)
    print(f"wrong squares of a thousand: {before:.2f} without, {after:.2f} with the comparison")


if __name__ == "__main__":
    main()
