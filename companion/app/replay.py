"""A game from a row of pictures, one for each finished turn: who laid what, for how much."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.board.placement import Placement, Play
from companion.board.position import Position
from companion.board.reading import BoardReading, Reason, Unreadable
from companion.board.square import Square
from companion.camera import Source
from companion.errors import ConfigError, InputError, RuleViolation
from companion.inference.diff import Doubt
from companion.inference.history import History, Told
from companion.inference.shifted import misplaced, shifted_corners
from companion.inference.turned import Corners, misturned, turned_corners
from companion.rules.api import Setup
from companion.rules.crossword.scoring import score_play
from companion.text import NOTHING, Said, said, sentences
from companion.vision.types import Frame
from companion.watching.feed import SharedCamera
from companion.watching.pipeline import Eyes, looked
from companion.watching.pump import pump

log = logging.getLogger(__name__)

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the game.

    Attributes:
        frame: The picture it is told by.
        player: Who took it.
        kind: "play", "unchanged" or "withdrawn". Nothing in a picture of an unchanged board
            tells a pass from an exchange.
        play: What was laid; for "withdrawn" the play taken off.
        score: Points; for "withdrawn" those that went back, below 0.
        total: Of the player, after it.
        doubts: Squares of the play that may hold something else.
        ignored: Squares that look taken and belong to no turn.
        status: "ok", or the reason why the picture could not be read.
        detail: A sentence on that; may be empty.
        moved: Number of an earlier turn whose tiles lie in another order now, and how.
    """

    frame: str
    player: str
    kind: str
    play: Play | None = None
    score: int = 0
    total: int = 0
    doubts: tuple[Doubt, ...] = ()
    ignored: tuple[Square, ...] = ()
    status: str = "ok"
    detail: Said = NOTHING
    moved: tuple[tuple[int, tuple[Placement, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a picture could not be read."""

    status: str
    detail: Said


UNFIT = Refusal(
    "does-not-fit",
    said("What the picture shows has nothing to do with the game so far; it was passed over."),
)


FAILED = Refusal("failed", said("The picture could not be looked at; the log says why."))


@dataclass(frozen=True, slots=True)
class Retold:
    """The whole game."""

    turns: tuple[Turn, ...]
    totals: tuple[tuple[str, int], ...]
    position: Position
    refusals: tuple[tuple[str, Refusal], ...]
    """(frame, why) of each picture that could not be read."""


def retell(open_: Callable[[], Source], eyes: Eyes, setup: Setup) -> Retold:
    """Read all pictures in order, as those of a camera, and return the game that they show.

    Args:
        open_: Opens the pictures, one for each finished turn.
        eyes: Read them.
        setup: Players, tile set and board.

    Raises:
        ConfigError: Fewer than two players.
    """
    if len(setup.players) < 2:
        raise ConfigError("A game takes at least two players; name them as --players Ann,Bob.")
    telling = Retelling(eyes, setup)
    _fed(open_, telling)
    telling.set_right()
    if telling.again:
        _fed(open_, telling)
    return telling.retold()


def _fed(open_: Callable[[], Source], telling: Retelling) -> None:
    with closing(SharedCamera("pictures", open_)) as camera:
        pump(camera, telling, threading.Event())


class Retelling:
    """Watches pictures of finished turns, and tells the game when all have been seen.

    Args:
        eyes: Read pictures.
        setup: Players, tile set and board.
    """

    def __init__(self, eyes: Eyes, setup: Setup) -> None:
        self._eyes, self._setup = eyes, setup
        self._history = self._begun()
        self._frames: list[str] = []
        self._readings: list[BoardReading | None] = []
        self._refused: dict[int, Refusal] = {}
        self.again: dict[int, Corners] = {}
        """Pictures to be read once more, with corners that others have told."""

    def take(self, frame: Frame) -> None:
        """Read a picture, knowing what those before it show; the second time set right."""
        number = frame.seq
        if number < len(self._frames):
            if number in self.again:
                self._read_again(number, frame)
            return
        self._frames.append(frame.source)
        self._readings.append(None)
        self._refused[number] = FAILED
        known = self._history.position()
        try:
            seen = self._seen(frame, known if len(known) else None)
            if isinstance(seen, Refusal):
                log.info("%s: %s", frame.source, seen.detail)
                self._refused[number] = seen
            else:
                self._readings[number] = seen
                del self._refused[number]
        finally:
            self._history = self._history.after(self._readings[number])

    def complain(self, text: Said, about: str) -> None:
        """Files are never late, so there is nothing to say."""

    def set_right(self) -> None:
        """Find the pictures whose grid was laid wrongly, as the others show."""
        readings = self._readings
        for number, quarters in misturned(readings).items():
            if (reading := readings[number]) is not None and len(reading.corners_px) == 4:
                self.again[number] = turned_corners(reading.corners_px, quarters)
        for number, shift in misplaced(readings).items():
            if (reading := readings[number]) is not None and len(reading.corners_px) == 4:
                corners = shifted_corners(reading.corners_px, shift, reading.size)
                self.again.setdefault(number, corners)

    def retold(self) -> Retold:
        """Return the whole game."""
        if self.again:
            self._history = self._begun()
            for reading in self._readings:
                self._history = self._history.after(reading)
        moves, frames = self._history.told(), self._frames
        refused = dict(self._refused)
        for number in set(range(len(frames))) - set(refused) - {told.frame for told in moves}:
            refused[number] = UNFIT
        teller = _Teller(self._setup, frames, refused)
        for told in moves:
            teller.tell(told)
        teller.unread(len(frames))
        return Retold(
            turns=tuple(teller.turns),
            totals=tuple(zip(self._setup.players, teller.totals, strict=True)),
            position=teller.position,
            refusals=tuple((frames[number], why) for number, why in sorted(refused.items())),
        )

    def _begun(self) -> History:
        setup = self._setup
        rack_size = setup.option("rack_size", 7)
        return History(setup.tiles, layout=setup.layout, rack_size=rack_size)

    def _read_again(self, number: int, frame: Frame) -> None:
        seen = self._seen(frame, None, np.array(self.again[number], np.float64))
        if not isinstance(seen, Refusal):
            log.info("%s was read again with its grid set right", frame.source)
            self._readings[number] = seen

    def _seen(
        self, frame: Frame, known: Position | None, corners_px: Array | None = None
    ) -> BoardReading | Refusal:
        try:
            seen = looked(self._eyes, frame, previous=known, corners_px=corners_px)
        except InputError as fault:
            return Refusal(Reason.NOT_A_PICTURE.value, fault.said)
        return Refusal(seen.reason.value, seen.detail) if isinstance(seen, Unreadable) else seen


@dataclass(slots=True)
class _Teller:
    """Gives moves to frames and players, and keeps the score."""

    setup: Setup
    frames: Sequence[str]
    refused: Mapping[int, Refusal]
    turns: list[Turn] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    position: Position = field(default_factory=Position)
    seat: int = 0
    laid: list[tuple[int, Play]] = field(default_factory=list)
    """(seat, play) of all that lies on the board, oldest first."""

    told_until: int = 0
    """Frames before this one have their turns."""

    def __post_init__(self) -> None:
        self.totals = [0] * len(self.setup.players)
        self.position = Position(size=self.setup.layout.size)

    def tell(self, told: Told) -> None:
        """Add what one picture shows, and before it what happened in unread ones.

        The last step belongs to the picture itself, those before it to the unread pictures just
        before, as far as there are any.
        """
        moved = [m for tiles in told.moved if (m := self._moved(tiles))]
        withdrawn = self._taken_off(told.withdrawn)
        plays = self._scored(told)
        steps = (withdrawn is not None) + len(plays)
        self.unread(told.frame + 1 - max(1, steps))
        frames = [max(self.told_until, told.frame + 1 - steps + k) for k in range(steps)]
        if withdrawn is not None:
            self._withdraw(withdrawn, told, frames.pop(0))
        for frame, play in zip(frames, plays, strict=True):
            self._lay(play, told, frame)
        if not steps:
            self._add(told.frame, "unchanged", doubts=told.doubts, ignored=told.quarantined)
        if told.adopted:
            self.position = self.position.with_tiles({p.square: p.tile for p in told.adopted})
            detail = said(
                "The picture shows {adopted} tiles that no turn explains; they are taken "
                "as they lie.",
                adopted=len(told.adopted),
            )
            self.turns[-1] = replace(self.turns[-1], detail=detail)
        if moved:
            self._tell_moved(moved)
        self.told_until = told.frame + 1

    def _moved(self, tiles: tuple[Placement, ...]) -> tuple[int, tuple[Placement, ...]] | None:
        """Lay a play's tiles as they lie now; the number of its turn."""
        squares = {p.square for p in tiles}
        for number, turn in enumerate(self.turns, 1):
            if turn.kind == "play" and turn.play and squares == set(_squares(turn.play)):
                self.position = self.position.with_tiles({p.square: p.tile for p in tiles})
                return number, tiles
        return None

    def _tell_moved(self, moved: Sequence[tuple[int, tuple[Placement, ...]]]) -> None:
        told = []
        for number, tiles in moved:
            play = self.turns[number - 1].play
            if play is not None:
                new = iter(p.tile.letter or "?" for p in tiles)
                word = zip(play.main.tiles, play.main.new, strict=True)
                now = "".join(next(new) if is_new else t.letter or "?" for t, is_new in word)
                told.append(
                    said(
                        "The tiles of {word} lie as {now} from this picture on.",
                        word=play.main.text,
                        now=now,
                    )
                )
        last = self.turns[-1]
        detail = sentences(last.detail, *told)
        self.turns[-1] = replace(last, detail=detail, moved=tuple(moved))

    def unread(self, until: int) -> None:
        """Add a turn without a change for each frame before `until` that has none yet."""
        for frame in range(self.told_until, until):
            self._add(frame, "unchanged")
        self.told_until = max(self.told_until, until)

    def _taken_off(self, squares: tuple[Square, ...]) -> tuple[int, Play] | None:
        if not squares or not self.laid:
            return None
        seat, play = self.laid[-1]
        return (seat, play) if {p.square for p in play.placements} == set(squares) else None

    def _scored(self, told: Told) -> list[Play]:
        setup, before = self.setup, self.position.without(told.withdrawn)
        plays = []
        for placements in told.plays:
            try:
                play = score_play(
                    before,
                    placements,
                    setup.layout,
                    setup.tiles,
                    rack_size=setup.option("rack_size", 7),
                    bonus=setup.option("bingo", 50),
                )
            except RuleViolation as fault:  # the letters are of no set that we know
                log.warning("%s: %s", self.frames[told.frame], fault)
                continue
            before = before.with_tiles({p.square: p.tile for p in placements})
            plays.append(play)
        return plays

    def _withdraw(self, withdrawn: tuple[int, Play], told: Told, frame: int) -> None:
        """Take a play off; its player had his turn, so that nothing changes about the next."""
        seat, play = withdrawn
        self.laid.pop()
        self.position = self.position.without(told.withdrawn)
        self._add(frame, "withdrawn", play, -play.score, seat=seat)

    def _lay(self, play: Play, told: Told, frame: int) -> None:
        squares = {p.square for p in play.placements}
        self.position = self.position.with_tiles({p.square: p.tile for p in play.placements})
        self.laid.append((self.seat, play))
        self._add(
            frame,
            "play",
            play,
            play.score,
            doubts=tuple(d for d in told.doubts if d.square in squares),
            ignored=told.quarantined if frame == told.frame else (),
        )

    def _add(
        self,
        frame: int,
        kind: str,
        play: Play | None = None,
        score: int = 0,
        *,
        seat: int | None = None,
        doubts: tuple[Doubt, ...] = (),
        ignored: tuple[Square, ...] = (),
    ) -> None:
        """Add a turn of whoever is on turn, the next player follows; or one of a named seat."""
        by = self.seat if seat is None else seat
        self.totals[by] += score
        why = self.refused.get(frame, Refusal("ok", NOTHING))
        self.turns.append(
            Turn(
                frame=self.frames[frame],
                player=self.setup.players[by],
                kind=kind,
                play=play,
                score=score,
                total=self.totals[by],
                doubts=doubts,
                ignored=ignored,
                status=why.status,
                detail=why.detail,
            )
        )
        if seat is None:
            self.seat = (self.seat + 1) % len(self.totals)


def _squares(play: Play) -> tuple[Square, ...]:
    return tuple(p.square for p in play.placements)
