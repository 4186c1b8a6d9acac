"""What the dashboard needs of the rest: one door to the game, and a few things to look up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.board.layout import STANDARD, Layout
from companion.board.tiles import TileSet
from companion.lexicon import Lexicon
from companion.rules.api import DoubtCost, TurnRow
from companion.rules.engine.messages import COMMANDS
from companion.session.foresight import Foresight
from companion.session.order import Order
from companion.session.snapshot import Snapshot
from companion.text import Argument, Said
from companion.text.languages import Language


class SessionPort(Protocol):
    """The single writer, as the dashboard sees it."""

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""

    def submit(self, order: Order) -> Future[Snapshot]:
        """Hand in an order; the future holds the state after it, or why it was refused."""

    def foresee(self, command: object) -> Foresight:
        """Return what a command would change, without doing it. Raises RuleViolation."""

    def wait(self, after_version: int, timeout_s: float) -> list[Snapshot]:
        """Return the states newer than a version, waiting for the first of them."""

    def subscribe(self, subscriber: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call back, in any thread, with every new state; returns how to end that."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A game written to a file format."""

    data: bytes
    open: bool = False
    """Whether everybody may see all of the scoreboard that it was made from."""

    losses: tuple[Argument, ...] = ()
    """What the format could not say."""


@dataclass(frozen=True, slots=True)
class Export:
    """A form that the game can be saved in."""

    title: Argument
    media_type: str
    write: Callable[[Language], Exported]
    open: bool = False
    """Whether the form tells no more than the scoreboard: no pictures, no log, no seed."""

    offered: bool = True
    """Whether it suits the game, so that pages offer it."""


class Pictures(Protocol):
    """What the camera saw when turns were counted."""

    def has(self, turn: TurnRow) -> bool:
        """Whether there is a picture of a turn."""

    def of(self, turn: TurnRow) -> bytes | None:
        """Return the picture of a turn as JPEG, or None."""


class House(Protocol):
    """The household's own words."""

    def keep(self, word: str, *, known: bool) -> None:
        """Add a word to the list, or take it off, from now on."""


class CardTable(Protocol):
    """Hands of the card game."""

    def read(self, photo: bytes) -> dict[str, Any]:
        """Return what lies in a photo: `status`, `detail`, `cards` with their candidates."""

    def worth(self, cards: Sequence[str]) -> dict[str, Any]:
        """Return what a hand is worth: `total`, `lines`, `goes_out`, `left`, `excess`."""


class Eye(Protocol):
    """The camera that looks at the table."""

    def picture(self) -> bytes:
        """Return the newest picture, made small, as JPEG. Raises CameraError for none."""

    def crop(self, square: str) -> bytes:
        """Return the tile on a square as it was last seen, as JPEG. Raises CameraError."""

    def checks(self) -> dict[str, Any]:
        """Return `age_s` of the newest picture, `checks` and `remedy`, as JSON values."""


class Photos(Protocol):
    """Photos of the board, one a turn."""

    def read(self, photo: bytes) -> dict[str, Any]:
        """Propose what a photo shows; return its `status` and what it `says`.

        Raises:
            ImageError: It is no picture that can be opened.
        """


class Timer(Protocol):
    """The clocks at the table."""

    def face(self) -> dict[str, Any]:
        """Return `left_s` (of each player), `running` (a seat or None) and `paused`."""


