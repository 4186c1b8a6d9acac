"""The lens from pictures of a calibration board.

Source: Zhang, "A flexible new technique for camera calibration" (2000), as OpenCV has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.markers import CharucoSpec
from calibration.models import Array, Image, LensModel
from calibration.outcome import Failed

LEAST_VIEWS = 6
LEAST_CORNERS = 12
_OUTLIER = 2.5
_OUTLIER_PX = 0.25
_GRID = (8, 6)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The corners of a calibration board in one picture.

    Attributes:
        name: Of the picture.
        size_px: (width, height) of the picture.
        object_mm: float64 (N, 3), on the board.
        image_px: float64 (N, 2), where they are seen.
    """

    name: str
    size_px: tuple[int, int]
    object_mm: Array
    image_px: Array

    def __post_init__(self) -> None:
        self.object_mm.setflags(write=False)
        self.image_px.setflags(write=False)


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """A lens and how good it is.

    Attributes:
        lens: The lens.
        used: Views that went in.
        dropped: Names of views that did not fit the others.
        coverage: Share of the picture's fields that corners were seen in, 0..1.
        fields: float64 (6, 8): corners seen in each field of the picture.
    """

    lens: LensModel
    used: tuple[View, ...]
    dropped: tuple[str, ...]
    coverage: float
    fields: Array


def observe(image: Image, spec: CharucoSpec, name: str = "") -> View | Failed:
    """Find a calibration board in a picture.

    Args:
        image: uint8, (H, W, 3) BGR or (H, W).
        spec: The board.
        name: Of the picture.
    """
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    board = spec.board()
    detector = cv2.aruco.CharucoDetector(board)
    found: tuple[object, ...] = detector.detectBoard(np.asarray(grey, dtype=np.uint8))
    corners, numbers = found[0], found[1]
    count = len(numbers) if isinstance(numbers, np.ndarray) else 0
    if count < LEAST_CORNERS:
        detail = f"Only {count} corners of the calibration board are seen; show more of it."
        return Failed("board-not-seen", detail)
    chosen = np.asarray(numbers).reshape(-1)
    places = np.asarray(board.getChessboardCorners(), dtype=np.float64)[chosen]
    seen = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    if np.linalg.svd(places[:, :2] - places[:, :2].mean(axis=0), compute_uv=False)[1] < 1.0:
        return Failed("corners-in-line", "All seen corners stand in one line; show more of it.")
    return View(name, (image.shape[1], image.shape[0]), places, seen)


def fit_lens(views: Sequence[View]) -> LensFit | Failed:
    """Fit a lens to views, leaving out those that do not fit the others.

    Accuracy: focal length within 0.5 %, principal point within 2 px at 1280 wide and k1 within
    0.01 on rendered views that cover the picture; tests/calibration.
    """
    if len({view.size_px for view in views}) > 1:
        return Failed("sizes-differ", "The pictures have different sizes; take all at one.")
    used, dropped = list(views), []
    while True:
        if len(used) < LEAST_VIEWS:
            detail = f"{len(used)} good views of {LEAST_VIEWS} are there; take more."
            return Failed("too-few-views", detail)
        lens, errors = _fit(used)
        worst = int(np.argmax(errors))
        bound = max(_OUTLIER * float(np.median(errors)), _OUTLIER_PX)
        if errors[worst] <= bound:
            break
        dropped.append(used.pop(worst).name)
    fields = covered(used)
    return LensFit(lens, tuple(used), tuple(dropped), float((fields > 0).mean()), fields)


def _fit(views: Sequence[View]) -> tuple[LensModel, Array]:
    size = views[0].size_px
    objects = [np.asarray(view.object_mm, dtype=np.float32) for view in views]
    images = [np.asarray(view.image_px, dtype=np.float32).reshape(-1, 1, 2) for view in views]
    start = LensModel.plain(*size)
    # The sixth order and the tangential part are below the noise of a webcam; fitted, they
    # only make the rest uncertain.
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST
    error, matrix, distortion, _, _, _, _, each = cv2.calibrateCameraExtended(
        objects, images, size, start.matrix, np.zeros(5), flags=flags
    )
    k1, k2, p1, p2, k3 = (float(v) for v in np.asarray(distortion).reshape(-1)[:5])
    lens = LensModel(
        *size, float(matrix[0, 0]), float(matrix[1, 1]), float(matrix[0, 2]),
        float(matrix[1, 2]), k1, k2, p1, p2, k3, float(error), len(views),
    )  # fmt: skip
    return lens, np.asarray(each, dtype=np.float64).reshape(-1)


def covered(views: Sequence[View]) -> Array:
    """Return how many corners were seen in each field of the picture, float64 (6, 8)."""
    total = np.zeros((_GRID[1], _GRID[0]))
    for view in views:
        share = (view.image_px + 0.5) / np.array(view.size_px)
        cols = np.clip((share[:, 0] * _GRID[0]).astype(int), 0, _GRID[0] - 1)
        rows = np.clip((share[:, 1] * _GRID[1]).astype(int), 0, _GRID[1] - 1)
        np.add.at(total, (rows, cols), 1)
    return total


def draw_coverage(fit: LensFit, image: Image) -> Image:
    """Return a copy of a picture with every corner that was used, and what it missed by."""
    picture = image.copy() if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    picture = np.asarray(picture, dtype=np.uint8)
    for row, col in np.argwhere(fit.fields == 0):
        height, width = picture.shape[0] / _GRID[1], picture.shape[1] / _GRID[0]
        a, b = (
            (int(col * width), int(row * height)),
            (int((col + 1) * width), int((row + 1) * height)),
        )
        cv2.rectangle(picture, a, b, (60, 60, 220), 2)
    for view in fit.used:
        for x, y in view.image_px.tolist():
            cv2.circle(picture, (round(x), round(y)), 3, (80, 180, 60), -1, cv2.LINE_AA)
    return picture
