"""A GCG file as a game of ours, to be looked at, corrected and played on.

What the file says stays: a score of its own that is not ours is kept and marked, a turn that
cannot be played is kept and marked as impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.board.placement import Placement
from companion.board.square import parse_coordinate
from companion.board.tiles import Tile, TileSet
from companion.errors import InvalidNotation, RuleViolation
from companion.export.api import GameFileError, Imported
from companion.export.gcg_replay import replay_gcg
from companion.export.gcg_tiles import Letters, laid_tiles
from companion.export.gcg_types import (
    GcgChallenge,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgGame,
    GcgPass,
    GcgPlay,
    GcgTime,
    GcgWithdrawal,
)
from companion.rules.api import Option, Setup
from companion.rules.crossword.ending import end_adjustments
from companion.rules.crossword.sheet import MOST_POINTS
from companion.rules.crossword.state import CrosswordState, again
from companion.rules.engine.history import Did, History
from companion.rules.engine.messages import (
    Event,
    GameEnded,
    PlayWithdrawn,
    ScoreAdjusted,
    TilesExchanged,
    TilesPlayed,
    TurnImpossible,
    TurnPassed,
)
from companion.rules.registry import FIRST, GAMES

Racks = tuple[tuple[Tile, ...], ...]


def import_gcg(game: GcgGame, *, tiles: TileSet | None = None) -> Imported:
    """Return a file's game as events of the classic game.

    Args:
        game: The file, as it was read.
        tiles: The tile set; None to find it as `replay_gcg` does.

    Raises:
        GameFileError: There are not two to four players.
    """
    replay = replay_gcg(game, tiles=tiles)
    nicks = [player.nick for player in game.players]
    nicks += [e.nick for e in _first_of_each(game.events) if e.nick not in nicks]
    if not 2 <= len(nicks) <= 4:
        raise GameFileError(
            "A game of ours has 2 to 4 players; the file has {nicks}.", nicks=len(nicks)
        )
    names = {player.nick: player.name for player in game.players}
    shown = [names.get(nick, nick) for nick in nicks]
    players = tuple(shown if len(set(shown)) == len(shown) else nicks)
    ends = [e for e in game.events if isinstance(e, GcgEndRack)]
    options: tuple[tuple[str, Option], ...] = (
        ("bag_check", 0),
        ("end_bonus", "double" if _is_doubled(ends, len(nicks), replay.tiles) else "sum"),
    )
    setup = Setup(players, replay.tiles, replay.layout, options)
    maker = _Maker(setup, nicks, Letters.of(replay.tiles), GAMES[FIRST].start(setup))
    for event in game.events:
        maker.take(event)
    maker.finish(ends)
    remarks = (*(str(p) for p in game.problems), *replay.remarks, *maker.remarks)
    return Imported(FIRST, setup, tuple(maker.made), game.pragma("title") or "", remarks)


def _first_of_each(events: Sequence[GcgEvent]) -> list[GcgEvent]:
    return list({event.nick: event for event in reversed(events)}.values())[::-1]


def _is_doubled(ends: Sequence[GcgEndRack], players: int, tiles: TileSet) -> bool:
    if players != 2 or len(ends) != 1 or ends[0].own:
        return False
    try:
        held = Letters.of(tiles).rack(ends[0].held)
    except InvalidNotation:
        return False
    value = sum(tiles.value(tile) for tile in held)
    return value > 0 and ends[0].score == 2 * value


@dataclass(slots=True)
class _Maker:
    setup: Setup
    nicks: list[str]
    letters: Letters
    state: History[CrosswordState]
    made: list[Event] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    mended: int = 0
    """Points by which the last play was mended to the file's figure."""

    unread: GcgEvent | None = None
    """A play that could not be read and may be taken off next."""

    def add(self, event: Event) -> None:
        """Take an event over; what the rules do not allow is kept and marked."""
        try:
            again(self.state.now, Did(event))
        except RuleViolation as why:
            event = TurnImpossible(event, why.said)  # type: ignore[arg-type]
        self.made.append(event)
        self.state = GAMES[FIRST].evolve(self.state, event)

    def adjust(self, seat: int, points: int, reason: str) -> None:
        points = max(-MOST_POINTS, min(MOST_POINTS, points))
        if points:
            self.add(ScoreAdjusted(seat, points, reason))

    def take(self, event: GcgEvent) -> None:
        seat = self.nicks.index(event.nick)
        match event:
            case GcgPlay():
                self._play(event, seat)
            case GcgPass():
                self.add(TurnPassed(seat))
            case GcgExchange():
                self._exchange(event, seat)
            case GcgWithdrawal():
                self._withdraw(event, seat)
            case GcgChallenge():
                self.adjust(seat, event.score or 0, "challenge")
            case GcgTime():
                self.adjust(seat, event.score or 0, "time")
            case _:
                pass

    def _play(self, event: GcgPlay, seat: int) -> None:
        self.unread, self.mended = None, 0
        try:
            start, way = parse_coordinate(event.coordinate)
            position = self.state.now.sheet.position
            laid = laid_tiles(event.word, start, way, position, self.letters)
        except InvalidNotation as error:
            self.remarks.append(
                f"line {event.line}: {event.coordinate} {event.word} is left out: {error}"
            )
            self.unread = event
            self.adjust(seat, event.score or 0, "recorded")
            self.mended = event.score or 0
            return
        self.add(TilesPlayed(seat, tuple(Placement(s, t) for s, t in sorted(laid.items()))))
        line = self.state.now.sheet.lines[-1]
        if event.score is not None and event.score != line.score:
            self.mended = event.score - line.score
            self.remarks.append(
                f"line {event.line}: recorded {event.score}, by the rules {line.score}: "
                f"{abs(self.mended)} points off; the recorded score is kept."
            )
            self.adjust(seat, self.mended, "recorded")

    def _exchange(self, event: GcgExchange, seat: int) -> None:
        try:
            tiles = self.letters.rack(event.tiles)
        except InvalidNotation as error:
            self.remarks.append(f"line {event.line}: {error}")
            tiles = ()
        count = len(tiles) or event.count or 1
        self.add(TilesExchanged(seat, min(count, 20), tiles))

    def _withdraw(self, event: GcgWithdrawal, seat: int) -> None:
        at = self.state.now.sheet.standing
        if self.unread is None and at is not None:
            self.add(PlayWithdrawn(at + 1, seat))
        self.adjust(seat, -self.mended, "recorded")
        self.unread, self.mended = None, 0

    def finish(self, ends: Sequence[GcgEndRack]) -> None:
        """Take the reckoning: racks if the file tells them all, else its points alone."""
        racks = self._racks(ends)
        if racks is None:
            for end in ends:
                self.adjust(self.nicks.index(end.nick), end.score or 0, "recorded")
            if ends:
                self.remarks.append(
                    "The file does not tell who held which tiles at the end; the game is left "
                    "unfinished. Who has tiles left?"
                )
            return
        doubled = self.state.now.rules.end_bonus == "double"
        ours = end_adjustments(racks, self.setup.tiles, doubled=doubled)
        for seat, nick in enumerate(self.nicks):
            theirs = sum(e.score or 0 for e in ends if e.nick == nick)
            self.adjust(seat, theirs - ours[seat], "recorded")
        self.add(GameEnded(racks))

    def _racks(self, ends: Sequence[GcgEndRack]) -> Racks | None:
        known: dict[int, tuple[Tile, ...]] = {}
        try:
            for end in ends:
                seat = self.nicks.index(end.nick)
                if end.own:
                    known[seat] = self.letters.rack(end.held)
                else:
                    known[seat] = ()
                    if len(self.nicks) == 2:
                        known.setdefault(1 - seat, self.letters.rack(end.held))
        except InvalidNotation as error:
            self.remarks.append(str(error))
            return None
        if len(known) < len(self.nicks):
            return None
        size = self.state.now.rules.rack_size
        return tuple(known[seat][:size] for seat in range(len(self.nicks)))
