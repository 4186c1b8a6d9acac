"""Draws tiles with their thickness, sides and shadows into a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.viewpoint import Viewpoint

FloatImage = NDArray[np.float32]
Face = tuple[NDArray[np.uint8], NDArray[np.uint8]]
"""BGR (S, S, 3) and coverage (S, S) of a tile seen from above."""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """One tile somewhere on or beside the board.

    Attributes:
        token: What it shows; "?" for a blank face.
        u: Middle of the tile, board units; likewise `v`.
        turn_deg: Turned on the spot, clockwise in the picture of the board.
        gain: Brightness against the other tiles.
        lift: Height of its foot above the board's face, in cells.
    """

    token: str
    u: float
    v: float
    turn_deg: float = 0.0
    gain: float = 1.0
    lift: float = 0.0


@dataclass(frozen=True, slots=True)
class TileShape:
    """Size of a set's tiles in cells, and the colour of their sides."""

    width: float
    height: float
    thickness: float
    side_gain: float = 0.7


def face_corners(tile: LaidTile, shape: TileShape, *, at: float) -> NDArray[np.float64]:
    """World points (4, 3) of a tile's outline at a height: TL, TR, BR, BL of the face."""
    angle = np.radians(tile.turn_deg)
    c, s = np.cos(angle), np.sin(angle)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [shape.width / 2, shape.height / 2]
    flat = half @ np.array([[c, s], [-s, c]]) + [tile.u, tile.v]
    return np.column_stack([flat, np.full(4, at + tile.lift)])


def cast_shadows(
    image: FloatImage, view: Viewpoint, tiles: list[LaidTile], shape: TileShape,
    light: tuple[float, float], strength: float, softness_px: float,
) -> None:  # fmt: skip
    """Darken the board where tiles keep the light off, in place.

    Args:
        image: float32 (H, W, 3).
        view: The camera.
        tiles: All tiles.
        shape: Their size.
        light: Where the light comes from, (u, v); longer is lower.
        strength: 0..1.
        softness_px: Blur of the shadow's edge.
    """
    mask = np.zeros(image.shape[:2], np.float32)
    reach = np.array([-light[0], -light[1], 0.0]) * shape.thickness
    for tile in tiles:
        foot = face_corners(tile, shape, at=0.0)
        points = view.project_ideal(np.vstack([foot, foot + reach]))
        if not np.all(np.isfinite(points)) or np.abs(points).max() > 1e4:
            continue
        hull = cv2.convexHull(points.astype(np.float32))[:, 0]
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1.0, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.6, softness_px)), np.float32)
    image *= (1 - strength * soft)[..., None]


def draw_tiles(
    image: FloatImage, view: Viewpoint, tiles: list[LaidTile], shape: TileShape,
    face_of: Callable[[str], Face],
) -> list[NDArray[np.float64]]:  # fmt: skip
    """Draw all tiles, far ones first, in place.

    Returns:
        For each tile in the order given, its face's corners, ideal px (4, 2).
    """
    depth = [float(view.matrix[2] @ [t.u, t.v, 0.0, 1.0]) for t in tiles]
    quads: list[NDArray[np.float64]] = [np.zeros((4, 2))] * len(tiles)
    for index in np.argsort(depth)[::-1]:
        tile = tiles[index]
        foot = view.project_ideal(face_corners(tile, shape, at=0.0))
        top = view.project_ideal(face_corners(tile, shape, at=shape.thickness))
        quads[index] = top
        if not np.all(np.isfinite(top)) or np.abs(top).max() > 1e4:
            continue
        face, cover = face_of(tile.token)
        _draw_sides(image, foot, top, face, shape.side_gain * tile.gain)
        _draw_face(image, top, face, cover, tile.gain)
    return quads


def _draw_sides(
    image: FloatImage, foot: NDArray[np.float64], top: NDArray[np.float64],
    face: NDArray[np.uint8], gain: float,
) -> None:  # fmt: skip
    rim = np.median(face[2:-2:3, 2].astype(np.float64), axis=0)
    for k in range(4):
        quad = np.array([foot[k], foot[(k + 1) % 4], top[(k + 1) % 4], top[k]])
        # Sides turned to different light: two are brighter than the others.
        shade = gain * (0.75, 0.95, 1.1, 0.85)[k]
        points = np.round(quad * 8).astype(np.int32)
        cv2.fillConvexPoly(image, points, tuple(float(c) for c in rim * shade), cv2.LINE_AA, 3)


def _draw_face(
    image: FloatImage, quad: NDArray[np.float64], face: NDArray[np.uint8],
    cover: NDArray[np.uint8], gain: float,
) -> None:  # fmt: skip
    h, w = image.shape[:2]
    x0, y0 = np.floor(quad.min(axis=0)).astype(int) - 1
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 2
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, w), min(y1, h)
    if x1 <= x0 or y1 <= y0:
        return
    size = face.shape[0]
    corner = np.array([[-0.5, -0.5], [size - 0.5, -0.5], [size - 0.5, size - 0.5],
                       [-0.5, size - 0.5]], np.float32)  # fmt: skip
    matrix = cv2.getPerspectiveTransform(corner, (quad - [x0, y0]).astype(np.float32))
    box = (x1 - x0, y1 - y0)
    colour = cv2.warpPerspective(face, matrix, box, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(cover, matrix, box).astype(np.float32)[..., None] / 255
    region = image[y0:y1, x0:x1]
    region += (colour.astype(np.float32) * gain - region) * alpha
