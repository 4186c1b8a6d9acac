"""What a part is for, from its shape; its name only tips the balance."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from stl_meta.measuring.board import LEAST_ACROSS, WHOLE_BOARDS, Grid, is_square
from stl_meta.measuring.levels import Level
from stl_meta.measuring.section import cut
from stl_meta.mesh import Mesh
from stl_meta.pose import Laid


class Kind(StrEnum):
    """The kinds of parts of a set."""

    BOARD = "board"
    BOARD_PART = "board-part"
    TILE = "tile"
    INSERT = "premium-insert"
    RACK = "rack"
    CONNECTOR = "connector"
    SCORE_BOARD = "score-board"
    BOX = "box"
    UNKNOWN = "unknown"


_WORDS = {
    Kind.BOARD: "board brett plateau",
    Kind.BOARD_PART: "board quarter brett plateau",
    Kind.TILE: "tile letter stein lettre",
    Kind.INSERT: "insert premium score word double triple bonus",
    Kind.RACK: "rack holder bank",
    Kind.CONNECTOR: "connector ring support center centre",
    Kind.SCORE_BOARD: "score peg",
    Kind.BOX: "box spine book case lid",
}


_PITCH_MM = (5.0, 42.0)
"""Of boards that people play on, the smallest for travelling."""

_DEEPEST_BOX_MM = 90.0
_PEGS_MM = (1.5, 6.0)
_TILES_MM = (5.0, 34.0)
_THIN_MM, _THIN_SHARE = 2.0, 0.13
"""Of a tile and of its side: thinner ones are inserts."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A kind with how sure that is and why.

    Attributes:
        kind: The kind.
        confidence: 0..1.
        reasons: Short sentences.
    """

    kind: Kind
    confidence: float
    reasons: tuple[str, ...]


def judge_kind(laid: Laid, levels: tuple[Level, ...], grid: Grid | None, name: str) -> Judged:
    """Return what a part is for.

    Args:
        laid: The part in mm, lying flat.
        levels: Its flats that look up.
        grid: Its squares, where it has any.
        name: Of the part or its file: raises or lowers the confidence a little.
    """
    rules = (
        _by_grid(laid, grid),
        _by_rod(laid),
        _by_disc(laid),
        _by_square(laid),
        _by_box(laid, levels),
    )
    found = max(
        (rule for rule in rules if rule is not None), key=lambda j: j.confidence, default=None
    )
    if found is None:
        return Judged(Kind.UNKNOWN, 0.5, ("its shape is none of those a set is made of",))
    words = {
        kind: [w for w in text.split() if w in name.lower()] for kind, text in _WORDS.items()
    }
    if words[found.kind]:
        reasons = (*found.reasons, f"its name says {words[found.kind][0]!r}")
        return Judged(found.kind, min(found.confidence + 0.05, 0.99), reasons)
    if any(words.values()):
        other = next(kind for kind, hits in words.items() if hits)
        reasons = (*found.reasons, f"but its name suggests {other.value}")
        return Judged(found.kind, found.confidence - 0.1, reasons)
    return found


def _by_grid(laid: Laid, grid: Grid | None) -> Judged | None:
    if grid is None:
        return None
    x, y, z = laid.size
    what = {"islands": "islands", "posts": "squares between posts"}.get(grid.method, "cells")
    cells = f"{grid.cells} equal {grid.shape} {what}"
    if grid.shape == "round" and _PEGS_MM[0] < grid.recess_x_mm < _PEGS_MM[1]:
        return Judged(
            Kind.SCORE_BOARD, 0.8, (f"{cells} of {grid.recess_x_mm:.1f} mm: peg holes",)
        )
    least, most = _PITCH_MM
    if min(grid.nx, grid.ny) < 3 or not least <= grid.pitch_mm <= most or z > _DEEPEST_BOX_MM:
        return None
    reasons: tuple[str, ...] = (
        f"{cells}, {grid.pitch_mm:.2f} mm apart",
        f"{x:.1f} x {y:.1f} mm, {z:.1f} mm thick",
    )
    sure = 0.6 if grid.method == "walls" or grid.shape != "square" else 0.95
    if not is_square(grid):
        sure = min(sure, 0.85)
        reasons = (*reasons, f"squares of {grid.pitch_x_mm:.2f} x {grid.pitch_y_mm:.2f} mm")
    seams = [side.name for side in grid.sides if side.seam]
    if seams:
        reasons = (*reasons, f"goes on at: {', '.join(seams)}")
        return Judged(Kind.BOARD_PART, min(sure, 0.94), reasons)
    whole = grid.nx == grid.ny and grid.nx in WHOLE_BOARDS
    return Judged(Kind.BOARD if min(grid.nx, grid.ny) > LEAST_ACROSS else Kind.BOARD_PART,
                  sure if whole else min(sure, 0.75), reasons)  # fmt: skip


def _by_rod(laid: Laid) -> Judged | None:
    size = laid.size
    axis = int(np.argmax(size))
    long, others = float(size[axis]), np.delete(size, axis)
    if long < 90 or others.max() > 0.5 * long or others.min() < 8 or others.max() > 60:
        return None
    order = [k for k in range(3) if k != axis] + [axis]
    along = Mesh(laid.mesh.vertices[:, order], laid.mesh.faces)
    areas = np.array([abs(cut(along, long * at).material) for at in (0.21, 0.5, 0.79)])
    if areas.max() <= 0 or np.ptp(areas) > 0.03 * areas.max():
        return None
    fill = float(areas.mean() / (others[0] * others[1]))
    if fill > 0.9:
        return Judged(Kind.UNKNOWN, 0.4, ("a plain bar",))
    reasons = (f"one profile along {long:.1f} mm", f"it fills {fill:.0%} of its box: a ledge")
    return Judged(Kind.RACK, 0.8, reasons)


def _by_disc(laid: Laid) -> Judged | None:
    x, y, z = (float(v) for v in laid.size)
    section = cut(laid, z / 2)
    outer = np.flatnonzero(section.area > 0)
    if len(outer) != 1 or z > 15 or not 12 <= max(x, y) <= 160:
        return None
    roundness = float(4 * np.pi * section.area[outer[0]] / section.length[outer[0]] ** 2)
    if roundness < 0.97 or abs(x - y) > 0.03 * x:
        return None
    ring = " with a hole" if (section.area < 0).any() else ""
    return Judged(
        Kind.CONNECTOR, 0.75, (f"a round disc of {x:.1f} mm{ring}, {z:.1f} mm thick",)
    )


def _by_square(laid: Laid) -> Judged | None:
    x, y, z = (float(v) for v in laid.size)
    if abs(x - y) > 0.12 * max(x, y) or not _TILES_MM[0] <= max(x, y) <= _TILES_MM[1]:
        return None
    section = cut(laid, z * 0.45)
    fill = float(section.area[section.area > 0].sum()) / (x * y)
    if fill < 0.82:
        return None
    square = abs(x - y) <= 0.03 * max(x, y)
    what = f"{x:.2f} x {y:.2f} mm, {z:.2f} mm thick"
    if z < min(_THIN_MM, _THIN_SHARE * max(x, y)):
        return Judged(Kind.INSERT, 0.8 if square else 0.5, (f"a thin square plate, {what}",))
    if z <= 9.0:
        return Judged(Kind.TILE, 0.9 if square else 0.7, (f"a square block, {what}",))
    return None


def _by_box(laid: Laid, levels: tuple[Level, ...]) -> Judged | None:
    size = np.sort(laid.size)
    z = float(laid.size[2])
    if z > 18 and len(levels) > 1:
        deepest = max(levels, key=lambda level: level.share)
        if deepest.z_mm < 0.4 * z and deepest.share > 0.3:
            return Judged(Kind.BOX, 0.7, (f"a cavity open at the top, {z:.0f} mm high",))
    if size[2] > 100 and size[0] < 8 and 12 < size[1] < 0.45 * size[2]:
        return Judged(Kind.BOX, 0.4, ("a long thin plate, as a box's spine or wall is",))
    return None
