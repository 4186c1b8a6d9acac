"""Where a store lies, how its database is set up, and what is told when it refuses."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from companion.errors import StoreError
from companion.text import NOTHING, Said, said


def resolve(where: str | Path, *, create: bool) -> tuple[URL, str]:
    """Return a store's URL, and how it is called. Raises StoreError."""
    text = str(where)
    if text == ":memory:":
        return URL.create("sqlite", database=":memory:"), text
    if "://" in text:
        try:
            url = make_url(text)
        except ArgumentError as e:
            raise StoreError("{text!r} is neither a path nor a database URL.", text=text) from e
        return url, url.render_as_string(hide_password=True)
    path = Path(where)
    if path.is_dir():
        raise StoreError("{text} is a folder; name a file for the store.", text=text)
    if not path.exists():
        if not create:
            raise StoreError("there is no store {text}.", text=text)
        if not path.parent.is_dir():
            raise StoreError(
                "there is no folder {parent} to keep a store in; make it first.",
                parent=str(path.parent),
            )
    return URL.create("sqlite", database=text), text


SAFELY = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
"""How SQLite writes so that a commit that was answered outlives a power cut."""

REFUSED = (
    (("not a database",), said("{shown} is not a database; name another file.")),
    (("malformed",), said(
        "{shown} is damaged; bring back a backup with `companion restore`.")),
    (("readonly", "read-only"),
     said("{shown} cannot be written: the file or its folder is read-only.")),
    (("locked", "busy"),
     said("{shown} is locked by another program; close that one and try again.")),
    (("unable to open",),
     said("{shown} cannot be opened; check that the folder exists and may be written.")),
    (("disk is full", "disk i/o"), said("{shown} cannot be written: {why}.")),
)  # fmt: skip
"""Words of the database's own complaints, and what is told for them."""


def connect_args(url: URL, busy_timeout_s: float) -> dict[str, Any]:
    """Return what the driver is told at each connection."""
    if url.get_backend_name() != "sqlite":
        return {}
    # A connection moves between threads; SQLAlchemy's pool lends it to one at a time.
    return {"timeout": busy_timeout_s, "check_same_thread": False}


def pool(url: URL) -> dict[str, Any]:
    """What is in memory lives in one connection; all threads must borrow the same."""
    if url.get_backend_name() == "sqlite" and url.database == ":memory:":
        return {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
    return {}


def file_of(url: URL) -> Path | None:
    """Return the file that a store is; None for one in memory or on a server."""
    here = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if here else None


def only_to_read(url: URL) -> URL:
    """Return the URL of a SQLite file that nothing is written to."""
    name = f"file:{quote(str(url.database))}"
    return url.set(database=name, query={"mode": "ro", "uri": "true"})


def is_whole(connection: Connection) -> bool:
    """Tell whether a SQLite file's pages fit together."""
    return connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() == "ok"


def tune_sqlite(engine: Engine, *, writes: bool = True) -> None:
    """Make each connection write safely, or not at all."""

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        # Damaged text must not hide the rows around it; what it meant is judged row by row.
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        for pragma in SAFELY if writes else ():
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _began(connection: Connection) -> None:
        options = connection.get_execution_options()
        connection.exec_driver_sql(options.get("companion_begin", "BEGIN"))


def trouble(file: Path, patience_s: float) -> Said:
    """Return why nothing can be written to a SQLite file now; nothing is written in trying.

    Args:
        file: There is one.
        patience_s: How long another program may hold it meanwhile.

    Returns:
        The sentence; `NOTHING` when all is well.
    """
    try:
        with closing(sqlite3.connect(file, timeout=patience_s, isolation_level=None)) as base:
            base.execute("BEGIN IMMEDIATE")
            base.execute("ROLLBACK")
            whole = base.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.Error as fault:
        return sentence(str(file), str(fault))
    return NOTHING if whole else sentence(str(file), "malformed")


def sentence(shown: str, fault: str) -> Said:
    """Return what is told when a database complains."""
    low = fault.lower()
    why = fault.splitlines()[0] if fault else said("no reason given")
    for words, told in REFUSED:
        if any(word in low for word in words):
            return said(told.template, shown=shown, why=why)
    return said("{shown}: the database refused: {why}", shown=shown, why=why)
