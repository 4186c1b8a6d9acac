"""Where the parts are joined: store, session, loop, word list, clocks, dashboard. No logic."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from companion.app.loop import Loop
from companion.app.table_clock import TableClock
from companion.board.tiles import TileSet
from companion.device import Buttons, Health, Trial, at_table, judge_by, presses_of
from companion.errors import InputError
from companion.export.api import GameFile
from companion.export.registry import forms_of
from companion.household.clock import Clock, SystemClock
from companion.household.files import read_json
from companion.household.folders import STORE_FILE
from companion.household.games import open_game, record_of, start_game
from companion.household.own_words import HouseWords, house_words
from companion.household.pictures import TurnPictures
from companion.household.saves import exports_of, stored_game
from companion.household.table_setup import TableSetup, as_json, clock_of, kept_of
from companion.rules.api import Setup
from companion.rules.crossword.challenges.void import by_anagram
from companion.rules.engine.codec import setup_from_json
from companion.rules.game import Game
from companion.rules.registry import FIRST
from companion.rules.registry import game as ruleset_named
from companion.session.log import Json
from companion.store import EventStore
from companion.text import Said
from companion.web import Access, Dashboard, OneGame, Playing, create_app
from companion.web.port import CardTable


@dataclass(frozen=True, slots=True)
class Table:
    """A game being played: everything that the parts share."""

    loop: Loop
    setup: Setup
    lexicon: HouseWords
    store: EventStore
    number: int
    clock: Clock
    ruleset: str = FIRST
    colours: tuple[str, ...] = ()
    timer: TableClock | None = None
    pictures: TurnPictures | None = None
    devices: Health | None = None

    @property
    def tiles(self) -> TileSet:
        """The tile set in play."""
        return self.setup.tiles

    def saved(self) -> GameFile:
        """Return the game as it stands, ready to be written to a file."""
        return stored_game(
            self.store,
            self.number,
            clock=self.clock,
            lexicon=self.lexicon.title,
            pictures=self.pictures,
        )

    def playing(self) -> Playing:
        """Return the game as the dashboard sees it."""
        game = ruleset_named(self.ruleset)
        return Playing(
            self.loop,
            self.setup.tiles,
            lexicon=self.lexicon,
            layout=self.setup.layout,
            rack_size=self.setup.option("rack_size", 7),
            exports=exports_of(self.saved, forms_of(self.ruleset)),
            commands=game.commands,
            number=self.number,
            colours=self.colours,
            house=self.lexicon,
            pictures=self.pictures,
            timer=self.timer,
            doubt=game.doubt(self.setup),
            devices=self.devices,
            cards=cards_of(game, self.setup),
            card_table=card_table_of(game, self.setup),
        )

    def dashboard(self, access: Access) -> Dashboard:
        """Return a dashboard of this game only."""
        return create_app(OneGame(self.playing()), access=access)


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
    box: str | None = None,
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
        box: Port of the button box, empty to look for it; None for no box.
    """
    chosen = TableSetup(players, language=language, lexicon=lexicon, name=name)
    with (
        EventStore.open(store_of(folder)) as store,
        seated(store, chosen, folder=folder, clock=clock, resume=resume) as table,
        with_buttons(table, Buttons(box)) as buttoned,
    ):
        yield buttoned


