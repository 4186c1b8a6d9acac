"""Where the parts are joined: store, session, loop, word list, dashboard. No logic here."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.board.reading import Reason
from companion.board.tiles import TileSet
from companion.errors import InputError
from companion.export.gcg_game import export_gcg
from companion.inference.settle import STEADY_FRAMES, Window
from companion.lexicon import Lexicon
from companion.lexicon import load as load_lexicon
from companion.rules.api import Setup
from companion.rules.codec import setup_from_json
from companion.runtime.clock import Clock, SystemClock
from companion.runtime.folders import STORE_FILE
from companion.runtime.games import open_game, start_game
from companion.runtime.loop import Loop
from companion.runtime.pipeline import Eyes, Pipeline
from companion.store import EventStore
from companion.tilesets import load as load_tiles
from companion.web import Access, Dashboard, Exported, create_app
from companion.web.language import FALLBACK, catalogue


@dataclass(frozen=True, slots=True)
class Table:
    """A game being played: everything that the parts share."""

    loop: Loop
    setup: Setup
    lexicon: Lexicon

    @property
    def tiles(self) -> TileSet:
        """The tile set in play."""
        return self.setup.tiles


@contextmanager
def open_table(
    *,
    folder: Path | None,
    players: tuple[str, ...],
    language: str = "english",
    lexicon: str = "enable",
    name: str = "",
    resume: int | None = None,
    clock: Clock | None = None,
) -> Iterator[Table]:
    """Open the store, start a game or take one up, and run its loop until the block ends.

    Args:
        folder: Where games are kept; None forgets them at the end.
        players: Names in the order of play.
        language: Name or path of the tile set.
        lexicon: Name or path of the word list.
        name: The game's name for people.
        resume: Number of a game in the store to take up, instead of a new one.
        clock: The time; the system's if None.
    """
    clock = clock or SystemClock()
    words = load_lexicon(lexicon)
    with EventStore.open(_store(folder)) as store:
        if resume is None:
            setup = Setup(players, load_tiles(language))
            _, session = start_game(store, setup, name=name, clock=clock)
        else:
            session = open_game(store, resume, clock=clock)
            setup = _setup_of(store, resume)
        with Loop(session) as loop:
            yield Table(loop, setup, words)


def _store(folder: Path | None) -> str | Path:
    if folder is None:
        return ":memory:"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"The folder {folder} cannot be made: {error.strerror}.") from error
    return folder / STORE_FILE


def _setup_of(store: EventStore, number: int) -> Setup:
    record = next(record for record in store.games() if record.game == number)
    return setup_from_json(record.setup)


def dashboard(table: Table, access: Access) -> Dashboard:
    """Return the dashboard of a table."""

    def gcg() -> Exported:
        board = table.loop.snapshot
        text, losses = export_gcg(
            board.scoreboard, table.tiles, title=board.game, lexicon=table.lexicon.title
        )
        return Exported(text, losses)

    return create_app(
        table.loop,
        table.lexicon,
        tiles=table.tiles,
        layout=table.setup.layout,
        rack_size=table.setup.option("rack_size", 7),
        exporters={"gcg": gcg},
        access=access,
    )


def eyes_for(tiles: TileSet) -> Eyes:
    """Return the reader of a tile set.

    Raises:
        DependencyMissing: The networks are not installed.
    """
    from companion.vision.read import Reader

    return Reader(tiles)


def pipeline_for(table: Table, eyes: Eyes, *, steady: int = STEADY_FRAMES) -> Pipeline:
    """Return the way from frames to a table's screens.

    Args:
        table: The game.
        eyes: Reads frames.
        steady: Pictures in a row that must agree before a board counts as still.
    """
    return Pipeline(
        eyes,
        table.loop,
        table.tiles,
        Window(steady),
        camera_sentences(),
        layout=table.setup.layout,
        rack_size=table.setup.option("rack_size", 7),
    )


def camera_sentences() -> Mapping[Reason, str]:
    """Return what the screens say for each reason that a frame cannot be read."""
    texts = catalogue(FALLBACK)
    return {reason: texts[f"notice.{reason.value}"] for reason in Reason}


def new_pin() -> str:
    """Return six digits for the host."""
    return f"{secrets.randbelow(10**6):06d}"
