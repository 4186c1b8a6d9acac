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
    return presses_of(dict.fromkeys(entry.actor for entry in entries))


def presses_of(actors: Iterable[str]) -> Iterator[PressKey]:
    """Return the presses among those that have caused something."""
    for actor in actors:
        if actor.startswith(_PREFIX):
            try:
                yield PressKey.parse(actor.removeprefix(_PREFIX))
            except ValueError:
                continue  # a player who calls himself "button ..."
