"""The score sheet that follows from the turns: words, scores, totals, board, racks, skips.

Everything is worked out from what happened, so that a correction anywhere in the past carries
through all that follows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar, assert_never

from companion.board.layout import Layout
from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.errors import RuleViolation
from companion.rules.api import Setup
from companion.rules.crossword.bag import check_bag
from companion.rules.crossword.challenges.refusals import NothingToLose
from companion.rules.crossword.challenges.rules import check_words, loses_turn, penalty
from companion.rules.crossword.opening import opening
from companion.rules.crossword.options import HouseRules
from companion.rules.crossword.scoring import score_play
from companion.rules.crossword.turns import (
    Adjusted,
    Challenged,
    Exchanged,
    Laid,
    Lost,
    Passed,
    Turn,
    Withdrawn,
    beside_the_turns,
)
from companion.rules.engine import violations
from companion.rules.noted import TurnNoted
from companion.text import NOTHING, Said

T = TypeVar("T")

MOST_POINTS = 10_000
"""No adjustment is larger."""


@dataclass(frozen=True, slots=True)
class Line:
    """One turn on the score sheet."""

    turn: Turn
    seat: int
    """Whose total it changes."""

    play: Play | None
    score: int
    total: int
    """Of that player, after it."""

    drawn: int = 0
    """Tiles drawn after a play."""

    withdrawn: bool = False
    """The play was taken off again."""

    problem: Said = NOTHING
    """Why the turn is impossible where it stands; it then lays nothing and scores 0."""

    over_bag: Said = NOTHING
    """Why the set cannot hold what lies on the board after it."""

    noted: TurnNoted | None = None
    """What a file said of it besides."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet and the board after some turns."""

    setup: Setup
    rules: HouseRules
    layout: Layout
    position: Position
    totals: tuple[int, ...]
    held: tuple[int, ...]
    """Tiles on each rack, if all draw as they should."""

    skips: tuple[bool, ...]
    """Who will lose the next turn."""

    on_turn: int
    lines: tuple[Line, ...] = ()

    @property
    def unseen(self) -> int:
        """Tiles that do not lie on the board."""
        return max(0, self.setup.tiles.total - len(self.position))

    @property
    def bag(self) -> int:
        """Tiles in the bag when all racks are full."""
        return max(0, self.unseen - len(self.held) * self.rules.rack_size)

    @property
    def standing(self) -> int | None:
        """Index of the last line that used up a turn; None before the first."""
        for at in range(len(self.lines) - 1, -1, -1):
            if not beside_the_turns(self.lines[at].turn):
                return at
        return None

    def is_out(self, seat: int) -> bool:
        """Whether a player has laid the last tile and can draw no more."""
        return self.held[seat] == 0 and self.bag == 0


def blank_sheet(setup: Setup, rules: HouseRules, first: int) -> Sheet:
    """Return the sheet before the first turn. Raises ConfigError if it cannot begin so."""
    layout, seats = setup.layout, len(setup.players)
    begun = opening(setup, rules.rack_size)
    if not rules.star_is_double:
        layout = Layout(layout.name, tuple(row.replace("*", "+") for row in layout.rows))
    return Sheet(
        setup,
        rules,
        layout,
        begun.position,
        totals=begun.totals,
        held=begun.held,
        skips=(False,) * seats,
        on_turn=first % max(1, seats),
    )


def extend(sheet: Sheet, turn: Turn, *, is_sure: bool = True) -> Sheet:
    """Return the sheet after one more turn; an impossible one is kept and marked.

    Args:
        sheet: The sheet before it.
        turn: What was taken.
        is_sure: Whether it was looked at when it was taken, and stood. Logs of version 0.1
            leave that open behind a correction.
    """
    try:
        if not is_sure or not 0 <= turn.player < len(sheet.totals):
            check_turn(sheet, turn)
        return _extended(sheet, turn)
    except RuleViolation as problem:
        return impossible(sheet, turn, problem.said)


def _extended(sheet: Sheet, turn: Turn) -> Sheet:
    match turn:
        case Laid():
            return _laid(sheet, turn)
        case Passed() | Exchanged():
            return _booked(sheet, turn, turn.player, 0, over=True)
        case Withdrawn():
            return _taken_off(sheet, turn, turn.player, over=True)
        case Challenged():
            return _challenged(sheet, turn)
        case Lost():
            served = replace(sheet, skips=_with(sheet.skips, turn.player, value=False))
            return _booked(served, turn, turn.player, 0, over=True)
        case Adjusted():
            return _booked(sheet, turn, turn.player, turn.points)
        case _:
            assert_never(turn)


def score(sheet: Sheet, placements: tuple[Placement, ...]) -> Play:
    """Return the play that placements make on the sheet's board. Raises IllegalPlacement."""
    return score_play(
        sheet.position,
        placements,
        sheet.layout,
        sheet.setup.tiles,
        rack_size=sheet.rules.rack_size,
        bonus=sheet.rules.bingo,
    )


def check_turn(sheet: Sheet, turn: Turn) -> None:  # noqa: C901  # one case a kind
    """Refuse a turn that cannot follow on this sheet. The bag's count is not looked at.

    Raises:
        RuleViolation: One of its kinds.
    """
    seats = len(sheet.totals)
    if not 0 <= turn.player < seats:
        raise violations.NoSuchPlayer(turn.player, seats)
    match turn:
        case Laid():
            score(sheet, turn.placements)
        case Passed():
            pass
        case Exchanged():
            _check_exchange(sheet, turn)
        case Withdrawn():
            _check_last_play(sheet, turn.player)
        case Challenged():
            if not 0 <= turn.owner < seats:
                raise violations.NoSuchPlayer(turn.owner, seats)
            if not turn.good:
                check_words(turn.words, _check_last_play(sheet, turn.owner).words)
        case Lost():
            if not sheet.skips[turn.player]:
                raise NothingToLose(sheet.setup.players[turn.player])
        case Adjusted():
            if not 0 < abs(turn.points) <= MOST_POINTS:
                raise violations.BadAdjustment
        case _:
            assert_never(turn)


