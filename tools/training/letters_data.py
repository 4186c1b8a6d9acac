"""Rendered tiles in bulk, to train and to measure the letter network with."""

from __future__ import annotations

import logging
import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.fonts import Font
from companion.vision.recognisers.api import BLANK_TOKEN, CLASSES, NOT_A_TILE
from tools.synth.crops import CROP_PX, TileSurroundings
from tools.synth.hard_faces import hard_style
from tools.synth.random_styles import random_style
from tools.synth.wear import blurred, wear

log = logging.getLogger(__name__)

_PER_SET = 24
_CHUNK = 40 * _PER_SET
_SHARD = 25 * _CHUNK

_VALUES = {
    "A": (1,), "B": (3, 3, 4, 5, 8, 9), "C": (3, 4, 1, 2, 5, 8, 10), "D": (2, 1, 3),
    "E": (1,), "F": (4, 4, 5, 8, 3), "G": (2, 2, 3, 4, 8, 9), "H": (4, 4, 2, 3, 8, 10),
    "I": (1, 1, 1, 2), "J": (8, 8, 6, 4, 3, 10), "K": (5, 4, 2, 3, 10, 8), "L": (1, 1, 2, 3),
    "M": (3, 3, 2, 4), "N": (1,), "O": (1, 1, 2), "P": (3, 3, 4, 2), "Q": (10, 10, 8, 5),
    "R": (1, 1, 2), "S": (1,), "T": (1,), "U": (1, 1, 3, 4, 2), "V": (4, 6, 8, 5, 3),
    "W": (4, 3, 10, 8, 1, 5), "X": (8, 8, 10), "Y": (4, 4, 2, 10, 8, 3),
    "Z": (10, 10, 3, 8, 1, 4),
}  # fmt: skip
"""Points seen on letters in the sets of many languages; the commonest come more than once."""


_ALIKE = {"I": 2.2, "L": 1.6, "J": 1.5, "S": 1.5, "B": 1.4, "A": 1.5, "R": 1.4, "O": 1.4}
"""Letters taken for each other in hard sets, and how often they are drawn there."""


@dataclass(frozen=True, slots=True, eq=False)
class RenderedTiles:
    """Rendered crops with their truth.

    Attributes:
        crops: uint8 (N, CROP_PX, CROP_PX, 3) BGR.
        labels: int64 (N,), index into `CLASSES`.
    """

    crops: NDArray[np.uint8]
    labels: NDArray[np.int64]

    def first(self, count: int) -> RenderedTiles:
        """The first so many of them."""
        return RenderedTiles(self.crops[:count], self.labels[:count])


def joined(first: RenderedTiles, second: RenderedTiles) -> RenderedTiles:
    """Both, one after the other."""
    return RenderedTiles(
        np.concatenate([first.crops, second.crops]),
        np.concatenate([first.labels, second.labels]),
    )


def render_tiles(
    count: int,
    seed: int,
    fonts: Sequence[Font],
    missing: dict[str, frozenset[str]] | None = None,
    *,
    first: int = 0,
    processes: int = 1,
    classes: Sequence[str] = CLASSES,
    hard: bool = False,
) -> RenderedTiles:
    """That many crops of tiles of random sets, the same for the same seed.

    Args:
        count: How many.
        seed: Decides everything, whatever the number of processes.
        fonts: Fonts of the sets, by weight.
        missing: Font file to characters it cannot print; those tokens are not drawn in it.
        first: Where in the seed's endless row of tiles to begin; a multiple of 960.
        processes: How many work at once.
        classes: Tokens to draw from; all of them by default.
        hard: Sets of the kinds that are hard to read, often far out of focus.
    """
    tasks = [
        (
            min(_CHUNK, first + count - at),
            (seed, at),
            tuple(fonts),
            missing or {},
            tuple(classes),
            hard,
        )
        for at in range(first, first + count, _CHUNK)
    ]
    if processes == 1:
        parts = [_render_chunk(task) for task in tasks]
    else:
        with multiprocessing.Pool(processes) as pool:
            parts = pool.map(_render_chunk, tasks, chunksize=1)
    crops = np.concatenate([part[0] for part in parts])
    return RenderedTiles(crops, np.concatenate([part[1] for part in parts]))


