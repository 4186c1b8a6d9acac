"""A GCG file as a game of ours, to be looked at, corrected and played on.

What the file says stays: a score of its own that is not ours is kept and marked, a turn that
cannot be played is kept and marked as impossible. What a game has no place for (racks, notes,
titles, lines of other programs) is noted in its log, to be written again. What cannot be kept
is told, here and whenever the game is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.board.placement import Placement
from companion.board.spelling import Letters, laid_tiles
from companion.board.square import parse_coordinate
from companion.board.tiles import Tile, TileSet
from companion.errors import InvalidNotation, RuleViolation
from companion.export.api import GameFileError, Imported
from companion.export.gcg.replay import replay_gcg
from companion.export.gcg.turns import GcgTurn, GcgTurns, line_of, turns_of
from companion.export.gcg.types import (
    GcgChallenge,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgGame,
    GcgPass,
    GcgPlay,
    GcgTime,
    GcgWithdrawal,
    at_line,
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
from companion.rules.noted import FileNoted, TurnNoted
from companion.rules.registry import FIRST, GAMES
from companion.text import Said, said

Racks = tuple[tuple[Tile, ...], ...]
MOST_EXCHANGED = 20


def import_gcg(game: GcgGame, *, tiles: TileSet | None = None) -> Imported:
    """Return a file's game as events of the classic game.

    Args:
        game: The file, as it was read.
        tiles: The tile set; None to find it as `replay_gcg` does.

    Raises:
        GameFileError: There are not two to four players.
    """
    told, replay = turns_of(game), replay_gcg(game, tiles=tiles)
    nicks = [player.nick for player in game.players]
    nicks += [e.nick for e in told.events if e.nick not in nicks]
    nicks = list(dict.fromkeys(nicks))
    if not 2 <= len(nicks) <= 4:
        raise GameFileError(
            "A game of ours has 2 to 4 players; the file has {nicks}.", nicks=len(nicks)
        )
    names = {player.nick: player.name for player in game.players}
    shown = [names.get(nick, nick) for nick in nicks]
    players = tuple(shown if len(set(shown)) == len(shown) else nicks)
    ends = [e for e in told.events if isinstance(e, GcgEndRack)]
    options: tuple[tuple[str, Option], ...] = (
        ("bag_check", 0),
        ("end_bonus", "double" if _is_doubled(ends, len(nicks), replay.tiles) else "sum"),
    )
    setup = Setup(players, replay.tiles, replay.layout, options)
    letters = Letters.of(replay.tiles, digits=True)
    maker = _Maker(setup, nicks, letters, GAMES[FIRST].start(setup))
    maker.take_all(told, ends)
    filed = FileNoted(
        tuple(zip(nicks, shown, strict=True)),
        (*told.head, *maker.head),
        tuple(maker.lost),
        tuple(maker.tail),
    )
    remarks = (*(p.said for p in game.problems), *replay.remarks, *maker.remarks, *maker.lost)
    title = game.pragma("title") or ""
    made = (filed, *maker.made)
    return Imported(FIRST, setup, made, title, tuple(dict.fromkeys(remarks)))


def _is_doubled(ends: Sequence[GcgEndRack], players: int, tiles: TileSet) -> bool:
    if players != 2 or len(ends) != 1 or ends[0].own:
        return False
    try:
        held = Letters.of(tiles, digits=True).rack(ends[0].held)
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
    remarks: list[Said] = field(default_factory=list)
    lost: list[Said] = field(default_factory=list)
    """What cannot be kept."""

    head: list[str] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)
    """Lines behind the end of the game."""

    sums: dict[str, int] = field(default_factory=dict)
    """Running totals as the file's own scores add up."""

    mended: int = 0
    """Points by which the last play was mended to the file's figure."""

    unread: GcgEvent | None = None
    """A play that could not be read and may be taken off next."""

    def add(self, event: Event, noted: TurnNoted | None = None, move: str = "") -> None:
        """Take an event over; what the rules do not allow is kept and marked.

        Args:
            event: What happened.
            noted: What the file says of it besides.
            move: The file's words for it, where it is impossible.
        """
        try:
            again(self.state.now, Did(event))
        except RuleViolation as why:
            event = TurnImpossible(event, why.said)  # type: ignore[arg-type]
            noted = replace(noted or TurnNoted(), move=move)
        for each in (event, noted):
            if each is not None and each != TurnNoted():
                self.made.append(each)
                self.state = GAMES[FIRST].evolve(self.state, each)

    def adjust(
        self, seat: int, points: int, reason: str, noted: TurnNoted | None = None
    ) -> bool:
        """Book points beside the plays; whether there are any."""
        points = max(-MOST_POINTS, min(MOST_POINTS, points))
        if points:
            self.add(ScoreAdjusted(seat, points, reason), noted)
        return bool(points)

    def lose(self, event: GcgEvent, what: Said) -> None:
        """Keep that something of a line cannot be kept."""
        self.lost.append(at_line(event.line, what))

    def take_all(self, told: GcgTurns, ends: Sequence[GcgEndRack]) -> None:
        """Take all turns of a file, and its end."""
        for at, turn in enumerate(told.turns):
            event = turn.event
            if isinstance(event, GcgEndRack):
                self.tail += turn.lines
                if event.trailing:
                    self.lose(event, said("{text} is left out.", text=event.trailing))
                continue
            held: tuple[str, ...] = ()
            if not ends and all(isinstance(e, GcgEndRack) for e in told.events[at + 1 :]):
                held = tuple(map(line_of, told.held))
            self.take(turn, held)
        if not told.turns:
            self.head += map(line_of, told.held)
        for pragma in told.held if ends else ():
            what = said("{text} is left out, for the game has ended.", text=line_of(pragma))
            self.lost.append(at_line(pragma.line, what))
        self.finish(ends)

    def take(self, turn: GcgTurn, held: tuple[str, ...]) -> None:
        """Take one turn."""
        event, seat = turn.event, self.nicks.index(turn.event.nick)
        noted = TurnNoted(
            event.rack, "", self._odd_total(event), event.trailing, turn.lines, held
        )
        match event:
            case GcgPlay():
                self._play(event, seat, noted)
            case GcgPass():
                self.add(TurnPassed(seat), noted)
            case GcgExchange():
                self._exchange(event, seat, noted)
            case GcgWithdrawal():
                self._withdraw(event, seat, noted)
            case _:
                reason = "time" if isinstance(event, GcgTime) else "challenge"
                if not self.adjust(seat, event.score or 0, reason, noted):
                    self._drop(event, noted)

    def _drop(self, event: GcgEvent, noted: TurnNoted) -> None:
        what = {GcgTime: "(time)", GcgChallenge: "(challenge)"}.get(type(event), "")
        what = what or f"{getattr(event, 'coordinate', '')} {getattr(event, 'word', '')}"
        text = said("{text} of 0 points is left out.", text=what)
        self.lose(event, text)
        self.tail += [*noted.lines, *noted.held]

    def _odd_total(self, event: GcgEvent) -> int | None:
        """The total that a line gives, where the scores given add up to another."""
        before = self.sums.get(event.nick, 0)
        score = event.score or 0
        if isinstance(event, GcgWithdrawal) and not score:
            # Some programs write the restored total with a score of +0.
            score = (before if event.total is None else event.total) - before
        self.sums[event.nick] = before + score if event.total is None else event.total
        odd = event.total is not None and event.total != before + score
        return event.total if odd else None

    def _play(self, event: GcgPlay, seat: int, noted: TurnNoted) -> None:
        self.unread, self.mended = None, 0
        move = f"{event.coordinate} {event.word}"
        try:
            start, way = parse_coordinate(event.coordinate)
            position = self.state.now.sheet.position
            laid = laid_tiles(event.word, start, way, position, self.letters)
        except InvalidNotation as error:
            what = said(
                "{coordinate} {word} is left out: {problem}",
                coordinate=event.coordinate,
                word=event.word,
                problem=error.said,
            )
            self.remarks.append(at_line(event.line, what))
            self.unread, self.mended = event, event.score or 0
            if not self.adjust(seat, self.mended, "recorded", replace(noted, move=move)):
                self._drop(event, noted)
            return
        if len(laid) == 1:
            noted = replace(noted, at=event.coordinate)
        play = TilesPlayed(seat, tuple(Placement(s, t) for s, t in sorted(laid.items())))
        self.add(play, noted, move)
        line = self.state.now.sheet.lines[-1]
        if event.score is not None and event.score != line.score:
            self.mended = event.score - line.score
            what = said(
                "recorded {given}, by the rules {right}: {off} points off; the recorded score "
                "is kept.",
                given=event.score,
                right=line.score,
                off=abs(self.mended),
            )
            self.remarks.append(at_line(event.line, what))
            self.adjust(seat, self.mended, "recorded")

    def _exchange(self, event: GcgExchange, seat: int, noted: TurnNoted) -> None:
        count = event.count or 1
        try:
            tiles = self.letters.rack(event.tiles)
            count = len(tiles) or count
        except InvalidNotation as error:
            self.remarks.append(at_line(event.line, error.said))
            tiles, count = (), len(event.tiles)
            noted = replace(noted, move=f"-{event.tiles}")
        if count > MOST_EXCHANGED:
            noted = replace(noted, move=f"-{event.tiles or count}")
        move = f"-{event.tiles or count}"
        self.add(TilesExchanged(seat, min(count, MOST_EXCHANGED), tiles), noted, move)

    def _withdraw(self, event: GcgWithdrawal, seat: int, noted: TurnNoted) -> None:
        at = self.state.now.sheet.standing
        if self.unread is None and at is not None:
            self.add(PlayWithdrawn(at + 1, seat), noted, "--")
            self.adjust(seat, -self.mended, "recorded")
        elif not self.adjust(seat, -self.mended, "recorded", replace(noted, move="--")):
            self._drop(event, noted)
        self.unread, self.mended = None, 0

    def finish(self, ends: Sequence[GcgEndRack]) -> None:
        """Take the reckoning: racks if the file tells them all, else its points alone."""
        racks = self._racks(ends)
        if racks is None:
            for end in ends:
                noted = TurnNoted(end.rack, f"({end.held})")
                seat = self.nicks.index(end.nick)
                if not self.adjust(seat, end.score or 0, "recorded", noted):
                    self.lose(end, said("({tiles}) of 0 points is left out.", tiles=end.held))
            if ends:
                self.remarks.append(
                    said(
                        "The file does not tell who held which tiles at the end; the game is "
                        "left unfinished. Who has tiles left?"
                    )
                )
            return
        doubled = self.state.now.rules.end_bonus == "double"
        ours = end_adjustments(racks, self.setup.tiles, doubled=doubled)
        for seat, nick in enumerate(self.nicks):
            theirs = sum(e.score or 0 for e in ends if e.nick == nick)
            self.adjust(seat, theirs - ours[seat], "recorded", TurnNoted(move="()"))
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
            self.remarks.append(error.said)
            return None
        if len(known) < len(self.nicks):
            return None
        return tuple(known[seat] for seat in range(len(self.nicks)))
