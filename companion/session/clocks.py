"""The clocks of a game in its log: they follow whose turn it is, and what is over is booked.

The log keeps the clocks whole at every move of theirs, so that the last entry alone tells them.
Pure: the time comes in as milliseconds of a clock that only grows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.errors import CompanionError, RuleViolation, StoreError
from companion.rules.api import Scoreboard
from companion.rules.engine import clock as chess
from companion.rules.engine.clock import ClockRules, ClockState, Pause, Resume, Run, Stop
from companion.rules.engine.codec import from_json, kebab
from companion.rules.engine.messages import AdjustScore
from companion.session.log import Entry, upcast
from companion.text import NOTHING, Said, listed, said

REASON = "time"
"""Of points that are booked for time; the lists of turns know it."""

BESIDE = (REASON, "adjusted")
"""Kinds of rows that are no turns of anybody."""

RESTARTED = said("The clocks stand still, for the program was started anew.")


@dataclass(frozen=True, slots=True)
class ClocksSet:
    """All clocks stood like this.

    Attributes:
        rules: What was agreed.
        left_ms: Of each player; below 0 over time.
        running: Seat whose clock runs; None before the start and after the end.
        paused: All clocks stand still.
    """

    rules: ClockRules
    left_ms: tuple[int, ...]
    running: int | None
    paused: bool


KIND = kebab(ClocksSet)
"""What entries of the clocks are called in the log. They are not events of the game."""


def is_of_game(entry: Entry) -> bool:
    """Whether an entry is an event of the game itself, and not one of the clocks beside it."""
    return entry.kind != KIND


def written(clocks: ClockState) -> ClocksSet:
    """Return what the log keeps of clocks that are settled."""
    return ClocksSet(clocks.rules, clocks.left_ms, clocks.running, clocks.paused)


def restored(entry: Entry, players: int, now_ms: int) -> ClockState:
    """Return the clocks that an entry keeps.

    Nobody knows how long the program was away, so those that ran stand still until somebody
    lets them go on.

    Raises:
        StoreError: It cannot be read.
    """
    current = upcast(entry)
    try:
        kept: ClocksSet = from_json({**current.body, "type": current.kind}, (ClocksSet,))
    except CompanionError as error:
        raise StoreError(
            said(
                "entry {seq} of the log cannot be read: {error}",
                seq=entry.seq,
                error=error.said,
            )
        ) from error
    if len(kept.left_ms) != players or not 0 <= (kept.running or 0) < players:
        raise StoreError(
            said("entry {seq} of the log has clocks of other players.", seq=entry.seq)
        )
    is_paused = kept.paused or kept.running is not None
    return ClockState(kept.rules, kept.left_ms, kept.running, now_ms, is_paused)


def pressed(clocks: ClockState | None, board: Scoreboard, now_ms: int) -> ClockState:
    """Return the clocks after somebody started them, paused them, or let them go on.

    Raises:
        RuleViolation: There are none, or the game is over.
    """
    if clocks is None:
        raise RuleViolation(said("This game has no clocks."))
    if board.on_turn is None:
        raise RuleViolation(said("The game is over."))
    if clocks.paused:
        return chess.handle(clocks, Resume(), now_ms)
    if clocks.running is not None:
        return chess.handle(clocks, Pause(), now_ms)
    return chess.handle(clocks, Run(board.on_turn), now_ms)


def followed(clocks: ClockState, board: Scoreboard, now_ms: int) -> ClockState:
    """Return the clocks after a turn: who is on turn has the one that runs.

    Clocks that nobody started run from the first turn on.
    """
    if board.on_turn == clocks.running:
        return clocks
    if board.on_turn is None:
        return chess.handle(clocks, Stop(), now_ms)
    if clocks.running is None and all(row.kind in BESIDE for row in board.turns):
        return clocks
    return chess.handle(clocks, Run(board.on_turn), now_ms)


def fines(clocks: ClockState, board: Scoreboard, now_ms: int) -> Iterator[AdjustScore]:
    """Yield what is still to be booked for the time that players are over.

    What the board shows as booked already, because an end was taken back, is not booked again.
    """
    for seat, points in enumerate(chess.penalties(clocks, now_ms)):
        rows = (row for row in board.turns if row.seat == seat and row.kind == REASON)
        due = points + sum(row.score for row in rows)
        if due > 0:
            yield AdjustScore(seat, -due, REASON)


def judged(board: Scoreboard, clocks: ClockState | None, now_ms: int) -> Scoreboard:
    """Return the board of an ended game with nobody winning who has lost by the clock.

    A team loses with the first of them.
    """
    lost = chess.out_of_time(clocks, now_ms) if clocks and board.ended else ()
    left = [row.total for seat, row in enumerate(board.rows) if seat not in lost]
    if not lost or not left:
        return board
    if board.team:
        return replace(board, winners=())
    winners = (
        seat
        for seat, row in enumerate(board.rows)
        if seat not in lost and row.total == max(left)
    )
    return replace(board, winners=tuple(winners))


def lost_sentence(board: Scoreboard, clocks: ClockState | None, now_ms: int) -> Said:
    """Return who has lost the game by the clock, as a sentence; empty if nobody has."""
    lost = chess.out_of_time(clocks, now_ms) if clocks else ()
    names = listed(board.rows[seat].player for seat in lost)
    return said("Lost by the clock: {players}.", players=names) if lost else NOTHING
