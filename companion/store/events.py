"""The append-only event store: SQLite file by default, PostgreSQL by URL."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, func, inspect, select
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError

from companion.errors import StoreError
from companion.session.log import Entry, Json
from companion.store import place, schema

BUSY_TIMEOUT_S = 5.0
"""How long a write waits for another process before it gives up."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game in the store, without its entries."""

    game: int
    name: str
    ruleset: str
    setup: Mapping[str, Json]
    created: datetime
    entries: int
    """How many entries its log holds."""

    table: Mapping[str, Json] = field(default_factory=dict)
    """What it is played with at its table: colours, clock, camera; empty where nobody said."""


class EventStore:
    """Logs of games. A returned `append` is on the disk: it survives the end of the process."""

    def __init__(self, engine: Engine, shown: str) -> None:
        self._engine = engine
        self._shown = shown

    @classmethod
    def open(
        cls, where: str | Path, *, create: bool = True, busy_timeout_s: float = BUSY_TIMEOUT_S
    ) -> EventStore:
        """Return the store in a file, or behind a SQLAlchemy URL; `:memory:` forgets.

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
        store = cls(engine, shown)
        try:
            store._prepare()
        except BaseException:
            engine.dispose()
            raise
        return store

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
    ) -> int:
        """Add a game with an empty log and return its number.

        Args:
            name: For people.
            ruleset: Key of its rules.
            setup: What its rules are asked with.
            at: When it was begun.
            table: What it is played with besides.

        Raises:
            StoreError: It cannot be written.
        """
        row = {
            "name": name,
            "ruleset": ruleset,
            "setup": _dump(setup),
            "created": at.isoformat(),
        }
        with self._writing() as connection:
            key = connection.execute(schema.games.insert().values(row)).inserted_primary_key
            if key is None:
                raise StoreError(
                    "{shown}: the database gave the new game no number.", shown=self._shown
                )
            if table:
                first = {"game": int(key[0]), "number": 1, "body": _dump(table)}
                connection.execute(schema.setups.insert().values(first))
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
            row = {"number": connection.execute(last).scalar_one() + 1, "body": _dump(table)}
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
        wanted = list(range(expected_seq + 1, expected_seq + 1 + len(entries)))
        if [entry.seq for entry in entries] != wanted:
            raise StoreError(
                "entries must be numbered from {expected_seq} without gaps.",
                expected_seq=expected_seq + 1,
            )
        if not entries:
            return expected_seq
        rows = [
            {
                "game": game,
                "seq": entry.seq,
                "at": entry.at.isoformat(),
                "actor": entry.actor,
                "schema": entry.schema,
                "kind": entry.kind,
                "body": _dump(entry.body),
                "order_id": entry.order,
            }
            for entry in entries
        ]
        try:
            with self._writing() as connection:
                self._check_length(connection, game, expected_seq)
                connection.execute(schema.entries.insert(), rows)
        except IntegrityError as e:
            raise StoreError(
                "{shown}: game {game} has been written by somebody else; load it again.",
                shown=self._shown,
                game=game,
            ) from e
        return wanted[-1]

    def load(self, game: int) -> tuple[Entry, ...]:
        """Return the whole log of a game, in order, each entry as it was written.

        Raises:
            StoreError: No such game, or an entry cannot be read.
        """
        table = schema.entries
        with self._reading() as connection:
            self._check_known(connection, game)
            query = select(table).where(table.c.game == game).order_by(table.c.seq)
            rows = connection.execute(query).mappings().all()
        return tuple(
            Entry(
                seq=row["seq"],
                at=_time(row["at"], f"{self._shown}, game {game}, entry {row['seq']}"),
                actor=row["actor"],
                kind=row["kind"],
                body=_parse(row["body"], f"{self._shown}, game {game}, entry {row['seq']}"),
                schema=row["schema"],
                order=row["order_id"],
            )
            for row in rows
        )

    def actors(self) -> tuple[str, ...]:
        """Return all who have caused an entry in any game, each once.

        Raises:
            StoreError: The database cannot be read.
        """
        query = select(schema.entries.c.actor).distinct()
        with self._reading() as connection:
            return tuple(connection.execute(query).scalars().all())

    def games(self) -> tuple[GameRecord, ...]:
        """Return all games, oldest first.

        Raises:
            StoreError: The database cannot be read.
        """
        g, e = schema.games, schema.entries
        query = (
            select(g, func.count(e.c.seq).label("entries"))
            .select_from(g.outerjoin(e, e.c.game == g.c.game))
            .group_by(*g.c)
            .order_by(g.c.game)
        )
        with self._reading() as connection:
            rows = connection.execute(query).mappings().all()
            at_tables = select(schema.setups).order_by(schema.setups.c.number)
            tables = {row.game: row.body for row in connection.execute(at_tables)}
        return tuple(
            GameRecord(
                game=row["game"],
                name=row["name"],
                ruleset=row["ruleset"],
                setup=_parse(row["setup"], f"{self._shown}, game {row['game']}"),
                created=_time(row["created"], f"{self._shown}, game {row['game']}"),
                entries=row["entries"],
                table=_parse(tables.get(row["game"], "{}"), f"{self._shown}, {row['game']}"),
            )
            for row in rows
        )

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
            version = connection.execute(select(func.max(schema.about.c.version))).scalar()
            schema.complete(connection)
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


def _dump(value: Mapping[str, Json]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _parse(text: str, where: str) -> Mapping[str, Json]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise StoreError(
            "{where}: the body is not a JSON object; the store is damaged.", where=where
        )
    return value


def _time(text: str, where: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as e:
        raise StoreError(
            "{where}: {text!r} is not a time; the store is damaged.", where=where, text=text
        ) from e
