"""Copies of a store's file: made while it is in use, kept for a week, brought back.

SQLite's own backup copies page by page within its locks, so a copy is whole whatever is being
written meanwhile, and bringing one back does not pull the file away from under who has it open.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from companion.errors import StoreError
from companion.store import place

FOLDER = "backups"
"""Beside the store's file."""

KEPT = 7
"""Daily copies that are kept."""

_DAILY = "day-"


def back_up(path: Path, target: Path) -> None:
    """Copy a store's file, whole or not at all.

    Raises:
        StoreError: There is none, it is damaged, or the copy cannot be written.
    """
    if not path.is_file():
        raise StoreError("there is no store {text}.", text=str(path))
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(path, part)
        with closing(sqlite3.connect(part)) as new:
            new.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        part.replace(target)
    except (OSError, sqlite3.Error) as fault:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise StoreError(
            "{target} cannot be written: {why}", target=str(target), why=str(fault)
        ) from fault


def back_up_daily(path: Path, now: datetime) -> Path | None:
    """Copy a store's file once a day, and keep seven; return the copy, None if there is one.

    Raises:
        StoreError: It cannot be copied; older copies stay.
    """
    folder = path.parent / FOLDER
    target = folder / f"{_DAILY}{now:%Y-%m-%d}.sqlite"
    if target.exists() or not path.is_file():
        return None
    back_up(path, target)
    for old in sorted(folder.glob(f"{_DAILY}*.sqlite"))[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def restore(copy: Path, path: Path, now: datetime) -> Path | None:
    """Bring a copy back; return where the store that was there is kept, None if none was.

    Raises:
        StoreError: The copy is none of ours or damaged, or it cannot be written. The store
            stays as it was.
    """
    if not copy.is_file():
        raise StoreError("there is no file {text}.", text=str(copy))
    check(copy)
    kept = None
    if path.exists():
        kept = path.parent / FOLDER / f"before-restore-{now:%Y-%m-%d-%H%M%S}.sqlite"
        if not faults_of(path):
            back_up(path, kept)
        else:  # a damaged file cannot be written into; it is put aside as it is
            kept.parent.mkdir(parents=True, exist_ok=True)
            for end in ("", "-wal", "-shm"):
                part = path.with_name(path.name + end)
                if part.exists():
                    part.replace(kept.with_name(kept.name + end))
    try:
        _copy(copy, path)
    except (OSError, sqlite3.Error) as fault:
        raise StoreError(place.sentence(str(path), str(fault))) from fault
    return kept


def check(path: Path) -> None:
    """See that a file is a whole store. Raises StoreError that says what it is instead."""
    faults = faults_of(path)
    if faults:
        raise StoreError(place.sentence(str(path), faults[0]))
    with closing(_open(path)) as file:
        names = {row[0] for row in file.execute("SELECT name FROM sqlite_master")}
    if not {"companion_store", "games", "entries"} <= names:
        raise StoreError(
            "{shown} is a database of another program; name another file.", shown=str(path)
        )


def faults_of(path: Path) -> list[str]:
    """Return what SQLite finds wrong with a file; nothing where it is whole."""
    try:
        with closing(_open(path)) as file:
            found = [str(row[0]) for row in file.execute("PRAGMA integrity_check(20)")]
    except sqlite3.Error as fault:
        return [str(fault)]
    return [] if found == ["ok"] else [f"malformed: {line}" for line in found]


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _copy(source: Path, target: Path) -> None:
    with closing(_open(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
