"""How many of a household's games each player has begun, for "fewest starts first"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.errors import CompanionError
from companion.rules.api import Setup
from companion.rules.codec import setup_from_json
from companion.rules.games.registry import game as ruleset_named
from companion.store import EventStore, GameRecord

_COUNTED = ("classic", "bookcase")
_BEGUN = ("tiles-played", "turn-passed", "tiles-exchanged")


def with_starts(setup: Setup, store: EventStore) -> Setup:
    """Return a set-up that says how often its players began, where that decides who begins."""
    options = dict(setup.options)
    if options.get("first_player") != "fewest" or "starts" in options:
        return setup
    begun = starts_of(store, setup.players)
    return replace(setup, options=(*setup.options, ("starts", ",".join(map(str, begun)))))


def starts_of(store: EventStore, players: Sequence[str]) -> tuple[int, ...]:
    """Return how many crossword games of a store each of these players has begun."""
    began: Counter[str] = Counter()
    for record in store.games():
        if record.ruleset in _COUNTED and record.entries:
            began[_who_began(store, record)] += 1
    return tuple(began[name] for name in players)


def _who_began(store: EventStore, record: GameRecord) -> str:
    """The player's name; empty where no turn was taken or the game cannot be read."""
    try:
        setup = setup_from_json(record.setup)
        first = int(ruleset_named(record.ruleset).start(setup).now.first)
        for entry in store.load(record.game):
            if entry.kind == "start-drawn":
                first = int(str(entry.body["first"]))
            elif entry.kind in _BEGUN:
                return setup.players[first]
    except (CompanionError, KeyError, ValueError, IndexError):
        pass
    return ""
