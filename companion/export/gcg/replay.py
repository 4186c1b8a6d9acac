"""Replays a GCG file on our own board and compares every score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from companion.board.layout import STANDARD, SUPER, Layout
from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.board.spelling import Letters, laid_tiles
from companion.board.square import parse_coordinate
from companion.board.tiles import TileSet
from companion.errors import InvalidNotation, RuleViolation
from companion.export.gcg.tiles import fitting_tile_sets, stated_tile_set, uses_digits
from companion.export.gcg.turns import turns_of
from companion.export.gcg.types import (
    GcgChallenge,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgGame,
    GcgPlay,
    GcgTime,
    GcgWithdrawal,
    at_line,
)
from companion.rules.crossword.bag import BLANK_TOKEN, excess, token
from companion.rules.crossword.scoring import score_play
from companion.text import NOTHING, Said, listed, said
from companion.tilesets import load

FULL_RACK = 7
"""Tiles of a whole rack; a shorter one may be a part of it."""


@dataclass(frozen=True, slots=True)
class ReplayedPlay:
    """One play, as declared and as we score it."""

    line: int
    nick: str
    declared: int | None
    computed: int
    play: Play

    @property
    def differs(self) -> bool:
        """Whether the file states another score."""
        return self.declared is not None and self.declared != self.computed


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a line cannot be so."""

    status: str
    detail: Said


@dataclass(frozen=True, slots=True)
class Replay:
    """What a file's game comes to."""

    tiles: TileSet
    chosen: Said
    """How the tile set was chosen, a phrase."""

    plays: tuple[ReplayedPlay, ...]
    totals: dict[str, int]
    """By nick: computed play scores with the file's own adjustments."""

    position: Position
    layout: Layout
    remarks: tuple[Said, ...]
    """What is odd, line by line, refused lines too."""

    refusal: Refusal | None = None
    """The first line that cannot be so; those after it are looked at all the same."""

    @property
    def mismatches(self) -> int:
        """Plays whose declared score is not ours."""
        return sum(play.differs for play in self.plays)


def replay_gcg(
    game: GcgGame, *, tiles: TileSet | None = None, layout: Layout = STANDARD
) -> Replay:
    """Return the game replayed, every play scored.

    Args:
        game: The file.
        tiles: The tile set; None to follow the file's pragmas, and without those to take the
            set that has all its letters and explains most of its scores.
        layout: The board, where the file names no other.
    """
    if tiles is not None:
        return _replay(game, tiles, said("as asked"), layout)
    stated, how = stated_tile_set(game)
    if stated is not None:
        replay = _replay(game, stated, said("by {pragma}", pragma=how), layout)
        # A pragma that most scores contradict was left over from another game.
        if replay.refusal is None and 2 * replay.mismatches <= len(replay.plays):
            return replay
    fitting = fitting_tile_sets(game) or (stated or load("english"),)
    best = first = _replay(game, fitting[0], NOTHING, layout)
    if _cost(first) != (False, 0, 0):
        tries = [first, *(_replay(game, other, NOTHING, layout) for other in fitting[1:])]
        best = min(tries, key=_cost)
    agree = len(best.plays) - best.mismatches
    why = said(
        "guessed: it explains {agree} of {plays} scores", agree=agree, plays=len(best.plays)
    )
    return replace(best, chosen=why)


def _cost(replay: Replay) -> tuple[bool, int, int]:
    on_board = (tile for _, tile in replay.position.items())
    over = sum(e.laid - e.held for e in excess(on_board, replay.tiles))
    return replay.refusal is not None, replay.mismatches, over


def _replay(game: GcgGame, tiles: TileSet, chosen: Said, layout: Layout) -> Replay:
    if "super" in (game.pragma("board-layout") or "").lower():
        layout = SUPER
    turns = turns_of(game)
    run = _Run(tiles, layout, {player.nick: 0 for player in game.players})
    if uses_digits(game, tiles):
        run.remarks.append(said("Digits stand for tiles of two letters: 1 is CH, 2 LL, 3 RR."))
    run.take_all(turns.events)
    run.remarks += turns.remarks
    return Replay(
        tiles=tiles,
        chosen=chosen,
        plays=tuple(run.plays),
        totals=run.totals,
        position=run.position,
        layout=layout,
        remarks=tuple(run.remarks),
        refusal=run.refusal,
    )