@dataclass(frozen=True, slots=True)
class Playing:
    """The game on the table.

    Attributes:
        port: The single writer.
        tiles: The tile set, for letters and values on the drawn tiles.
        lexicon: The word list that gives verdicts, or None if there is none.
        layout: The board that is drawn.
        rack_size: Tiles of a full rack; the most that can be exchanged.
        exports: Forms that the game can be saved in, by name.
        commands: What may be asked of the game beyond what this package knows.
        number: Of the game in the household's store; 0 before there is one.
        colours: Name of a colour for each player; empty for none.
        house: The household's own words.
        pictures: What the camera saw.
        timer: The clocks, if there are any.
        doubt: What a challenge costs.
        devices: Tells how it stands with buttons at the table; None where there are none.
        cards: Of a card game, each kind of card and its title.
        card_table: Of a card game, reads and reckons hands.
        eye: The camera that looks, if one does.
        photos: Reads photos of the board; None for games without a board that can be read.
        see_colours: Gives the command that says which colours the empty board's squares have,
            where a camera looks and the game asks for them.
    """

    port: SessionPort
    tiles: TileSet
    lexicon: Lexicon | None = None
    layout: Layout = STANDARD
    rack_size: int = 7
    exports: Mapping[str, Export] = field(default_factory=dict)
    commands: tuple[type, ...] = COMMANDS
    number: int = 0
    colours: tuple[str, ...] = ()
    house: House | None = None
    pictures: Pictures | None = None
    timer: Timer | None = None
    doubt: DoubtCost = field(default_factory=DoubtCost)
    devices: Callable[[], list[dict[str, Any]]] | None = None
    cards: tuple[tuple[str, Said], ...] = ()
    card_table: CardTable | None = None
    eye: Eye | None = None
    photos: Photos | None = None
    see_colours: Callable[[], object] | None = None


FIRST_TABLE = "1"
"""Name of the table that short addresses mean."""


class Room(Protocol):
    """A table, where games are played one after the other."""

    @property
    def playing(self) -> Playing:
        """The game on the table now."""

    @property
    def waiting(self) -> bool:
        """Whether no game has been started yet, so that the page opens with the set-up."""

    @property
    def closed(self) -> bool:
        """Whether the table has been taken away."""

    def sight(self) -> dict[str, Any] | None:
        """Return what the table's camera sees now; None where none looks."""

    def subscribe(self, subscriber: Callable[[], None]) -> Callable[[], None]:
        """Call back, in any thread, when there may be a new state, or the table was closed.

        Returns how to end that.
        """


class Tables(Protocol):
    """All tables of a program."""

    @property
    def rooms(self) -> Mapping[str, Room]:
        """Return them by name, oldest first; the first is always there."""


@dataclass(frozen=True, slots=True)
class OneGame:
    """The only table, with one game only."""

    playing: Playing
    waiting: bool = False
    closed: bool = False

    @property
    def rooms(self) -> Mapping[str, Room]:
        """Itself."""
        return {FIRST_TABLE: self}

    def sight(self) -> dict[str, Any] | None:
        """Nothing: its camera, if it has one, is not the page's."""
        return None

    def subscribe(self, subscriber: Callable[[], None]) -> Callable[[], None]:
        """Call back with every new state."""
        return self.playing.port.subscribe(lambda _: subscriber())


class Starter(Protocol):
    """Sets games up: what can be chosen, what a camera sees, and the start."""

    def open(self) -> str:
        """Put up one more table; return its name. Raises InputError for one too many."""

    def shut(self, name: str) -> None:
        """Take a table away; its game is kept. Raises InputError for one that stays."""

    def choices(self) -> dict[str, Any]:
        """Return what can be chosen, and what was chosen last, as JSON values."""

    def keep_list(self, name: str, data: bytes) -> dict[str, Any]:
        """Keep a word list that the household brings; return what it holds.

        Raises:
            InputError: It is no list of words, or has no name.
        """

    def markers(self, paper: str) -> bytes:
        """Return the sheets to print, PDF: a calibration board and corner markers.

        Raises:
            InputError: There is no such paper.
        """

    def see_to(self, camera: str, corners: Corners | None, table: str) -> None:
        """Let another camera look at the game on a table, or at other corners; "" for none.

        Raises:
            InputError: No game is played there, or the camera is not to be had for it.
        """

    def start(self, choice: Mapping[str, Any], table: str) -> None:
        """Begin a game at a table. Raises InputError for a choice that cannot be."""

    def resume(self, number: int, table: str) -> None:
        """Take up a game where it was left. Raises StoreError, InputError."""

    def again(self, number: int, table: str) -> None:
        """Begin a game once more, with the next player first. Raises StoreError, InputError."""

    def alter(self, number: int, order: Order) -> Snapshot:
        """Rename, delete or bring back a game of the household, wherever it is."""

    def rescue(self, number: int) -> tuple[int, Said]:
        """Save what is left of a damaged game; return the new one and what was lost.

        Raises:
            InputError: It is whole, or nothing is left.
        """

    def take_in(self, data: bytes) -> tuple[int, tuple[Argument, ...]]:
        """Add the game in a file to the household's; return its number and what was odd.

        Raises:
            InputError: It is no game, damaged, or beyond the limits.
        """


