"""What is worth saying of pictures that can be read: glare on some rows, a lens that bends."""

from __future__ import annotations

from dataclasses import dataclass

from companion.board.reading import BoardReading
from companion.text import NOTHING, Said, said

GLARE_READINGS = 4
"""Readings in a row with glare before it is said, and without it before that is taken back."""

BENT_S = 20.0
"""How long a lens that bends lines is mentioned; once is enough."""

BENT = said("The lens bends straight lines; calibrate it, so that it can be undone.")

Remark = tuple[Said, str]
"""What is said, and what it is about: "glare" or "lens"."""

NONE: Remark = (NOTHING, "")


@dataclass(slots=True)
class Remarks:
    """Decides what is said; belongs to one camera.

    Nothing of it stops the reading: squares that cannot be made out are doubtful anyway.
    """

    _rows: tuple[int, int] | None = None
    _with: int = 0
    _without: int = 0
    _glare: Remark = NONE
    _bent_since_s: float | None = None

    def after(self, reading: BoardReading) -> Remark:
        """Return what is to be shown after one more reading; nothing if all is well."""
        self._heed_glare(reading.glare)
        if self._glare != NONE:
            return self._glare
        if reading.bent and self._bent_since_s is None:
            self._bent_since_s = reading.t_s
        fresh = (
            self._bent_since_s is not None and 0.0 <= reading.t_s - self._bent_since_s < BENT_S
        )
        return (BENT, "lens") if reading.bent and fresh else NONE

    def _heed_glare(self, rows: tuple[int, int] | None) -> None:
        if rows is None:
            self._with, self._without = 0, self._without + 1
            if self._without >= GLARE_READINGS:
                self._rows, self._glare = None, NONE
            return
        self._with, self._without = self._with + 1, 0
        # A spot that flickers at its edge is one spot: its rows only grow.
        before = self._rows or rows
        self._rows = (min(before[0], rows[0]), max(before[1], rows[1]))
        if self._with >= GLARE_READINGS:
            first, last = self._rows
            self._glare = _glare(first, last), "glare"


def _glare(first: int, last: int) -> Said:
    if first == last:
        return said("Glare hides squares in row {row}; move the lamp or the camera.", row=first)
    return said(
        "Glare hides squares in rows {first} to {last}; move the lamp or the camera.",
        first=first,
        last=last,
    )
