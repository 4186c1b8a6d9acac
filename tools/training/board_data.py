"""Rendered boards, straightened, with what lies on each square: food for the board network."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.synth.fonts import Font
from companion.synth.scene import Scene
from companion.vision.finding.planes import at_height, camera_centre
from companion.vision.reading.board_net import INPUT_PX, MARGIN, MEAN_HEIGHT, PX_PER_CELL
from companion.vision.reading.cells import project, rectify
from tools.synth.random_scenes import random_scene

log = logging.getLogger(__name__)

SIZES = ((960, 720), (720, 960), (1280, 960), (800, 600), (640, 480), (900, 900))


SOLID_EACH = 3
"""Every so many samples the board is a solid with recessed squares, at least."""

FOLLOWS_FLOOR = 0.5
"""How often a grid found on a recessed board is that of its floor, not that of its walls."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardSamples:
    """Straightened boards and their truth.

    Attributes:
        images: uint8 (N, S, S, 3) BGR.
        state: uint8 (N, 15, 15): 0 empty, 1 tile, 2 hidden by a hand.
        offset: float16 (N, 15, 15, 2): where the middle of the tile's face appears, in cells
            right and down of the square's middle; zero where there is no tile.
    """

    images: NDArray[np.uint8]
    state: NDArray[np.uint8]
    offset: NDArray[np.float16]


def straighten(scene: Scene, rng: np.random.Generator, *, jitter: float) -> tuple[
    NDArray[np.uint8], NDArray[np.uint8], NDArray[np.float16]
]:  # fmt: skip
    """Return one sample from a scene, its corners off by so many cells (one sigma)."""
    import cv2

    size = (scene.image.shape[1], scene.image.shape[0])
    square = np.array([[0, 0], [15, 0], [15, 15], [0, 15]], np.float64)
    near = (square + rng.normal(0, jitter, (4, 2))).astype(np.float64)
    if scene.recess and rng.random() < FOLLOWS_FLOOR:
        low = np.column_stack([near, np.full(4, -scene.recess)])
        moved = scene.view.project(low)
    else:
        moved = project(scene.homography, near)
    homography = cv2.getPerspectiveTransform(
        square.astype(np.float32), moved.astype(np.float32)
    ).astype(np.float64)
    centre = camera_centre(homography, size)
    plane = at_height(homography, centre, MEAN_HEIGHT)
    image = rectify(scene.image, plane, px_per_cell=PX_PER_CELL, margin=MARGIN)
    state = np.zeros((15, 15), np.uint8)
    offset = np.zeros((15, 15, 2), np.float16)
    back = np.asarray(np.linalg.inv(plane), dtype=np.float64)
    for (row, col), quad in scene.quads_px.items():
        state[row, col] = 1
        middle = project(back, quad).mean(axis=0)
        offset[row, col] = middle - [col + 0.5, row + 0.5]
    for row, col in scene.hidden:
        state[row, col] = 2
    return image, state, offset


def render_samples(
    folder: Path, *, count: int, seed: int, fonts: list[Font] | None = None
) -> BoardSamples:
    """Render samples into `folder` (kept: an interrupted run goes on), and open them."""
    folder.mkdir(parents=True, exist_ok=True)
    shapes = {
        "images": ((count, INPUT_PX, INPUT_PX, 3), np.uint8),
        "state": ((count, 15, 15), np.uint8),
        "offset": ((count, 15, 15, 2), np.float16),
    }
    stem = f"board-{seed}-{count}"
    done = folder / f"{stem}.done"
    fresh = not done.exists()
    arrays = {
        name: np.lib.format.open_memmap(
            folder / f"{stem}-{name}.npy", mode="w+" if fresh else "r", dtype=dtype, shape=shape
        )
        for name, (shape, dtype) in shapes.items()
    }
    start = 0 if fresh else int(done.read_text())
    if start < count and not fresh:
        arrays = {n: np.load(folder / f"{stem}-{n}.npy", mmap_mode="r+") for n in shapes}
    for k in range(start, count):
        rng = np.random.default_rng([seed, k])
        size = SIZES[int(rng.integers(len(SIZES)))]
        hard = float(rng.choice([0.5, 1.0]))
        solid = True if k % SOLID_EACH == 0 else None
        scene = random_scene(rng, size=size, board=True, fonts=fonts, hard=hard, solid=solid)
        image, state, offset = straighten(
            scene, rng, jitter=float(rng.choice([0.02, 0.06, 0.1]))
        )
        arrays["images"][k], arrays["state"][k], arrays["offset"][k] = image, state, offset
        if k % 200 == 199 or k == count - 1:
            for array in arrays.values():
                array.flush()
            done.write_text(str(k + 1))
            log.info("%d of %d boards rendered", k + 1, count)
    return BoardSamples(arrays["images"], arrays["state"], arrays["offset"])
