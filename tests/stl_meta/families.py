"""Printed boards of many makes, drawn at random with numpy alone.

Nothing here knows how parts are measured or made by the program: a part is a landscape of
heights over a crooked chart of lines, written as the blocks it is made of.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

Array = np.ndarray
Height = Callable[[float, float], float]
MM = {"millimeter": 1.0, "inch": 25.4, "centimeter": 10.0, "meter": 1000.0}


def landscape(xs: list[float], ys: list[float], height: Height) -> Array:
    """Triangles (F, 3, 3) of blocks of a height for each field of a chart; 0 for nothing."""
    x, y = np.unique(np.round(xs, 9)), np.unique(np.round(ys, 9))
    h = np.array([[height((a + b) / 2, (c + d) / 2) for c, d in pairwise(y)]
                  for a, b in pairwise(x)])  # fmt: skip
    levels = np.unique(np.append(h.ravel(), 0.0))
    padded = np.pad(h, 1)
    quads: list[tuple[tuple[float, float, float], ...]] = []
    for i in range(len(x) - 1):
        for j in range(len(y) - 1):
            a, b, c, d, z = x[i], x[i + 1], y[j], y[j + 1], h[i, j]
            if z <= 0:
                continue
            quads.append(((a, c, z), (b, c, z), (b, d, z), (a, d, z)))
            quads.append(((a, d, 0), (b, d, 0), (b, c, 0), (a, c, 0)))
            walls = (
                (padded[i, j + 1], (a, d), (a, c)), (padded[i + 2, j + 1], (b, c), (b, d)),
                (padded[i + 1, j], (a, c), (b, c)), (padded[i + 1, j + 2], (b, d), (a, d)),
            )  # fmt: skip
            for other, p, q in walls:
                for low, high in pairwise(levels[(levels >= other) & (levels <= z)]):
                    quads.append(((*p, low), (*q, low), (*q, high), (*p, high)))
    corners = np.array(quads, dtype=float)
    return np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]])


def turned(triangles: Array, rng: np.random.Generator) -> Array:
    """The same, lying anywhere in space."""
    found, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    found *= np.sign(np.linalg.det(found))
    return triangles @ found.T + rng.uniform(-200, 200, 3)


def write(path: Path, triangles: Array, unit: str = "millimeter") -> Path:
    """Write triangles as binary STL."""
    corners = (triangles / MM[unit]).astype("<f4").reshape(-1, 9)
    record = np.zeros(len(corners), [("n", "<f4", 3), ("c", "<f4", 9), ("a", "<u2")])
    record["c"] = corners
    path.write_bytes(b"\0" * 80 + struct.pack("<I", len(corners)) + record.tobytes())
    return path


@dataclass
class Truth:
    """What a set of files is."""

    files: dict[str, Array]
    pitch: float
    recess: float
    depth: float | None
    rim: float | None = None
    pitch_y: float | None = None
    columns: int = 15
    height_over: float = 0.0
    """How far a tile's underside lies below the face that squares are read on."""
    letters: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Sizes:
    """Measures of a board: pitch along x and y, wall, floor, height of walls, rim."""

    px: float
    py: float
    wall: float
    floor: float
    deep: float
    rim: float

    @classmethod
    def drawn(cls, rng: np.random.Generator, low: float = 8.0, high: float = 30.0) -> Sizes:
        pitch = round(float(rng.uniform(low, high)), 1)
        wall = round(float(rng.uniform(max(0.5, 0.04 * pitch), 0.16 * pitch)), 1)
        deep = round(float(rng.uniform(0.6, 3.0)), 1)
        rim = round(float(rng.uniform(max(3.0, 0.2 * pitch), 1.4 * pitch)), 1)
        return cls(pitch, pitch, wall, round(float(rng.uniform(1.0, 4.0)), 1), deep, rim)


def _lines(n: float, pitch: float, wall: float, ends: tuple[float, float], start: float = 0.0
           ) -> list[float]:  # fmt: skip
    """Where walls begin and end: n squares from `start` on, and the two ends of the part."""
    at = [start + k * pitch + s * wall / 2 for k in range(int(np.ceil(n)) + 1) for s in (-1, 1)]
    return [v for v in at if ends[0] < v < ends[1]] + list(ends)


