"""The append-only event store: SQLite file by default, PostgreSQL by URL."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Select, create_engine, func, inspect, select
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError

from companion.errors import StoreError
from companion.session.log import Entry, Json
from companion.store import place, schema
from companion.store.backup import FOLDER, back_up
from companion.store.rows import GameRecord, dumped, entry_of, record_of
from companion.text import NOTHING, Said

log = logging.getLogger(__name__)

BUSY_TIMEOUT_S = 5.0
"""How long a write waits for another process before it gives up."""


_LENGTHS = select(schema.entries.c.game, func.count()).group_by(schema.entries.c.game)
_TABLES = select(schema.setups.c.game, schema.setups.c.body).order_by(schema.setups.c.number)


class EventStore:
    """Logs of games. A returned `append` is on the disk: it survives the end of the process."""

    def __init__(
        self, engine: Engine, shown: str, file: Path | None, damage: Said = NOTHING
    ) -> None:
        self._engine = engine
        self._shown = shown
        self.file = file
        """The file that it is; None for one in memory or on a server."""
        self.damage = damage
        """What is told of a damaged file, which is only read; `NOTHING` for a whole one."""

    @classmethod
    def open(
        cls, where: str | Path, *, create: bool = True, busy_timeout_s: float = BUSY_TIMEOUT_S
    ) -> EventStore:
        """Return the store in a file, or behind a SQLAlchemy URL; `:memory:` forgets.

        A damaged file is opened too, but for reading alone. Tables of an older version are
        brought up to date; a copy of the file is kept before that.

        Args:
            where: Path of the file, or `postgresql+psycopg://...`.
            create: Whether a missing file is made.
            busy_timeout_s: How long to wait for another process that holds the file.

        Raises:
            StoreError: Not a database, not ours, newer than this program, locked, or in a
                place that cannot be written.
        """
        url, shown = place.resolve(where, create=create)
        try:
            engine = create_engine(
                url, connect_args=place.connect_args(url, busy_timeout_s), **place.pool(url)
            )
        except (NoSuchModuleError, ArgumentError, ModuleNotFoundError) as e:
            raise StoreError(
                "{shown}: no driver for this kind of database ({why}).", shown=shown, why=str(e)
            ) from e
        if url.get_backend_name() == "sqlite":
            place.tune_sqlite(engine)
        store = cls(engine, shown, place.file_of(url))
        try:
            if store._is_whole():
                store._prepare()
                return store
        except BaseException:
            engine.dispose()
            raise
        engine.dispose()
        return cls._looking_at(url, shown)

    @classmethod
    def _looking_at(cls, url: URL, shown: str) -> EventStore:
        log.error("%s is damaged; it is opened for reading alone", shown)
        args = place.connect_args(url, BUSY_TIMEOUT_S)
        engine = create_engine(place.only_to_read(url), connect_args=args)
        place.tune_sqlite(engine, writes=False)
        return cls(engine, shown, place.file_of(url), place.sentence(shown, "malformed"))

    def close(self) -> None:
        """Give the file back."""
        self._engine.dispose()

    def __enter__(self) -> EventStore:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def create_game(
        self,
        name: str,
        ruleset: str,
        setup: Mapping[str, Json],
        *,
        at: datetime,
        table: Mapping[str, Json] | None = None,
        entries: Sequence[Entry] = (),
    ) -> int:
        """Add a game with its first entries, all or nothing, and return its number.

        Args:
            name: For people.
            ruleset: Key of its rules.
            setup: What its rules are asked with.
            at: When it was begun.
            table: What it is played with besides.
            entries: Numbered from 1.

        Raises:
            StoreError: It cannot be written.
        """
        _check_numbers(entries, 0)
        row = {
            "name": name,
            "ruleset": ruleset,
            "setup": dumped(setup),
            "created": at.isoformat(),
        }
        with self._writing() as connection:
            key = connection.execute(schema.games.insert().values(row)).inserted_primary_key
            if key is None:
                raise StoreError(
                    "{shown}: the database gave the new game no number.", shown=self._shown
                )
            if table:
                first = {"game": int(key[0]), "number": 1, "body": dumped(table)}
                connection.execute(schema.setups.insert().values(first))
            if entries:
                connection.execute(schema.entries.insert(), _rows(int(key[0]), entries))
        return int(key[0])

    def set_up(self, game: int, table: Mapping[str, Json]) -> None:
        """Keep what a game is played with from now on.

        Raises:
            StoreError: No such game, or it cannot be written.
        """
        number = func.coalesce(func.max(schema.setups.c.number), 0)
        with self._writing() as connection:
            self._check_known(connection, game)
            last = select(number).where(schema.setups.c.game == game)
            row = {"number": connection.execute(last).scalar_one() + 1, "body": dumped(table)}
            connection.execute(schema.setups.insert().values(game=game, **row))

    def append(self, game: int, entries: Sequence[Entry], expected_seq: int) -> int:
        """Commit entries in one transaction and return the log's new length.

        Args:
            game: Number of the game.
            entries: In order, numbered from `expected_seq` + 1.
            expected_seq: Length of the log as the caller knows it.

        Raises:
            StoreError: Somebody else has written meanwhile, the entries are misnumbered, the
                game is unknown, or the place cannot be written. Nothing is committed then.
        """
        _check_numbers(entries, expected_seq)
        if not entries:
            return expected_seq
        try:
            with self._writing() as connection:
                self._check_length(connection, game, expected_seq)
                connection.execute(schema.entries.insert(), _rows(game, entries))
        except IntegrityError as e:
            raise StoreError(
                "{shown}: game {game} has been written by somebody else; load it again.",
                shown=self._shown,
                game=game,
            ) from e
        return entries[-1].seq

    def load(self, game: int) -> tuple[Entry, ...]:
        """Return the whole log of a game, in order, each entry as it was written.

        Raises:
            StoreError: No such game, or an entry cannot be read.
        """
        entries, fault = self.readable(game)
        if fault != NOTHING:
            raise StoreError(fault)
        return entries

    def readable(self, game: int) -> tuple[tuple[Entry, ...], Said]:
        """Return the entries of a game up to the first damaged one, and what is wrong with it.

        Raises:
            StoreError: No such game, or the database cannot be read at all.
        """
        with self._reading() as connection:
            self._check_known(connection, game)
        table = schema.entries
        entries: list[Entry] = []
        try:
            with self._reading() as connection:
                query = select(table).where(table.c.game == game).order_by(table.c.seq)
                for seq, row in enumerate(connection.execute(query).mappings(), 1):
                    entry = entry_of(dict(row), self._shown)
                    if entry.seq != seq:
                        raise StoreError(
                            "{shown}, game {game}: entry {seq} is missing.",
                            shown=self._shown,
                            game=game,
                            seq=seq,
                        )
                    entries.append(entry)
        except StoreError as fault:
            return tuple(entries), fault.said
        return tuple(entries), NOTHING

    def actors(self) -> tuple[str, ...]:
        """Return all who have caused an entry in any game, each once.

        Raises:
            StoreError: The database cannot be read.
        """
        query = select(schema.entries.c.actor).distinct()
        with self._reading() as connection:
            return tuple(connection.execute(query).scalars().all())

    def games(self) -> tuple[GameRecord, ...]:
        """Return all games, oldest first; a damaged one is among them and says so.

        Raises:
            StoreError: The database cannot be read.
        """
        with self._reading() as connection:
            query = select(schema.games).order_by(schema.games.c.game)
            rows = connection.execute(query).mappings().all()
        lengths, tables = self._by_game(_LENGTHS), self._by_game(_TABLES)
        return tuple(
            record_of(
                dict(row),
                tables.get(row["game"], "{}"),
                lengths.get(row["game"], 0),
                self._shown,
            )
            for row in rows
        )

    def _by_game(self, query: Select[tuple[int, Any]]) -> Mapping[int, Any]:
        """Return what a query tells of each game; a damaged file may tell nothing."""
        try:
            with self._reading() as connection:
                return {row[0]: row[1] for row in connection.execute(query)}
        except StoreError:
            if self.damage == NOTHING:
                raise
            return {}

    def _is_whole(self) -> bool:
        if self._engine.dialect.name != "sqlite":
            return True
        try:
            with self._named_faults(), self._engine.connect() as connection:
                return place.is_whole(connection)
        except StoreError as fault:
            if isinstance(fault.__cause__, DBAPIError) and "malformed" in str(fault.__cause__):
                return False
            raise

    def _prepare(self) -> None:
        with self._writing() as connection:
            names = set(inspect(connection).get_table_names())
            if schema.about.name not in names:
                if names:
                    raise StoreError(
                        "{shown} is a database of another program; name another file.",
                        shown=self._shown,
                    )
                schema.create(connection)
                return
            version = schema.version_of(connection)
            if version is not None and version < schema.VERSION:
                if self.file is not None:
                    name = f"{self.file.stem}-tables-{version}.sqlite"
                    back_up(self.file, self.file.parent / FOLDER / name)
                schema.migrate(connection, version)
                return
        if version is None or version > schema.VERSION:
            raise StoreError(
                "{shown} was written by a newer version of this program (tables "
                "{version}, known here {known}); update the program.",
                shown=self._shown,
                version=str(version),
                known=schema.VERSION,
            )

    def _check_known(self, connection: Connection, game: int) -> None:
        known = select(schema.games.c.game).where(schema.games.c.game == game)
        if connection.execute(known).first() is None:
            raise StoreError("{shown} holds no game {game}.", shown=self._shown, game=game)

    def _check_length(self, connection: Connection, game: int, expected_seq: int) -> None:
        self._check_known(connection, game)
        table = schema.entries
        length = select(func.coalesce(func.max(table.c.seq), 0)).where(table.c.game == game)
        found = connection.execute(length).scalar_one()
        if found != expected_seq:
            raise StoreError(
                "{shown}: game {game} has {found} entries, not {expected_seq}; somebody "
                "else has written to it, load it again.",
                shown=self._shown,
                game=game,
                found=found,
                expected_seq=expected_seq,
            )

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        if self.damage != NOTHING:
            raise StoreError(self.damage)
        with self._named_faults(), self._engine.connect() as connection:
            # SQLite would else take the lock only at the first insert, after our check.
            connection = connection.execution_options(companion_begin="BEGIN IMMEDIATE")
            with connection.begin():
                yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._named_faults(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def _named_faults(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as e:
            raise StoreError(place.sentence(self._shown, str(e.orig))) from e


def _check_numbers(entries: Sequence[Entry], expected_seq: int) -> None:
    wanted = list(range(expected_seq + 1, expected_seq + 1 + len(entries)))
    if [entry.seq for entry in entries] != wanted:
        raise StoreError(
            "entries must be numbered from {expected_seq} without gaps.",
            expected_seq=expected_seq + 1,
        )


def _rows(game: int, entries: Sequence[Entry]) -> list[dict[str, object]]:
    return [
        {
            "game": game,
            "seq": entry.seq,
            "at": entry.at.isoformat(),
            "actor": entry.actor,
            "schema": entry.schema,
            "kind": entry.kind,
            "body": dumped(entry.body),
            "order_id": entry.order,
        }
        for entry in entries
    ]
