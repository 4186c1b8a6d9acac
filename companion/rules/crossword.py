"""The crossword game that board games share: state, start, decide, evolve.

Games call these functions; nothing is inherited. Rulebook "Scrabble" (facts S4).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from companion.board.tiles import Tile
from companion.errors import ConfigError
from companion.rules.api import Setup
from companion.rules.bag import check_bag
from companion.rules.messages import (
    AmendTurn,
    Command,
    CorrectTile,
    DeleteTurn,
    EndGame,
    Event,
    Exchange,
    GameEnded,
    InsertTurn,
    Pass,
    PlayTiles,
    PlayWithdrawn,
    Redo,
    Rewritten,
    StepRedone,
    StepUndone,
    Taken,
    TileCorrected,
    TilesExchanged,
    TilesPlayed,
    TurnAmended,
    TurnDeleted,
    TurnInserted,
    TurnPassed,
    Undo,
    Withdraw,
)
from companion.rules.turns import (
    Exchanged,
    KeptTurn,
    Laid,
    Passed,
    Sheet,
    Turn,
    Withdrawn,
    blank_sheet,
    check_turn,
    extend,
    sheet_of,
)
from companion.rules.violations import (
    AlreadyWithdrawn,
    BadRacks,
    GameOver,
    NoSuchPlayer,
    NoSuchTurn,
    NothingToRedo,
    NothingToUndo,
    NothingToWithdraw,
    NoTileThere,
    NotYourTurn,
    OnlyABlank,
    UnknownLetter,
)

# --- state -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """What undo goes back to: the turns taken, and the racks held if the game has ended."""

    turns: tuple[KeptTurn, ...] = ()
    racks: tuple[tuple[Tile, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class CrosswordState:
    """A game in progress; `sheet` follows from `now.turns`."""

    setup: Setup
    sheet: Sheet
    now: Step = Step()
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()

    @property
    def ended(self) -> bool:
        """Whether the final racks are in."""
        return self.now.racks is not None


def start(setup: Setup) -> CrosswordState:
    """Return the state before the first turn.

    Raises:
        ConfigError: Not two to four players, or a name twice.
    """
    if not 2 <= len(setup.players) <= 4:
        raise ConfigError(f"The game takes 2 to 4 players, not {len(setup.players)}.")
    if len(set(setup.players)) != len(setup.players):
        raise ConfigError("Every player needs a name of their own.")
    return CrosswordState(setup, blank_sheet(setup))


# --- decide ----------------------------------------------------------------------------------


def decide(state: CrosswordState, command: Command) -> tuple[Event, ...]:
    """Return what a command causes. Raises RuleViolation with a sentence."""
    match command:
        case PlayTiles() | Pass() | Exchange():
            return (_decide_turn(state, command),)
        case Withdraw():
            return (_decide_withdrawal(state, command),)
        case CorrectTile():
            return (_decide_correction(state, command),)
        case AmendTurn() | InsertTurn() | DeleteTurn():
            return (_decide_past(state, command),)
        case Undo():
            if not state.past:
                raise NothingToUndo
            return (StepUndone(),)
        case Redo():
            if not state.future:
                raise NothingToRedo
            return (StepRedone(),)
        case EndGame():
            return (_decide_end(state, command),)
        case _:
            assert_never(command)


def _decide_turn(state: CrosswordState, command: PlayTiles | Pass | Exchange) -> Event:
    if state.ended:
        raise GameOver
    sheet, names = state.sheet, state.setup.players
    player = sheet.on_turn if command.player is None else command.player
    if not 0 <= player < len(names):
        raise NoSuchPlayer(player, len(names))
    if player != sheet.on_turn:
        raise NotYourTurn(names[player], names[sheet.on_turn])
    match command:
        case PlayTiles(placements=placements):
            ordered = tuple(sorted(placements, key=lambda p: p.square))
            check_turn(sheet, Laid(player, ordered))
            if state.setup.option("bag_check", 1):
                on_board = (t for _, t in sheet.position.items())
                check_bag((*on_board, *(p.tile for p in ordered)), state.setup.tiles)
            return TilesPlayed(player, ordered)
        case Pass():
            return TurnPassed(player)
        case Exchange(count=count, tiles=tiles):
            check_turn(sheet, Exchanged(player, count, tiles))
            return TilesExchanged(player, count, tiles)
        case _:
            assert_never(command)


def _decide_withdrawal(state: CrosswordState, command: Withdraw) -> Event:
    lines = state.sheet.lines
    number = len(lines) if command.turn is None else command.turn
    if command.turn is not None and not 1 <= number <= len(lines):
        raise NoSuchTurn(number, len(lines))
    if not lines:
        raise NothingToWithdraw
    line = lines[number - 1]
    if line.withdrawn or (command.turn is None and isinstance(line.turn, Withdrawn)):
        raise AlreadyWithdrawn(number if line.withdrawn else number - 1)
    if line.play is None:
        raise NothingToWithdraw(command.turn)
    return PlayWithdrawn(number, line.turn.player)


def _decide_correction(state: CrosswordState, command: CorrectTile) -> Event:
    tiles, tile = state.setup.tiles, command.tile
    if tile.letter and tile.letter not in tiles:
        raise UnknownLetter(tile.letter, tiles.title)
    if not tile.blank and tiles.count(tile) == 0:
        raise OnlyABlank(tile.letter, tiles.title)
    for number in range(len(state.sheet.lines), 0, -1):
        line = state.sheet.lines[number - 1]
        if line.play is None or line.withdrawn:
            continue
        if any(p.square == command.square for p in line.play.placements):
            return TileCorrected(number, command.square, tile)
    raise NoTileThere(command.square)


def _decide_past(state: CrosswordState, command: AmendTurn | InsertTurn | DeleteTurn) -> Event:
    kept = state.now.turns
    last = len(kept) + isinstance(command, InsertTurn)
    if not 1 <= command.number <= last:
        raise NoSuchTurn(command.number, len(kept))
    if isinstance(command, DeleteTurn):
        return TurnDeleted(command.number)
    check_turn(sheet_of(state.setup, kept[: command.number - 1]), command.turn)
    if isinstance(command, AmendTurn):
        return TurnAmended(command.number, command.turn)
    return TurnInserted(command.number, command.turn)


def _decide_end(state: CrosswordState, command: EndGame) -> Event:
    if state.ended:
        raise GameOver
    names, tiles = state.setup.players, state.setup.tiles
    if len(command.racks) != len(names):
        raise BadRacks(f"there are {len(names)} players and {len(command.racks)} racks")
    held = [tile for rack in command.racks for tile in rack]
    for rack in command.racks:
        if len(rack) > state.sheet.rack_size:
            raise BadRacks(f"a rack holds at most {state.sheet.rack_size} tiles")
    for tile in held:
        if tile.letter and tile.letter not in tiles:
            raise UnknownLetter(tile.letter, tiles.title)
    check_bag((*(t for _, t in state.sheet.position.items()), *held), tiles)
    return GameEnded(command.racks)


# --- evolve ----------------------------------------------------------------------------------


def evolve(state: CrosswordState, event: Event) -> CrosswordState:
    """Return the state after an event. Total: what cannot be done leaves the turns alone."""
    match event:
        case TilesPlayed() | TurnPassed() | TilesExchanged():
            return _taken(state, _turn_of(event))
        case PlayWithdrawn(number=number, player=player) if number == len(state.now.turns):
            return _taken(state, Withdrawn(player))
        case PlayWithdrawn() | TileCorrected() | TurnAmended() | TurnInserted() | TurnDeleted():
            turns = _rewrite(state.now.turns, event)
            now = replace(state.now, turns=turns)
            return _stepped(state, now, sheet_of(state.setup, turns))
        case GameEnded(racks=racks):
            return _stepped(state, replace(state.now, racks=racks), state.sheet)
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
        case _:
            assert_never(event)


def _rewrite(turns: tuple[KeptTurn, ...], event: Rewritten) -> tuple[KeptTurn, ...]:
    match event:
        case PlayWithdrawn(number=number, player=player):
            return _with_turn(turns, number + 1, KeptTurn(Withdrawn(player)))
        case TileCorrected():
            return _with_tile(turns, event)
        case TurnAmended(number=number, turn=turn):
            return _with_turn(_without(turns, number), number, KeptTurn(turn, corrected=True))
        case TurnInserted(number=number, turn=turn):
            return _with_turn(turns, number, KeptTurn(turn, corrected=True))
        case TurnDeleted(number=number):
            return _without(turns, number)
        case _:
            assert_never(event)


def _taken(state: CrosswordState, turn: Turn) -> CrosswordState:
    kept = KeptTurn(turn)
    now = replace(state.now, turns=(*state.now.turns, kept))
    return _stepped(state, now, extend(state.sheet, kept))


def _stepped(state: CrosswordState, now: Step, sheet: Sheet) -> CrosswordState:
    return CrosswordState(state.setup, sheet, now, past=(*state.past, state.now), future=())


def _moved_in_time(state: CrosswordState, event: StepUndone | StepRedone) -> CrosswordState:
    past, now, future = state.past, state.now, state.future
    if isinstance(event, StepUndone) and past:
        past, now, future = past[:-1], past[-1], (now, *future)
    elif isinstance(event, StepRedone) and future:
        past, now, future = (*past, now), future[0], future[1:]
    sheet = state.sheet if now.turns == state.now.turns else sheet_of(state.setup, now.turns)
    return CrosswordState(state.setup, sheet, now, past, future)


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
        replace(p, tile=event.tile) if p.square == event.square else p
        for p in kept.turn.placements
    )
    changed = KeptTurn(replace(kept.turn, placements=placements), corrected=True)
    return (*turns[: event.number - 1], changed, *turns[event.number :])
