"""The household's games: what each came to, and what they say together."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import CompanionError, InputError, StoreError
from companion.export.registry import FORMS, forms_of
from companion.household.clock import Clock
from companion.household.games import open_game, record_of
from companion.household.pictures import TurnPictures
from companion.household.rescue import FROM
from companion.household.retold import best_of, figures_of, seconds_of, turns_of
from companion.household.saves import exports_of, stored_game
from companion.rules.api import Scoreboard
from companion.rules.engine.codec import setup_from_json
from companion.rules.game import Game
from companion.rules.registry import GAMES
from companion.rules.registry import game as ruleset_named
from companion.session.snapshot import Snapshot, squares_of
from companion.store import EventStore, GameRecord
from companion.text import NOTHING, Said
from companion.web import Export

log = logging.getLogger(__name__)

MOST_GAMES = 500
"""Games that are listed and counted; the newest."""

MOST_SHOWN = 24
"""Totals of each player that are drawn."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a game came to."""

    record: GameRecord
    game: Snapshot
    title: Said

    @property
    def board(self) -> Scoreboard:
        """What screens show of it."""
        return self.game.scoreboard

    @property
    def rules(self) -> Game:
        """The game that it is one of."""
        return ruleset_named(self.record.ruleset)


class Archive:
    """Reads the games of a store. Thread-safe."""

    def __init__(self, store: EventStore, folder: Path | None, clock: Clock) -> None:
        self._store = store
        self._folder = folder
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[tuple[int, int], tuple[Played | None, Said]] = {}

    def games(self) -> list[dict[str, Any]]:
        """Return every game that was begun, newest first."""
        return [_told(played) for played in self._played()]

    def game(self, number: int) -> dict[str, Any]:
        """Return one game as the list has it, and all its turns. Raises StoreError."""
        record = record_of(self._store, number)
        played, fault = self._read(record)
        if played is None:
            raise StoreError("game {number}: {why}", number=number, why=fault)
        setup = setup_from_json(record.setup)
        return {
            **_told(played),
            "layout": list(setup.layout.rows) if played.rules.has_board else [],
            "history": turns_of(played.board, self._pictures(number)),
            "figures": figures_of(played.board),
        }

    def board(self, number: int) -> dict[str, Any]:
        """Return what lies on the board of a game in the end: `layout`, `cells` and `last`."""
        played, _ = self._read(record_of(self._store, number))
        if played is None or not played.rules.has_board:
            return {"layout": [], "cells": [], "last": []}
        layout = setup_from_json(played.record.setup).layout
        last = [square.name for square in squares_of(played.game.last_play)]
        return {"layout": list(layout.rows), "cells": played.game.cells, "last": last}

    def picture(self, number: int, turn: int) -> bytes:
        """Return what the camera saw of a turn, JPEG. Raises InputError for nothing."""
        played, _ = self._read(record_of(self._store, number))
        rows = () if played is None else played.board.turns
        row = next((each for each in rows if each.number == turn), None)
        pictures = self._pictures(number)
        data = None if row is None or pictures is None else pictures.of(row)
        if data is None:
            raise InputError("There is no picture of this turn.")
        return data

    def damaged(self) -> list[dict[str, Any]]:
        """Return the games that cannot be read, each with why."""
        games = self._store.games()[-MOST_GAMES:]
        rescued = {record.table.get(FROM) for record in games}
        return [
            {"number": record.game, "name": record.name, "why": fault}
            for record in reversed(games)
            if record.game not in rescued
            and (record.entries or record.fault != NOTHING)
            and (fault := self._read(record)[1]) != NOTHING
        ]

    def names(self) -> Iterator[str]:
        """Yield the names of who has played, newest game first; again for each game."""
        for played in self._played():
            if not played.game.deleted:
                yield from (row.player for row in played.board.rows)

    def statistics(self) -> dict[str, Any]:
        """Return averages and records of each player over all finished games for points.

        Each kind of points has a table of its own, called by the game that is played with it.
        """
        kinds: dict[str, dict[str, dict[str, Any]]] = {}
        for played in self._played():
            points = ruleset_named(played.record.ruleset).points
            if played.board.ended and points and not played.game.deleted:
                for seat in range(len(played.board.rows)):
                    _count(kinds.setdefault(points, {}), played.board, seat)
        titles = {game.points: game.title for game in reversed(tuple(GAMES.values()))}
        return {
            "kinds": [
                {"title": titles[points], "players": [_averaged(row) for row in _ranked(rows)]}
                for points, rows in kinds.items()
            ]
        }

    def exports(self, number: int) -> Mapping[str, Export]:
        """Return the forms that a game can be saved in."""
        pictures = self._pictures(number)
        return exports_of(
            lambda: stored_game(self._store, number, clock=self._clock, pictures=pictures)
        )

    def _pictures(self, number: int) -> TurnPictures | None:
        return TurnPictures(self._folder / "pictures" / str(number)) if self._folder else None

    def deleted(self, record: GameRecord) -> bool:
        """Tell whether a game was deleted."""
        played = self._of(record)
        return played is not None and played.game.deleted

    def undeleted(self, record: GameRecord) -> GameRecord:
        """Return a game that was not deleted. Raises InputError for one that was."""
        if self.deleted(record):
            raise InputError("This game has been deleted; bring it back first.")
        return record

    def open(self, record: GameRecord) -> Snapshot | None:
        """Return a game that can be played on; None where it is over or cannot be read."""
        played = self._of(record)
        return None if played is None or played.board.ended else played.game

    def _played(self) -> list[Played]:
        begun = [game for game in self._store.games()[-MOST_GAMES:] if game.entries]
        return [played for record in reversed(begun) if (played := self._of(record))]

    def _of(self, record: GameRecord) -> Played | None:
        return self._read(record)[0]

    def _read(self, record: GameRecord) -> tuple[Played | None, Said]:
        """Return what a game came to, or why it cannot be read."""
        key = (record.game, record.entries)
        with self._lock:
            if key in self._known:
                return self._known[key]
        played, why = None, NOTHING
        try:
            session = open_game(self._store, record.game, clock=self._clock)
            title = ruleset_named(record.ruleset).title_of(setup_from_json(record.setup))
            played = Played(record, session.snapshot, title)
        except CompanionError as fault:
            log.warning("game %d cannot be read: %s", record.game, fault)
            why = fault.said
        with self._lock:
            self._known[key] = (played, why)
        return played, why