def _in_square(v: float, n: float, pitch: float, wall: float) -> bool:
    """Whether a place along one axis lies in the clear width of one of n squares."""
    k = np.floor(v / pitch)
    return bool(0 <= k < n and wall / 2 < v - k * pitch < pitch - wall / 2)


def sunk(
    s: Sizes, n: tuple[float, float], ends: tuple[float, float, float, float], *,
    plain_rim: bool = False, high: float = 0.0, outer_wall: bool = True,
) -> Array:  # fmt: skip
    """A part with sunk squares, n[0] x n[1] of them, the first at the origin.

    Args:
        s: Measures.
        n: Squares along x and y; with halves where a seam cuts them.
        ends: Left, right, bottom, top end of the part.
        plain_rim: Whether what is outside of the outermost walls is as low as the floor.
        high: How far the outermost 2 mm stand over the walls.
        outer_wall: Whether walls stand at the outermost lines.
    """
    left, right, bottom, top = ends
    edge = 2.0

    def height(x: float, y: float) -> float:
        if high and not (left + edge < x < right - edge and bottom + edge < y < top - edge):
            return s.floor + s.deep + high
        if _in_square(x, n[0], s.px, s.wall) and _in_square(y, n[1], s.py, s.wall):
            return s.floor
        w = s.wall / 2 if outer_wall else -s.wall / 2
        inside = -w < x < n[0] * s.px + w and -w < y < n[1] * s.py + w
        return s.floor if plain_rim and not inside else s.floor + s.deep

    xs = _lines(n[0], s.px, s.wall, (left, right))
    ys = _lines(n[1], s.py, s.wall, (bottom, top))
    if high:
        xs += [left + edge, right - edge]
        ys += [bottom + edge, top - edge]
    return landscape(xs, ys, height)


def _frame(s: Sizes, n: float, rim: float) -> tuple[float, float, float, float]:
    return -rim, n * s.px + rim, -rim, n * s.py + rim


def _truth(s: Sizes, files: dict[str, Array], rim: float | None) -> Truth:
    return Truth(files, s.px, s.px - s.wall, s.deep, rim, height_over=s.deep)


def full_outer_wall(rng: np.random.Generator) -> Truth:
    s = Sizes.drawn(rng)
    return _truth(s, {"b": sunk(s, (15, 15), _frame(s, 15, s.wall / 2))}, s.wall / 2)


def half_outer_wall(rng: np.random.Generator) -> Truth:
    s = Sizes.drawn(rng)
    return _truth(s, {"b": sunk(s, (15, 15), _frame(s, 15, 0.0))}, 0.0)


def rimmed(rng: np.random.Generator) -> Truth:
    s = Sizes.drawn(rng)
    return _truth(s, {"b": sunk(s, (15, 15), _frame(s, 15, s.rim))}, s.rim)


def ridges(rng: np.random.Generator) -> Truth:
    s = Sizes.drawn(rng)
    return _truth(s, {"b": sunk(s, (15, 15), _frame(s, 15, s.rim), plain_rim=True)}, s.rim)


def open_edges(rng: np.random.Generator) -> Truth:
    """Walls between squares only: the outermost squares run out to the edge."""
    s = Sizes.drawn(rng)
    rim = float(rng.choice([0.0, s.rim]))
    board = sunk(s, (15, 15), _frame(s, 15, rim), plain_rim=True, outer_wall=False)
    return _truth(s, {"b": board}, rim)


def high_box(rng: np.random.Generator) -> Truth:
    s = Sizes.drawn(rng)
    rim = max(s.rim, 3.0)
    high = round(float(rng.uniform(3, 40)), 1)
    return _truth(s, {"b": sunk(s, (15, 15), _frame(s, 15, rim), high=high)}, rim)


def travel(rng: np.random.Generator) -> Truth:
    s = Sizes.drawn(rng, 8.0, 10.0)
    side = round(0.88 * (s.px - s.wall), 1)
    tile = landscape([0, side], [0, side], lambda x, y: 2.0)
    return _truth(s, {"b": sunk(s, (15, 15), _frame(s, 15, s.rim)), "tile": tile}, s.rim)


