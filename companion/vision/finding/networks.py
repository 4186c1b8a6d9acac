"""The three networks that find a board, run by OpenCV's own dnn."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import DependencyMissing
from companion.vision.finding.fit import (
    FloatArray,
    View,
    halving,
    inverse,
    local_scale,
    transform,
)
from companion.vision.finding.lens import Lens

REFINE_VIEW = View(side_px=224, margin_cells=2.5)
"""What the refining network looks at."""

FINE_VIEW = View(side_px=256, margin_cells=1.0)
"""What the third network looks at, once the grid is nearly in place."""

PROPOSE_SIDE_PX = 192
PROPOSE_STRIDE_PX = 4

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Residuals:
    """What a refining network says of one view.

    Attributes:
        shift_cells: (n, n, 2), true minus assumed board coordinates.
        inside: (n, n), probability that the place lies inside the grid and is seen.
        scale_cells: (n, n), expected error of `shift_cells`.
    """

    shift_cells: FloatArray
    inside: FloatArray
    scale_cells: FloatArray


class Pyramid:
    """A picture and its halves, for views that do not alias."""

    def __init__(self, picture: Picture) -> None:
        self.levels = [picture]

    def view(self, matrix: FloatArray, side_px: int, lens: Lens | None = None) -> Picture:
        """The picture through `matrix` (picture to view pixels): (side, side, 3).

        With a lens the matrix starts from the pixels of the straightened picture.
        """
        scale, level = local_scale(matrix, side_px / 2, side_px / 2), 0
        while scale * 2**level < 0.65 and level < 5:
            level += 1
        shrink = halving(*self._level_scale(level))
        if lens is not None and lens.k != 0.0:
            return self._bent(self._level(level), inverse(matrix), shrink, side_px, lens)
        laid = cv2.warpPerspective(
            self._level(level),
            matrix @ np.linalg.inv(shrink),
            (side_px, side_px),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(127, 127, 127),
        )
        return np.asarray(laid, dtype=np.uint8)

    @staticmethod
    def _bent(
        source: Picture, back: FloatArray, shrink: FloatArray, side_px: int, lens: Lens
    ) -> Picture:
        steps = np.arange(side_px, dtype=np.float64)
        places = np.stack(np.meshgrid(steps, steps), axis=-1)
        at = transform(shrink, lens.distort(transform(back, places))).astype(np.float32)
        laid = cv2.remap(
            source,
            np.ascontiguousarray(at[:, :, 0]),
            np.ascontiguousarray(at[:, :, 1]),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(127, 127, 127),
        )
        return np.asarray(laid, dtype=np.uint8)

    def _level(self, level: int) -> Picture:
        while len(self.levels) <= level:
            last = self.levels[-1]
            size = (max(last.shape[1] // 2, 1), max(last.shape[0] // 2, 1))
            half = cv2.resize(last, size, interpolation=cv2.INTER_AREA)
            self.levels.append(np.asarray(half, dtype=np.uint8))
        return self.levels[level]

    def _level_scale(self, level: int) -> tuple[float, float]:
        small, large = self._level(level), self.levels[0]
        return small.shape[1] / large.shape[1], small.shape[0] / large.shape[0]


class LocateNets:
    """The networks, loaded once.

    Raises:
        DependencyMissing: The weights are not in the package or cannot be read.
    """

    def __init__(self) -> None:
        self._propose = _load("locate_propose.onnx")
        self._refine = _load("locate_refine.onnx")
        self._fine = _load("locate_fine.onnx")

    def propose(self, view: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Mask and corner heat (48, 48), 0..1, of a picture (192, 192, 3)."""
        maps = _run(self._propose, view)
        probable = 1.0 / (1.0 + np.exp(-np.clip(maps, -30, 30)))
        return probable[0].astype(np.float32), probable[1].astype(np.float32)

    def refine(self, view: Picture) -> Residuals:
        """What is wrong with the homography behind a view (224, 224, 3)."""
        return _residuals(_run(self._refine, view))

    def fine(self, view: Picture) -> Residuals:
        """The same from closer by (256, 256, 3), for errors of less than half a cell."""
        return _residuals(_run(self._fine, view))


def _residuals(answer: NDArray[np.float32]) -> Residuals:
    maps = answer.astype(np.float64)
    return Residuals(
        shift_cells=np.moveaxis(maps[:2], 0, -1),
        inside=1.0 / (1.0 + np.exp(-np.clip(maps[2], -30, 30))),
        scale_cells=np.exp(np.clip(maps[3], -4.5, 2.0)),
    )


def _run(net: cv2.dnn.Net, view: Picture) -> NDArray[np.float32]:
    blob = (view.astype(np.float32) - 127.5) / 64.0
    net.setInput(np.ascontiguousarray(blob.transpose(2, 0, 1)[None]))
    maps: NDArray[np.float32] = np.asarray(net.forward(), dtype=np.float32)[0]
    return maps


def _load(name: str) -> cv2.dnn.Net:
    try:
        data = files("companion.vision").joinpath("data", name).read_bytes()
        return cv2.dnn.readNetFromONNX(np.frombuffer(data, dtype=np.uint8))
    except (OSError, cv2.error) as error:
        raise DependencyMissing(
            "the weights {name} cannot be read; reinstall tabletop-companion", name=name
        ) from error
