"""How a press is kept in the game's log, so that it counts once whatever happens.

The key of the press is the actor of the entries it causes: it is committed with them or not at
all, and a press that comes again after a crash is found in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.session.log import Entry
from firmware_bridge import PressKey

_PREFIX = "button "


def actor_of(key: PressKey) -> str:
    """Return who asks, as the log names it: `button 479dd2cd/3/12`."""
    return f"{_PREFIX}{key}"


def known_presses(entries: Iterable[Entry]) -> Iterator[PressKey]:
    """Return the presses that a log holds the effects of."""
    seen = set()
    for entry in entries:
        if entry.actor.startswith(_PREFIX) and entry.actor not in seen:
            seen.add(entry.actor)
            try:
                yield PressKey.parse(entry.actor.removeprefix(_PREFIX))
            except ValueError:
                continue  # a player who calls himself "button ..."
