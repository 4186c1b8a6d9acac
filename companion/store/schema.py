"""Tables of the event store, and the triggers that make them append-only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sqlalchemy import (
    DDL,
    Column,
    Connection,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    event,
    func,
    inspect,
    select,
)

VERSION = 2
"""Version of the tables; a file with a higher one is refused, never guessed at."""

APPLICATION_ID = 0x54544331
"""Stamp in the head of our SQLite files, for programs that tell files apart by it."""

metadata = MetaData()

about = Table("companion_store", metadata, Column("version", Integer, primary_key=True))

games = Table(
    "games",
    metadata,
    Column("game", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("ruleset", String(80), nullable=False),
    Column("setup", Text, nullable=False),
    Column("created", String(40), nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("game", Integer, ForeignKey("games.game"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", String(40), nullable=False),
    Column("actor", String(80), nullable=False),
    Column("schema", Integer, nullable=False),
    Column("kind", String(80), nullable=False),
    Column("body", Text, nullable=False),
    Column("order_id", String(100), nullable=False, server_default=""),
)

setups = Table(
    "setups",
    metadata,
    Column("game", Integer, ForeignKey("games.game"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)
"""What a game is played with at its table, which its rules do not ask; the newest counts."""

_SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
"""

_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION companion_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$
"""

_POSTGRESQL = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION companion_append_only()
"""


def _protect(table: Table) -> None:
    for verb in ("UPDATE", "DELETE"):
        text = _SQLITE.format(table=table.name, verb=verb)
        _after_create(table, text, "sqlite")
    for text in (_POSTGRESQL_FUNCTION, _POSTGRESQL.format(table=table.name)):
        _after_create(table, text, "postgresql")


def _after_create(table: Table, text: str, dialect: str) -> None:
    ddl = DDL(text)  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it bare
    event.listen(table, "after_create", ddl.execute_if(dialect=dialect))


for _table in (games, entries, setups):
    _protect(_table)


def _to_2(connection: Connection) -> None:
    """Add the table of set-ups and the names of orders; some stores of version 1 have them."""
    setups.create(connection, checkfirst=True)
    columns = {column["name"] for column in inspect(connection).get_columns(entries.name)}
    if "order_id" not in columns:
        added = "ALTER TABLE entries ADD COLUMN order_id VARCHAR(100) NOT NULL DEFAULT ''"
        connection.exec_driver_sql(added)


MIGRATIONS: Mapping[int, Callable[[Connection], None]] = MappingProxyType({2: _to_2})
"""What brings the tables up to a version from the one before."""


def version_of(connection: Connection) -> int | None:
    """Return the version of a database's tables; None where none is written."""
    return connection.execute(select(func.max(about.c.version))).scalar()


def migrate(connection: Connection, version: int) -> None:
    """Bring the tables up to date, and write down each version that they went through."""
    for number in range(version + 1, VERSION + 1):
        MIGRATIONS[number](connection)
        connection.execute(about.insert().values(version=number))


def create(connection: Connection) -> None:
    """Make the tables in an empty database and stamp it."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    metadata.create_all(connection)
    connection.execute(about.insert().values(version=VERSION))