def rectangular(rng: np.random.Generator) -> Truth:
    s = Sizes.drawn(rng, 10.0)
    s = Sizes(s.px, round(s.px * float(rng.choice([0.8, 0.9, 1.1, 1.2])), 1), s.wall, s.floor,
              s.deep, s.rim)  # fmt: skip
    found = _truth(s, {"b": sunk(s, (15, 15), _frame(s, 15, s.rim))}, s.rim)
    found.pitch_y = s.py
    return found


def posts(rng: np.random.Generator) -> Truth:
    s = Sizes.drawn(rng)
    side = round(max(1.0, float(rng.uniform(0.08, 0.25)) * s.px), 1)
    outer = bool(rng.integers(2))
    marks = range(16) if outer else range(1, 15)
    rim = max(s.rim, side)
    at = [k * s.px + d * side / 2 for k in marks for d in (-1, 1)]

    def on_post(v: float) -> bool:
        k = round(v / s.px)
        return k in marks and abs(v - k * s.px) < side / 2

    left, right, *_ = _frame(s, 15, rim)
    board = landscape([*at, left, right], [*at, left, right],
                      lambda x, y: s.floor + s.deep * (on_post(x) and on_post(y)))  # fmt: skip
    return Truth({"b": board}, s.px, s.px - side, s.deep, rim, height_over=0.0)


def islands(rng: np.random.Generator) -> Truth:
    """Squares that stand up from a plate."""
    s = Sizes.drawn(rng)
    rim = s.rim
    left, right, *_ = _frame(s, 15, rim)
    lines = _lines(15, s.px, s.wall, (left, right))

    def height(x: float, y: float) -> float:
        on = _in_square(x, 15, s.px, s.wall) and _in_square(y, 15, s.px, s.wall)
        return s.floor + s.deep * on

    return Truth({"b": landscape(lines, lines, height)}, s.px, s.px - s.wall, s.deep, rim)


def grooves(rng: np.random.Generator) -> Truth:
    """Lines cut into a plate; in one of two as far as its edge."""
    s = Sizes.drawn(rng)
    through = bool(rng.integers(2))
    if through and abs(s.rim - s.px) < 0.25 * s.px:
        # Cut through, a rim as wide as a square would be squares: that is another board.
        s = replace(s, rim=round(0.6 * s.px, 1))
    left, right, *_ = _frame(s, 15, s.rim)
    lines = _lines(15, s.px, s.wall, (left, right))

    def in_line(v: float) -> bool:
        k = round(v / s.px)
        return 0 <= k <= 15 and abs(v - k * s.px) < s.wall / 2

    def height(x: float, y: float) -> float:
        inside = through or all(-s.wall < v < 15 * s.px + s.wall for v in (x, y))
        return s.floor + s.deep * (not (inside and (in_line(x) or in_line(y))))

    return Truth({"b": landscape(lines, lines, height)}, s.px, s.px - s.wall, s.deep, s.rim)


def _split(s: Sizes, cuts: list[float], rim: float, seam: float = 0.0) -> dict[str, Array]:
    """A board cut at places told in squares, equal cuts along x and y; `seam` beyond each."""
    found = {}
    ends = [0.0, *cuts, 15.0]
    for row, (c, d) in enumerate(pairwise(ends)):
        for col, (a, b) in enumerate(pairwise(ends)):
            low = (-rim if a == 0 else -seam, -rim if c == 0 else -seam)
            # Squares cut on their first side lie before the origin: turned round instead.
            frac_x, frac_y = a % 1, c % 1
            nx, ny = b - a, d - c
            part = sunk(
                s, (np.ceil(nx + frac_x), np.ceil(ny + frac_y)),
                (low[0] + frac_x * s.px, (nx + frac_x) * s.px + (rim if b == 15 else seam),
                 low[1] + frac_y * s.py, (ny + frac_y) * s.py + (rim if d == 15 else seam)),
            )  # fmt: skip
            found[f"p{row}{col}"] = part
    return found


