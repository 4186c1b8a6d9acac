"""Games from files put into the store, to be looked at and played on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from companion.board.tiles import TileSet
from companion.errors import GcgError, InputError
from companion.export.api import Imported
from companion.export.bundle import LIMIT_BYTES
from companion.export.registry import forms_of, read_game, write_game
from companion.household.clock import Clock
from companion.household.saves import stored_game
from companion.rules.engine.codec import setup_to_json, to_json
from companion.session.log import Entry
from companion.store import EventStore


def read_file(path: Path, *, tiles: TileSet | None = None, encoding: str = "") -> Imported:
    """Return the game in a file.

    Raises:
        InputError: It cannot be read, is too large, or is no game; the sentence says which.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(LIMIT_BYTES + 1)
    except OSError as error:
        raise InputError(
            "{file} cannot be read: {why}.", file=str(path), why=str(error.strerror or error)
        ) from error
    return read_game(data, tiles=tiles, encoding=encoding)


def take_in(store: EventStore, imported: Imported, *, clock: Clock) -> int:
    """Add an imported game to the store, whole or not at all, and return its number.

    A log that the file held is kept as it is, times and all.

    Raises:
        InputError: The game could be read, and not be written in each of its forms.
        StoreError: It cannot be written.
    """
    entries = imported.entries
    if not entries:
        written = [to_json(event) for event in imported.events]
        entries = tuple(
            Entry(seq, clock.now(), "import", body.pop("type"), body)
            for seq, body in enumerate(written, 1)
        )
    with EventStore.open(":memory:") as trial:
        _check_writes(trial, _add(trial, imported, entries, clock), imported.ruleset, clock)
    return _add(store, imported, entries, clock)


def _add(store: EventStore, game: Imported, entries: Sequence[Entry], clock: Clock) -> int:
    setup = setup_to_json(game.setup)
    return store.create_game(game.name, game.ruleset, setup, at=clock.now(), entries=entries)


def _check_writes(store: EventStore, number: int, ruleset: str, clock: Clock) -> None:
    """What cannot be shown or written later must not come in."""
    try:
        game = stored_game(store, number, clock=clock)
        for form in forms_of(ruleset):
            with suppress(GcgError):  # such as a board that a GCG file cannot begin with
                write_game(form, game)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
        raise InputError("The events of the file do not fit together.") from fault
