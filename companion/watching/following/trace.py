"""Writes what the eyes that follow a board see and do: a table of all frames, and pictures."""

from __future__ import annotations

import csv
import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.board.reading import BoardReading, Unreadable
from companion.errors import InputError
from companion.vision.reading.trace import Tracer

if TYPE_CHECKING:
    from companion.vision.reading.read import Stages
    from companion.vision.types import Image
    from companion.watching.following.eyes import LiveEyes

log = logging.getLogger(__name__)

MOST_SETS = 400
"""Numbered pictures after which only the table goes on: an evening is long."""

COLUMNS = (
    "number", "frame", "t_s", "came", "moved", "tiles", "doubtful", "corners_px", "moves", "ms"
)  # fmt: skip


class LiveTrace:
    """Stands before eyes and writes; belongs to their thread.

    In the folder: `frames.csv`, one row a frame, with what came of it; and whenever a frame was
    read anew, or could not be, the pictures of its stages under the number in that row.

    Args:
        folder: Made if it is not there.

    Raises:
        InputError: The folder cannot be made or written.
    """

    def __init__(self, folder: str | Path) -> None:
        self._folder = Path(folder)
        Tracer(self._folder, "")  # makes the folder, or says why not
        try:
            self._table = (self._folder / "frames.csv").open(
                "w", encoding="utf-8", newline="", buffering=1
            )
        except OSError as fault:
            raise InputError(
                "{folder} cannot be written ({why}).", folder=str(folder), why=str(fault)
            ) from fault
        self._rows = csv.writer(self._table)
        self._rows.writerow(COLUMNS)
        self._eyes: LiveEyes | None = None
        self._number = 0
        self._written = 0
        self._last = ""

    def around(self, eyes: LiveEyes) -> LiveTrace:
        """Look through these eyes from now on."""
        self._eyes = eyes
        return self

    def stages(self, stages: Stages, reading: BoardReading, image: Image) -> None:
        """Write the stages of one reading."""
        if tracer := self._tracer():
            tracer(stages, reading, image)

    def read(self, image: Image, **more: Any) -> BoardReading | Unreadable:
        """Return what the eyes say of a frame, and write it down.

        Raises:
            RuntimeError: There are no eyes yet.
        """
        eyes = self._eyes
        if eyes is None:
            raise RuntimeError("there are no eyes to look through")
        self._number += 1
        before, start = eyes.full_readings, time.perf_counter()
        seen = eyes.read(image, **more)
        spent_ms = 1000 * (time.perf_counter() - start)
        came = _came(seen, anew=eyes.full_readings > before)
        if isinstance(seen, Unreadable) and came != self._last and (tracer := self._tracer()):
            tracer.refused(image, seen)
        self._last = came
        self._rows.writerow(self._row(seen, came, eyes, spent_ms))
        return seen

    def close(self) -> None:
        """Write what is left."""
        self._table.close()

    def _tracer(self) -> Tracer | None:
        self._written += 1
        if self._written > MOST_SETS:
            if self._written == MOST_SETS + 1:
                log.warning("%d traces are enough; only frames.csv goes on", MOST_SETS)
            return None
        return Tracer(self._folder, f"{self._number:06d}")

    def _row(
        self, seen: BoardReading | Unreadable, came: str, eyes: LiveEyes, spent_ms: float
    ) -> list[object]:
        tiles = doubtful = corners = ""
        if isinstance(seen, BoardReading):
            tiles, doubtful = str(len(seen.position())), str(len(seen.doubtful))
            corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in seen.corners_px)
        moved = "" if eyes.look is None else f"{eyes.look.moved:.4f}"
        return [self._number, seen.seq, f"{seen.t_s:.3f}", came, moved, tiles, doubtful,
                corners, eyes.moves, f"{spent_ms:.1f}"]  # fmt: skip


def _came(seen: BoardReading | Unreadable, *, anew: bool) -> str:
    if isinstance(seen, Unreadable):
        return seen.reason.value
    return "read" if anew else "told again"
