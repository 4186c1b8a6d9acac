"""Where games are played one after the other: set up, played, taken up again.

The dashboard always has a game to show; before the first one is set up that is an empty one
that nobody keeps.
"""

from __future__ import annotations

import dataclasses
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from calibration.sheet import PAPERS_MM, sheets
from companion.board.tiles import TileSet
from companion.camera import Source
from companion.device import Buttons
from companion.errors import CompanionError, InputError
from companion.export.registry import read_game
from companion.rules.game import Game
from companion.rules.registry import game as ruleset_named
from companion.runtime.archive import Archive
from companion.runtime.card_table import card_hands
from companion.runtime.choices import Choices, unfinished
from companion.runtime.clock import Clock, SystemClock
from companion.runtime.game_files import GameFiles, own_titles
from companion.runtime.games import record_of
from companion.runtime.imports import take_in
from companion.runtime.speech import HostVoice
from companion.runtime.table_setup import TableSetup
from companion.runtime.watched import USUAL, Manner, eyes_for, knowing, watched
from companion.runtime.wiring import Table, seated, store_of, with_buttons
from companion.runtime.word_files import keep_list
from companion.session import notices
from companion.session.messages import ShowMessage
from companion.session.order import ordered
from companion.store import EventStore
from companion.tilesets import load as load_tiles
from companion.tilesets import names as tile_names
from companion.vision.known import Known
from companion.vision.reading.read import SIZE
from companion.vision.types import Frame
from companion.watching.board_colours import read_colours
from companion.watching.calibrating import Calibrating
from companion.watching.cameras import Cameras
from companion.watching.knowledge import known_of_camera
from companion.watching.pipeline import Eyes, Pipeline
from companion.watching.sight import (
    Cornered,
    preview,
    reading_json,
    straight_jpeg,
)
from companion.web import Access, Dashboard, Playing, create_app
from companion.web.port import Corners

log = logging.getLogger(__name__)

GONE = str(notices.GONE)
WAITING = str(notices.WAITING)
GAP = 1000
"""Versions left free between two games, for commands that are still under way."""

EyesFor = Callable[[TileSet], Eyes]