def quarters(rng: np.random.Generator) -> Truth:
    """Four quarters with half squares at their seams; or one that stands for all."""
    s = Sizes.drawn(rng)
    parts = _split(s, [7.5], s.rim)
    if rng.integers(2):
        parts = {"quarter": parts["p00"]}
    return _truth(s, parts, s.rim)


def eight_and_seven(rng: np.random.Generator) -> Truth:
    """Four parts of 8 or 7 whole squares; at seams half a wall each, or a whole one."""
    s = Sizes.drawn(rng)
    seam = float(rng.choice([0.0, s.wall / 2]))
    return _truth(s, _split(s, [float(rng.choice([7, 8]))], s.rim, seam), s.rim)


def halves(rng: np.random.Generator) -> Truth:
    s = Sizes.drawn(rng)
    at = float(rng.choice([7, 8, 7.5]))
    first = sunk(s, (15, np.ceil(at)), (-s.rim, 15 * s.px + s.rim, -s.rim, at * s.py))
    second = sunk(s, (15, np.ceil(15 - at)),
                  (-s.rim, 15 * s.px + s.rim, -s.rim, (15 - at) * s.py))  # fmt: skip
    return _truth(s, {"a": first, "b": second}, s.rim)


def nine(rng: np.random.Generator) -> Truth:
    """Corner, edge and middle of a board of nine parts: three files, counts in their names."""
    s = Sizes.drawn(rng)
    parts = _split(s, [5.0, 10.0], s.rim)
    named = bool(rng.integers(2))
    names = ("corner_x4", "edge_x4", "middle") if named else ("corner", "edge", "middle")
    chosen = (parts["p00"], parts["p01"], parts["p11"])
    return _truth(s, dict(zip(names, chosen, strict=True)), s.rim)


GLYPHS = {
    "T": ("XXXXX", "..X..", "..X..", "..X..", "..X.."),
    "L": ("X....", "X....", "X....", "X....", "XXXXX"),
    "H": ("X...X", "X...X", "XXXXX", "X...X", "X...X"),
    "E": ("XXXXX", "X....", "XXXX.", "X....", "XXXXX"),
    "": (".....",) * 5,
}


def block_tile(letter: str, side: float, thick: float, relief: float) -> Array:
    """A tile with a letter of blocks that stands up, or is sunk."""
    at = [side * (0.2 + 0.12 * k) for k in range(6)]
    rows = GLYPHS[letter]

    def height(x: float, y: float) -> float:
        col, row = int((x / side - 0.2) // 0.12), 4 - int((y / side - 0.2) // 0.12)
        inked = 0 <= col < 5 and 0 <= row < 5 and rows[row][col] == "X"
        return thick + (relief if inked else 0.0)

    return landscape([0, *at, side], [0, *at, side], height)


def plate(rng: np.random.Generator) -> Truth:
    """A plate of tiles in one file, beside the board they belong to."""
    s = Sizes.drawn(rng, 12.0)
    side = round(0.9 * (s.px - s.wall), 1)
    relief = float(rng.choice([0.6, -0.6]))
    letters = [str(each) for each in rng.choice(list(GLYPHS), int(rng.integers(12, 40)))]
    letters += ["T", "L", "H", "E", "T", "L", "H"]
    step = side + round(float(rng.uniform(0.8, 4)), 1)
    across = 7
    tiles = np.concatenate([
        block_tile(letter, side, 4.0, relief)
        + np.array([k % across * step, k // across * step, 0])
        for k, letter in enumerate(letters)
    ])  # fmt: skip
    found = _truth(s, {"b": sunk(s, (15, 15), _frame(s, 15, s.rim)), "all": tiles}, s.rim)
    found.letters = {letter: letters.count(letter) for letter in sorted(set(letters))}
    return found


FAMILIES = {
    each.__name__: each
    for each in (
        full_outer_wall, half_outer_wall, rimmed, ridges, open_edges, high_box, travel,
        rectangular, posts, islands, grooves, quarters, eight_and_seven, halves, nine, plate,
    )
}  # fmt: skip
