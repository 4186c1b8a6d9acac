"""Games as exporters take them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from companion.board.layout import STANDARD, Layout
from companion.board.tiles import TileSet
from companion.export.api import GameFile, Imported
from companion.rules.api import Option, Scoreboard, Setup
from companion.rules.engine.codec import to_json
from companion.rules.registry import game as game_named
from companion.session.log import Entry
from tests.doubles.crossword import ENGLISH

AT = datetime(2026, 1, 2, 20, 15, tzinfo=UTC)


def game_of(
    *commands: object,
    players: tuple[str, ...] = ("Ann", "Bob"),
    tiles: TileSet = ENGLISH,
    layout: Layout = STANDARD,
    ruleset: str = "classic",
    name: str = "",
    lexicon: str = "",
    **options: Option,
) -> GameFile:
    """The game after some commands, log and all."""
    setup = Setup(players, tiles, layout, tuple(options.items()))
    rules = game_named(ruleset)
    state: Any = rules.start(setup)
    events: list[Any] = []
    for command in commands:
        for event in rules.decide(state, command):
            state = rules.evolve(state, event)
            events.append(event)
    board = rules.scoreboard(state)
    return GameFile(ruleset, setup, board, entries_of(events), name, lexicon)


def entries_of(events: Iterable[object]) -> tuple[Entry, ...]:
    entries = []
    for seq, event in enumerate(events, 1):
        body = to_json(event)
        entries.append(Entry(seq, AT, "tablet", body.pop("type"), body))
    return tuple(entries)


def state_of(imported: Imported) -> Any:
    """The state that an imported game comes to."""
    rules = game_named(imported.ruleset)
    state: Any = rules.start(imported.setup)
    for event in imported.events:
        state = rules.evolve(state, event)
    return state


def board_of(imported: Imported) -> Scoreboard:
    return game_named(imported.ruleset).scoreboard(state_of(imported))
