"""From a stream of readings to the ones that are worth a conclusion.

A reading counts once the same squares have looked taken for some pictures in a row. Then all
pictures since the last change are put together: each votes for the letters in proportion to how
sharply it saw them, and a letter once shown stays until another one clearly beats it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.board.reading import BoardReading, CellReading, Unreadable
from companion.board.square import Square

STEADY_FRAMES = 3
"""Pictures in a row that must show the same squares taken."""

WINDOW_FRAMES = 12
"""Pictures that are put together at most."""

STICKY = 0.2
"""Lead in probability that another letter needs to replace one that was shown."""

SHARP = 4
"""Power of a picture's best letter by which it votes: one in focus (0.99) outvotes two blurred
ones that agree on something else (0.85)."""

EDGE = 1e-3
"""By how much a letter that stays is put ahead of its rival."""

SURE = 0.9
"""Squares whose content is less probable than this are doubtful."""


@dataclass(frozen=True, slots=True)
class Window:
    """What the last pictures showed. Immutable: `step` returns the next.

    Attributes:
        needed: Pictures in a row that must show the same squares taken.
        most: Pictures that are put together at most.
        readings: Those since the last change, oldest first.
        shown: Letter last told for each square.
    """

    needed: int = STEADY_FRAMES
    most: int = WINDOW_FRAMES
    readings: tuple[BoardReading, ...] = ()
    shown: Mapping[Square, str] = field(default_factory=lambda: MappingProxyType({}))

    def step(self, reading: BoardReading | Unreadable) -> Window:
        """Return the window after one more picture.

        A hand over the board, or a picture that cannot be read, starts the wait anew: nothing
        is concluded until the board has been seen whole and still again.
        """
        if isinstance(reading, Unreadable) or any(cell.hidden for cell in reading.cells):
            return self.emptied()
        before = self.readings
        if before and (before[-1].size != reading.size or taken(before[-1]) != taken(reading)):
            before = ()
        after = replace(self, readings=(*before, reading)[-self.most :])
        settled = after.settled
        if settled is None:
            return after
        told = {c.square: c.letters[0][0] for c in settled.cells if c.best and c.letters}
        return replace(after, shown=told)

    def emptied(self) -> Window:
        """Return the window that waits anew; what was shown is kept for steadiness."""
        return replace(self, readings=())

    @property
    def settled(self) -> BoardReading | None:
        """All pictures since the last change put together, or None while the board moves."""
        if len(self.readings) < min(self.needed, self.most):
            return None
        return combined(self.readings, self.shown)


def taken(reading: BoardReading) -> frozenset[Square]:
    """The squares that look taken."""
    return frozenset(c.square for c in reading.cells if c.occupied >= 0.5)


def combined(
    readings: tuple[BoardReading, ...], shown: Mapping[Square, str] = MappingProxyType({})
) -> BoardReading:
    """Return several pictures of one board as one reading.

    Args:
        readings: At least one, all of the same size.
        shown: Letters told before, which stay unless another one leads by `STICKY`.
    """
    newest = readings[-1]
    cells = tuple(
        _together(tuple(r.cells[k] for r in readings), shown.get(newest.cells[k].square))
        for k in range(len(newest.cells))
    )
    return BoardReading(
        cells,
        newest.corners_px,
        tuple(c.square for c in cells if c.confidence < SURE),
        newest.t_s,
        newest.seq,
        newest.source,
        newest.size,
        newest.seconds,
        newest.glare,
        newest.bent,
        newest.mirrored,
    )


def _together(cells: tuple[CellReading, ...], shown: str | None) -> CellReading:
    occupied = _mean(c.occupied for c in cells)
    weights: dict[str, float] = {}
    total = 0.0
    for cell in cells:
        letters = [(t, p) for t, p in cell.letters if math.isfinite(p) and p > 0]
        if not letters:
            continue
        sharpness = max(p for _, p in letters) ** SHARP
        total += sharpness
        for token, p in letters:
            weights[token] = weights.get(token, 0.0) + sharpness * p
    ranked = sorted(((t, w / total) for t, w in weights.items()), key=lambda row: -row[1])
    if shown in weights:
        kept = weights[shown] / total
        rival = max((p for t, p in ranked if t != shown), default=0.0)
        if -EDGE < rival - kept < STICKY:
            # Ahead by a little, so that whoever sorts these anew tells the same letter.
            scale = 1.0 / (1.0 + rival + EDGE - kept)
            others = [(t, p * scale) for t, p in ranked if t != shown]
            ranked = [(shown, (rival + EDGE) * scale), *others]
    prior = sum(cell.prior for cell in cells) / len(cells)
    return CellReading(cells[-1].square, occupied, tuple(ranked[:5]), prior=prior)


def _mean(values: Iterable[float]) -> float:
    good = [v for v in values if 0.0 <= v <= 1.0]
    return sum(good) / len(good) if good else 0.0