Corners = tuple[tuple[float, float], ...]
"""Four points (x, y) as parts 0..1 of the picture's sides, clockwise from the top left."""


class Lookout(Protocol):
    """What cameras see. Everything raises CameraError where one gives no pictures."""

    def warm(self) -> None:
        """Make ready what looks, without waiting for it."""

    def look(self, camera: str) -> bytes:
        """Return the newest picture of a camera as JPEG."""

    def find(self, camera: str, corners: Corners | None) -> dict[str, Any]:
        """Return where the board is, and three checks of the picture.

        `status`, `detail`, `corners` (0..1, from the top left), `age_s` of the picture, and
        `checks`: `name`, `state` ("good", "look", "bad" or "unknown") and what it `says`.

        Args:
            camera: Which.
            corners: Those that somebody showed; None to look for the board.
        """

    def straighten(self, camera: str, corners: Corners | None) -> bytes:
        """Return the board as seen from above, as JPEG, 15 squares along a side."""

    def read(self, camera: str, corners: Corners | None, language: str) -> dict[str, Any]:
        """Return what is read there: `status`, `detail`, `cells`, `doubtful`."""


class GameFiles(Protocol):
    """What is printed on the household's boards and cards."""

    def as_json(self, game: str) -> dict[str, Any]:
        """Return a game's `data`, its `parts`, those `checked`, whether it is `own`."""

    def save(self, game: str, data: Mapping[str, Any], checked: Sequence[str]) -> None:
        """Keep a changed copy. Raises ConfigError or InputError for what cannot be."""

    def reset(self, game: str) -> None:
        """Go back to the bundled data."""


class Voice(Protocol):
    """The host's computer says sentences aloud."""

    def say(self, sentence: str, language: str) -> None:
        """Say a sentence; returns at once. Raises DependencyMissing or InputError."""


class Archive(Protocol):
    """The games that were played."""

    def games(self) -> list[dict[str, Any]]:
        """Return every game, newest first, as JSON values."""

    def damaged(self) -> list[dict[str, Any]]:
        """Return those that cannot be read: `number`, `name`, `why`."""

    def statistics(self) -> dict[str, Any]:
        """Return what the games say together, as JSON values."""

    def game(self, number: int) -> dict[str, Any]:
        """Return one game with all its turns, as JSON values. Raises StoreError."""

    def board(self, number: int) -> dict[str, Any]:
        """Return what lies on a game's board: `layout`, `cells`, `last`. Raises StoreError."""

    def picture(self, number: int, turn: int) -> bytes:
        """Return what the camera saw of a turn, JPEG. Raises StoreError, InputError."""

    def exports(self, number: int) -> Mapping[str, Export]:
        """Return the forms that a game can be saved in. Raises StoreError."""


@dataclass(frozen=True, slots=True)
class Access:
    """Who may come in, and who may change the game.

    Attributes:
        addresses: Full addresses of the page for other devices, IP first; empty when the
            page is open on this computer only.
        host_pin: With a PIN everybody else only watches; without one every visitor that can
            reach the page may change the game.
        host_names: Names in the Host header that are answered besides localhost and IPs.
        encrypted: Whether everything goes over HTTPS.
        authority: The certificate, as DER, that devices take in to trust the page; empty where
            they need none.
    """

    addresses: tuple[str, ...] = ()
    host_pin: str | None = None
    host_names: frozenset[str] = field(default_factory=frozenset)
    encrypted: bool = False
    authority: bytes = b""
