"""Pictures of boards in play, unlike any other, drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.synth.board_design import BoardDesign
from companion.synth.fonts import Font
from companion.synth.positions import random_cells
from companion.synth.scene import Scene, TileSetLook, compose, finish, truth
from companion.synth.scene_tiles import LaidTile, TileShape
from companion.synth.surroundings import add_clutter, paint_table
from companion.synth.viewpoint import Viewpoint, look_at
from tools.synth.random_designs import random_design
from tools.synth.random_styles import random_style

_LETTERS = "EEEEAAAIIIOOONNRRTTLLSSUUDDGGBCMPFHVWYKJXQZ"


_ACCENTED = "ÄÖÜÅÆØÑÇĄĆĘŁŃÓŚŹŻ"


def random_look(
    rng: np.random.Generator, design: BoardDesign, fonts: Sequence[Font] | None = None
) -> TileSetLook:
    """Return a random set of tiles, printed in one of the fonts (the bundled ones if None).

    One set in five has the colour of the board it lies on, as printed sets and old wood have.
    """
    style = random_style(rng, fonts)
    if rng.random() < (0.35 if design.recess else 0.2):
        blue, green, red = np.clip(np.asarray(design.base) + rng.normal(0, 7, 3), 8, 248)
        style = replace(style, face=(float(blue), float(green), float(red)))
        if rng.random() < 0.4:
            style = replace(style, relief="raised", relief_depth=0.9, ink_strength=0.1)
    width = rng.uniform(0.8, 0.98)
    height = (
        width if rng.random() < 0.75 else float(np.clip(width + rng.normal(0, 0.04), 0.78, 1))
    )
    values = {c: int(rng.choice([1, 1, 1, 2, 3, 4, 5, 8, 10])) for c in _LETTERS + _ACCENTED}
    return TileSetLook(
        style,
        TileShape(float(width), float(height), float(rng.uniform(0.1, 0.38)),
                  float(rng.uniform(0.45, 1.0))),
        values,
        slack=float(rng.choice([0.015, 0.04, 0.07])),
        turn_deg=float(rng.choice([0.7, 2.0, 4.0])),
    )  # fmt: skip


def random_scene(
    rng: np.random.Generator, *, size: tuple[int, int] = (640, 480), hard: float = 1.0,
    board: bool | None = None, tiles: int | None = None, fonts: Sequence[Font] | None = None,
    solid: bool | None = None,
) -> Scene:  # fmt: skip
    """Return a scene unlike any other.

    Args:
        rng: Everything follows from it.
        size: (width, height) in px.
        hard: 0..1.5; how bad light, lens and sensor may get.
        board: False for a picture without a board; None for one in twenty-five.
        tiles: How many tiles; random when None.
        fonts: To print tiles in; the bundled ones when None.
        solid: Whether the board's squares are recessed; open when None.
    """
    design = random_design(rng, solid=solid)
    look = random_look(rng, design, fonts)
    view = random_view(rng, size, design.margins)
    light = (float(rng.normal(0, 1)), float(rng.normal(0, 1)))
    if board is None:
        board = bool(rng.random() > 0.04)
    if not board:
        table = paint_table(size, view, rng)
        add_clutter(table, view, rng, -6)
        add_clutter(table, view, rng, -9)
        image = finish(table, view, rng, hard=hard)
        empty = [[""] * 15 for _ in range(15)]
        nothing = np.zeros((size[1], size[0]), np.uint8)
        scene = truth(image, view, empty, {}, nothing, 0.0)
        return Scene(scene.image, scene.corners_px, scene.homography, empty, {}, frozenset(),
                     view, has_board=False)  # fmt: skip
    if tiles is None:
        kind = rng.choice(3, p=[0.1, 0.35, 0.55])
        tiles = (0, int(rng.integers(1, 25)), int(rng.integers(10, 100)))[int(kind)]
    pool = _LETTERS + (_ACCENTED if rng.random() < 0.3 else "")
    blank = rng.uniform(0.0, 0.06) if rng.random() < 0.75 else rng.uniform(0.1, 0.4)
    weights = [(1 - blank) / len(pool)] * len(pool) + [blank]
    cells = random_cells(rng, [*pool, "?"], weights, tiles=tiles)
    loose = []
    if rng.random() < 0.35:
        for _ in range(int(rng.integers(1, 10))):
            angle = rng.uniform(0, 2 * np.pi)
            away = 7.5 * 1.2 + max(design.margins) + rng.uniform(0.8, 5)
            loose.append(LaidTile(
                pool[int(rng.integers(len(pool)))], 7.5 + away * float(np.cos(angle)),
                7.5 + away * float(np.sin(angle)), float(rng.uniform(0, 360)),
                lift=-design.thickness,
            ))  # fmt: skip
    light_seen, quads, hand = compose(
        design, look, cells, view, rng, size=size, light=light, loose=loose,
        hand=bool(rng.random() < 0.07), clutter=bool(rng.random() < 0.5),
        shadow=float(rng.uniform(0.0, 0.65)),
        upside_down=float(rng.choice([0, 0.04], p=[0.8, 0.2])),
    )  # fmt: skip
    picture = finish(light_seen, view, rng, hard=hard)
    return truth(picture, view, cells, quads, hand, look.shape.thickness, design.recess)


def random_view(
    rng: np.random.Generator, size: tuple[int, int], margins: Sequence[float]
) -> Viewpoint:
    """Return a camera that sees the whole grid: webcam, phone or overhead stand."""
    w, h = size
    for attempt in range(60):
        kind = rng.random()
        tilt = (rng.uniform(0, 14) if kind < 0.45
                else rng.uniform(14, 40) if kind < 0.82 else rng.uniform(40, 60))  # fmt: skip
        turn = rng.random()
        azimuth = (rng.uniform(0, 360) if turn < 0.45
                   else 90.0 * rng.integers(4) + rng.normal(0, 8))  # fmt: skip
        focal = max(w, h) * rng.uniform(0.65, 1.5)
        fill = rng.uniform(0.33, 1.0) if rng.random() < 0.8 else rng.uniform(0.9, 1.02)
        distance = focal * 15 / (fill * min(w, h)) * (1 + attempt * 0.01)
        shift = rng.normal(0, 0.25, 2) * (1 - min(fill, 1)) * min(w, h)
        k1 = float(rng.choice([0.0, rng.normal(0, 0.05), rng.uniform(-0.2, 0)],
                              p=[0.5, 0.35, 0.15]))  # fmt: skip
        view = look_at(
            size=size, focal_px=float(focal), tilt_deg=float(tilt), azimuth_deg=float(azimuth),
            roll_deg=float(rng.normal(0, 5)), distance=float(distance),
            shift_px=(float(shift[0]), float(shift[1])), k1=k1,
        )  # fmt: skip
        ring = [(0, 0, 0), (15, 0, 0), (15, 15, 0), (0, 15, 0)]
        px = view.project(np.array(ring, np.float64))
        if px.min() > 1 and px[:, 0].max() < w - 2 and px[:, 1].max() < h - 2:
            return view
    return look_at(size=size, focal_px=float(w), tilt_deg=0, azimuth_deg=0, roll_deg=0,
                   distance=w * 15 / (0.8 * min(w, h)))  # fmt: skip
