"""Games from files put into the store, to be looked at and played on."""

from __future__ import annotations

from pathlib import Path

from companion.board.tiles import TileSet
from companion.errors import InputError
from companion.export.api import Imported
from companion.export.bundle import LIMIT_BYTES
from companion.export.registry import read_game
from companion.household.clock import Clock
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
    """Add an imported game to the store and return its number.

    A log that the file held is kept as it is, times and all.

    Raises:
        StoreError: It cannot be written.
    """
    setup = setup_to_json(imported.setup)
    number = store.create_game(imported.name, imported.ruleset, setup, at=clock.now())
    entries = imported.entries
    if not entries:
        written = [to_json(event) for event in imported.events]
        entries = tuple(
            Entry(seq, clock.now(), "import", body.pop("type"), body)
            for seq, body in enumerate(written, 1)
        )
    store.append(number, entries, 0)
    return number
