"""Replays a GCG file on our own board and compares every score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from companion.board.layout import STANDARD, SUPER, Layout
from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.board.square import parse_coordinate
from companion.board.tiles import TileSet
from companion.errors import InvalidNotation, RuleViolation
from companion.export.gcg_tiles import Letters, fitting_tile_sets, laid_tiles, stated_tile_set
from companion.export.gcg_types import (
    GcgChallenge,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgGame,
    GcgPlay,
    GcgTime,
    GcgWithdrawal,
)
from companion.rules.crossword.bag import BLANK_TOKEN, excess, token
from companion.rules.crossword.scoring import score_play
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
    """Why a replay stopped."""

    status: str
    detail: str


@dataclass(frozen=True, slots=True)
class Replay:
    """What a file's game comes to."""

    tiles: TileSet
    chosen: str
    """How the tile set was chosen, a phrase."""

    plays: tuple[ReplayedPlay, ...]
    totals: dict[str, int]
    """By nick: computed play scores with the file's own adjustments."""

    position: Position
    layout: Layout
    remarks: tuple[str, ...]
    refusal: Refusal | None = None

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
        return _replay(game, tiles, "as asked", layout)
    stated, how = stated_tile_set(game)
    if stated is not None:
        replay = _replay(game, stated, f"by {how}", layout)
        # A pragma that most scores contradict was left over from another game.
        if replay.refusal is None and 2 * replay.mismatches <= len(replay.plays):
            return replay
    fitting = fitting_tile_sets(game) or (stated or load("english"),)
    best = first = _replay(game, fitting[0], "", layout)
    if _cost(first) != (False, 0, 0):
        tries = [first, *(_replay(game, other, "", layout) for other in fitting[1:])]
        best = min(tries, key=_cost)
    agree = len(best.plays) - best.mismatches
    why = f"guessed: it explains {agree} of {len(best.plays)} scores"
    return replace(best, chosen=why)


def _cost(replay: Replay) -> tuple[bool, int, int]:
    on_board = (tile for _, tile in replay.position.items())
    over = sum(e.laid - e.held for e in excess(on_board, replay.tiles))
    return replay.refusal is not None, replay.mismatches, over


def _replay(game: GcgGame, tiles: TileSet, chosen: str, layout: Layout) -> Replay:
    if "super" in (game.pragma("board-layout") or "").lower():
        layout = SUPER
    run = _Run(tiles, layout, {player.nick: 0 for player in game.players})
    refusal = run.take_all(game.events)
    return Replay(
        tiles=tiles,
        chosen=chosen,
        plays=tuple(run.plays),
        totals=run.totals,
        position=run.position,
        layout=layout,
        remarks=tuple(run.remarks),
        refusal=refusal,
    )


@dataclass(slots=True)
class _Run:
    tiles: TileSet
    layout: Layout
    totals: dict[str, int]
    letters: Letters = field(init=False)
    position: Position = field(init=False)
    plays: list[ReplayedPlay] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    declared: dict[str, int] = field(default_factory=dict)
    """Running totals as the file's own scores add up."""

    stated: dict[str, int] = field(default_factory=dict)
    """Running totals as last stated."""

    leaves: dict[str, Counter[str]] = field(default_factory=dict)
    """What each player must still hold, where the last rack was whole."""

    last: GcgEvent | None = None

    def __post_init__(self) -> None:
        self.letters = Letters.of(self.tiles)
        self.position = Position(size=self.layout.size)

    def take_all(self, events: Sequence[GcgEvent]) -> Refusal | None:
        """Take the events in order; a refusal if one cannot be."""
        skip = False
        for event, after in zip_longest(events, events[1:]):
            if skip:
                skip = False
                continue
            try:
                self.take(event)
            except (InvalidNotation, RuleViolation) as error:
                what = f"line {event.line}:"
                if isinstance(event, GcgPlay):
                    what += f" {event.coordinate} {event.word}:"
                # A play that was taken off at once may be as impossible as it likes.
                skip = isinstance(after, GcgWithdrawal) and after.nick == event.nick
                if not skip:
                    return Refusal("illegal-play", f"{what} {error}")
                self.remarks.append(f"{what} {error} It was taken off.")
        return None

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
            self.remarks.append(
                f"line {event.line}: {event.coordinate} {play.main.text} scores {play.score}, "
                f"not {event.score}."
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
            self.remarks.append(
                f"line {event.line}: the rack {event.rack} lacks {lacks}, which was kept."
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
            self.remarks.append(f"line {event.line}: {error}")
            return
        used = Counter(token(p.tile) for p in placements)
        if missing := used - rack:
            lacks = "".join(sorted(missing.elements())).replace(BLANK_TOKEN, "blank ").strip()
            self.remarks.append(f"line {event.line}: the rack {event.rack} has no {lacks}.")

    def _take_off(self, event: GcgWithdrawal) -> int:
        last = self.last
        if not isinstance(last, GcgPlay) or last.nick != event.nick:
            raise InvalidNotation("there is no play of this player just before to take off.")
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
            self.remarks.append(
                f"line {event.line}: the total is given as {event.total}, "
                f"the scores given add up to {after}."
            )
        self.declared[nick] = after
        self.stated[nick] = follows if event.total is None else event.total

    def _check_end(self, event: GcgEndRack) -> None:
        try:
            value = sum(self.tiles.value(tile) for tile in self.letters.rack(event.held))
        except InvalidNotation as error:
            self.remarks.append(f"line {event.line}: {error}")
            return
        right = (-value,) if event.own else (value, 2 * value)
        if event.score not in right:
            wanted = " or ".join(str(r) for r in right)
            self.remarks.append(
                f"line {event.line}: the tiles {event.held} are worth {wanted}, "
                f"not {event.score}."
            )
