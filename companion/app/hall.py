"""The tables of a household: at each, games are set up, played, taken up again.

A table always has a game to show; before the first one is set up that is an empty one that
nobody keeps.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from calibration.sheet import PAPERS_MM, sheets
from companion.app.memory import share_memory
from companion.app.past import Match, altered, return_match
from companion.app.place import Place, with_camera, with_titles
from companion.app.speech import HostVoice
from companion.app.watched import USUAL, Manner, eyes_for, knowing, watched, watching
from companion.app.wiring import Table, seated, store_of, with_buttons, with_trial
from companion.board.tiles import TileSet
from companion.camera import Source
from companion.device import Buttons, of_table
from companion.errors import CompanionError, InputError
from companion.export.registry import read_game
from companion.household.archive import Archive
from companion.household.choices import Choices, unfinished
from companion.household.clock import Clock, SystemClock
from companion.household.copies import keep_copy
from companion.household.game_files import GameFiles
from companion.household.games import record_of
from companion.household.imports import take_in
from companion.household.rescue import rescue
from companion.household.table_setup import TableSetup
from companion.household.word_files import keep_list
from companion.rules.registry import game as ruleset_named
from companion.session import notices
from companion.session.messages import ShowMessage
from companion.session.order import Order, ordered
from companion.session.snapshot import Snapshot
from companion.store import EventStore
from companion.text import Argument, Said
from companion.tilesets import load as load_tiles
from companion.tilesets import names as tile_names
from companion.vision.known import Known
from companion.vision.reading.read import SIZE
from companion.vision.types import Frame
from companion.watching.calibrating import Calibrating
from companion.watching.cameras import Cameras
from companion.watching.feed import SharedCamera
from companion.watching.in_order import InOrder
from companion.watching.knowledge import known_of_camera
from companion.watching.pipeline import Eyes, Pipeline
from companion.watching.sight import (
    Cornered,
    SizedEyes,
    preview,
    reading_json,
    size_of,
    straight_jpeg,
)
from companion.web import Access, Dashboard, Playing, create_app
from companion.web.port import FIRST_TABLE, Corners
from companion.web.serving.limits import MOST_TABLES

log = logging.getLogger(__name__)

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
            newest or (lambda camera: self.camera(camera).newest()), folder,
            self._clock, known.printed if known else None,
        )  # fmt: skip
        self._lock = threading.RLock()
        self._looking = InOrder()
        self._eyes: dict[str, Eyes] = {}
        self._all = ExitStack()
        self._none = self._all.enter_context(EventStore.open(":memory:"))
        self._places: dict[str, Place] = {}
        self._opened = 0
        self.open()

    # --- the tables ---------------------------------------------------------------------------

    @property
    def playing(self) -> Playing:
        """The game on the first table now."""
        return self.first.playing

    @property
    def table(self) -> Table:
        """The same, with all its parts."""
        return self.first.table

    @property
    def first(self) -> Place:
        """The first table, which is always there."""
        return self._places[FIRST_TABLE]

    @property
    def rooms(self) -> Mapping[str, Place]:
        """All tables by their names, oldest first."""
        return dict(self._places)

    def open(self) -> str:
        """Put up one more table; return its name."""
        with self._lock:
            if len(self._places) >= MOST_TABLES:
                raise InputError(
                    "There are {count} tables already; close one.", count=MOST_TABLES
                )
            self._opened += 1
            name = str(self._opened)
            with ExitStack() as new:
                table = new.enter_context(seated(self._none, TableSetup(), folder=None))
                table = with_trial(table, of_table(self._buttons, name), new)
                table.loop.submit(ordered(ShowMessage(notices.WAITING, "waiting"), "hall"))
                self._places[name] = Place(table, new.pop_all())
            return name

    def shut(self, name: str) -> None:
        """Take a table away; its game is kept."""
        with self._lock:
            if name == FIRST_TABLE:
                raise InputError("The first table stays.")
            self._at(name).close()
            del self._places[name]

    def _at(self, name: str) -> Place:
        if name not in self._places:
            raise InputError("There is no table {name}.", name=name)
        return self._places[name]

    def dashboard(self, access: Access) -> Dashboard:
        """Return the dashboard of the hall."""
        return create_app(
            self, access=access, starter=self, games=self._archive, files=self._files,
            voice=self._voice, calibrates=self._calibrating,
        )  # fmt: skip

    def close(self) -> None:
        """End all games' threads and let go of the cameras; the games themselves are kept."""
        with self._lock:
            for place in self._places.values():
                place.clear()
            self._all.close()
            self._voice.close()
            self._cameras.close()

    # --- setting up ---------------------------------------------------------------------------

    def choices(self) -> dict[str, Any]:
        """Return what can be chosen, and what was chosen last."""
        offer = self._choices.as_json(self._camera)
        shown = {place.playing.number for place in self._places.values()}
        return {**offer, "unfinished": unfinished(self._store, self._archive, shown)}

    def camera(self, source: str) -> SharedCamera:
        """Return an offered camera, opened."""
        return self._cameras.open(source)

    def look(self, camera: str) -> bytes:
        """Return the newest picture of a camera as JPEG."""
        return preview(self.camera(camera).newest())

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
        frame = self.camera(camera).newest()
        with self._looking:
            eyes = self._seeing(load_tiles("english"), camera, size_of(frame.image))
            return straight_jpeg(frame, eyes, corners)

    def keep_list(self, name: str, data: bytes) -> dict[str, Any]:
        """Keep a word list that the household brings; return what it holds."""
        return keep_list(self._folder, name, data)

    def markers(self, paper: str) -> bytes:
        """Return the sheets to print, as PDF."""
        if paper not in PAPERS_MM:
            raise InputError("`paper` must be a4, letter or a3.")
        return sheets(paper=paper)

    def start(self, choice: Mapping[str, Any], table: str = FIRST_TABLE) -> None:
        """Begin the game that was chosen, and remember the choice."""
        chosen = self._choices.choice(choice)
        self.seat(chosen, table=table)
        self._choices.remember(chosen)

    def resume(self, number: int, table: str = FIRST_TABLE) -> None:
        """Take up a game where it was left, with all of its own that is here."""
        record = self._archive.undeleted(record_of(self._store, number))
        kept = self._choices.taken_up(record.table, self._camera)
        self.seat(kept, resume=number, table=table)

    def again(self, number: int, table: str = FIRST_TABLE) -> None:
        """Begin a game once more: the same players and set-up, the next of them begins."""
        kept = self._choices.taken_up(record_of(self._store, number).table, self._camera)
        chosen, match = return_match(self._store, number, kept, self._clock)
        self.seat(chosen, again=match, table=table)

    def alter(self, number: int, order: Order) -> Snapshot:
        """Rename, delete or bring back a game, whether it lies on a table or not."""
        with self._lock:
            loops = {p.playing.number: p.table.loop for p in self._places.values()}
            return altered(self._store, number, order, self._clock, loops.get(number))

    def rescue(self, number: int) -> tuple[int, Said]:
        """Save what is left of a damaged game; return the new one and what was lost."""
        return rescue(self._store, number, clock=self._clock)

    def take_in(self, data: bytes) -> tuple[int, tuple[Argument, ...]]:
        """Add the game in a file's bytes to the store; return its number and what was odd."""
        imported = read_game(data)
        number = take_in(self._store, imported, clock=self._clock)
        return number, imported.remarks

    def seat(
        self,
        chosen: TableSetup,
        *,
        resume: int | None = None,
        again: Match | None = None,
        table: str = FIRST_TABLE,
    ) -> None:
        """Put a game on a table in the place of the one that is there.

        A camera that cannot be opened is said on the page; the game is played by hand until
        somebody has seen to it.

        Args:
            chosen: What is played.
            resume: Number of a game that is taken up.
            again: Ruleset and set-up of a return match; they count before what is chosen.
            table: Which.

        Raises:
            CompanionError: It cannot be; the old one stays.
        """
        with self._lock, ExitStack() as new:
            place = self._at(table)
            self._check(chosen, resume, place, again)
            keep_copy(self._store, self._clock)
            opened = new.enter_context(
                seated(
                    self._store, chosen, folder=self._folder, clock=self._clock, resume=resume,
                    again=again,
                    first_version=place.playing.port.snapshot.version + GAP,
                )
            )  # fmt: skip
            place.clear()  # it lets go of camera and box before the new game takes them
            mine = of_table(self._buttons, table)
            opened = new.enter_context(with_buttons(opened, mine))
            playing, camera = with_titles(opened, self._folder), ""
            if chosen.camera:
                try:
                    watching_it = new.enter_context(self._watched(opened, chosen))
                    game = ruleset_named(opened.ruleset)
                    playing, camera = with_camera(playing, *watching_it, game), chosen.camera
                except CompanionError as fault:
                    log.warning("the game goes on by hand: %s", fault)
                    opened.loop.submit(
                        ordered(ShowMessage(notices.GONE, "camera-gone"), "camera")
                    )
            place.put(opened, playing, camera, new.pop_all())

    def _check(
        self, chosen: TableSetup, resume: int | None, place: Place, again: Match | None
    ) -> None:
        """Refuse what no table can have, and what another one has."""
        if chosen.camera:
            if chosen.camera not in self._cameras.offered():
                raise InputError("`camera` is none of those offered.")
            _, setup = again or chosen.setup(self._folder)
            if resume is None and setup.layout.size != SIZE:
                raise InputError(
                    "A camera reads boards of 15 by 15 squares only; play by hand."
                )
        for name, other in self._places.items():
            if other is place:
                continue
            if resume is not None and other.playing.number == resume:
                raise InputError("This game is played at table {name}.", name=name)
            if chosen.camera and other.camera == chosen.camera:
                raise InputError("This camera looks at table {name}.", name=name)

    # --- cameras ------------------------------------------------------------------------------

    def _read(self, camera: str, corners: Corners | None, language: str) -> dict[str, Any]:
        frame = self.camera(camera).newest()
        with self._looking:
            eyes = self._seeing(load_tiles(language), camera, size_of(frame.image))
            return dict(reading_json(frame, eyes, corners))

    def _seeing(self, tiles: TileSet, camera: str, size: tuple[int, int]) -> Eyes:
        """Return the reader of a tile set that knows the camera."""
        return knowing(self._reader(tiles), self._known_of(camera, size))

    def _known_of(self, camera: str, size: tuple[int, int]) -> Known | None:
        given = self._known
        if given is not None and given.calibration is not None:
            return given
        return known_of_camera(self._folder, camera, size, given.printed if given else None)

    def _reader(self, tiles: TileSet) -> Eyes:
        if tiles.name not in self._eyes:
            self._eyes[tiles.name] = self._eyes_for(tiles)
        return self._eyes[tiles.name]

    @contextmanager
    def _watched(
        self, table: Table, chosen: TableSetup
    ) -> Iterator[tuple[SharedCamera, Pipeline]]:
        """Feed the table from its camera until the block ends; gives what it goes through.

        A camera that is not there yet is waited for.
        """
        tiles = table.tiles
        self._reader(tiles)  # what is missing for it is told now
        with self._cameras.played(chosen.camera) as shared:
            eyes: Eyes = SizedEyes(
                lambda size: watching(self._seeing(tiles, chosen.camera, size))
            )
            if chosen.corners:
                pairs = zip(chosen.corners[::2], chosen.corners[1::2], strict=True)
                eyes = Cornered(eyes, tuple(pairs))
            with watched(table, shared, eyes, self._manner, alone=self._looking) as watch:
                yield shared, watch.pipeline


@contextmanager
def open_hall(folder: Path | None, *, url: str = "", **more: Any) -> Iterator[Hall]:
    """Open a store, in the data folder or at a URL, and a hall over it until the block ends."""
    share_memory()
    with (
        EventStore.open(url or store_of(folder)) as store,
        closing(Hall(store, folder, **more)) as hall,
    ):
        yield hall
