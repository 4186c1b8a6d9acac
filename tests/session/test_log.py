from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from companion.errors import StoreError
from companion.session.log import Entry, upcast

AT = datetime(2030, 1, 2, tzinfo=UTC)


def test_old_entries_are_read_through_each_step() -> None:
    old = Entry(seq=1, at=AT, actor="a", kind="Laid", body={"w": "HUT"}, schema=1)
    steps = {
        1: lambda kind, body: ("TilesLaid", body),
        2: lambda kind, body: (kind, {"word": body["w"]}),
    }
    new = upcast(old, upcasters=steps, schema=3)
    assert (new.kind, new.body, new.schema) == ("TilesLaid", {"word": "HUT"}, 3)
    assert (new.seq, new.at, new.actor) == (old.seq, old.at, old.actor)


def test_an_entry_of_the_future_is_refused() -> None:
    with pytest.raises(StoreError, match="newer version"):
        upcast(Entry(seq=4, at=AT, actor="a", kind="K", body={}, schema=99))


def test_a_missing_step_is_refused() -> None:
    with pytest.raises(StoreError, match="no longer"):
        upcast(
            Entry(seq=4, at=AT, actor="a", kind="K", body={}, schema=1), upcasters={}, schema=2
        )


def test_times_are_kept_in_utc() -> None:
    east = datetime(2030, 1, 2, 5, tzinfo=timezone(timedelta(hours=5)))
    assert Entry(seq=1, at=east, actor="a", kind="K", body={}).at == AT
    with pytest.raises(ValueError, match="time zone"):
        Entry(seq=1, at=datetime(2030, 1, 2), actor="a", kind="K", body={})  # noqa: DTZ001
