"""A game from a row of pictures, one for each finished turn: who laid what, for how much."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion.board.placement import Play
from companion.board.position import Position
from companion.board.reading import BoardReading, Unreadable
from companion.board.square import Square
from companion.errors import ConfigError, InputError, RuleViolation
from companion.inference.diff import Doubt
from companion.inference.history import History, Told
from companion.inference.shifted import misplaced, shifted_corners
from companion.inference.turned import Corners, misturned, turned_corners
from companion.rules.api import Setup
from companion.rules.messages import Pass, PlayTiles, Withdraw
from companion.rules.scoring import score_play
from companion.session.session import Session

log = logging.getLogger(__name__)


class ReadFrame(Protocol):
    """The eyes, for files."""

    def __call__(
        self,
        frame: str,
        known: Position | None,
        number: int,
        corners_px: Corners | None = None,
    ) -> BoardReading | Unreadable:
        """Return what a frame shows.

        Args:
            frame: Its name.
            known: The last known position.
            number: Its number, from 0.
            corners_px: Outer corners of the grid, top left first as read, where known.

        Raises:
            InputError: The file is no picture.
        """


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
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a picture could not be read."""

    status: str
    detail: str


UNFIT = Refusal(
    "does-not-fit",
    "What the picture shows has nothing to do with the game so far; it was passed over.",
)


@dataclass(frozen=True, slots=True)
class Retold:
    """The whole game."""

    turns: tuple[Turn, ...]
    totals: tuple[tuple[str, int], ...]
    position: Position
    refusals: tuple[tuple[str, Refusal], ...]
    """(frame, why) of each picture that could not be read."""


def retell(frames: Sequence[str], read: ReadFrame, setup: Setup) -> Retold:
    """Read all pictures in order and return the game that they show.

    Args:
        frames: Names of the pictures, handed to `read` one by one.
        read: The eyes.
        setup: Players, tile set and board.

    Raises:
        ConfigError: Fewer than two players.
    """
    if len(setup.players) < 2:
        raise ConfigError("A game takes at least two players; name them as --players Ann,Bob.")
    start = History(setup.tiles, layout=setup.layout, rack_size=setup.option("rack_size", 7))
    history = start
    readings: list[BoardReading | None] = []
    refused: dict[int, Refusal] = {}
    for number, frame in enumerate(frames):
        known = history.position()
        seen = _seen(read, frame, known if len(known) else None, number)
        if isinstance(seen, Refusal):
            log.info("%s: %s", frame, seen.detail)
            refused[number] = seen
        readings.append(None if isinstance(seen, Refusal) else seen)
        history = history.after(readings[-1])
    if _set_right(readings, frames, read):
        history = start
        for reading in readings:
            history = history.after(reading)
    moves = history.told()
    for number in set(range(len(frames))) - set(refused) - {told.frame for told in moves}:
        refused[number] = UNFIT
    teller = _Teller(setup, frames, refused)
    for told in moves:
        teller.tell(told)
    teller.unread(len(frames))
    return Retold(
        turns=tuple(teller.turns),
        totals=tuple(zip(setup.players, teller.totals, strict=True)),
        position=teller.position,
        refusals=tuple((frames[number], why) for number, why in sorted(refused.items())),
    )


def _set_right(
    readings: list[BoardReading | None], frames: Sequence[str], read: ReadFrame
) -> bool:
    """Read those pictures again whose grid was laid wrongly; tell if there were any."""
    again: dict[int, Corners] = {}
    for number, quarters in misturned(readings).items():
        if (reading := readings[number]) is not None and len(reading.corners_px) == 4:
            again[number] = turned_corners(reading.corners_px, quarters)
    for number, shift in misplaced(readings).items():
        if (reading := readings[number]) is not None and len(reading.corners_px) == 4:
            again.setdefault(number, shifted_corners(reading.corners_px, shift, reading.size))
    for number, corners in again.items():
        seen = _seen(read, frames[number], None, number, corners)
        if not isinstance(seen, Refusal):
            log.info("%s was read again with its grid set right", frames[number])
            readings[number] = seen
    return bool(again)


def _seen(
    read: ReadFrame,
    frame: str,
    known: Position | None,
    number: int,
    corners_px: Corners | None = None,
) -> BoardReading | Refusal:
    try:
        seen = read(frame, known, number, corners_px)
    except InputError as fault:
        return Refusal("not-a-picture", str(fault))
    if isinstance(seen, Unreadable):
        return Refusal(seen.reason.value, seen.detail)
    return seen


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
            detail = (
                f"The picture shows {len(told.adopted)} tiles that no turn explains; "
                "they are taken as they lie."
            )
            self.turns[-1] = replace(self.turns[-1], detail=detail)
        self.told_until = told.frame + 1

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
        why = self.refused.get(frame, Refusal("ok", ""))
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


def keep(retold: Retold, session: Session, *, actor: str = "replay") -> None:
    """Write a retold game into a session, turn by turn.

    Raises:
        RuleViolation: A turn cannot be written, such as one that builds on tiles that no turn
            explains; those before it are kept.
        StoreError: The store refuses.
    """
    line_of_play: list[int] = []
    for number, turn in enumerate(retold.turns, 1):
        if turn.kind == "withdrawn":
            session.handle(Withdraw(line_of_play.pop()), actor)
        elif turn.play is not None:
            session.handle(PlayTiles(turn.play.placements), actor)
            line_of_play.append(number)
        else:
            session.handle(Pass(), actor)
