"""The clocks of a game in its log: they follow whose turn it is, and what is over is booked.

The log keeps the clocks whole at every move of theirs, so that the last entry alone tells them.
Pure: the time comes in as milliseconds of a clock that only grows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.errors import RuleViolation, StoreError
from companion.rules.api import Scoreboard
from companion.rules.engine import clock as chess
from companion.rules.engine.clock import ClockRules, ClockState, Give, Pause, Resume, Run, Stop
from companion.rules.engine.codec import kebab
from companion.rules.engine.messages import AdjustScore
from companion.session.log import Entry, kept_beside
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
        spent_ms: What the turn that runs has taken so far.
        took_ms: What the turn took that has just ended; None where none has.
    """

    rules: ClockRules
    left_ms: tuple[int, ...]
    running: int | None
    paused: bool
    spent_ms: int = 0
    took_ms: int | None = None


KIND = kebab(ClocksSet)
"""What entries of the clocks are called in the log. They are not events of the game."""


def written(clocks: ClockState, took_ms: int | None = None) -> ClocksSet:
    """Return what the log keeps of clocks that are settled."""
    return ClocksSet(
        clocks.rules, clocks.left_ms, clocks.running, clocks.paused, clocks.spent_ms, took_ms
    )


def took_of(entry: Entry) -> int | None:
    """Return the milliseconds of the turn that an entry of the clocks ended, or None."""
    took = entry.body.get("took_ms")
    return took if isinstance(took, int) else None


def restored(entry: Entry, players: int, now_ms: int) -> ClockState:
    """Return the clocks that an entry keeps.

    Nobody knows how long the program was away, so those that ran stand still until somebody
    lets them go on.

    Raises:
        StoreError: It cannot be read.
    """
    kept = kept_beside(entry, ClocksSet)
    if len(kept.left_ms) != players or not 0 <= (kept.running or 0) < players:
        raise StoreError(
            said("entry {seq} of the log has clocks of other players.", seq=entry.seq)
        )
    is_paused = kept.paused or kept.running is not None
    return ClockState(kept.rules, kept.left_ms, kept.running, now_ms, is_paused, kept.spent_ms)


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


def turns_taken(board: Scoreboard) -> int:
    """Return how many turns a list of turns has; points booked beside them are none."""
    return sum(row.kind not in BESIDE for row in board.turns)


def followed(
    clocks: ClockState, board: Scoreboard, now_ms: int, *, turned: bool = True
) -> ClockState:
    """Return the clocks after a step: who is on turn has the one that runs.

    Clocks that nobody started run from the first turn on.

    Args:
        clocks: As they were.
        board: What the step came to.
        now_ms: The time.
        turned: Whether a turn was taken, and none taken back.
    """
    if board.on_turn == clocks.running and not (turned and clocks.running is not None):
        return clocks
    if board.on_turn is None:
        return chess.handle(clocks, Stop(), now_ms)
    if clocks.running is None and not turns_taken(board):
        return clocks
    return chess.handle(clocks, Run(board.on_turn, turned), now_ms)


def stepped(
    clocks: ClockState, before: Scoreboard, after: Scoreboard, now_ms: int
) -> tuple[ClockState, tuple[ClocksSet, ...]]:
    """Return the clocks after a step, and what the log keeps of it; nothing if they stay."""
    turned = turns_taken(after) > turns_taken(before)
    now = followed(clocks, after, now_ms, turned=turned)
    if now is clocks:
        return clocks, ()
    took_ms = None
    if turned and clocks.running is not None:
        took_ms = chess.settled(clocks, now_ms).spent_ms
    return now, (written(now, took_ms),)


def corrected(
    clocks: ClockState | None, board: Scoreboard, left_s: tuple[int | None, ...], now_ms: int
) -> ClockState:
    """Return the clocks with the seconds that the host says are left; None leaves one alone.

    Raises:
        RuleViolation: There are none, or the game is over and what is over time booked.
    """
    if clocks is None:
        raise RuleViolation(said("This game has no clocks."))
    if board.ended:
        raise RuleViolation(
            said("The game is over; take its end back first, then correct the clocks.")
        )
    if len(left_s) != len(clocks.left_ms):
        raise RuleViolation(said("There is one clock for each player."))
    for seat, (shown, wanted) in enumerate(
        zip(chess.left_s(clocks, now_ms), left_s, strict=True)
    ):
        if wanted is not None:
            clocks = chess.handle(clocks, Give(seat, wanted - shown), now_ms)
    return clocks


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

    Partners, and a team, lose with the first of them. Those who stand best of all others win;
    where all have lost, the points decide; where the tiles of somebody are not known, that
    stays open, unless one alone is left.
    """
    out = chess.out_of_time(clocks, now_ms) if clocks and board.ended else ()
    lost, board = {*out}, replace(board, out_of_time=out) if out else board
    places = [[side for side in place if not lost & {*side}] for place in board.ranks]
    if not lost or (places and not any(places)):
        return board
    others = [seat for seat in range(len(board.rows)) if seat not in lost]
    alone = others if len(others) == 1 and not board.team else ()
    best = next((sorted(sum(place, ())) for place in places if place), alone)
    board = replace(board, winners=tuple(best))
    told = (board.result, lost_sentence(board, clocks, now_ms))
    panels = (
        replace(panel, lines=(*told, *panel.lines[1:])) if panel.kind == "result" else panel
        for panel in board.panels
    )
    return replace(board, panels=tuple(panels))


def lost_sentence(board: Scoreboard, clocks: ClockState | None, now_ms: int) -> Said:
    """Return who has lost the game by the clock, as a sentence; empty if nobody has."""
    lost = chess.out_of_time(clocks, now_ms) if clocks else ()
    names = listed(board.rows[seat].player for seat in lost)
    return said("Lost by the clock: {players}.", players=names) if lost else NOTHING
