"""Rendered scenes kept on disk with their truth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finding.fit import FloatArray, halving
from companion.vision.finding.lens import Lens

SHARD_SCENES = 250
NO_LENS = Lens(0.0, (0.0, 0.0), 1.0)

Picture = NDArray[np.uint8]


class SceneLike(Protocol):
    """What a renderer gives."""

    @property
    def image(self) -> Picture:
        """(H, W, 3) BGR."""

    @property
    def homography(self) -> FloatArray:
        """(3, 3), board cells to pixels."""

    @property
    def corners_px(self) -> FloatArray:
        """(4, 2), the grid's corners as seen."""

    @property
    def has_board(self) -> bool:
        """False for pictures of other things."""


Renderer = Callable[[np.random.Generator], SceneLike]


def write_shards(
    folder: Path, name: str, renderer: Renderer, *, count: int, seed: int
) -> Iterable[Path]:
    """Render `count` scenes into files of `SHARD_SCENES` each; files that exist are kept.

    Every shard has its own seed, so that an interrupted run goes on where it stopped.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for shard in range(-(-count // SHARD_SCENES)):
        path = folder / f"{name}-{shard:03d}.npz"
        if not path.exists():
            rng = np.random.default_rng([seed, shard])
            scenes = min(SHARD_SCENES, count - shard * SHARD_SCENES)
            coded, homographies, boards, lenses = [], [], [], []
            for _ in range(scenes):
                scene = renderer(rng)
                options = [cv2.IMWRITE_JPEG_QUALITY, 94]
                coded.append(cv2.imencode(".jpg", scene.image, options)[1].ravel())
                plane, lens = _truth(scene)
                homographies.append(plane)
                lenses.append((lens.k, *lens.centre_px, lens.radius_px))
                boards.append(scene.has_board)
            partial = path.with_suffix(".part")
            with partial.open("wb") as stream:
                np.savez(
                    stream,
                    bytes=np.concatenate(coded),
                    ends=np.cumsum([len(c) for c in coded]),
                    homographies=np.array(homographies),
                    boards=np.array(boards),
                    lenses=np.array(lenses),
                )
            partial.rename(path)
        yield path


def _truth(scene: SceneLike) -> tuple[FloatArray, Lens]:
    """The plane of the board in straight pixels, and the lens that bends them."""
    view = getattr(scene, "view", None)
    if view is None or view.k1 == 0.0 or not scene.has_board:
        return scene.homography, NO_LENS
    x, y = view.centre_px
    return view.plane(), Lens(view.k1, (float(x), float(y)), view.focal_px)


class SceneStore:
    """Scenes read back from shards, decoded when asked for."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._scenes: list[tuple[NDArray[np.uint8], FloatArray, bool, Lens]] = []
        for path in sorted(paths):
            with np.load(path) as shard:
                parts = np.split(shard["bytes"], shard["ends"][:-1])
                for part, plane, board, (k, x, y, radius) in zip(
                    parts, shard["homographies"], shard["boards"], shard["lenses"], strict=True
                ):
                    lens = Lens(float(k), (float(x), float(y)), float(radius))
                    self._scenes.append((part, plane, bool(board), lens))

    def __len__(self) -> int:
        return len(self._scenes)

    def scene(
        self, index: int, *, halved: bool = False
    ) -> tuple[Picture, FloatArray, bool, Lens]:
        """Picture (H, W, 3) BGR, plane (cells to straight pixels), is there a board, lens."""
        data, homography, board, lens = self._scenes[index]
        flag = cv2.IMREAD_REDUCED_COLOR_2 if halved else cv2.IMREAD_COLOR
        picture = np.asarray(cv2.imdecode(data, flag), dtype=np.uint8)
        if halved:
            homography = halving(0.5, 0.5) @ homography
            x, y = lens.centre_px
            lens = Lens(lens.k, (x / 2 - 0.25, y / 2 - 0.25), lens.radius_px / 2)
        return picture, homography, board, lens