def _told(played: Played) -> dict[str, Any]:
    """Return what a list tells of a game."""
    board = played.board
    return {
        "number": played.record.game,
        "name": played.game.game,
        "deleted": played.game.deleted,
        "title": played.title,
        "created": played.record.created.isoformat(),
        "players": [row.player for row in board.rows],
        "colours": list(played.game.colours or _colours(played.record)),
        "totals": [row.total for row in board.rows],
        "turns": len(board.turns),
        "ended": board.ended,
        "winners": list(board.winners),
        "result": board.result,
        "team": board.team,
        "board": played.rules.has_board,
        "best": best_of(board.turns),
        "seconds": seconds_of(board.turns),
        "forms": [[form, FORMS[form].about.title] for form in forms_of(played.record.ruleset)],
    }


def _colours(record: GameRecord) -> tuple[str, ...]:
    colours = record.table.get("colours")
    return tuple(map(str, colours)) if isinstance(colours, list | tuple) else ()


def _count(rows: dict[str, dict[str, Any]], board: Scoreboard, seat: int) -> None:
    """Add a player's game to what is known of them; names count whatever their case."""
    name, total = board.rows[seat].player, board.rows[seat].total
    row = rows.setdefault(
        name.casefold(),
        {
            "name": name,
            "games": 0,
            "wins": 0,
            "sum": 0,
            "best": 0,
            "play": None,
            "bingos": 0,
            "turns": 0,
            "points": 0,
            "totals": [],
        },
    )
    plays = [t for t in board.turns if t.seat == seat and t.stands]
    row["games"] += 1
    row["wins"] += int(seat in board.winners)
    row["sum"] += total
    row["best"] = max(row["best"], total)
    row["turns"] += len(plays)
    row["points"] += sum(turn.score for turn in plays)
    row["totals"] = [total, *row["totals"]][:MOST_SHOWN]  # games come newest first
    row["bingos"] += sum("bingo" in turn.marks for turn in plays)
    best = max(plays, key=lambda turn: turn.score, default=None)
    if best is not None and (row["play"] is None or best.score > row["play"]["score"]):
        row["play"] = {"word": best.word, "score": best.score}


def _ranked(rows: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows.values(), key=lambda row: (-row["games"], row["name"]))


def _averaged(row: dict[str, Any]) -> dict[str, Any]:
    average = round(row["sum"] / row["games"], 1)
    a_play = round(row["points"] / row["turns"], 1) if row["turns"] else 0.0
    kept = {k: v for k, v in row.items() if k not in {"sum", "turns", "points"}}
    return {**kept, "average": average, "a_play": a_play}
