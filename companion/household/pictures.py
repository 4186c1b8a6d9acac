"""The camera's picture of each counted play: the straightened board, as JPEG, kept by game.

A picture is named by the squares that the play laid tiles on, so that it stays with its turn
when turns are inserted, struck or corrected.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import cv2

from companion.errors import InputError
from companion.household.files import write_whole
from companion.rules.api import TurnRow
from companion.session.snapshot import Snapshot
from companion.watching.pipeline import Seen
from companion.watching.views import as_jpeg, straightened

log = logging.getLogger(__name__)

LIMIT_BYTES = 60_000_000
"""Of one game; a picture has some 60 KB, so that is a thousand plays. The oldest go first."""


class TurnPictures:
    """The pictures of one game. Pictures are taken in the loop's thread, read in others."""

    def __init__(self, folder: Path, *, limit_bytes: int = LIMIT_BYTES) -> None:
        self._folder = folder
        self._limit = limit_bytes
        self._known = frozenset(path.stem for path in folder.glob("*.jpg"))

    def has(self, turn: TurnRow) -> bool:
        """Whether there is a picture of a turn."""
        return _name(turn) in self._known

    def of(self, turn: TurnRow) -> bytes | None:
        """Return the picture of a turn as JPEG, or None."""
        if not self.has(turn):
            return None
        try:
            return (self._folder / f"{_name(turn)}.jpg").read_bytes()
        except OSError as error:
            log.warning("a picture is lost: %s", error)
            return None

    def follow(self, seen: Callable[[], Seen | None]) -> Callable[[Snapshot], bool]:
        """Return what keeps the newest picture whenever a play was counted, and says whether.

        Args:
            seen: Gives what the camera saw last, or None.
        """
        shown: list[int] = []

        def look(snapshot: Snapshot) -> bool:
            turns = snapshot.turns
            last = turns[-1] if turns else None
            new = not shown or len(turns) > shown[-1]
            shown[:] = [len(turns)]
            now = seen()
            if not new or last is None or last.kind != "play" or now is None:
                return False
            return self.keep(last, now)

        return look

    def keep(self, turn: TurnRow, seen: Seen) -> bool:
        """Keep what was seen as the picture of a turn; a full disk must not stop the game."""
        name = _name(turn)
        if not name:
            return False
        try:
            write_whole(self._folder / f"{name}.jpg", as_jpeg(straightened(seen)))
            self._known |= {name}
            self._forget_oldest()
        except (InputError, OSError, cv2.error) as error:
            log.warning("the picture of turn %d is not kept: %s", turn.number, error)
            return False
        return True

    def _forget_oldest(self) -> None:
        files = sorted(self._folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime_ns)
        total = sum(path.stat().st_size for path in files)
        for path in files[:-1]:
            if total <= self._limit:
                return
            total -= path.stat().st_size
            path.unlink(missing_ok=True)
            self._known -= {path.stem}


def _name(turn: TurnRow) -> str:
    return "-".join(sorted(p.square.name for p in turn.placements))