def cached_tiles(
    path: Path,
    count: int,
    seed: int,
    fonts: Sequence[Font],
    missing: dict[str, frozenset[str]],
    *,
    processes: int = 1,
    hard: bool = False,
) -> RenderedTiles:
    """As `render_tiles`, kept in .npz shards whose names begin with `path`.

    A run that was broken off goes on with the first shard that is not there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    shards = []
    for first in range(0, count, _SHARD):
        size = min(_SHARD, count - first)
        file = path.with_name(f"{path.name}-{seed}-{first}-{size}.npz")
        if file.exists():
            kept = np.load(file)
            shards.append(RenderedTiles(kept["crops"], kept["labels"]))
            continue
        shard = render_tiles(
            size, seed, fonts, missing, first=first, processes=processes, hard=hard
        )
        whole = file.with_suffix(".part.npz")
        np.savez(whole, crops=shard.crops, labels=shard.labels)
        whole.rename(file)
        log.info("rendered %d of %d tiles", first + size, count)
        shards.append(shard)
    return RenderedTiles(
        np.concatenate([shard.crops for shard in shards]),
        np.concatenate([shard.labels for shard in shards]),
    )


_Task = tuple[
    int, tuple[int, int], tuple[Font, ...], dict[str, frozenset[str]], tuple[str, ...], bool
]


def _render_chunk(task: _Task) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    count, seed, fonts, missing, classes, hard = task
    cv2.setNumThreads(1)
    rng = np.random.default_rng((*seed, 1) if hard else seed)
    odds = np.array([_weight(token, hard=hard) for token in classes])
    odds /= odds.sum()
    crops = np.zeros((count, CROP_PX, CROP_PX, 3), dtype=np.uint8)
    labels = np.zeros(count, dtype=np.int64)
    for start in range(0, count, _PER_SET):
        draw = hard_style if hard else random_style
        around = TileSurroundings(rng, fonts, draw_style=draw)
        lacking = missing.get(around.style.font, frozenset())
        can = np.array(
            [p if lacking.isdisjoint(t) else 0.0 for t, p in zip(classes, odds, strict=True)]
        )
        picks = rng.choice(len(classes), size=min(_PER_SET, count - start), p=can / can.sum())
        for k, pick in enumerate(picks, start):
            token = classes[int(pick)]
            crop = (
                around.empty()
                if token == NOT_A_TILE
                else around.tile(token, _value(token, rng))
            )
            crops[k] = _worn_hard(crop, around, rng) if hard else wear(crop, rng)
            labels[k] = CLASSES.index(token)
    return crops, labels


def _worn_hard(
    crop: NDArray[np.uint8], around: TileSurroundings, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Often blurred; relief without ink is spared some of it, or nothing would be left."""
    relief = around.style.shaped is not None
    if rng.random() < (0.15 if relief else 0.4):
        crop = blurred(crop, rng)
    return wear(crop, rng) if not relief or rng.random() < 0.6 else crop


def _weight(token: str, *, hard: bool) -> float:
    if hard and token in _ALIKE:
        return _ALIKE[token]
    if token in (BLANK_TOKEN, NOT_A_TILE):
        return 1.6
    if token in ("I", "O", "Q", "C", "G", "D", "N", "H", "M", "E", "F"):
        return 1.2
    return 1.0 if token in _VALUES else 0.45


def _value(token: str, rng: np.random.Generator) -> int | None:
    """Points as sets print them; now and then any number at all."""
    if token == BLANK_TOKEN or rng.random() < 0.03:
        return None
    if rng.random() < 0.12:
        return int(rng.integers(0, 13))
    known = _VALUES.get(token, (5, 6, 7, 8, 10, 2, 4))
    return int(rng.choice(known))
