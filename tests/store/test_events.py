from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.session.log import Entry
from companion.store import EventStore

AT = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
ROOT = Path(__file__).parents[2]


def entry(seq: int, **body: object) -> Entry:
    return Entry(seq=seq, at=AT, actor="tester", kind="Happened", body=dict(body) or {"n": seq})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def test_what_is_appended_is_loaded_in_order(path: Path) -> None:
    with EventStore.open(path) as store:
        game = store.create_game("Evening", "classic", {"players": ["Ann", "Böb"]}, at=AT)
        assert store.append(game, [entry(1), entry(2, letter="Ä")], 0) == 2
        assert store.append(game, [entry(3)], 2) == 3
    with EventStore.open(path) as store:
        assert store.load(game) == (entry(1), entry(2, letter="Ä"), entry(3))
        (record,) = store.games()
    assert (record.name, record.ruleset, record.entries) == ("Evening", "classic", 3)
    assert record.setup == {"players": ["Ann", "Böb"]}
    assert record.created == AT


def test_all_actors_of_all_games_are_told_once(path: Path) -> None:
    with EventStore.open(path) as store:
        assert store.actors() == ()
        for actor in ("Ann", "button a/1/2", "Ann"):
            game = store.create_game("Evening", "classic", {}, at=AT)
            store.append(game, [replace(entry(1), actor=actor), entry(2)], 0)
        assert sorted(store.actors()) == ["Ann", "button a/1/2", "tester"]


def test_entries_name_the_order_that_caused_them(path: Path) -> None:
    with EventStore.open(path) as store:
        game = store.create_game("Evening", "classic", {}, at=AT)
        store.append(game, [replace(entry(1), order="page-7")], 0)
        assert [kept.order for kept in store.load(game)] == ["page-7"]


def test_a_store_from_before_orders_opens_and_goes_on(path: Path) -> None:
    with sqlite3.connect(path) as old:
        old.executescript(
            """
            CREATE TABLE companion_store (version INTEGER NOT NULL PRIMARY KEY);
            INSERT INTO companion_store VALUES (1);
            CREATE TABLE games (game INTEGER NOT NULL PRIMARY KEY, name VARCHAR(200) NOT NULL,
              ruleset VARCHAR(80) NOT NULL, setup TEXT NOT NULL, created VARCHAR(40) NOT NULL);
            INSERT INTO games VALUES (1, 'Old', 'classic', '{}', '2030-01-02T03:04:05+00:00');
            CREATE TABLE entries (game INTEGER NOT NULL, seq INTEGER NOT NULL,
              at VARCHAR(40) NOT NULL, actor VARCHAR(80) NOT NULL, schema INTEGER NOT NULL,
              kind VARCHAR(80) NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, seq));
            INSERT INTO entries VALUES
              (1, 1, '2030-01-02T03:04:05+00:00', 'tester', 1, 'Happened', '{"n":1}');
            CREATE TRIGGER entries_no_UPDATE BEFORE UPDATE ON entries
              BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
            """
        )
    for _ in range(2):  # the second time there is nothing to bring up to date
        with EventStore.open(path) as store:
            assert store.load(1)[0] == replace(entry(1), schema=1)
    with EventStore.open(path) as store:
        store.append(1, [replace(entry(2), order="page-8")], 1)
        assert [kept.order for kept in store.load(1)] == ["", "page-8"]


def test_a_store_in_memory_is_the_same_one_in_every_thread() -> None:
    with EventStore.open(":memory:") as store, ThreadPoolExecutor(1) as other:
        game = store.create_game("Evening", "classic", {}, at=AT)
        assert other.submit(store.append, game, [entry(1)], 0).result() == 1
        assert store.load(game) == (entry(1),)


def test_two_writers_cannot_both_win(path: Path) -> None:
    with EventStore.open(path) as one, EventStore.open(path) as two:
        game = one.create_game("G", "classic", {}, at=AT)
        one.append(game, [entry(1)], 0)
        with pytest.raises(StoreError, match="somebody else"):
            two.append(game, [entry(1, other=True)], 0)
        assert two.load(game) == (entry(1),)


def test_a_failing_entry_takes_the_whole_append_back(path: Path) -> None:
    with EventStore.open(path) as store:
        game = store.create_game("G", "classic", {}, at=AT)
        with pytest.raises(StoreError, match="numbered"):
            store.append(game, [entry(1), entry(3)], 0)
        with pytest.raises(ValueError, match="Out of range float"):
            store.append(game, [entry(1), entry(2, x=float("nan"))], 0)
        assert store.load(game) == ()


@pytest.mark.parametrize("table", ["entries", "games"])
@pytest.mark.parametrize("verb", ["UPDATE {} SET game = 9", "DELETE FROM {}"])
def test_the_past_cannot_be_changed_even_by_hand(path: Path, table: str, verb: str) -> None:
    with EventStore.open(path) as store:
        game = store.create_game("G", "classic", {}, at=AT)
        store.append(game, [entry(1)], 0)
    raw = sqlite3.connect(path)
    try:
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            raw.execute(verb.format(table))
    finally:
        raw.close()


