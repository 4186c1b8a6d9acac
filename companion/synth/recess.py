"""Printed boards with depth: floors below, plates let into them, walls between the squares.

Solids are drawn as stacks of thin slices from the floor up; where the camera looks at a flank,
the slices make the side appear, and hide what lies behind it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.board_art import BoardTexture
from companion.synth.board_design import BoardDesign
from companion.synth.viewpoint import Viewpoint

FloatImage = NDArray[np.float32]

_MOST_SLICES = 14


def draw_recessed(
    image: FloatImage, art: BoardTexture, design: BoardDesign, view: Viewpoint,
    light: tuple[float, float], rng: np.random.Generator, *, cell_px: float,
) -> None:  # fmt: skip
    """Draw the board into a picture, in place.

    Args:
        image: float32 (H, W, 3).
        art: The board from straight above, every part in its own colour.
        design: Its depths: `recess` and `plates`, in cells.
        view: The camera; the tops of the walls lie on its plane 0.
        light: Direction (u, v) the light comes from; longer is lower.
        rng: For the strength of shadows.
        cell_px: Size of a square in the picture.
    """
    depth, rise = design.recess, design.recess * design.plates
    walls, plates = _masks(art, design)
    open_share = float(rng.uniform(0.2, 0.7))
    gloom = _shade(walls, art, depth, light, rng, open_share)
    _slice(image, art.image * gloom[..., None], art.mask, view.plane(-depth), art)
    flank = float(rng.uniform(0.45, 0.95))
    if rise > 0:
        _stack(image, art, art.image * gloom[..., None], plates, view, -depth, rise - depth,
               cell_px, flank)  # fmt: skip
    _stack(image, art, art.image, walls, view, -depth, 0.0, cell_px, flank)


def _stack(
    image: FloatImage, art: BoardTexture, colours: FloatImage, mask: FloatImage,
    view: Viewpoint, low: float, high: float, cell_px: float, flank: float,
) -> None:  # fmt: skip
    count = int(np.clip(np.ceil((high - low) * cell_px * 0.8), 2, _MOST_SLICES))
    sides = colours * flank
    for height in np.linspace(low, high, count, endpoint=False):
        _slice(image, sides, mask, view.plane(float(height)), art)
    _slice(image, colours, mask, view.plane(high), art)


def _slice(
    image: FloatImage, colours: FloatImage, mask: FloatImage, plane: NDArray[np.float64],
    art: BoardTexture,
) -> None:  # fmt: skip
    size = (image.shape[1], image.shape[0])
    homography = plane @ art.to_board
    layer = np.asarray(cv2.warpPerspective(colours, homography, size), np.float32)
    cover = np.asarray(cv2.warpPerspective(mask, homography, size), np.float32)[..., None]
    image += (layer - image) * cover


def _masks(art: BoardTexture, design: BoardDesign) -> tuple[FloatImage, FloatImage]:
    """Where walls (and the rim) stand, and where plates lie, float32 (H, W) 0..1 each."""
    h, w = art.image.shape[:2]
    scale = 1 / art.to_board[0, 0]
    left, top = -art.to_board[0, 2] * scale, -art.to_board[1, 2] * scale

    def box(mask: FloatImage, u0: float, v0: float, u1: float, v1: float, value: float) -> None:
        x0, x1 = round(left + u0 * scale), round(left + u1 * scale)
        y0, y1 = round(top + v0 * scale), round(top + v1 * scale)
        mask[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)] = value

    walls = np.ones((h, w), np.float32)
    plates = np.zeros((h, w), np.float32)
    half = max(design.line_width, 0.02) / 2
    for row in range(15):
        for col in range(15):
            box(walls, col + half, row + half, col + 1 - half, row + 1 - half, 0.0)
            if design.rows[row][col] not in ".+":
                gap = max(design.inset, half + 0.005)
                box(plates, col + gap, row + gap, col + 1 - gap, row + 1 - gap, 1.0)
    return walls * art.mask, plates * art.mask


def _shade(
    walls: FloatImage, art: BoardTexture, depth: float, light: tuple[float, float],
    rng: np.random.Generator, open_share: float,
) -> FloatImage:  # fmt: skip
    """How much light reaches each point of the floor, float32 (H, W) 0..1."""
    scale = 1 / art.to_board[0, 0]
    shadow = walls.copy()
    steps = max(1, int(np.ceil(depth * scale * max(abs(light[0]), abs(light[1])))))
    for k in range(1, steps + 1):
        shift = np.array([
            [1, 0, -light[0] * depth * scale * k / steps],
            [0, 1, -light[1] * depth * scale * k / steps],
        ])  # fmt: skip
        moved = cv2.warpAffine(walls, shift, (walls.shape[1], walls.shape[0]))
        shadow = np.maximum(shadow, np.asarray(moved, np.float32))
    blur = float(rng.uniform(0.01, 0.06)) * scale
    soft = np.asarray(cv2.GaussianBlur(shadow, (0, 0), max(blur, 0.4)), np.float32)
    # Corners that see little of the sky are darker, whatever the direction of the light.
    near = np.asarray(
        cv2.GaussianBlur(walls, (0, 0), max(1.2 * depth * scale, 0.6)), np.float32
    )
    gloom = (1 - (1 - open_share) * soft * float(rng.uniform(0.3, 1.0))) * (1 - 0.5 * near)
    return np.asarray(gloom, np.float32)
