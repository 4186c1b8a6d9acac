"""The tables of a household: at each, games are set up, played, taken up again.

A table always has a game to show; before the first one is set up that is an empty one that
nobody keeps.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from calibration.sheet import PAPERS_MM, sheets
from companion.app.lookout import EyesFor, Lookout
from companion.app.memory import share_memory
from companion.app.past import Match, altered, return_match
from companion.app.place import Place, with_titles
from companion.app.server.phone import Phone
from companion.app.speech import HostVoice
from companion.app.watched import USUAL, Manner, eyes_for
from companion.app.wiring import Table, seated, store_of, with_buttons, with_trial
from companion.camera import Source
from companion.camera.addresses import without_password
from companion.camera.pushed import PHONE, Slot
from companion.device import Buttons, of_table
from companion.errors import CompanionError, InputError
from companion.export.registry import read_game
from companion.household.archive import Archive
from companion.household.choices import Choices, known_players, unfinished
from companion.household.clock import Clock, SystemClock
from companion.household.copies import keep_copy
from companion.household.files import host_secret
from companion.household.game_files import GameFiles
from companion.household.games import record_of
from companion.household.imports import take_in
from companion.household.rescue import rescue
from companion.household.table_setup import TableSetup
from companion.household.word_files import keep_list
from companion.session import notices
from companion.session.messages import ShowMessage
from companion.session.order import Order, ordered
from companion.session.snapshot import Snapshot
from companion.store import EventStore
from companion.text import Argument, Said
from companion.vision.known import Known
from companion.vision.reading.read import SIZE
from companion.vision.types import Frame
from companion.watching.calibrating import Calibrating
from companion.web import Access, Dashboard, Playing, create_app
from companion.web.port import FIRST_TABLE, Corners
from companion.web.serving.limits import MOST_TABLES

log = logging.getLogger(__name__)

GAP = 1000
"""Versions left free between two games, for commands that are still under way."""


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
        self._store = store
        self._folder = folder
        self._camera = without_password(camera)
        self._buttons = buttons
        slot = Slot()
        self.phone = Phone(folder, slot)
        self.lookout = Lookout(
            folder, eyes or (lambda tiles: eyes_for(tiles)), manner, given=camera,
            sources={**sources, PHONE: slot}, known=known,
        )  # fmt: skip
        self._choices = Choices(folder, self.lookout.cameras, lexicon)
        self._clock = clock or SystemClock()
        self._archive = Archive(store, folder, self._clock)
        self._files = GameFiles(folder, self._clock)
        self._voice = HostVoice()
        self._calibrating = Calibrating(
            newest or (lambda camera: self.lookout.camera(camera).newest()), folder,
            self._clock, known.printed if known else None, told=self._look_again,
        )  # fmt: skip
        self._lock = threading.RLock()
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
            voice=self._voice, calibrates=self._calibrating, lookout=self.lookout,
            phone=self.phone,
            secret=host_secret(self._folder, access.host_pin) if self._folder else None,
        )  # fmt: skip

    def close(self) -> None:
        """End all games' threads and let go of the cameras; the games themselves are kept."""
        with self._lock:
            for place in self._places.values():
                place.clear()
            self._all.close()
            self._voice.close()
            self.lookout.close()

    # --- setting up ---------------------------------------------------------------------------

    def choices(self) -> dict[str, Any]:
        """Return what can be chosen, and what was chosen last."""
        offer = self._choices.as_json(self._camera)
        shown = {place.playing.number for place in self._places.values()}
        return {
            **offer,
            "known": known_players(self._archive),
            "unfinished": unfinished(self._store, self._archive, shown),
        }

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
            shown = replace(
                with_titles(opened, self._folder), photos=self.lookout.photos(opened)
            )
            place.put(opened, shown, new.pop_all())
            self._watch(place, chosen.camera, chosen.corners)

    def _check(
        self, chosen: TableSetup, resume: int | None, place: Place, again: Match | None
    ) -> None:
        """Refuse what no table can have, and what another one has."""
        _, setup = again or chosen.setup(self._folder)
        size = SIZE if resume is not None else setup.layout.size
        self._check_camera(place, chosen.camera, size)
        for name, other in self._places.items():
            if other is not place and resume is not None and other.playing.number == resume:
                raise InputError("This game is played at table {name}.", name=name)

    def _check_camera(self, place: Place, camera: str, size: int) -> None:
        if not camera:
            return
        if camera not in self.lookout.cameras.offered():
            raise InputError("`camera` is none of those offered.")
        if size != SIZE:
            raise InputError("A camera reads boards of 15 by 15 squares only; play by hand.")
        for name, other in self._places.items():
            if other is not place and other.camera == camera:
                raise InputError("This camera looks at table {name}.", name=name)

    # --- cameras ------------------------------------------------------------------------------

    def see_to(self, camera: str, corners: Corners | None, table: str = FIRST_TABLE) -> None:
        """Let another camera look at a game that is played, or at other corners.

        It is used from now on, when the game is taken up again and in the next game too.

        Args:
            camera: One of those offered; empty to go on by hand.
            corners: Where the board is in its picture; None to find it.
            table: Which table.
        """
        flat = tuple(n for corner in corners or () for n in corner)
        with self._lock:
            place = self._at(table)
            if place.waiting:
                raise InputError("No game is played at this table.")
            self._check_camera(place, camera, place.table.setup.layout.size)
            self._watch(place, camera, flat)
            kept = record_of(self._store, place.table.number).table
            now: dict[str, Any] = {"camera": camera, "corners": list(flat)}
            self._store.set_up(place.table.number, {**kept, **now})
            last = self._choices.last("")
            self._choices.remember(replace(last, camera=camera, corners=flat))

    def _look_again(self, camera: str) -> None:
        """Let the tables that a camera looks at use what has just been measured of it."""
        with self._lock:
            for place in self._places.values():
                if camera and place.camera == camera:
                    self._watch(place, camera, place.corners)

    def _watch(self, place: Place, camera: str, corners: tuple[float, ...]) -> None:
        """Let a camera look at the game on a table instead of the one that did; "" for none.

        One that cannot be opened is said on the page; the game is played by hand until somebody
        has seen to it.
        """
        place.unwatch()
        if not camera:
            return
        with ExitStack() as new:
            try:
                watch = new.enter_context(self.lookout.watched(place.table, camera, corners))
            except CompanionError as fault:
                log.warning("the game goes on by hand: %s", fault)
                gone = ShowMessage(notices.GONE, "camera-gone")
                place.table.loop.submit(ordered(gone, "camera"))
                return
            place.watch(watch, corners, new.pop_all())


@contextmanager
def open_hall(folder: Path | None, *, url: str = "", **more: Any) -> Iterator[Hall]:
    """Open a store, in the data folder or at a URL, and a hall over it until the block ends."""
    share_memory()
    with (
        EventStore.open(url or store_of(folder)) as store,
        closing(Hall(store, folder, **more)) as hall,
    ):
        yield hall
