"""Training samples cut from rendered scenes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finding.fit import (
    BOARD_CORNERS,
    CELLS,
    FloatArray,
    View,
    corners_from_homography,
    fit_homography,
    halving,
    homography_from_corners,
    inverse,
    local_scale,
    transform,
)
from companion.vision.finding.lens import Lens
from companion.vision.finding.networks import PROPOSE_SIDE_PX, PROPOSE_STRIDE_PX
from tools.training.locate_augment import Augmenter
from tools.training.locate_scenes import SceneStore

PROPOSE_MAP_PX = PROPOSE_SIDE_PX // PROPOSE_STRIDE_PX

Picture = NDArray[np.uint8]


def warped(picture: Picture, matrix: FloatArray, side_px: int, border: int) -> Picture:
    """The picture through a homography, shrunk by areas first where it would alias."""
    height, width = picture.shape[:2]
    scale = local_scale(matrix, side_px / 2, side_px / 2)
    if scale < 0.6:
        factor = max(1.3 * scale, 0.08)
        size = (max(round(width * factor), 8), max(round(height * factor), 8))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        matrix = matrix @ np.linalg.inv(halving(size[0] / width, size[1] / height))
    laid = cv2.warpPerspective(
        picture,
        matrix,
        (side_px, side_px),
        flags=cv2.INTER_LINEAR,
        borderMode=border,
        borderValue=(127, 127, 127),
    )
    return np.asarray(laid, dtype=np.uint8)


class ProposeSamples:
    """Whole pictures at any turn and size, with the mask of the grid and its corners."""

    def __init__(self, store: SceneStore, rng: np.random.Generator) -> None:
        self._store, self._rng = store, rng
        self._augment = Augmenter(rng, PROPOSE_SIDE_PX)

    def sample(self, index: int) -> tuple[Picture, NDArray[np.float32]]:
        """Picture (S, S, 3) and targets (2, S / 4, S / 4): mask, corner heat."""
        picture, homography, board, lens = self._store.scene(index, halved=True)
        matrix = self._placement(picture, homography, board)
        border = int(
            self._rng.choice([cv2.BORDER_CONSTANT, cv2.BORDER_REFLECT_101], p=[0.7, 0.3])
        )
        view = self._augment(warped(picture, matrix, PROPOSE_SIDE_PX, border))
        targets = np.zeros((2, PROPOSE_MAP_PX, PROPOSE_MAP_PX), np.float32)
        if board:
            corners = lens.distort(corners_from_homography(homography))
            draw_targets(targets, transform(matrix, corners))
        return view, targets

    def _placement(self, picture: Picture, homography: FloatArray, board: bool) -> FloatArray:
        """Where the picture goes in the view (3, 3)."""
        rng, side = self._rng, PROPOSE_SIDE_PX
        height, width = picture.shape[:2]
        whole = side / max(height, width)
        centre = np.array([width / 2, height / 2])
        target = np.array([side / 2, side / 2])
        if rng.random() < 0.4 or not board:
            scale = whole * float(np.exp(rng.normal(0, 0.1)))
            target += rng.normal(0, 4, 2)
            turn = float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.05))
        else:
            corners = corners_from_homography(homography)
            extent = float((corners.max(axis=0) - corners.min(axis=0)).max())
            share = float(np.exp(rng.uniform(np.log(0.28), np.log(1.02))))
            scale = share * side / extent
            centre = corners.mean(axis=0)
            free = side * max(0.05, (1 - share) / 2)
            target += rng.uniform(-1, 1, 2) * free
            turn = rng.uniform(0, 2 * np.pi)
            if rng.random() < 0.4:
                turn = float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.08))
        c, s = scale * np.cos(turn), scale * np.sin(turn)
        linear = np.array([[c, -s], [s, c]])
        if rng.random() < 0.5:
            linear[:, 0] *= -1
        matrix = np.eye(3)
        matrix[:2, :2] = linear @ (np.eye(2) + rng.normal(0, 0.03, (2, 2)))
        matrix[:2, 2] = target - matrix[:2, :2] @ centre
        return matrix


def draw_targets(targets: NDArray[np.float32], corners_px: FloatArray) -> None:
    """Mask and corner heat (2, h, w) for corners given in pixels of the view."""
    ratio = PROPOSE_MAP_PX / PROPOSE_SIDE_PX
    corners = (corners_px + 0.5) * ratio - 0.5
    fixed = np.clip(np.round(corners * 16), -30000, 30000).astype(np.int32)
    inside = np.zeros(targets.shape[1:], np.uint8)
    cv2.fillConvexPoly(inside, fixed, 1, shift=4)
    targets[0] = inside
    y, x = np.mgrid[0:PROPOSE_MAP_PX, 0:PROPOSE_MAP_PX]
    for cx, cy in corners:
        np.maximum(
            targets[1], np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * 1.2**2)), out=targets[1]
        )


class RefineSamples:
    """Views through a wrong homography, with what is wrong about it."""

    def __init__(
        self,
        store: SceneStore,
        rng: np.random.Generator,
        view: View,
        spreads: Sequence[float] | None = None,
    ) -> None:
        self._store, self._rng, self._view, self._spreads = store, rng, view, spreads
        self._augment = Augmenter(rng, view.side_px)
        self._map_px = view.side_px // 8
        self._lattice = view.lattice(self._map_px)

    def sample(self, index: int) -> tuple[Picture, NDArray[np.float32]]:
        """Picture (S, S, 3), targets (4, S / 8, S / 8): du, dv in cells, weight, mask."""
        rng = self._rng
        picture, plane, board, lens = self._store.scene(index)
        height, width = picture.shape[:2]
        targets = np.zeros((4, self._map_px, self._map_px), np.float32)
        border = cv2.BORDER_CONSTANT
        if not board and (rng.random() < 0.3 or np.allclose(plane, np.eye(3))):
            plane = _anywhere(rng, width, height)
        turned = plane @ self._symmetry()
        assumed = _fitted(turned, lens) @ self._fault()
        if board:
            seen = transform(assumed, self._lattice)
            true = transform(inverse(turned), lens.undistort(seen))
            inside = ((true > 0) & (true < CELLS)).all(axis=-1)
            near = ((true > -1.5) & (true < CELLS + 1.5)).all(axis=-1)
            shown = ((seen > -1) & (seen < (width, height))).all(axis=-1)
            residual = true - self._lattice
            known = (np.abs(residual) < 5).all(axis=-1) & shown
            targets[:2] = np.moveaxis(residual, -1, 0)
            targets[2] = known * (0.3 * near + 0.7 * inside)
            targets[3] = inside & shown
        matrix = self._view.matrix @ np.linalg.inv(assumed)
        view = warped(picture, matrix, self._view.side_px, border)
        return self._augment(view), targets

    def _fault(self) -> FloatArray:
        """From assumed cells to true cells: the error to be found."""
        rng = self._rng
        if self._spreads is None:
            kind = rng.random()
            spread = 1.0 if kind < 0.5 else 0.25 if kind < 0.75 else 0.06
            wild = kind < 0.04
        else:
            spread, wild = float(rng.choice(self._spreads)), False
        corners = BOARD_CORNERS - CELLS / 2
        angle = np.clip(rng.normal(0, 0.09), -0.27, 0.27) * spread
        scale = np.exp(np.clip(rng.normal(0, 0.1), -0.25, 0.25) * spread)
        shift = np.clip(rng.normal(0, 0.9, 2), -2.6, 2.6) * spread
        if self._spreads is None and spread < 1.0 and rng.random() < 0.3:
            shift = shift + rng.integers(-2, 3, 2)  # whole cells: lattices look alike
        if wild:
            angle, scale = rng.uniform(-0.8, 0.8), np.exp(rng.uniform(-0.9, 0.9))
            shift = rng.uniform(-8, 8, 2)
        c, s = np.cos(angle), np.sin(angle)
        stretch = np.exp(rng.normal(0, 0.03 * spread, 2))
        moved = scale * (corners * stretch) @ np.array([[c, s], [-s, c]]) + shift
        moved += rng.normal(0, 0.45 * spread, (4, 2))
        return homography_from_corners(moved + CELLS / 2)

    def _symmetry(self) -> FloatArray:
        """One of the eight ways in which the pattern of a board falls on itself."""
        corners = np.roll(BOARD_CORNERS, int(self._rng.integers(4)), axis=0)
        if self._rng.random() < 0.5:
            corners = corners[::-1]
        return homography_from_corners(corners)


def _fitted(plane: FloatArray, lens: Lens) -> FloatArray:
    """The homography that comes nearest to a plane seen through a bent lens."""
    if lens.k == 0.0:
        return plane
    steps = np.linspace(0, CELLS, 4)
    cells = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return fit_homography(cells, lens.distort(transform(plane, cells)), np.ones(len(cells)))


def _anywhere(rng: np.random.Generator, width: int, height: int) -> FloatArray:
    """A homography onto any patch of the picture."""
    side = rng.uniform(0.3, 1.0) * min(width, height)
    centre = rng.uniform(0.2, 0.8, 2) * (width, height)
    angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    square = (BOARD_CORNERS / CELLS - 0.5) * side
    corners = square @ np.array([[c, s], [-s, c]]) + centre
    return homography_from_corners(corners + rng.normal(0, 0.08 * side, (4, 2)))


def batch(
    samples: Any, indices: Iterable[int]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Inputs (N, 3, S, S), centred and scaled, and targets (N, C, h, w)."""
    pictures, targets = zip(*(samples.sample(int(i)) for i in indices), strict=True)
    inputs = np.stack(pictures).astype(np.float32)
    inputs = (inputs - 127.5) / 64.0
    return np.ascontiguousarray(inputs.transpose(0, 3, 1, 2)), np.stack(targets)
