"""Boards drawn at random."""

from __future__ import annotations

import numpy as np

from companion.board.layout import STANDARD
from companion.synth.board_design import BoardDesign, Colour, bgr

_CROSS = (
    "T..t...d...t..T",
    "..d..D...D..d..",
    ".d..d.....d..d.",
    "t..T...D...T..t",
    "..d...d.d...d..",
    ".D...t...t...D.",
    "...d.......d...",
    "d..D...*...D..d",
    "...d.......d...",
    ".D...t...t...D.",
    "..d...d.d...d..",
    "t..T...D...T..t",
    ".d..d.....d..d.",
    "..d..D...D..d..",
    "T..t...d...t..T",
)
"""An invented arrangement, so that the standard one is not all that is ever seen."""


def _jitter(rng: np.random.Generator, colour: Colour, amount: float) -> Colour:
    moved = np.asarray(colour) + rng.normal(0, amount, 3) + rng.normal(0, amount)
    b, g, r = np.clip(moved, 4, 252)
    return (float(b), float(g), float(r))


_BASES = (
    "d9d3c4 cfd2c6 e8e2d0 c9c4b4 bfc5bd dfe3e0 b9b4a8 eeeae0 d8cfae "  # pale grids
    "2f7a45 3f8f4f 2d6b3d 5d9c78 7fae93 "  # green
    "a27b52 8a6a49 b58f63 c49a6c 7b5a3c 6b4a32 "  # brown and wood
    "d09a2b e0a93c c98a20 e6b95a "  # mustard and orange
    "1e2740 28304e 3a4560 20242c 15181e "  # navy and black
    "8a8d90 6f7377 a7abad 55585c c4c7c9 f2f2f0 "  # greys and white
    "8c2f2f 7a3b4d b8c6a8 c2d1b5 9fc0c7 6fa3b5 "  # red, sage, teal
).split()


_PREMIUMS = (
    ("T", "c8202c b5202c e03b3b d4442e a3182a 7a1f2a e8552e f06a3a"),
    ("D", "e79aa5 e58a9c f0b0b4 d96f86 b06fc4 9d66c9 f2b27a e8a0a8 e0607a f5c46a"),
    ("t", "1f5fa8 2a6cc0 1b4d8a 3a78c8 17407a 2f8f83 26a69a 5a3fa0 2d58c4"),
    ("d", "7cb9d8 93c9e2 a8d4e6 5fa8d4 6fc3e8 b9dfe9 dfe9ea ffffff 9ab8d0 8fc7c0"),
)


_LABEL_SETS = (
    {"T": "TRIPLE/WORD/SCORE", "D": "DOUBLE/WORD/SCORE", "t": "TRIPLE/LETTER/SCORE",
     "d": "DOUBLE/LETTER/SCORE"},
    {"T": "3W", "D": "2W", "t": "3L", "d": "2L"},
    {"T": "TW", "D": "DW", "t": "TL", "d": "DL"},
    {"T": "WORT/x3", "D": "WORT/x2", "t": "x3", "d": "x2"},
    {"T": "MOT/TRIPLE", "D": "MOT/DOUBLE", "t": "LETTRE/TRIPLE", "d": "LETTRE/DOUBLE"},
    {"T": "3x", "D": "2x", "t": "3", "d": "2"},
)  # fmt: skip


_WORDS = ("CROSSWORDS", "WORD GAME", "LETTERS", "TABLE EDITION", "HOUSE RULES", "PLAY", "PLUS")


def _pick(rng: np.random.Generator, hexes: str) -> Colour:
    options = hexes.split()
    return bgr(options[int(rng.integers(len(options)))])


