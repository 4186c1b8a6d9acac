"""One table of a household: the game that is played there, and the next."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from contextlib import ExitStack
from math import isfinite
from pathlib import Path
from typing import Any

from companion.app.watched import Watch
from companion.app.wiring import Table
from companion.household.card_table import card_hands
from companion.household.game_files import own_titles
from companion.rules.registry import game as ruleset_named
from companion.session.messages import ShowMessage
from companion.session.notices import CAMERA, TROUBLE
from companion.session.order import ordered
from companion.text import NOTHING
from companion.watching.board_colours import read_colours
from companion.watching.health import TableEye
from companion.web import Playing

OF_CAMERA = frozenset((*(reason.value for reason in CAMERA), *TROUBLE, "glare", "lens"))
"""What a message may be about that only a camera says."""


class Place:
    """What screens of a table follow, whichever game is played there. Thread-safe.

    Args:
        empty: A game that nobody keeps, shown before the first one.
        until: Ends it.
    """

    def __init__(self, empty: Table, until: ExitStack) -> None:
        self._lock = threading.Lock()
        self._subscribers: tuple[Callable[[], None], ...] = ()
        self._until = until
        self._watching = ExitStack()
        self.table = empty
        self.playing: Playing = dataclasses.replace(empty.playing(), number=0)
        self._watch: Watch | None = None
        self.corners: tuple[float, ...] = ()
        """The board's in them, as somebody showed them; none where it is found."""
        self.waiting = True
        """Whether no game has been set up here yet."""
        self.closed = False
        """Whether the table has been taken away."""
        empty.loop.subscribe(self._announce)

    @property
    def camera(self) -> str:
        """Where the pictures come from; empty for none."""
        return "" if self._watch is None else self._watch.camera.source

    def sight(self) -> dict[str, Any] | None:
        """Return what the camera sees now, None where none looks at the game.

        `camera`, `age_s` of its newest picture, whether the eyes can read it (`sees`), what
        they say of it (`says`, and what that is `about`), the board's `corners` as parts of
        the picture's sides, whether somebody showed them (`shown`), `tiles` on the board and
        how many squares are in `doubt`.
        """
        watch, now = self._watch, self.table.loop.snapshot
        if watch is None:
            return None
        seen, given = watch.pipeline.seen, self.corners
        corners = list(zip(given[::2], given[1::2], strict=True))
        if seen is not None and not given:
            height, width = seen.image.shape[:2]
            corners = [(round(x / width, 4), round(y / height, 4)) for x, y in seen.corners_px]
        ours = now.about in OF_CAMERA
        return {
            "camera": watch.camera.source,
            "age_s": round(watch.camera.age_s, 1) if isfinite(watch.camera.age_s) else None,
            "sees": watch.pipeline.sees,
            "about": now.about if ours else "",
            "says": now.message if ours else NOTHING,
            "corners": corners,
            "shown": bool(given),
            "tiles": len(tuple(now.position.items())),
            "doubt": len(now.doubtful),
        }

    def subscribe(self, subscriber: Callable[[], None]) -> Callable[[], None]:
        """Call back when there may be a new state, of this game or the next."""
        with self._lock:
            self._subscribers = (*self._subscribers, subscriber)

        def end() -> None:
            with self._lock:
                self._subscribers = tuple(s for s in self._subscribers if s is not subscriber)

        return end

    def put(self, table: Table, playing: Playing, until: ExitStack) -> None:
        """Show another game; the one before must have been cleared."""
        self._until, self.table, self.playing = until, table, playing
        self.waiting = False
        table.loop.subscribe(self._announce)
        self._announce()

    def clear(self) -> None:
        """End the game's threads and let go of its camera; the game itself is kept."""
        self._end_watch()
        old, self._until = self._until, ExitStack()
        old.close()

    def watch(self, watch: Watch, corners: tuple[float, ...], until: ExitStack) -> None:
        """Note that a camera looks at the game; none must do so yet.

        Args:
            watch: How it does.
            corners: Those that somebody showed; none where the board is found.
            until: Ends it.
        """
        self._watching, self._watch, self.corners = until, watch, corners
        pipeline = watch.pipeline
        see = ruleset_named(self.table.ruleset).see_colours
        self.playing = dataclasses.replace(
            self.playing,
            eye=TableEye(watch.camera, pipeline),
            see_colours=None if see is None else lambda: see(read_colours(pipeline.seen)),
        )
        self._announce()

    def unwatch(self) -> None:
        """Let the camera look no more; what it said of itself is taken back."""
        self._end_watch()
        self.playing = dataclasses.replace(self.playing, eye=None, see_colours=None)
        now = self.table.loop.snapshot
        if now.about in OF_CAMERA:
            self.table.loop.submit(ordered(ShowMessage(NOTHING, ""), "camera"))

    def _end_watch(self) -> None:
        old, self._watching = self._watching, ExitStack()
        old.close()
        self._watch, self.corners = None, ()

    def close(self) -> None:
        """Take the table away."""
        self.clear()
        self.closed = True
        self._announce()

    def _announce(self, _: object = None) -> None:
        for subscriber in self._subscribers:
            subscriber()


def with_titles(table: Table, folder: Path | None) -> Playing:
    """Return the game as the page sees it; hands are read by the household's titles."""
    playing, game = table.playing(), ruleset_named(table.ruleset)
    titles = own_titles(folder, game)
    if titles is None:
        return playing
    return dataclasses.replace(playing, card_table=card_hands(game, table.setup, titles))
