"""One table of a household: the game that is played there, and the next."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from companion.app.wiring import Table
from companion.household.card_table import card_hands
from companion.household.game_files import own_titles
from companion.rules.game import Game
from companion.rules.registry import game as ruleset_named
from companion.watching.board_colours import read_colours
from companion.watching.feed import SharedCamera
from companion.watching.health import TableEye
from companion.watching.pipeline import Pipeline
from companion.web import Playing


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
        self.table = empty
        self.playing: Playing = dataclasses.replace(empty.playing(), number=0)
        self.camera = ""
        """Where the pictures come from; empty for none."""
        self.waiting = True
        """Whether no game has been set up here yet."""
        self.closed = False
        """Whether the table has been taken away."""
        empty.loop.subscribe(self._announce)

    def subscribe(self, subscriber: Callable[[], None]) -> Callable[[], None]:
        """Call back when there may be a new state, of this game or the next."""
        with self._lock:
            self._subscribers = (*self._subscribers, subscriber)

        def end() -> None:
            with self._lock:
                self._subscribers = tuple(s for s in self._subscribers if s is not subscriber)

        return end

    def put(self, table: Table, playing: Playing, camera: str, until: ExitStack) -> None:
        """Show another game; the one before must have been cleared."""
        self._until, self.table, self.playing = until, table, playing
        self.camera, self.waiting = camera, False
        table.loop.subscribe(self._announce)
        self._announce()

    def clear(self) -> None:
        """End the game's threads and let go of its camera; the game itself is kept."""
        old, self._until = self._until, ExitStack()
        old.close()

    def close(self) -> None:
        """Take the table away."""
        self.clear()
        self.closed = True
        self._announce()

    def _announce(self, _: object = None) -> None:
        for subscriber in self._subscribers:
            subscriber()


def with_camera(
    playing: Playing, camera: SharedCamera, pipeline: Pipeline, game: Game
) -> Playing:
    """Let the page see what the camera sees, and a game that knows colours be told them."""
    see = game.see_colours
    return dataclasses.replace(
        playing,
        eye=TableEye(camera, pipeline),
        see_colours=None if see is None else lambda: see(read_colours(pipeline.seen)),
    )


def with_titles(table: Table, folder: Path | None) -> Playing:
    """Return the game as the page sees it; hands are read by the household's titles."""
    playing, game = table.playing(), ruleset_named(table.ruleset)
    titles = own_titles(folder, game)
    if titles is None:
        return playing
    return dataclasses.replace(playing, card_table=card_hands(game, table.setup, titles))
