"""What an overlay of a broadcast may show, field by field. Racks are never among it."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from companion.rules.api import TurnRow
from companion.text import Argument
from companion.web.definitions import meaning_of
from companion.web.port import Playing
from companion.web.scenes import Moment

MOST_DELAY_S = 3600
KEPT = 4000
"""Changes remembered; at a change a second that covers the longest delay."""

SEATS = 6

FIELDS = (
    "whole", "score", "names", "on_turn", "last_play", "last_definition", "unseen_count",
    "unseen_tiles", "bag_count", "turn_number", "game", "result",
    *(f"p{seat}_{what}" for seat in range(1, SEATS + 1) for what in ("name", "score")),
)  # fmt: skip
"""The addresses there are below /air."""

Fields = Mapping[str, Argument]
_T = TypeVar("_T")


def fields_of(moment: Moment | None, nothing: str) -> Fields:
    """Return every field's text.

    Args:
        moment: When; None where nothing was seen then.
        nothing: What a field says when there is nothing to say.
    """
    if moment is None or not moment.assigned:
        return dict.fromkeys(FIELDS, nothing)
    snapshot, playing, board = moment.snapshot, moment.playing, moment.snapshot.scoreboard
    rows = board.rows
    last = snapshot.last_play
    fields: dict[str, Argument] = {
        "score": " – ".join(str(row.total) for row in rows),
        "names": " – ".join(row.player for row in rows),
        "on_turn": board.result if board.on_turn is None else rows[board.on_turn].player,
        "last_play": _told(last),
        "last_definition": _defined(last, playing),
        "unseen_count": str(board.unseen_count),
        "unseen_tiles": " ".join(f"{t}{n}" for t, n in board.unseen if n),
        "bag_count": str(board.bag_count),
        "turn_number": str(len(board.turns)),
        "game": snapshot.game,
        "result": board.result,
    }
    for seat, row in enumerate(rows, 1):
        fields[f"p{seat}_name"] = row.player
        fields[f"p{seat}_score"] = str(row.total)
    fields["whole"] = "  ".join(f"{row.player} {row.total}" for row in rows)
    shown = {name: fields.get(name) or nothing for name in FIELDS}
    return {**shown, "players": str(len(rows)), "ended": str(int(board.ended))}


def _told(last: TurnRow | None) -> str:
    return f"{last.player}: {last.word} {last.coordinate} {last.score:+d}" if last else ""


def _defined(last: TurnRow | None, playing: Playing) -> str:
    if last is None or playing.lexicon is None:
        return ""
    return meaning_of(playing.lexicon.judge(last.word), playing)[0]


class Recorder(Generic[_T]):
    """Remembers what was shown when, so that a broadcast can run behind the table.

    It looks whenever it is asked, which overlays do every second. Thread-safe.
    """

    def __init__(self, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = monotonic_s
        self._seen: deque[tuple[float, _T]] = deque(maxlen=KEPT)
        self._lock = threading.Lock()

    def at(self, now: _T, delay_s: float) -> _T | None:
        """Note what is shown now; return what was shown some time ago, None if nothing was."""
        at_s = self._now_s()
        with self._lock:
            if not self._seen or self._seen[-1][1] != now:
                self._seen.append((at_s, now))
            if delay_s <= 0:
                return now
            past = [shown for seen_s, shown in self._seen if seen_s <= at_s - delay_s]
        return past[-1] if past else None
