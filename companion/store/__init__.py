"""Where logs of games are kept: an append-only event store."""

from __future__ import annotations

from companion.store.events import EventStore
from companion.store.rows import GameRecord

__all__ = ["EventStore", "GameRecord"]
