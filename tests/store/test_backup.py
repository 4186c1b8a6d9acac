"""Copies of a store: made in use, kept for a week, brought back; damaged files only read."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.household.clock import SteppedClock
from companion.household.copies import keep_copy
from companion.session.log import Entry
from companion.store import EventStore, backup
from companion.text import NOTHING

AT = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
RELEASED = Path(__file__).parents[1] / "data" / "released" / "0.1" / "games.sqlite.gz"


def entry(seq: int) -> Entry:
    return Entry(seq=seq, at=AT, actor="tester", kind="Happened", body={"n": seq})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def played(path: Path, games: int, entries: int = 3) -> None:
    with EventStore.open(path) as store:
        for number in range(games):
            log = [entry(seq) for seq in range(1, entries + 1)]
            store.create_game(f"G{number}", "classic", {}, at=AT, entries=log)


def names(path: Path) -> list[str]:
    with EventStore.open(path) as store:
        return [record.name for record in store.games()]


def break_table(path: Path, table: str) -> None:
    """Overwrite the page in the file at which a table begins."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = raw.execute(query, (table,)).fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


def test_a_copy_is_made_while_a_game_is_written(path: Path, tmp_path: Path) -> None:
    with EventStore.open(path) as store:
        game = store.create_game("Now", "classic", {}, at=AT, entries=[entry(1)])
        backup.back_up(path, tmp_path / "copy.sqlite")
        store.append(game, [entry(2)], 1)
    with EventStore.open(tmp_path / "copy.sqlite") as copy:
        assert [e.body["n"] for e in copy.load(game)] == [1]
    assert not list(tmp_path.glob("copy*.part"))


def test_what_is_brought_back_is_there_and_what_was_there_is_kept(
    path: Path, tmp_path: Path
) -> None:
    played(path, 1)
    backup.back_up(path, tmp_path / "copy.sqlite")
    played(path, 2)
    kept = backup.restore(tmp_path / "copy.sqlite", path, AT)
    assert names(path) == ["G0"]
    assert kept is not None
    assert names(kept) == ["G0", "G0", "G1"]


def test_who_has_the_store_open_sees_what_was_brought_back(path: Path, tmp_path: Path) -> None:
    played(path, 1)
    backup.back_up(path, tmp_path / "copy.sqlite")
    with EventStore.open(path) as store:
        store.create_game("Later", "classic", {}, at=AT)
        backup.restore(tmp_path / "copy.sqlite", path, AT)
        assert [record.name for record in store.games()] == ["G0"]
        store.append(1, [entry(4)], 3)


@pytest.mark.parametrize("content", [b"a shopping list " * 300, b""], ids=["text", "empty"])
def test_what_is_no_backup_is_refused_and_nothing_changes(
    path: Path, tmp_path: Path, content: bytes
) -> None:
    played(path, 1)
    (tmp_path / "list").write_bytes(content)
    with pytest.raises(StoreError, match="database"):
        backup.restore(tmp_path / "list", path, AT)
    assert names(path) == ["G0"]


def test_a_damaged_backup_is_refused(path: Path, tmp_path: Path) -> None:
    played(path, 30, 40)
    backup.back_up(path, tmp_path / "copy.sqlite")
    break_table(tmp_path / "copy.sqlite", "entries")
    with pytest.raises(StoreError, match="damaged"):
        backup.restore(tmp_path / "copy.sqlite", path, AT)
    assert len(names(path)) == 30


def test_a_damaged_store_makes_room_for_its_backup(path: Path, tmp_path: Path) -> None:
    played(path, 30, 40)
    backup.back_up(path, tmp_path / "copy.sqlite")
    break_table(path, "entries")
    kept = backup.restore(tmp_path / "copy.sqlite", path, AT)
    assert kept is not None
    assert kept.stat().st_size > 0
    with EventStore.open(path) as store:
        assert store.damage == NOTHING
        assert len(store.load(30)) == 40


def test_a_damaged_file_is_read_and_not_written(path: Path) -> None:
    played(path, 3, 400)
    break_table(path, "entries")
    with EventStore.open(path) as store:
        assert "companion restore" in str(store.damage)
        assert [record.name for record in store.games()] == ["G0", "G1", "G2"]
        with pytest.raises(StoreError, match="damaged"):
            store.create_game("New", "classic", {}, at=AT)
        with pytest.raises(StoreError, match="damaged"):
            store.append(1, [entry(401)], 400)


def test_one_copy_a_day_and_seven_days(path: Path, tmp_path: Path) -> None:
    played(path, 1)
    made = [backup.back_up_daily(path, AT + timedelta(hours=12 * n)) for n in range(20)]
    assert sum(copy is not None for copy in made) == 10
    days = sorted(file.name for file in (tmp_path / "backups").iterdir())
    assert days == [f"day-2030-01-{day:02}.sqlite" for day in range(5, 12)]


def test_a_damaged_store_is_not_copied_over_whole_copies(path: Path, tmp_path: Path) -> None:
    played(path, 30, 40)
    break_table(path, "entries")
    with EventStore.open(path) as store:
        keep_copy(store, SteppedClock(AT))
    assert not (tmp_path / "backups").exists()


def test_a_copy_that_cannot_be_written_stops_no_game(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "backups").write_text("in the way")
    with EventStore.open(path) as store:
        store.create_game("G", "classic", {}, at=AT)
        keep_copy(store, SteppedClock(AT))
    assert "not copied today" in caplog.text


def test_tables_of_the_first_release_are_brought_up_to_date_after_a_copy(path: Path) -> None:
    with gzip.open(RELEASED) as packed, path.open("wb") as file:
        shutil.copyfileobj(packed, file)
    before = path.read_bytes()
    with closing(sqlite3.connect(path)) as raw:
        count = raw.execute("SELECT count(*) FROM entries").fetchone()
    with EventStore.open(path) as store:
        assert sum(record.entries for record in store.games()) == count[0]
    copy = path.parent / "backups" / "games-tables-1.sqlite"
    with closing(sqlite3.connect(copy)) as old, closing(sqlite3.connect(path)) as new:
        assert old.execute("SELECT max(version) FROM companion_store").fetchone() == (1,)
        assert new.execute("SELECT max(version) FROM companion_store").fetchone() == (2,)
        assert old.execute("SELECT count(*) FROM entries").fetchone() == count
    assert before[:16] == copy.read_bytes()[:16]
