"""Games joined to the store: started anew, or taken up where they were left."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.errors import CompanionError, InputError, StoreError
from companion.household.clock import Clock
from companion.rules.api import Setup
from companion.rules.crossword.challenges.void import Judge
from companion.rules.engine.clock import ClockRules
from companion.rules.engine.codec import setup_from_json, setup_to_json
from companion.rules.registry import FIRST
from companion.rules.registry import game as ruleset_named
from companion.session.clocks import BESIDE
from companion.session.ledger import Append
from companion.session.log import Entry, Json
from companion.session.session import Session
from companion.store import EventStore, GameRecord
from companion.text import NOTHING


def start_game(
    store: EventStore,
    setup: Setup,
    *,
    name: str,
    clock: Clock,
    ruleset: str = FIRST,
    first_version: int = 0,
    clocks: ClockRules | None = None,
    judge: Judge | None = None,
    table: Mapping[str, Json] | None = None,
) -> tuple[int, Session]:
    """Add a game to the store; return its number and its session.

    Screens that showed another game before need versions that count on: `first_version`.
    With `clocks` each player has so much time; `judge` is asked where words are looked up as
    they are laid. `table` is kept with the game.

    Raises:
        ConfigError: No such ruleset, or an impossible setup.
        StoreError: It cannot be written.
    """
    rules = ruleset_named(ruleset)
    setup = _with_starts(setup, store, clock)
    rules.start(setup)  # an impossible setup must not reach the store
    number = store.create_game(name, ruleset, setup_to_json(setup), at=clock.now(), table=table)
    append = _append_to(store, number)
    session = Session(
        rules,
        setup,
        game=name,
        number=number,
        append=append,
        load=lambda: store.load(number),
        now=clock.now,
        first_version=first_version,
        clocks=clocks,
        now_ms=milliseconds_of(clock),
        judge=judge,
    )
    return number, session


def open_game(
    store: EventStore,
    number: int,
    *,
    clock: Clock,
    first_version: int = 0,
    clocks: ClockRules | None = None,
    judge: Judge | None = None,
) -> Session:
    """Take up a game where its log ends.

    `clocks` count for a game with clocks that had not started yet when it was left; `judge` is
    asked where words are looked up as they are laid.

    Raises:
        StoreError: No such game, or its log cannot be read.
    """
    return session_of(
        store,
        record_of(store, number),
        store.load(number),
        clock=clock,
        first_version=first_version,
        clocks=clocks,
        judge=judge,
    )


def session_of(
    store: EventStore,
    record: GameRecord,
    entries: Sequence[Entry],
    *,
    clock: Clock,
    **more: Any,
) -> Session:
    """Return the session of a game's log.

    Raises:
        StoreError: It cannot be read.
    """
    number = record.game
    try:
        setup = setup_from_json(record.setup)
    except InputError as e:
        raise StoreError("game {number}: {why}", number=number, why=e.said) from e
    return Session(
        ruleset_named(record.ruleset),
        setup,
        game=record.name,
        number=number,
        append=_append_to(store, number),
        load=lambda: store.load(number),
        now=clock.now,
        entries=entries,
        now_ms=milliseconds_of(clock),
        **more,
    )


def once_more(record: GameRecord, played: Session) -> tuple[Setup, int]:
    """Return the set-up of a game's return match, and the seat that its first player had.

    The same players, board and rules; who sits after the one who began, begins. What chance
    decides is decided anew.
    """
    setup, turns = played.setup, played.snapshot.turns
    began = next((turn.seat for turn in turns if turn.kind not in BESIDE), 0)
    first = (began + 1) % len(setup.players)
    anew = (
        {"seed": secrets.randbelow(2**31)} if ruleset_named(record.ruleset).is_shuffled else {}
    )
    options = {k: v for k, v in setup.options if k not in ("starts", "seed")} | anew
    players = setup.players[first:] + setup.players[:first]
    return replace(setup, players=players, options=tuple(options.items())), first


def _with_starts(setup: Setup, store: EventStore, clock: Clock) -> Setup:
    """Return a set-up that says how often its players began, where that decides who begins."""
    options = dict(setup.options)
    if options.get("first_player") != "fewest" or "starts" in options:
        return setup
    began = Counter(
        _who_began(store, record.game, clock)
        for record in store.games()
        if record.entries and ruleset_named(record.ruleset).is_crossword
    )
    begun = ",".join(str(began[name]) for name in setup.players)
    return replace(setup, options=(*setup.options, ("starts", begun)))


def _who_began(store: EventStore, number: int, clock: Clock) -> str:
    """The player's name; empty where no turn was taken or the game cannot be read."""
    try:
        game = open_game(store, number, clock=clock).snapshot
    except CompanionError:
        return ""
    turns = () if game.deleted else game.turns
    return next((t.player for t in turns if t.kind not in ("adjusted", "time")), "")


def milliseconds_of(clock: Clock) -> Callable[[], int]:
    """Return what chess clocks count by."""
    return lambda: int(clock.monotonic_s() * 1000)


def record_of(store: EventStore, number: int) -> GameRecord:
    """Return a game of a store, without its log. Raises StoreError where it is none."""
    for record in store.games():
        if record.game == number:
            if record.fault != NOTHING:
                raise StoreError(record.fault)
            return record
    raise StoreError("The store holds no game {number}.", number=number)


def _append_to(store: EventStore, number: int) -> Append:
    def append(entries: Sequence[Entry], expected_seq: int, /) -> int:
        return store.append(number, entries, expected_seq)

    return append
