"""One line of the log of a game, and how lines of older schemas are brought up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from companion.errors import CompanionError, InputError, StoreError
from companion.rules.engine.codec import from_json, to_json
from companion.rules.game import Game
from companion.text import said

if TYPE_CHECKING:
    from companion.session.order import Order

K = TypeVar("K")

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

SCHEMA = 2
"""Version of the entries that this program writes; 2 says what came of corrections."""

Upcaster: TypeAlias = Callable[[str, Mapping[str, Json]], tuple[str, Mapping[str, Json]]]
"""(kind, body) of one schema in, (kind, body) of the next schema out."""


def _same(kind: str, body: Mapping[str, Json]) -> tuple[str, Mapping[str, Json]]:
    """Entries of schema 1 are good ones of schema 2 that leave something out.

    `companion.rules.engine.legacy` works it out.
    """
    return kind, body


UPCASTERS: Mapping[int, Upcaster] = MappingProxyType({1: _same})
"""From schema n to n + 1, by n. Committed entries are not rewritten but read through these."""


BESIDE = frozenset({"clocks-set", "labels-set"})
"""Kinds of entries that are no events of the game: how the clocks stand, what it is called."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One committed fact of a game.

    Attributes:
        seq: 1, 2, 3 ... within its game, without gaps.
        at: When it was ordered, UTC: the moment a button was pressed, however late it came.
        actor: Who caused it: a page, a button, `camera`, `terminal`, `replay`.
        kind: Name of the event's type.
        body: The event's fields as JSON values.
        schema: Version of the form of `kind` and `body`.
        order: Id of the order it was caused by; empty in logs from before there were any.
    """

    seq: int
    at: datetime
    actor: str
    kind: str
    body: Mapping[str, Json]
    schema: int = SCHEMA
    order: str = ""

    def __post_init__(self) -> None:
        if self.seq < 1:
            raise ValueError(f"entry numbers start at 1, not {self.seq}")
        if self.at.tzinfo is None:
            raise ValueError("an entry's time needs a time zone")
        object.__setattr__(self, "at", self.at.astimezone(UTC))


def upcast(
    entry: Entry, *, upcasters: Mapping[int, Upcaster] = UPCASTERS, schema: int = SCHEMA
) -> Entry:
    """Return the entry as the present schema would have written it.

    Raises:
        StoreError: The entry is newer than this program, or a step is missing.
    """
    if entry.schema > schema:
        raise StoreError(
            said(
                "entry {seq} has schema {schema}, and this program knows {known}; use the "
                "newer version of the program that wrote it.",
                seq=entry.seq,
                schema=entry.schema,
                known=schema,
            )
        )
    kind, body = entry.kind, entry.body
    for step in range(entry.schema, schema):
        if step not in upcasters:
            raise StoreError(
                said(
                    "entry {seq} has schema {step}, which can no longer be read.",
                    seq=entry.seq,
                    step=step,
                )
            )
        kind, body = upcasters[step](kind, body)
    return replace(entry, kind=kind, body=body, schema=schema)


def newest_beside(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return the newest entry of each kind that is no event of the game: it alone tells."""
    return {entry.kind: entry for entry in entries if entry.kind in BESIDE}


def kept_beside(entry: Entry, kind: type[K]) -> K:
    """Return what an entry beside the game keeps. Raises StoreError: it cannot be read."""
    current = upcast(entry)
    try:
        kept: K = from_json({**current.body, "type": current.kind}, (kind,))
    except CompanionError as error:
        raise StoreError(
            said(
                "entry {seq} of the log cannot be read: {error}",
                seq=entry.seq,
                error=error.said,
            )
        ) from error
    return kept


def is_of_game(entry: Entry) -> bool:
    """Whether an entry is an event of the game itself, and not one beside it."""
    return entry.kind not in BESIDE


def entry_of(seq: int, at: datetime, order: Order, event: object) -> Entry:
    """Return what the log keeps of an event that an order caused."""
    body = to_json(event)
    kind = body.pop("type")
    return Entry(seq, at, order.actor, kind, body, order=order.id)


def event_of(entry: Entry, ruleset: Game) -> object:
    """Return the event of a game that an entry keeps.

    Raises:
        StoreError: It cannot be read.
    """
    current = upcast(entry)
    try:
        return from_json({**current.body, "type": current.kind}, ruleset.events)
    except InputError as e:
        raise StoreError(
            said(
                "entry {seq} of the log cannot be read by the game {game}: {error}",
                seq=entry.seq,
                game=repr(ruleset.key),
                error=e.said,
            )
        ) from e
