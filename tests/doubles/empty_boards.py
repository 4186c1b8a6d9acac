"""Empty boards of every kind, in every light: pictures on which no tile may be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.synth.board_design import CLASSIC, BoardDesign, Colour
from companion.synth.light import expose, light_field
from companion.synth.scene import Scene, TileSetLook, compose, truth
from companion.synth.surroundings import paint_table
from companion.synth.viewpoint import look_at
from tools.synth.random_designs import random_design
from tools.synth.random_scenes import random_look

SIZE = (1280, 960)
EMPTY = [[""] * 15 for _ in range(15)]
FloatImage = NDArray[np.float32]

_LONG = {"T": "TRIPLE/WORD/SCORE", "D": "DOUBLE/WORD/SCORE",
         "t": "TRIPLE/LETTER/SCORE", "d": "DOUBLE/LETTER/SCORE"}  # fmt: skip
_SHORT = {"T": "TW", "D": "DW", "t": "TL", "d": "DL"}


def _recessed(base: Colour, rng: np.random.Generator, *, own: bool = False) -> BoardDesign:
    """A printed set: deep cells in one colour, inserts with raised marks."""
    if own:
        shades = np.asarray(base) * rng.uniform(0.75, 1.3, (4, 1))
        premium = {m: tuple(map(float, s)) for m, s in zip("TDtd", shades, strict=True)}
    else:
        premium = CLASSIC.premium
    line: Colour = tuple(float(min(255, 1.25 * c)) for c in base)  # type: ignore[assignment]
    ink: Colour = tuple(float(0.6 * c) for c in premium["d"])  # type: ignore[assignment]
    return replace(
        CLASSIC, base=base, premium=premium, line=line, frame=base, labels=_SHORT,
        label_ink=ink, label_height=0.34, line_width=float(rng.uniform(0.04, 0.1)),
        margins=(float(rng.uniform(0.3, 0.9)),) * 4, bands=(), words=(), star="none",
        walls=float(rng.uniform(0.05, 0.12)), seams=(("u", 7.5), ("v", 7.5)),
        thickness=0.3,
    )  # fmt: skip


def _wood(rng: np.random.Generator) -> BoardDesign:
    base = (
        float(rng.uniform(60, 110)),
        float(rng.uniform(90, 140)),
        float(rng.uniform(120, 180)),
    )
    return replace(random_design(rng), base=base, frame=base, grain=1.0, walls=0.0)


def _washed_out(rng: np.random.Generator) -> BoardDesign:
    design = random_design(rng)
    mixed = {
        mark: tuple(float(0.25 * p + 0.75 * b) for p, b in zip(c, design.base, strict=True))
        for mark, c in design.premium.items()
    }
    return replace(design, premium=mixed)  # type: ignore[arg-type]  # three channels each


DESIGNS: dict[str, Callable[[np.random.Generator], BoardDesign]] = {
    "classic": lambda rng: CLASSIC,
    "classic, long words": lambda rng: replace(CLASSIC, labels=_LONG, label_height=0.18),
    "any": random_design,
    "any without labels": lambda rng: replace(random_design(rng), labels={}),
    "washed out": _washed_out,
    "wood": _wood,
    "track": lambda rng: replace(random_design(rng), track=10, margins=(2.1,) * 4),
    "toothed": lambda rng: replace(random_design(rng), spikes=True, walls=0.0),
    "rounded inlays": lambda rng: replace(random_design(rng), corner=0.2, inset=0.08),
    "recessed white": lambda rng: _recessed((222.0, 228.0, 230.0), rng),
    "recessed sage": lambda rng: _recessed((165.0, 190.0, 175.0), rng),
    "recessed navy": lambda rng: _recessed((80.0, 50.0, 38.0), rng),
    "recessed grey": lambda rng: _recessed((92.0, 88.0, 86.0), rng),
    "recessed black": lambda rng: _recessed((40.0, 36.0, 34.0), rng),
    "recessed brown": lambda rng: _recessed((62.0, 86.0, 118.0), rng),
    "recessed, one colour": lambda rng: _recessed((100.0, 98.0, 96.0), rng, own=True),
}


def _even(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    return np.full((size[1], size[0]), 1.0, np.float32)


def _ramp(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    xs, ys = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
    angle = rng.uniform(0, 2 * np.pi)
    return np.asarray(np.exp(0.6 * (xs * np.cos(angle) + ys * np.sin(angle))), np.float32)


def _lamp(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    xs, ys = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
    x, y = rng.uniform(-0.9, 0.9, 2)
    pool = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / rng.uniform(0.5, 1.5))
    return np.asarray(0.3 + 1.1 * pool, np.float32)


LIGHTS: dict[str, Callable[[tuple[int, int], np.random.Generator], FloatImage]] = {
    "even": _even,
    "window": _ramp,
    "lamp": _lamp,
    "dim": lambda size, rng: 0.28 * _ramp(size, rng),
    "any": light_field,
}


def empty_scene(design: str, light: str, seed: int) -> Scene:
    """An empty board.

    Args:
        design: A key of `DESIGNS`.
        light: A key of `LIGHTS`.
        seed: Of everything else: the view, the light's place, the sensor.
    """
    rng = np.random.default_rng([seed, list(DESIGNS).index(design), list(LIGHTS).index(light)])
    board = DESIGNS[design](rng)
    look: TileSetLook = random_look(rng, board)
    focal_px = SIZE[0] * float(rng.uniform(0.8, 1.3))
    view = look_at(
        size=SIZE, focal_px=focal_px, tilt_deg=float(rng.uniform(2, 48)),
        azimuth_deg=float(rng.uniform(-20, 20)), roll_deg=float(rng.normal(0, 3)),
        distance=focal_px * 15 / (float(rng.uniform(0.6, 0.72)) * SIZE[1]),
    )  # fmt: skip
    table = paint_table(SIZE, view, rng, homely=bool(rng.random() < 0.5))
    seen, quads, hand = compose(
        board, look, EMPTY, view, rng, size=SIZE, table=table,
        light=(float(rng.normal(0, 1)), float(rng.normal(0, 1))),
    )  # fmt: skip
    seen *= LIGHTS[light](SIZE, rng)[..., None]
    picture = expose(seen, rng, hard=0.5)
    return truth(picture, view, EMPTY, quads, hand, look.shape.thickness)