@contextmanager
def seated(
    store: EventStore,
    chosen: TableSetup,
    *,
    folder: Path | None,
    clock: Clock | None = None,
    resume: int | None = None,
    again: tuple[str, Setup] | None = None,
    first_version: int = 0,
) -> Iterator[Table]:
    """Start a game of a store, or take one up, and run its loop until the block ends.

    Args:
        store: Where the game is kept.
        chosen: What is played; of a game that is taken up only camera and word list count.
        folder: Where the household's words and the pictures are kept; None for nowhere.
        clock: The time; the system's if None.
        resume: Number of the game to take up.
        again: Ruleset and set-up of a return match, instead of the one that is chosen.
        first_version: Where the versions of its snapshots begin.
    """
    clock = clock or SystemClock()
    if resume is None:
        ruleset, setup = again or chosen.setup(folder)
        words = house_words(chosen.lexicon, folder, anagrams=by_anagram(setup))
        number, session = start_game(
            store, setup, name=chosen.name, clock=clock, ruleset=ruleset,
            first_version=first_version, clocks=clock_of(as_json(chosen)),
            judge=judge_by(words), table=kept_of(chosen),
        )  # fmt: skip
        colours = chosen.colours
    else:
        number = resume
        record = record_of(store, number)
        ruleset, setup = record.ruleset, setup_from_json(record.setup)
        words = house_words(chosen.lexicon, folder, anagrams=by_anagram(setup))
        kept = record.table or _taken_over(store, number, folder)
        colours = _colours_of(kept)
        session = open_game(
            store, number, clock=clock, first_version=first_version,
            clocks=clock_of(kept), judge=judge_by(words),
        )  # fmt: skip
    pictures = TurnPictures(folder / "pictures" / str(number)) if folder else None
    with ExitStack() as stack:
        loop = stack.enter_context(Loop(session, monotonic_s=clock.monotonic_s))
        timer: TableClock | None = None
        if session.snapshot.clocks is not None:
            timer = stack.enter_context(TableClock(loop, clock))
        yield Table(loop, setup, words, store, number, clock, ruleset, colours, timer, pictures)


@contextmanager
def with_buttons(table: Table, buttons: Buttons | None) -> Iterator[Table]:
    """Join buttons to a table until the block ends; gives the table with them.

    Args:
        table: The game. Another game that has the same buttons must have ended.
        buttons: Which; None, or an empty choice, for none.
    """
    if buttons is None or buttons == Buttons():
        yield table
        return
    # A press that was kept just before its game was left may come again in the next.
    known = presses_of(table.store.actors())
    judge = judge_by(table.lexicon)
    with at_table(
        buttons, table.loop, judge=judge, known=known, monotonic_s=table.clock.monotonic_s
    ) as devices:
        yield replace(table, devices=devices)


def with_trial(table: Table, buttons: Buttons | None, until: ExitStack) -> Table:
    """Return a table without a game where its box, if it has one, can be tried."""
    if buttons is None or buttons.box is None:
        return table
    trial = Trial(buttons.box, adapters=buttons.adapters)
    until.callback(trial.stop)
    return replace(table, devices=trial.health)


def store_of(folder: Path | None) -> str | Path:
    """Return where the store of a data folder is, and make the folder.

    Raises:
        InputError: It cannot be made.
    """
    if folder is None:
        return ":memory:"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            "The folder {folder} cannot be made: {why}.",
            folder=str(folder),
            why=str(error.strerror),
        ) from error
    return folder / STORE_FILE


def _taken_over(store: EventStore, number: int, folder: Path | None) -> Mapping[str, Json]:
    """Return what an earlier version kept in a file beside the store; the store has it now."""
    beside = folder / "tables" / f"{number}.json" if folder else None
    if beside is None or not beside.is_file():
        return {}
    kept: Mapping[str, Json] = read_json(beside)
    store.set_up(number, kept)
    return kept


def _colours_of(kept: Mapping[str, Json]) -> tuple[str, ...]:
    colours = kept.get("colours")
    return tuple(map(str, colours)) if isinstance(colours, list | tuple) else ()


def cards_of(game: Game, setup: Setup) -> tuple[tuple[str, Said], ...]:
    """Return each kind of card that a game counts in hands, and its title; empty for others."""
    return game.hands.kinds(game.text(setup)) if game.hands else ()


def card_table_of(game: Game, setup: Setup) -> CardTable | None:
    """Return what reads and reckons hands of a game's cards; None for one that counts none."""
    if game.hands is None:
        return None
    from companion.household.card_table import card_hands

    return card_hands(game, setup)


def new_pin() -> str:
    """Return six digits for the host."""
    return f"{secrets.randbelow(10**6):06d}"