def _check_last_play(sheet: Sheet, owner: int) -> Play:
    at = sheet.standing
    if at is None:
        raise violations.NothingToWithdraw
    line = sheet.lines[at]
    if line.withdrawn or isinstance(line.turn, Withdrawn | Challenged):
        raise violations.AlreadyWithdrawn(
            at if isinstance(line.turn, Withdrawn | Challenged) else at + 1
        )
    if line.play is None or line.seat != owner:
        raise violations.NothingToWithdraw
    return line.play


def _check_exchange(sheet: Sheet, turn: Exchanged) -> None:
    rules, bag = sheet.rules, sheet.bag
    if not 1 <= turn.count <= rules.rack_size or (turn.tiles and len(turn.tiles) != turn.count):
        raise violations.BadExchange(turn.count, rules.rack_size)
    for tile in turn.tiles:
        if tile.letter and tile.letter not in sheet.setup.tiles:
            raise violations.UnknownLetter(tile.letter, sheet.setup.tiles.title)
    if bag < rules.exchange_min_bag:
        raise violations.BagTooLow(bag, rules.exchange_min_bag)
    if not rules.exchange_return_first and turn.count > bag:
        raise violations.DrawTooFew(bag, turn.count)


def over_bag(sheet: Sheet, position: Position) -> Said:
    """Return why the set cannot hold what lies on a board; empty if it can."""
    try:
        check_bag((tile for _, tile in position.items()), sheet.setup.tiles)
    except violations.BagExceeded as problem:
        return problem.said
    return NOTHING


def _laid(sheet: Sheet, turn: Laid) -> Sheet:
    play = score(sheet, turn.placements)
    position = sheet.position.with_tiles({p.square: p.tile for p in turn.placements})
    left = max(0, sheet.held[turn.player] - len(turn.placements))
    bag = max(0, sheet.unseen - sum(sheet.held))
    drawn = min(sheet.rules.rack_size - left, bag)
    after = _booked(
        sheet,
        turn,
        turn.player,
        play.score,
        over=True,
        play=play,
        drawn=drawn,
        over_bag=over_bag(sheet, position),
    )
    held = _with(sheet.held, turn.player, left + drawn)
    return replace(after, position=position, held=held)


def _taken_off(sheet: Sheet, turn: Turn, owner: int, *, over: bool = False) -> Sheet:
    """Take the last play off, its tiles back to the rack and the drawn ones to the bag."""
    at = sheet.standing
    if at is None:
        raise violations.NothingToWithdraw
    line = sheet.lines[at]
    squares = [p.square for p in line.play.placements] if line.play else []
    lines = (*sheet.lines[:at], replace(line, withdrawn=True), *sheet.lines[at + 1 :])
    held = min(sheet.held[owner] - line.drawn + len(squares), sheet.rules.rack_size)
    marked = replace(
        sheet,
        lines=lines,
        position=sheet.position.without(squares),
        held=_with(sheet.held, owner, held),
    )
    return _booked(marked, turn, owner, -line.score, over=over)


def _challenged(sheet: Sheet, turn: Challenged) -> Sheet:
    if not turn.good:
        return _taken_off(sheet, turn, turn.owner)
    points = penalty(sheet.rules, turn.words)
    if sheet.rules.challenge_books == "challenger":
        after = _booked(sheet, turn, turn.player, -points)
    else:
        after = _booked(sheet, turn, turn.owner, points)
    if not loses_turn(sheet.rules, turn.words):
        return after
    return replace(after, skips=_with(after.skips, turn.player, value=True))


def noted(sheet: Sheet, what: TurnNoted) -> Sheet:
    """Return the sheet with something noted of its last turn."""
    if not sheet.lines:
        return sheet
    return replace(sheet, lines=(*sheet.lines[:-1], replace(sheet.lines[-1], noted=what)))


def impossible(sheet: Sheet, turn: Turn, problem: Said) -> Sheet:
    """Return the sheet after a turn that could not be taken: it lays and scores nothing."""
    player = turn.player
    if not 0 <= player < len(sheet.totals):
        return replace(
            sheet, lines=(*sheet.lines, Line(turn, player, None, 0, 0, problem=problem))
        )
    aside = isinstance(turn, Challenged) or beside_the_turns(turn)
    return _booked(sheet, turn, player, 0, over=not aside, problem=problem)


def _booked(
    sheet: Sheet,
    turn: Turn,
    seat: int,
    points: int,
    *,
    over: bool = False,
    play: Play | None = None,
    drawn: int = 0,
    problem: Said = NOTHING,
    over_bag: Said = NOTHING,
) -> Sheet:
    """Return the sheet with one more line; `over`: the next player's turn begins."""
    totals = _with(sheet.totals, seat, sheet.totals[seat] + points)
    line = Line(
        turn=turn,
        seat=seat,
        play=play,
        score=points,
        total=totals[seat],
        drawn=drawn,
        problem=problem,
        over_bag=over_bag,
    )
    return Sheet(
        setup=sheet.setup,
        rules=sheet.rules,
        layout=sheet.layout,
        position=sheet.position,
        totals=totals,
        held=sheet.held,
        skips=sheet.skips,
        on_turn=(seat + 1) % len(totals) if over else sheet.on_turn,
        lines=sheet.lines + (line,),  # noqa: RUF005  # twice as fast
    )


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
