"""Rows of the database as what they say; what one cannot say is told, and hides no other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from companion.errors import StoreError
from companion.session.log import Entry, Json
from companion.text import NOTHING, Said


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

    fault: Said = NOTHING
    """Why the game cannot be read; its set-up is empty then."""


def dumped(value: Mapping[str, Json]) -> str:
    """Return a body as it is kept."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def entry_of(row: Mapping[str, Any], shown: str) -> Entry:
    """Return an entry as it was written. Raises StoreError for a damaged one."""
    where = f"{shown}, game {row['game']}, entry {row['seq']}"
    return Entry(
        seq=row["seq"],
        at=_time(row["at"], where),
        actor=row["actor"],
        kind=row["kind"],
        body=_parse(row["body"], where),
        schema=row["schema"],
        order=row["order_id"],
    )


def record_of(row: Mapping[str, Any], table: str, entries: int, shown: str) -> GameRecord:
    """Return a game; one that is damaged says why.

    Args:
        row: Of the table of games.
        table: What it is played with besides, as it is kept.
        entries: How many its log holds.
        shown: How the store is called.
    """
    number, where = row["game"], f"{shown}, game {row['game']}"
    name, ruleset = str(row["name"]), str(row["ruleset"])
    try:
        return GameRecord(
            game=number,
            name=name,
            ruleset=ruleset,
            setup=_parse(row["setup"], where),
            created=_time(row["created"], where),
            entries=entries,
            table=_parse(table, where),
        )
    except StoreError as fault:
        return GameRecord(
            number, name, ruleset, {}, datetime.fromtimestamp(0, UTC), entries, fault=fault.said
        )


def _parse(text: str, where: str) -> Mapping[str, Json]:
    try:
        value = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise StoreError(
            "{where}: the body is not a JSON object; the store is damaged.", where=where
        )
    return value


def _time(text: str, where: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except (TypeError, ValueError) as e:
        raise StoreError(
            "{where}: {text!r} is not a time; the store is damaged.", where=where, text=text
        ) from e
