"""Copies of the household's games, made by themselves."""

from __future__ import annotations

import logging

from companion.errors import StoreError
from companion.household.clock import Clock
from companion.store import EventStore
from companion.store.backup import back_up_daily
from companion.text import NOTHING

log = logging.getLogger(__name__)


def keep_copy(store: EventStore, clock: Clock) -> None:
    """Copy the games unless that was done today; a game goes on where it cannot be.

    A damaged store is not copied: whole copies must not make room for it.
    """
    if store.file is None or store.damage != NOTHING:
        return
    try:
        back_up_daily(store.file, clock.now())
    except StoreError as fault:
        log.error("the games were not copied today: %s", fault)
