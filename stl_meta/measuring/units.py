"""Which unit a file is in: what it declares, else millimetres, else a guess that says so."""

from __future__ import annotations

from dataclasses import dataclass

from stl_meta.loaders.threemf import MM_PER_UNIT

_PITCH_MM = (12.0, 40.0)
_POSSIBLE_MM = (3.0, 60.0)
_LENGTH_MM = (8.0, 700.0)
_TRIED = ("millimeter", "inch", "centimeter", "meter", "micron")


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit that was settled on.

    Attributes:
        name: As 3MF spells it.
        source: `declared` by the file, `told` by the user, `assumed` or `guessed`.
        mm: Millimetres in one.
    """

    name: str
    source: str
    mm: float


def known_unit(name: str, source: str) -> Unit:
    """Return a unit by its name."""
    return Unit(name, source, MM_PER_UNIT[name])


def settle_unit(longest: float, pitch: float | None) -> Unit:
    """Return the unit of a file that declares none.

    Args:
        longest: Longest side of the part, in the unit of the file.
        pitch: Distance of its squares in that unit, where it has a grid of square cells.
    """
    if pitch is not None and _POSSIBLE_MM[0] <= pitch <= _POSSIBLE_MM[1]:
        # Unusual, but there are pocket sets, pegs and patterns.
        return known_unit("millimeter", "assumed")
    value, (least, most) = (longest, _LENGTH_MM) if pitch is None else (pitch, _PITCH_MM)
    for name in _TRIED:
        if least <= value * MM_PER_UNIT[name] <= most:
            return known_unit(name, "assumed" if name == "millimeter" else "guessed")
    return known_unit("millimeter", "assumed")
