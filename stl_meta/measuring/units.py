"""Which unit files are in: what they declare, else what makes sense of all of them together.

People print things of 0.5 to 500 mm. A unit makes sense of a part whose size in it is one of
those, and better still if the part then is of a kind that sets are made of. Millimetres are
assumed where they do; another unit is guessed where it alone does; what is left is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stl_meta.loaders.threemf import MM_PER_UNIT
from stl_meta.measuring.board import Grid
from stl_meta.measuring.kinds import Kind, judge_kind
from stl_meta.measuring.levels import Level
from stl_meta.pose import Laid

_TRIED = ("millimeter", "inch", "centimeter", "meter", "micron")
_PRINTED_MM = (0.5, 500.0)
_USUAL_MM = (12.0, 400.0)
_THINNEST_MM = 0.3
_THINNEST_WALL_MM = 0.4
_THINNEST_BOARD_MM = 1.0
_STEP_MM, _ROUND_MM = 0.05, 0.002
"""Who designs in a unit uses round numbers of it: multiples of this, but for rounding."""

_CLEARLY = 3
"""So many more round numbers decide; of a dozen rough ones two are round by chance."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit that was settled on.

    Attributes:
        name: As 3MF spells it.
        source: `declared` by the file, `told` by the user, `assumed` or `guessed`.
        mm: Millimetres in one.
        others: Units that make as much sense: whoever knows has to say.
    """

    name: str
    source: str
    mm: float
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Unsettled:
    """A part in the unit of its file, whatever that is."""

    laid: Laid
    levels: tuple[Level, ...]
    grid: Grid | None
    name: str


def known_unit(name: str, source: str, others: tuple[str, ...] = ()) -> Unit:
    """Return a unit by its name."""
    return Unit(name, source, MM_PER_UNIT[name], others)


def settle_unit(files: Sequence[Sequence[Unsettled]]) -> list[Unit]:
    """Return the unit of each file, for files that declare none.

    Args:
        files: Their parts; all of a call are in one unit if one makes sense of all.
    """
    parts = [part for file in files for part in file]
    together = _settled(parts)
    if together is not None:
        return [together] * len(files)
    return [
        _settled(file) or known_unit("millimeter", "assumed", _TRIED[1:3]) for file in files
    ]


def _settled(parts: Sequence[Unsettled]) -> Unit | None:
    """The unit of parts that have one in common; None where no unit makes sense of all."""
    fitting = [name for name in _TRIED if all(_printable(part, name) for part in parts)]
    if not fitting:
        return None
    if "millimeter" in fitting and any(_is_known(part, "millimeter") for part in parts):
        return known_unit("millimeter", "assumed")
    known = {name: sum(_is_known(part, name) for part in parts) for name in fitting}
    best = max(known.values())
    if not best:
        longest = max(float(part.laid.size.max()) for part in parts)
        usual = [n for n in fitting if _USUAL_MM[0] <= longest * MM_PER_UNIT[n] <= _USUAL_MM[1]]
        if "millimeter" in fitting and ("millimeter" in usual or not usual):
            return known_unit("millimeter", "assumed")
        return known_unit(usual[0] if usual else fitting[0], "guessed", tuple(usual[1:]))
    names = [name for name in fitting if known[name] == best]
    round_ = [_roundness(parts, name) for name in names]
    first = int(np.argmax(round_))
    if len(names) == 1 or max(round_) >= sorted(round_)[-2] + _CLEARLY:
        return known_unit(names[first], "guessed")
    return known_unit(names[0], "guessed", tuple(names[1:]))


def _printable(part: Unsettled, unit: str) -> bool:
    mm = MM_PER_UNIT[unit]
    most = _PRINTED_MM[1] * (1.3 if part.grid is not None else 1.0)
    size = part.laid.size * mm
    return bool(_PRINTED_MM[0] <= size.max() <= most and size.min() >= _THINNEST_MM)


def _is_known(part: Unsettled, unit: str) -> bool:
    mm = MM_PER_UNIT[unit]
    laid = part.laid.scaled(mm)
    grid = part.grid.scaled(mm) if part.grid is not None else None
    levels = tuple(Level(level.z_mm * mm, level.share) for level in part.levels)
    kind = judge_kind(laid, levels, grid, "").kind
    if grid is None or grid.shape != "square":
        return kind is not Kind.UNKNOWN
    # What has squares is a board or nothing.
    thick = grid.wall_mm >= _THINNEST_WALL_MM and laid.size[2] >= _THINNEST_BOARD_MM
    return kind in (Kind.BOARD, Kind.BOARD_PART) and bool(thick)


def _roundness(parts: Sequence[Unsettled], unit: str) -> int:
    """How many measures of the parts are round numbers of millimetres."""
    found: set[float] = set()
    for part in parts:
        found |= {float(v) for v in part.laid.size}
        found |= {level.z_mm for level in part.levels}
        if part.grid is not None:
            found |= {part.grid.pitch_x_mm, part.grid.recess_x_mm, part.grid.wall_mm}
    values = np.unique(np.round(np.array(sorted(found)) * MM_PER_UNIT[unit], 3))
    off = np.abs(values - np.round(values / _STEP_MM) * _STEP_MM)
    return int((off <= _ROUND_MM).sum())
