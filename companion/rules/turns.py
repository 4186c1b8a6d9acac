"""Turns as they were taken, and the score sheet that follows from them.

A turn holds only what happened; everything else (words, scores, totals, the board) is worked
out here, so that a correction anywhere in the past carries through all that follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.board.tiles import Tile
from companion.errors import RuleViolation
from companion.rules.api import Setup
from companion.rules.bag import bag_count, check_bag
from companion.rules.scoring import score_play
from companion.rules.violations import (
    AlreadyWithdrawn,
    BadExchange,
    BagExceeded,
    BagTooLow,
    NoSuchPlayer,
    NothingToWithdraw,
    UnknownLetter,
)


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles were laid."""

    player: int
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """Nothing was done."""

    player: int


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Tiles were swapped with the bag."""

    player: int
    count: int
    tiles: tuple[Tile, ...] = ()
    """Which, where known."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The play just before was taken off again; its score goes back."""

    player: int


Turn = Laid | Passed | Exchanged | Withdrawn


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """A turn and whether it was corrected after the fact."""

    turn: Turn
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One turn on the score sheet."""

    turn: Turn
    play: Play | None
    score: int
    total: int
    """Of the turn's player, after it."""

    corrected: bool = False
    withdrawn: bool = False
    """The play was taken off by the next turn."""

    problem: str = ""
    """Why the turn is impossible where it stands; it then lays nothing and scores 0."""

    over_bag: str = ""
    """Why the set cannot hold what lies on the board after it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet and the board after some turns."""

    setup: Setup
    position: Position
    lines: tuple[Line, ...] = ()
    totals: tuple[int, ...] = ()
    on_turn: int = 0

    @property
    def rack_size(self) -> int:
        """Tiles of a full rack."""
        return self.setup.option("rack_size", 7)

    @property
    def bag(self) -> int:
        """Tiles in the bag when all racks are full."""
        return bag_count(
            self.position,
            self.setup.tiles,
            players=len(self.setup.players),
            rack_size=self.rack_size,
        )


def blank_sheet(setup: Setup) -> Sheet:
    """Return the sheet before the first turn."""
    return Sheet(
        setup, Position(size=setup.layout.size), totals=(0,) * len(setup.players), on_turn=0
    )


def sheet_of(setup: Setup, turns: Iterable[KeptTurn]) -> Sheet:
    """Return the sheet after all these turns."""
    sheet = blank_sheet(setup)
    for kept in turns:
        sheet = extend(sheet, kept)
    return sheet


def extend(sheet: Sheet, kept: KeptTurn) -> Sheet:
    """Return the sheet after one more turn; an impossible one is kept and marked."""
    turn = kept.turn
    try:
        check_turn(sheet, turn)
    except RuleViolation as problem:
        return _with_line(sheet, kept, sheet.position, problem=str(problem))
    match turn:
        case Laid():
            play = score(sheet, turn.placements)
            position = sheet.position.with_tiles({p.square: p.tile for p in turn.placements})
            return _with_line(sheet, kept, position, play=play, points=play.score)
        case Passed() | Exchanged():
            return _with_line(sheet, kept, sheet.position)
        case Withdrawn():
            last = sheet.lines[-1]
            position = sheet.position
            if last.play is not None:
                position = position.without(p.square for p in last.play.placements)
            marked = replace(sheet, lines=(*sheet.lines[:-1], replace(last, withdrawn=True)))
            return _with_line(marked, kept, position, points=-last.score)
        case _:
            assert_never(turn)


def score(sheet: Sheet, placements: tuple[Placement, ...]) -> Play:
    """Return the play that placements make on the sheet's board. Raises IllegalPlacement."""
    setup = sheet.setup
    return score_play(
        sheet.position,
        placements,
        setup.layout,
        setup.tiles,
        rack_size=sheet.rack_size,
        bonus=setup.option("bingo", 50),
    )


def check_turn(sheet: Sheet, turn: Turn) -> None:
    """Refuse a turn that cannot follow on this sheet. The bag's count is not looked at.

    Raises:
        RuleViolation: One of its kinds.
    """
    if not 0 <= turn.player < len(sheet.totals):
        raise NoSuchPlayer(turn.player, len(sheet.totals))
    match turn:
        case Laid():
            score(sheet, turn.placements)
        case Passed():
            pass
        case Exchanged():
            _check_exchange(sheet, turn)
        case Withdrawn():
            if not sheet.lines:
                raise NothingToWithdraw
            last = sheet.lines[-1]
            if isinstance(last.turn, Withdrawn):
                raise AlreadyWithdrawn(len(sheet.lines) - 1)
            if last.play is None or last.turn.player != turn.player:
                raise NothingToWithdraw
        case _:
            assert_never(turn)


def _check_exchange(sheet: Sheet, turn: Exchanged) -> None:
    if not 1 <= turn.count <= sheet.rack_size or (turn.tiles and len(turn.tiles) != turn.count):
        raise BadExchange(turn.count, sheet.rack_size)
    for tile in turn.tiles:
        if tile.letter and tile.letter not in sheet.setup.tiles:
            raise UnknownLetter(tile.letter, sheet.setup.tiles.title)
    needed = sheet.setup.option("exchange_min_bag", 7)
    if sheet.bag < needed:
        raise BagTooLow(sheet.bag, needed)


def over_bag(sheet: Sheet, position: Position) -> str:
    """Return why the set cannot hold what lies on a board; empty if it can."""
    try:
        check_bag((tile for _, tile in position.items()), sheet.setup.tiles)
    except BagExceeded as problem:
        return str(problem)
    return ""


def _with_line(
    sheet: Sheet,
    kept: KeptTurn,
    position: Position,
    *,
    play: Play | None = None,
    points: int = 0,
    problem: str = "",
) -> Sheet:
    player = kept.turn.player
    totals = list(sheet.totals)
    known = 0 <= player < len(totals)
    if known:
        totals[player] += points
    line = Line(
        turn=kept.turn,
        play=play,
        score=points,
        total=totals[player] if known else 0,
        corrected=kept.corrected,
        problem=problem,
        over_bag=over_bag(sheet, position) if play is not None else "",
    )
    return Sheet(
        setup=sheet.setup,
        position=position,
        lines=(*sheet.lines, line),
        totals=tuple(totals),
        on_turn=(player + 1) % len(totals) if known else sheet.on_turn,
    )
