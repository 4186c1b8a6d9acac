"""Tables, clutter beside the board, and hands over it."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.synth.viewpoint import Viewpoint

FloatImage = NDArray[np.float32]


def paint_table(
    size: tuple[int, int], view: Viewpoint, rng: np.random.Generator, *, homely: bool = False
) -> FloatImage:
    """Return a picture of a bare table, float32 (H, W, 3), seen by the camera.

    Args:
        size: Picture (width, height).
        view: The camera.
        rng: Chooses among wood, carpet, cloth, plain and printed surfaces.
        homely: Only plain and wooden tables in the colours that people have at home.
    """
    side = 512
    kinds = ["plain", "wood", "carpet", "check", "print", "planks", "stripes"]
    kind = rng.choice(kinds, p=[0.2, 0.2, 0.16, 0.12, 0.12, 0.12, 0.08])
    base = rng.uniform(15, 240, 3)
    if rng.random() < 0.6:
        grey = rng.uniform(20, 235)
        warm = rng.uniform(0, 40)
        base = np.array([grey - warm, grey - warm * 0.4, grey])
    if homely:
        kind = ("wood", "planks", "plain")[int(rng.integers(3))]
        depth = rng.uniform(60, 150)
        base = np.array([0.45, 0.68, 1.0]) * depth
    texture = np.full((side, side, 3), np.clip(base, 5, 250), np.float32)
    if kind in ("wood", "planks"):
        streaks = cv2.resize(rng.normal(0, 1, (64, 6)).astype(np.float32), (side, side))
        fine = cv2.resize(rng.normal(0, 1, (256, 12)).astype(np.float32), (side, side))
        texture *= (1 + 0.08 * streaks + 0.05 * fine)[..., None]
        if kind == "planks":
            for k in range(0, side, int(rng.integers(60, 130))):
                texture[k : k + side, :] *= rng.uniform(0.85, 1.15)
                texture[k : k + 2, :] *= 0.5
    elif kind == "carpet":
        texture *= (1 + 0.16 * rng.normal(0, 1, (side, side)).astype(np.float32))[..., None]
    elif kind == "check":
        other = np.clip(rng.uniform(15, 240, 3), 5, 250)
        cell = int(rng.integers(10, 60))
        ys, xs = np.mgrid[:side, :side] // cell % 2
        texture += (other - base).astype(np.float32) * ((ys + xs) / 2)[..., None]
    elif kind == "stripes":
        other = np.clip(rng.uniform(15, 240, 3), 5, 250)
        cell = int(rng.integers(6, 40))
        ys = np.mgrid[:side, :side][0] // cell % 2
        texture += (other - base).astype(np.float32) * ys[..., None]
    elif kind == "print":
        for _ in range(int(rng.integers(10, 60))):
            centre = tuple(int(x) for x in rng.integers(0, side, 2))
            axes = tuple(int(x) for x in rng.integers(3, 30, 2))
            colour = tuple(float(x) for x in rng.uniform(10, 250, 3))
            cv2.ellipse(texture, centre, axes, rng.uniform(0, 180), 0, 360, colour, -1)
    if rng.random() < 0.5:
        texture = np.ascontiguousarray(np.rot90(texture, int(rng.integers(4))))
    # One texture covers so many cells of table; it repeats by reflection beyond.
    scale = rng.uniform(20, 60) / side
    turn = rng.uniform(0, 2 * math.pi)
    c, s = math.cos(turn) * scale, math.sin(turn) * scale
    to_board = np.array([[c, -s, 7.5 - (c - s) * side / 2], [s, c, 7.5 - (s + c) * side / 2],
                         [0, 0, 1]])  # fmt: skip
    homography = view.plane(-0.3) @ to_board
    picture = cv2.warpPerspective(
        texture, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(picture, dtype=np.float32)


def add_clutter(
    image: FloatImage, view: Viewpoint, rng: np.random.Generator, margin: float
) -> None:
    """Lay things on the table beside the board: paper, pens, cups, boxes, phones.

    Args:
        image: Drawn on.
        view: The camera.
        rng: Chooses.
        margin: Board beyond the grid in cells; nothing is laid nearer.
    """
    for _ in range(int(rng.integers(0, 5))):
        angle = rng.uniform(0, 2 * math.pi)
        away = 7.5 * 1.45 + margin + rng.uniform(1.5, 9)
        u, v = 7.5 + away * math.cos(angle), 7.5 + away * math.sin(angle)
        kind = rng.choice(["paper", "pen", "cup", "box", "rack"])
        colour = tuple(float(x) for x in rng.uniform(10, 245, 3))
        if kind == "paper":
            _slab(
                image, view, u, v, rng.uniform(3, 7), rng.uniform(3, 9), 0.02, rng, (235,) * 3
            )
        elif kind == "pen":
            _slab(image, view, u, v, 0.4, rng.uniform(4, 8), 0.3, rng, colour)
        elif kind == "box":
            width, length = (float(x) for x in rng.uniform(1, 6, 2))
            _slab(image, view, u, v, width, length, rng.uniform(0.2, 2.5), rng, colour)
        elif kind == "rack":
            _slab(image, view, u, v, 1.2, rng.uniform(7, 10), 0.9, rng, colour)
        else:
            radius = rng.uniform(1, 2.5)
            ring = np.array([[u + radius * math.cos(a), v + radius * math.sin(a), 0.0]
                             for a in np.linspace(0, 2 * math.pi, 24)])  # fmt: skip
            top = ring + np.array([0, 0, rng.uniform(1, 5)])
            both = view.project_ideal(np.vstack([ring, top]))
            _fill(
                image, cv2.convexHull(both.astype(np.float32))[:, 0], np.asarray(colour) * 0.7
            )
            _fill(image, view.project_ideal(top), colour)


def _slab(
    image: FloatImage, view: Viewpoint, u: float, v: float, w: float, h: float, z: float,
    rng: np.random.Generator, colour: tuple[float, ...],
) -> None:  # fmt: skip
    turn = rng.uniform(0, math.pi)
    c, s = math.cos(turn), math.sin(turn)
    flat = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2 @ np.array([[c, s], [-s, c]])
    ground = np.column_stack([flat + np.array([u, v]), np.zeros(4)])
    roof = ground + np.array([0, 0, z])
    hull = cv2.convexHull(view.project_ideal(np.vstack([ground, roof])).astype(np.float32))[
        :, 0
    ]
    _fill(image, hull, np.asarray(colour) * 0.6)
    _fill(image, view.project_ideal(roof), colour)


def _fill(image: FloatImage, outline: object, colour: object) -> None:
    polygon = np.asarray(outline, dtype=np.float64)
    if not np.all(np.isfinite(polygon)) or np.abs(polygon).max() > 1e5:
        return
    points = np.round(polygon * 8).astype(np.int32)
    cv2.fillPoly(image, [points], tuple(float(x) for x in np.asarray(colour)), cv2.LINE_AA, 3)


def add_hand(
    image: FloatImage, view: Viewpoint, rng: np.random.Generator, *,
    reach: tuple[float, float] | None = None,
) -> NDArray[np.uint8]:  # fmt: skip
    """Draw an arm that comes from the edge of the board and a hand above it.

    Args:
        image: Drawn on.
        view: The camera.
        rng: Chooses skin, sleeve, pose.
        reach: Where the finger tips are, in board units; chosen when None.

    Returns:
        uint8 (H, W): 255 where the hand covers the picture.
    """
    mask = np.zeros(image.shape[:2], np.uint8)
    tone = rng.uniform(0.25, 1.0)
    skin = np.array([140.0, 170.0, 225.0]) * tone + rng.normal(0, 6, 3)
    u, v = reach if reach is not None else tuple(rng.uniform(1, 14, 2))
    angle = rng.uniform(0, 2 * math.pi)
    direction = np.array([math.cos(angle), math.sin(angle)])
    side = np.array([-direction[1], direction[0]])
    tip = np.array([u, v])
    palm = tip + direction * 3.2
    height = rng.uniform(0.6, 2.0)
    parts: list[tuple[NDArray[np.float64], NDArray[np.float64], float]] = []
    for k in range(4):
        spread = (k - 1.5) * rng.uniform(0.5, 0.9)
        curl = rng.uniform(-0.8, 0.5) + (0 if k else 0.3)
        parts.append(
            (palm + side * spread * 0.8, tip + side * spread * 1.1 + direction * curl, 0.38)
        )
    parts.append((palm + side * 1.6, palm + side * 2.4 - direction * 1.4, 0.42))
    parts.append((palm - direction * 0.2, palm + direction * 1.2, 1.35))
    parts.append((palm + direction, palm + direction * 14, 0.95))
    for start, end, radius in parts:
        for t in np.linspace(0, 1, 26):
            at = start + (end - start) * t
            _ball(image, mask, view, at, height, radius, skin * rng.uniform(0.985, 1.015))
    if rng.random() < 0.6:
        sleeve = rng.uniform(10, 240, 3)
        for t in np.linspace(5, 16, 40):
            _ball(image, mask, view, palm + direction * t, height, 1.35, sleeve)
    return mask


def _ball(
    image: FloatImage, mask: NDArray[np.uint8], view: Viewpoint, at: NDArray[np.float64],
    height: float, radius: float, colour: NDArray[np.float64],
) -> None:  # fmt: skip
    px = view.project_ideal(np.array([[*at, height], [at[0] + radius, at[1], height]]))
    if not np.all(np.isfinite(px)) or np.abs(px).max() > 2e4:
        return
    size = max(1, round(float(np.linalg.norm(px[1] - px[0]))))
    centre = (round(float(px[0][0])), round(float(px[0][1])))
    cv2.circle(image, centre, size, tuple(float(c) for c in colour), -1, cv2.LINE_AA)
    cv2.circle(mask, centre, size, 255, -1)