def test_the_file_is_in_the_safe_modes(path: Path) -> None:
    with EventStore.open(path) as store, store._engine.connect() as c:
        assert c.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert c.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_unknown_game(path: Path) -> None:
    with EventStore.open(path) as store:
        with pytest.raises(StoreError, match="holds no game 7"):
            store.load(7)
        with pytest.raises(StoreError, match="holds no game 7"):
            store.append(7, [entry(1)], 0)


def sentence(where: Path | str, **options: object) -> str:
    with pytest.raises(StoreError) as caught:
        EventStore.open(where, **options)  # type: ignore[arg-type]
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_text_file_is_refused(path: Path) -> None:
    path.write_text("this is a shopping list, not a database, and long enough\n" * 40)
    assert "is not a database" in sentence(path)


def test_another_programs_database_is_refused(path: Path) -> None:
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE recipes (x)")
    raw.commit()
    raw.close()
    assert "another program" in sentence(path)


def test_a_newer_file_is_refused(path: Path) -> None:
    EventStore.open(path).close()
    raw = sqlite3.connect(path)
    raw.execute("INSERT INTO companion_store VALUES (99)")
    raw.commit()
    raw.close()
    assert "newer version" in sentence(path)


def test_a_locked_file_is_refused_after_the_wait(path: Path) -> None:
    EventStore.open(path).close()
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    try:
        assert "locked" in sentence(path, busy_timeout_s=0.01)
    finally:
        raw.close()


def test_places_that_cannot_hold_a_store(tmp_path: Path) -> None:
    assert "folder" in sentence(tmp_path)
    assert "no folder" in sentence(tmp_path / "missing" / "games.db")
    assert "no store" in sentence(tmp_path / "games.db", create=False)
    assert "no driver" in sentence("nonsense://somewhere/x")
    assert "driver" in sentence("postgresql+nonsense://somewhere/x")


def test_a_read_only_place_is_refused(path: Path) -> None:
    EventStore.open(path).close()
    store = EventStore.open(path)
    with store._engine.connect() as c:
        c.exec_driver_sql("PRAGMA query_only = ON")
        c.rollback()
    with pytest.raises(StoreError, match="read-only"):
        store.create_game("G", "classic", {}, at=AT)
    store.close()


INSERT = "INSERT INTO entries VALUES (?, 1, ?, 'x', 1, 'K', '{torn', '')"


def test_a_damaged_entry_is_named(path: Path) -> None:
    with EventStore.open(path) as store:
        game = store.create_game("G", "classic", {}, at=AT)
    raw = sqlite3.connect(path)
    raw.execute(INSERT, (game, AT.isoformat()))
    raw.commit()
    raw.close()
    with EventStore.open(path) as store, pytest.raises(StoreError, match=r"entry 1.*damaged"):
        store.load(game)


WRITER = """
import sys
from datetime import datetime, timezone
from companion.session.log import Entry
from companion.store import EventStore
at = datetime(2030, 1, 2, tzinfo=timezone.utc)
store = EventStore.open(sys.argv[1])
game = store.create_game("G", "classic", {}, at=at)
seq = 0
while True:
    numbers = range(seq + 1, seq + 4)
    new = [Entry(seq=n, at=at, actor="w", kind="K", body={"n": n}) for n in numbers]
    seq = store.append(game, new, seq)
    print(seq, flush=True)
"""


def test_every_acknowledged_event_survives_kill_9(path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    acknowledged = 0
    for line in process.stdout:
        acknowledged = int(line)
        if acknowledged >= 60:
            break
    process.send_signal(signal.SIGKILL)  # in the middle of whatever it is appending now
    rest = process.stdout.read().split()
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    whole = [int(text) for text in rest]
    acknowledged = max([acknowledged, *whole])
    with EventStore.open(path) as store:
        log = store.load(1)
    assert len(log) >= acknowledged >= 60
    assert len(log) % 3 == 0, "an append is all or nothing"
    assert [e.body["n"] for e in log] == list(range(1, len(log) + 1))


def test_the_newest_set_up_of_a_table_counts(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with EventStore.open(path) as store:
        one = store.create_game("", "classic", {}, at=AT, table={"colours": ["red"]})
        two = store.create_game("", "classic", {}, at=AT)
        store.set_up(two, {"colours": ["blue"]})
        store.set_up(two, {"colours": ["green"]})
    with EventStore.open(path) as store:
        assert [record.table for record in store.games()] == [
            {"colours": ["red"]},
            {"colours": ["green"]},
        ]
        assert one != two
        with pytest.raises(StoreError, match="no game 9"):
            store.set_up(9, {})


def test_a_store_from_before_there_were_set_ups_is_completed(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with EventStore.open(path) as store:
        game = store.create_game("", "classic", {}, at=AT)
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.executescript(
            "DROP TABLE setups; DELETE FROM companion_store; "
            "INSERT INTO companion_store VALUES (1)"
        )
    with EventStore.open(path) as store:
        assert store.games()[0].table == {}
        store.set_up(game, {"clock": "german"})
        assert store.games()[0].table == {"clock": "german"}
    with (
        contextlib.closing(sqlite3.connect(path)) as raw,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        raw.execute("UPDATE setups SET body = ''")