def random_design(rng: np.random.Generator, *, solid: bool | None = None) -> BoardDesign:
    """Return a board that could be on sale, or printed at home, or neither.

    Args:
        rng: Everything follows from it.
        solid: Whether its squares are recessed; open when None.
    """
    family = rng.choice(["printed-paper", "ridged", "wild"], p=[0.55, 0.3, 0.15])
    if solid:
        family = "ridged"
    base = _jitter(rng, bgr(_BASES[int(rng.integers(len(_BASES)))]), 9)
    if family == "wild":
        base = _jitter(rng, tuple(rng.uniform(10, 245, 3)), 5)
    premium = {mark: _jitter(rng, _pick(rng, hexes), 10) for mark, hexes in _PREMIUMS}
    if family == "wild" or rng.random() < 0.08:
        premium = {mark: _jitter(rng, tuple(rng.uniform(10, 245, 3)), 5) for mark in "TDtd"}
    if rng.random() < 0.12:
        # Washed-out or single-colour boards: premiums barely differ from the plain squares.
        mix = rng.uniform(0.2, 0.6)
        premium = {
            m: tuple(mix * p + (1 - mix) * b for p, b in zip(c, base, strict=True))  # type: ignore[misc]  # three channels by construction
            for m, c in premium.items()
        }
    light_line = rng.random() < 0.5
    if rng.random() < 0.6:
        line = _jitter(rng, (235, 235, 235) if light_line else (25, 25, 25), 15)
    else:
        line = _jitter(rng, tuple(np.asarray(base) * (1.35 if light_line else 0.65)), 6)
    ridged = family == "ridged"
    solid = bool(ridged and rng.random() < 0.6) if solid is None else solid
    if solid:
        # Walls come out of the same printer as the floor.
        line = _jitter(rng, base, 5)
    labels = dict(_LABEL_SETS[int(rng.integers(len(_LABEL_SETS)))])
    if rng.random() < 0.35:
        labels = {}
    long_text = any("/" in text for text in labels.values())
    label_height = rng.uniform(0.1, 0.2) if long_text else rng.uniform(0.25, 0.5)
    ink_light = rng.random() < 0.5
    rows = STANDARD.rows
    if rng.random() < 0.06:
        rows = _CROSS
    margins = _random_margins(rng)
    track = 0
    if rng.random() < 0.1:
        track = int(rng.integers(8, 12))
        margins = (rng.uniform(1.6, 2.6),) * 4
    seams: list[tuple[str, float]] = []
    if rng.random() < 0.5:
        seams.append((str(rng.choice(["u", "v"])), float(rng.choice([7.0, 7.5, 8.0]))))
    if ridged and rng.random() < 0.6:
        seams = [("u", 7.5), ("v", 7.5)] if rng.random() < 0.7 else [("u", 8.0), ("v", 8.0)]
    frame = _jitter(rng, base, 6)
    if rng.random() < (0.2 if solid else 0.6):
        frame = _jitter(rng, bgr(_BASES[int(rng.integers(len(_BASES)))]), 10)
    if rng.random() < 0.2:
        frame = _jitter(rng, _pick(rng, _PREMIUMS[0][1]), 10)
    return BoardDesign(
        rows=rows,
        base=base,
        premium=premium,
        line=line,
        line_width=_random_line_width(rng, solid=solid),
        inset=float(rng.choice([0.0, rng.uniform(0.02, 0.1)], p=[0.7, 0.3])),
        corner=float(rng.choice([0.0, rng.uniform(0.03, 0.25)], p=[0.7, 0.3])),
        spikes=bool(rng.random() < 0.3),
        labels=labels,
        label_ink=_jitter(rng, (240, 240, 240) if ink_light else (40, 30, 30), 12),
        label_height=float(label_height),
        star=str(rng.choice(["star", "disc", "arrow", "none"], p=[0.6, 0.1, 0.1, 0.2])),
        margins=margins,
        frame=frame,
        bands=_random_bands(rng, margins),
        track=track,
        track_colours=tuple(_jitter(rng, tuple(rng.uniform(10, 245, 3)), 5) for _ in range(8)),
        words=tuple(rng.choice(_WORDS, size=int(rng.integers(0, 5)))),
        walls=float(rng.uniform(0.03, 0.12)) if ridged and not solid else 0.0,
        recess=float(rng.uniform(0.05, 0.2)) if solid else 0.0,
        plates=float(rng.choice([0.0, rng.uniform(0.3, 1.0)], p=[0.3, 0.7])) if solid else 0.0,
        embossed=bool(solid and rng.random() < 0.4),
        seams=tuple(seams),
        grain=float(rng.choice([0.0, rng.uniform(0.2, 1.0)], p=[0.6, 0.4])),
        thickness=float(rng.uniform(0.03, 0.5)),
        round_base=bool(rng.random() < 0.08),
        coordinates=bool(rng.random() < 0.15),
    )  # fmt: skip


def _random_line_width(rng: np.random.Generator, *, solid: bool) -> float:
    if solid:
        return float(rng.uniform(0.03, 0.13))
    return float(rng.choice([0.0, rng.uniform(0.012, 0.03), rng.uniform(0.03, 0.09)],
                            p=[0.06, 0.54, 0.4]))  # fmt: skip


def _random_margins(rng: np.random.Generator) -> tuple[float, float, float, float]:
    kind = rng.random()
    if kind < 0.25:
        same = rng.uniform(0.05, 0.5)
        return (same,) * 4
    if kind < 0.55:
        same = rng.uniform(0.5, 2.2)
        return (same,) * 4
    left, top, right, bottom = rng.uniform(0.2, 2.5, 4)
    if rng.random() < 0.4:
        left = rng.uniform(2.0, 3.5)
    return (float(left), float(top), float(right), float(bottom))


def _random_bands(
    rng: np.random.Generator, margins: tuple[float, float, float, float]
) -> tuple[tuple[float, float, Colour], ...]:
    room = min(margins)
    bands = []
    for _ in range(int(rng.integers(0, 4))):
        offset = rng.uniform(0.0, room)
        width = rng.uniform(0.03, max(0.05, min(0.6, room)))
        bands.append(
            (float(offset), float(width), _jitter(rng, tuple(rng.uniform(5, 250, 3)), 3))
        )
    return tuple(bands)