class Hall:
    """The games of a household. Thread-safe.

    Args:
        store: Where games are kept.
        folder: The data folder; None keeps nothing beside.
        camera: A source from the command line, offered besides the devices there are.
        lexicon: A word list from there, offered besides those there are.
        buttons: Those at the table; None for none.
        eyes: Makes the reader of a tile set.
        manner: How a table is watched.
        sources: Opens cameras that the program brings itself, by address.
        clock: The time.
        known: What files say of the camera and the set; what the dashboard measured of a camera
            is looked for where they say nothing of it.
        newest: Gives the picture of a camera that is measured; the open camera's own when None.
    """

    def __init__(
        self,
        store: EventStore,
        folder: Path | None,
        *,
        camera: str = "",
        lexicon: str = "enable",
        buttons: Buttons | None = None,
        eyes: EyesFor | None = None,
        manner: Manner = USUAL,
        sources: Mapping[str, Callable[[], Source]] = MappingProxyType({}),
        clock: Clock | None = None,
        known: Known | None = None,
        newest: Callable[[str], Frame] | None = None,
    ) -> None:
        self._known = known
        self._manner = manner
        self._store = store
        self._folder = folder
        self._camera = camera
        self._buttons = buttons
        self._cameras = Cameras(camera, sources)
        self._choices = Choices(folder, self._cameras, lexicon)
        self._eyes_for = eyes or (lambda tiles: eyes_for(tiles))
        self._clock = clock or SystemClock()
        self._archive = Archive(store, folder, self._clock)
        self._files = GameFiles(folder, self._clock)
        self._voice = HostVoice()
        self._calibrating = Calibrating(
            newest or (lambda camera: self._cameras.open(camera).newest()), folder,
            self._clock, known.printed if known else None,
        )  # fmt: skip
        self._lock = threading.RLock()
        self._looking = threading.Lock()
        self._eyes: dict[str, Eyes] = {}
        self._lobby = ExitStack()
        self._game = ExitStack()
        none = self._lobby.enter_context(EventStore.open(":memory:"))
        table = self._lobby.enter_context(seated(none, TableSetup(), folder=None))
        self._subscribers: tuple[Callable[[], None], ...] = ()
        table.loop.subscribe(self._announce)
        self._table = table
        self._playing = _nobody(table)
        table.loop.submit(ordered(ShowMessage(WAITING), "hall"))
        self.waiting = True

    # --- the room -----------------------------------------------------------------------------

    @property
    def playing(self) -> Playing:
        """The game on the table now."""
        return self._playing

    @property
    def table(self) -> Table:
        """The same, with all its parts."""
        return self._table

    def subscribe(self, subscriber: Callable[[], None]) -> Callable[[], None]:
        """Call back when there may be a new state, of this game or the next."""
        with self._lock:
            self._subscribers = (*self._subscribers, subscriber)

        def end() -> None:
            with self._lock:
                self._subscribers = tuple(s for s in self._subscribers if s is not subscriber)

        return end

    def _announce(self, _: object = None) -> None:
        for subscriber in self._subscribers:
            subscriber()

    def dashboard(self, access: Access) -> Dashboard:
        """Return the dashboard of the hall."""
        return create_app(
            self, access=access, starter=self, games=self._archive, files=self._files,
            voice=self._voice, calibrates=self._calibrating,
        )  # fmt: skip

    def close(self) -> None:
        """End the game's threads and let go of the camera; the game itself is kept."""
        with self._lock:
            self._game.close()
            self._lobby.close()
            self._voice.close()
            self._cameras.close()

    # --- setting up ---------------------------------------------------------------------------

    def choices(self) -> dict[str, Any]:
        """Return what can be chosen, and what was chosen last."""
        offer = self._choices.as_json(self._camera)
        return {
            **offer,
            "unfinished": unfinished(self._store, self._archive, self._playing.number),
        }

    def look(self, camera: str) -> bytes:
        """Return the newest picture of a camera as JPEG."""
        return preview(self._cameras.open(camera).newest())

    def find(self, camera: str) -> dict[str, Any]:
        """Return where the board is."""
        found = self._read(camera, None, "english")
        return {key: found[key] for key in ("status", "detail", "corners") if key in found}

    def read(self, camera: str, corners: Corners | None, language: str) -> dict[str, Any]:
        """Return what is read on the board."""
        if language not in tile_names():
            raise InputError("`language` is none of those offered.")
        return self._read(camera, corners, language)

    def straighten(self, camera: str, corners: Corners | None) -> bytes:
        """Return the board as seen from above, as JPEG."""
        frame = self._cameras.open(camera).newest()
        with self._looking:
            eyes = self._seeing(load_tiles("english"), camera, frame)
            return straight_jpeg(frame, eyes, corners)

    def keep_list(self, name: str, data: bytes) -> dict[str, Any]:
        """Keep a word list that the household brings; return what it holds."""
        told = keep_list(self._folder, name, data)
        log.info("the word list %s was brought: %d words", told["title"], told["words"])
        return told

    def markers(self, paper: str) -> bytes:
        """Return the sheets to print, as PDF."""
        if paper not in PAPERS_MM:
            raise InputError("`paper` must be a4, letter or a3.")
        return sheets(paper=paper)

    def start(self, choice: Mapping[str, Any]) -> None:
        """Begin the game that was chosen, and remember the choice."""
        chosen = self._choices.choice(choice)
        self.seat(chosen)
        self._choices.remember(chosen)

    def resume(self, number: int) -> None:
        """Take up a game where it was left, with all of its own that is here."""
        kept = record_of(self._store, number).table
        self.seat(self._choices.taken_up(kept, self._camera), resume=number)

    def take_in(self, data: bytes) -> tuple[int, tuple[str, ...]]:
        """Add the game in a file's bytes to the store; return its number and what was odd."""
        imported = read_game(data)
        number = take_in(self._store, imported, clock=self._clock)
        log.info("game %d was taken in from a file", number)
        return number, imported.remarks

    def seat(self, chosen: TableSetup, *, resume: int | None = None) -> None:
        """Put a game on the table in the place of the one that is there.

        A camera that cannot be opened is said on the page; the game is played by hand until
        somebody has seen to it.

        Raises:
            CompanionError: It cannot be; the old one stays.
        """
        if chosen.camera and chosen.camera not in self._cameras.offered():
            raise InputError("`camera` is none of those offered.")
        if (
            chosen.camera
            and resume is None
            and chosen.setup(self._folder)[1].layout.size != SIZE
        ):
            raise InputError("A camera reads boards of 15 by 15 squares only; play by hand.")
        with self._lock, ExitStack() as new:
            first = self._playing.port.snapshot.version + GAP
            table = new.enter_context(
                seated(
                    self._store, chosen, folder=self._folder, clock=self._clock, resume=resume,
                    first_version=first,
                )
            )  # fmt: skip
            old, self._game = self._game, ExitStack()
            old.close()  # the old game lets go of camera and box before the new one takes them
            table = new.enter_context(with_buttons(table, self._buttons))
            playing = self._with_titles(table)
            if chosen.camera:
                try:
                    pipeline = new.enter_context(self._watched(table, chosen))
                    playing = _with_colours(playing, pipeline, ruleset_named(table.ruleset))
                except CompanionError as fault:
                    log.warning("the game goes on by hand: %s", fault)
                    table.loop.submit(ordered(ShowMessage(GONE), "camera"))
            self._game = new.pop_all()
            self._table, self._playing, self.waiting = table, playing, False
            table.loop.subscribe(self._announce)
            self._announce()

    def _with_titles(self, table: Table) -> Playing:
        """Return the game as the page sees it; hands are read by the household's titles."""
        playing, game = table.playing(), ruleset_named(table.ruleset)
        titles = own_titles(self._folder, game)
        if titles is None:
            return playing
        return dataclasses.replace(playing, card_table=card_hands(game, table.setup, titles))

    # --- cameras ------------------------------------------------------------------------------

    def _read(self, camera: str, corners: Corners | None, language: str) -> dict[str, Any]:
        frame = self._cameras.open(camera).newest()
        with self._looking:
            eyes = self._seeing(load_tiles(language), camera, frame)
            return dict(reading_json(frame, eyes, corners))

    def _seeing(self, tiles: TileSet, camera: str, frame: Frame) -> Eyes:
        """Return the reader of a tile set that knows the camera."""
        return knowing(self._reader(tiles), self._known_of(camera, frame))

    def _known_of(self, camera: str, frame: Frame) -> Known | None:
        given = self._known
        if given is not None and given.calibration is not None:
            return given
        size = (frame.image.shape[1], frame.image.shape[0])
        return known_of_camera(self._folder, camera, size, given.printed if given else None)

    def _reader(self, tiles: TileSet) -> Eyes:
        if tiles.name not in self._eyes:
            self._eyes[tiles.name] = self._eyes_for(tiles)
        return self._eyes[tiles.name]

    @contextmanager
    def _watched(self, table: Table, chosen: TableSetup) -> Iterator[Pipeline]:
        """Feed the table from its camera until the block ends; gives what it goes through."""
        with self._cameras.played(chosen.camera) as shared:
            eyes = self._seeing(table.tiles, chosen.camera, shared.newest())
            if chosen.corners:
                pairs = zip(chosen.corners[::2], chosen.corners[1::2], strict=True)
                eyes = Cornered(eyes, tuple(pairs))
            with watched(table, shared, eyes, self._manner, alone=self._looking) as watch:
                yield watch.pipeline


def _with_colours(playing: Playing, pipeline: Pipeline, game: Game) -> Playing:
    """Let a game that knows colours of squares be told them by the camera."""
    see = game.see_colours
    if see is None:
        return playing
    return dataclasses.replace(playing, see_colours=lambda: see(read_colours(pipeline.seen)))


def _nobody(table: Table) -> Playing:
    """Return the empty game that is shown before the first one."""
    return dataclasses.replace(table.playing(), number=0)


@contextmanager
def open_hall(folder: Path | None, *, url: str = "", **more: Any) -> Iterator[Hall]:
    """Open a store and a hall over it until the block ends.

    Args:
        folder: The data folder; None keeps nothing.
        url: A store elsewhere; empty for the one in the data folder.
        more: For the hall.
    """
    with EventStore.open(url or store_of(folder)) as store:
        hall = Hall(store, folder, **more)
        try:
            yield hall
        finally:
            hall.close()