@dataclass(slots=True)
class _Run:
    tiles: TileSet
    layout: Layout
    totals: dict[str, int]
    letters: Letters = field(init=False)
    position: Position = field(init=False)
    plays: list[ReplayedPlay] = field(default_factory=list)
    remarks: list[Said] = field(default_factory=list)
    refusal: Refusal | None = None
    declared: dict[str, int] = field(default_factory=dict)
    """Running totals as the file's own scores add up."""

    stated: dict[str, int] = field(default_factory=dict)
    """Running totals as last stated."""

    leaves: dict[str, Counter[str]] = field(default_factory=dict)
    """What each player must still hold, where the last rack was whole."""

    last: GcgEvent | None = None

    def __post_init__(self) -> None:
        self.letters = Letters.of(self.tiles, digits=True)
        self.position = Position(size=self.layout.size)

    def take_all(self, events: Sequence[GcgEvent]) -> None:
        """Take the events in order; one that cannot be is told and counts as the file says."""
        skip = False
        for event, after in zip_longest(events, events[1:]):
            if skip:
                skip = False
                continue
            try:
                self.take(event)
            except (InvalidNotation, RuleViolation) as error:
                problem: Said = error.said
                if isinstance(event, GcgPlay):
                    problem = said(
                        "{coordinate} {word}: {problem}",
                        coordinate=event.coordinate,
                        word=event.word,
                        problem=problem,
                    )
                # A play that was taken off at once may be as impossible as it likes.
                skip = isinstance(after, GcgWithdrawal) and after.nick == event.nick
                if skip:
                    self.remark(event, said("{problem} It was taken off.", problem=problem))
                else:
                    self._refuse(event, problem)

    def remark(self, event: GcgEvent, what: Said) -> None:
        """Keep something odd about a line."""
        self.remarks.append(at_line(event.line, what))

    def _refuse(self, event: GcgEvent, problem: Said) -> None:
        self.remark(event, problem)
        self.refusal = self.refusal or Refusal("illegal-play", self.remarks[-1])
        self._add(event, event.score or 0)
        self.totals[event.nick] = self.totals.get(event.nick, 0) + (event.score or 0)
        self.last = None

    def take(self, event: GcgEvent) -> None:
        points = event.score or 0
        self._check_leave(event)
        match event:
            case GcgPlay():
                self._take_play(event)
                points = self.plays[-1].computed
                self._add(event, points if event.score is None else event.score)
            case GcgWithdrawal():
                points = self._take_off(event)
                # Some programs write the restored total with a score of +0.
                self._add(event, event.score or -(self.plays[-1].declared or -points))
            case _:
                if isinstance(event, GcgEndRack):
                    self._check_end(event)
                self._add(event, points)
        self.totals[event.nick] = self.totals.get(event.nick, 0) + points
        if not isinstance(event, GcgChallenge | GcgTime | GcgEndRack):
            self.last = event

    def _take_play(self, event: GcgPlay) -> None:
        start, direction = parse_coordinate(event.coordinate)
        if start not in self.layout:
            raise InvalidNotation("{coordinate} is off the board.", coordinate=event.coordinate)
        laid = laid_tiles(event.word, start, direction, self.position, self.letters)
        placements = tuple(Placement(square, tile) for square, tile in laid.items())
        play = score_play(self.position, placements, self.layout, self.tiles)
        self._check_rack(event, placements)
        self.position = self.position.with_tiles(laid)
        done = ReplayedPlay(event.line, event.nick, event.score, play.score, play)
        self.plays.append(done)
        if done.differs:
            self.remark(
                event,
                said(
                    "{coordinate} {word} scores {right}, not {given}.",
                    coordinate=event.coordinate,
                    word=play.main.text,
                    right=play.score,
                    given=event.score or 0,
                ),
            )

    def _check_leave(self, event: GcgEvent) -> None:
        """Warn of a whole rack that lacks what the player must still hold."""
        if not isinstance(event, GcgPlay | GcgExchange):
            if isinstance(event, GcgWithdrawal):
                self.leaves.pop(event.nick, None)
            return
        leave = self.leaves.pop(event.nick, Counter())
        try:
            rack = Counter(token(tile) for tile in self.letters.rack(event.rack))
            used = self._used(event)
        except InvalidNotation:
            return
        if rack.total() < FULL_RACK:
            return
        if missing := leave - rack:
            lacks = " ".join(sorted(missing.elements()))
            self.remark(
                event,
                said(
                    "the rack {rack} lacks {tiles}, which was kept.",
                    rack=event.rack,
                    tiles=lacks,
                ),
            )
        if not used - rack:
            self.leaves[event.nick] = rack - used

    def _used(self, event: GcgPlay | GcgExchange) -> Counter[str]:
        if isinstance(event, GcgExchange):
            if not event.tiles:
                raise InvalidNotation("only the count is known")
            return Counter(token(tile) for tile in self.letters.rack(event.tiles))
        start, direction = parse_coordinate(event.coordinate)
        laid = laid_tiles(event.word, start, direction, self.position, self.letters)
        return Counter(token(tile) for tile in laid.values())

    def _check_rack(self, event: GcgPlay, placements: tuple[Placement, ...]) -> None:
        if not event.rack:
            return
        try:
            rack = Counter(token(tile) for tile in self.letters.rack(event.rack))
        except InvalidNotation as error:
            self.remark(event, error.said)
            return
        used = Counter(token(p.tile) for p in placements)
        if missing := used - rack:
            lacks = listed(
                [said("blank") if t == BLANK_TOKEN else t for t in sorted(missing.elements())],
                "comma",
            )
            self.remark(
                event,
                said("the rack {rack} has no {tiles}.", rack=event.rack, tiles=lacks),
            )

    def _take_off(self, event: GcgWithdrawal) -> int:
        last = self.last
        if not isinstance(last, GcgPlay) or last.nick != event.nick:
            raise InvalidNotation("There is no play of this player just before to take off.")
        done = self.plays[-1]
        self.position = self.position.without(p.square for p in done.play.placements)
        return -done.computed

    def _add(self, event: GcgEvent, score: int) -> None:
        """Check the running total the file states against the scores it states."""
        nick = event.nick
        after = self.declared.get(nick, 0) + score
        # A total that follows from a wrong one is not wrong again.
        follows = self.stated.get(nick, 0) + score
        if event.total is not None and event.total not in (after, follows):
            self.remark(
                event,
                said(
                    "the total is given as {given}, the scores given add up to {sum}.",
                    given=event.total,
                    sum=after,
                ),
            )
        self.declared[nick] = after
        self.stated[nick] = follows if event.total is None else event.total

    def _check_end(self, event: GcgEndRack) -> None:
        try:
            value = sum(self.tiles.value(tile) for tile in self.letters.rack(event.held))
        except InvalidNotation as error:
            self.remark(event, error.said)
            return
        right = (-value,) if event.own else (value, 2 * value)
        if event.score not in right:
            self.remark(
                event,
                said(
                    "the tiles {tiles} are worth {right}, not {given}.",
                    tiles=event.held,
                    right=listed(right, "or"),
                    given=event.score or 0,
                ),
            )
