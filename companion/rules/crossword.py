"""The crossword game that board games share: its state, its start, and how events change it.

Games call these functions; nothing is inherited. What may be done is in `deciding`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from companion.board.placement import Placement
from companion.board.tiles import Tile
from companion.errors import ConfigError
from companion.rules.api import Setup
from companion.rules.messages import (
    Event,
    GameEnded,
    PlayChallenged,
    PlayWithdrawn,
    Rewritten,
    ScoreAdjusted,
    StartDrawn,
    StepRedone,
    StepUndone,
    Taken,
    TileCorrected,
    TilesExchanged,
    TilesPlayed,
    TurnAmended,
    TurnDeleted,
    TurnInserted,
    TurnMoved,
    TurnPassed,
)
from companion.rules.options import HouseRules, rules_of
from companion.rules.sheet import Sheet, blank_sheet, extend, extended
from companion.rules.starting import with_fewest_starts
from companion.rules.trail import Trail
from companion.rules.turns import (
    Adjusted,
    Challenged,
    Exchanged,
    KeptTurn,
    Laid,
    Lost,
    Passed,
    Turn,
    Withdrawn,
    beside_the_turns,
)


@dataclass(frozen=True, slots=True)
class Step:
    """What undo goes back to: all that has happened, and the racks if the game has ended."""

    turns: tuple[KeptTurn, ...] = ()
    racks: tuple[tuple[Tile, ...], ...] | None = None
    first: int = 0
    """Seat that begins."""

    drawn: tuple[Tile, ...] = ()
    """The tiles that decided it, if any were drawn."""

    judged: bool = False
    """Whether any play was challenged; turns may be lost then."""


@dataclass(frozen=True, slots=True)
class CrosswordState:
    """A game in progress."""

    setup: Setup
    rules: HouseRules
    now: Step = Step()
    past: Trail[Step] = field(default_factory=Trail)
    future: Trail[Step] = field(default_factory=Trail)
    worked_out: Sheet | None = field(default=None, compare=False, repr=False)
    """The sheet, once somebody has asked for it: a log is folded without it."""

    @property
    def ended(self) -> bool:
        """Whether the final racks are in."""
        return self.now.racks is not None

    @property
    def sheet(self) -> Sheet:
        """The score sheet that follows from `now`."""
        if self.worked_out is None:
            sheet = extended(sheet_before(self, 1), self.now.turns)
            object.__setattr__(self, "worked_out", sheet)
            return sheet
        return self.worked_out


def start(setup: Setup) -> CrosswordState:
    """Return the state before the first turn.

    Raises:
        ConfigError: Not two to four players, a name twice, or an impossible option.
    """
    if not 2 <= len(setup.players) <= 4:
        raise ConfigError(f"The game takes 2 to 4 players, not {len(setup.players)}.")
    if len(set(setup.players)) != len(setup.players):
        raise ConfigError("Every player needs a name of their own.")
    rules = rules_of(setup)
    if rules.first >= len(setup.players):
        raise ConfigError(f"Seat {rules.first} cannot begin; there are {len(setup.players)}.")
    first = may_begin(setup, rules)[0]
    blank_sheet(setup, rules, first)  # a bad opening is told now, not at the first turn
    return CrosswordState(setup, rules, Step(first=first))


def may_begin(setup: Setup, rules: HouseRules) -> tuple[int, ...]:
    """Return the seats between which a draw decides, or the one that begins.

    Raises:
        ConfigError: The numbers of starts are not one a player.
    """
    seats = tuple(range(len(setup.players)))
    if rules.first_player == "fewest":
        seats = with_fewest_starts(rules.starts, len(setup.players))
    return tuple(sorted(seats, key=lambda seat: (seat != rules.first, seat)))


def sheet_before(state: CrosswordState, number: int) -> Sheet:
    """Return the sheet as it was before turn `number`, counted from 1."""
    blank = blank_sheet(state.setup, state.rules, state.now.first)
    return extended(blank, state.now.turns[: number - 1])


def evolve(state: CrosswordState, event: Event) -> CrosswordState:
    """Return the state after an event. Total: what cannot be done leaves the turns alone."""
    match event:
        case TilesPlayed() | TurnPassed() | TilesExchanged() | ScoreAdjusted():
            return _taken(state, _turn_of(event))
        case PlayWithdrawn() | PlayChallenged():
            return _judged(state, event)
        case TileCorrected() | TurnAmended() | TurnInserted() | TurnDeleted() | TurnMoved():
            return _rewritten(state, event)
        case StartDrawn(tiles=tiles, first=first):
            now = replace(state.now, first=first, drawn=tiles)
            return _stepped(state, now, None)
        case GameEnded(racks=racks):
            return _stepped(state, replace(state.now, racks=racks), state.worked_out)
        case StepUndone() | StepRedone():
            return _moved_in_time(state, event)
        case _:
            assert_never(event)


def _turn_of(event: Taken) -> Turn:
    match event:
        case TilesPlayed(player=player, placements=placements):
            return Laid(player, placements)
        case TurnPassed(player=player):
            return Passed(player)
        case TilesExchanged(player=player, count=count, tiles=tiles):
            return Exchanged(player, count, tiles)
        case ScoreAdjusted(player=player, points=points, reason=reason):
            return Adjusted(player, points, reason)
        case _:
            assert_never(event)


def _judged(state: CrosswordState, event: PlayWithdrawn | PlayChallenged) -> CrosswordState:
    turn = _judgement(event)
    stands = beside_the_turns(turn)
    later = state.now.turns[event.number :]
    if not stands and state.ended and all(beside_the_turns(kept.turn) for kept in later):
        # The last play of a game is off again: the racks were not the last ones.
        reopened = replace(state, now=replace(state.now, racks=None))
        joined = _joined(reopened, turn, later, event)
        return replace(joined, past=state.past.over(state.now))
    return _joined(state, turn, later, event)


def _joined(
    state: CrosswordState,
    turn: Turn,
    later: tuple[KeptTurn, ...],
    event: PlayWithdrawn | PlayChallenged,
) -> CrosswordState:
    if beside_the_turns(turn) or all(beside_the_turns(kept.turn) for kept in later):
        return _taken(state, turn)
    return _rewritten(state, event)


def _rewritten(state: CrosswordState, event: Rewritten) -> CrosswordState:
    turns = _rewrite(state.now.turns, event)
    brings = isinstance(event, PlayChallenged) or (
        isinstance(event, TurnAmended | TurnInserted) and isinstance(event.turn, Challenged)
    )
    judged = state.now.judged or brings
    now = _step(state.now, turns, judged)
    return _stepped(state, _settled(state, now), None)


def _judgement(event: PlayWithdrawn | PlayChallenged) -> Turn:
    if isinstance(event, PlayWithdrawn):
        return Withdrawn(event.player)
    return Challenged(event.by, event.owner, event.words, event.warning)


def _rewrite(turns: tuple[KeptTurn, ...], event: Rewritten) -> tuple[KeptTurn, ...]:
    match event:
        case PlayWithdrawn(number=number) | PlayChallenged(number=number):
            return _with_turn(turns, number + 1, KeptTurn(_judgement(event)))
        case TileCorrected():
            return _with_tile(turns, event)
        case TurnAmended(number=number, turn=turn):
            return _with_turn(_without(turns, number), number, KeptTurn(turn, corrected=True))
        case TurnInserted(number=number, turn=turn):
            return _with_turn(turns, number, KeptTurn(turn, corrected=True))
        case TurnDeleted(number=number):
            return _without(turns, number)
        case TurnMoved(number=number, to=to):
            if not 1 <= number <= len(turns):
                return turns
            moved = replace(turns[number - 1], corrected=True)
            return _with_turn(_without(turns, number), to, moved)
        case _:
            assert_never(event)


def _taken(state: CrosswordState, turn: Turn) -> CrosswordState:
    kept = KeptTurn(turn)
    if not (state.now.judged or isinstance(turn, Challenged)):
        now = _step(state.now, state.now.turns + (kept,), judged=False)  # noqa: RUF005  # twice as fast
        sheet = state.worked_out
        return _stepped(state, now, None if sheet is None else extend(sheet, kept))
    sheet, turns = _with_lost(extend(state.sheet, kept))
    now = _step(state.now, (*state.now.turns, kept, *turns), judged=True)
    return _stepped(state, now, sheet)


def _with_lost(sheet: Sheet) -> tuple[Sheet, list[KeptTurn]]:
    """The sheet after the turns that are lost now, and those turns."""
    turns = []
    while sheet.skips[sheet.on_turn]:
        lost = KeptTurn(Lost(sheet.on_turn))
        sheet = extend(sheet, lost)
        turns.append(lost)
    return sheet, turns


def _settled(state: CrosswordState, now: Step) -> Step:
    """Return the step with the turns that challenges lost, worked out anew."""
    if not now.judged:
        return now
    sheet = blank_sheet(state.setup, state.rules, now.first)
    turns: list[KeptTurn] = []
    for kept in now.turns:
        if isinstance(kept.turn, Lost):
            continue
        sheet, lost = _with_lost(extend(sheet, kept))
        turns += [kept, *lost]
    return now if tuple(turns) == now.turns else replace(now, turns=tuple(turns))


def _step(before: Step, turns: tuple[KeptTurn, ...], judged: bool) -> Step:
    return Step(turns, before.racks, before.first, before.drawn, judged)


def _stepped(state: CrosswordState, now: Step, sheet: Sheet | None) -> CrosswordState:
    past = state.past.over(state.now)
    return CrosswordState(state.setup, state.rules, now, past, Trail(), sheet)


def _moved_in_time(state: CrosswordState, event: StepUndone | StepRedone) -> CrosswordState:
    past, now, future = state.past, state.now, state.future
    if isinstance(event, StepUndone) and past:
        (now, past), future = past.split(), future.over(now)
    elif isinstance(event, StepRedone) and future:
        (now, future), past = future.split(), past.over(now)
    same = (now.turns, now.first) == (state.now.turns, state.now.first)
    sheet = state.worked_out if same else None
    return CrosswordState(state.setup, state.rules, now, past, future, sheet)


def _without(turns: tuple[KeptTurn, ...], number: int) -> tuple[KeptTurn, ...]:
    return tuple(kept for n, kept in enumerate(turns, 1) if n != number)


def _with_turn(
    turns: tuple[KeptTurn, ...], number: int, kept: KeptTurn
) -> tuple[KeptTurn, ...]:
    at = min(max(number, 1), len(turns) + 1) - 1
    return (*turns[:at], kept, *turns[at:])


def _with_tile(turns: tuple[KeptTurn, ...], event: TileCorrected) -> tuple[KeptTurn, ...]:
    kept = turns[event.number - 1] if 1 <= event.number <= len(turns) else None
    if kept is None or not isinstance(kept.turn, Laid):
        return turns
    placements = tuple(
        Placement(p.square, event.tile) if p.square == event.square else p
        for p in kept.turn.placements
    )
    changed = KeptTurn(Laid(kept.turn.player, placements), corrected=True)
    at = event.number - 1
    return turns[:at] + (changed,) + turns[at + 1 :]  # noqa: RUF005  # twice as fast
