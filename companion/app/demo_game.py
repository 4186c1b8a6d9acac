"""A game that plays itself before a rendered camera, through the same eyes as a real one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from companion.app.wiring import Table
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import parse_coordinate
from companion.board.tiles import Tile, TileSet
from companion.errors import CameraError, RuleViolation
from companion.inference.propose import Proposal
from companion.rules.engine.messages import CorrectTile, EndGame
from companion.session.messages import AcceptProposal, ShowMessage, ShowProposal
from companion.session.order import ordered
from companion.session.snapshot import Snapshot
from companion.text import NOTHING, Said, said
from companion.vision.types import Frame
from companion.watching.pipeline import Picture
from companion.web.requests.amend import with_letter

log = logging.getLogger(__name__)

ACTOR = "demo"

PLAYERS = ("Ada", "Grace")

PLAYS: tuple[tuple[str, str], ...] = (
    ("8B", "ORCHARD"),
    ("F6", "QUAY"),
    ("10F", "SUNnY"),
    ("J6", "ZEPHYR"),
    ("12H", "BASIL"),
    ("13C", "GLACIER"),
    ("M9", "JIGSAW"),
    ("15G", "LANTERN"),
    ("14B", "WOOL"),
    ("15C", "AXE"),
    ("N5", "TEAPOT"),
    ("O5", "ORBIT"),
)
"""(coordinate, word) of each turn; lower case is a blank. The players take turns."""

RACKS = ("DEIKNOT", "AEFIMUV")
"""What the players still hold when they stop."""

STAGE = "synthetic:demo"
"""Address of the camera before which the game is played."""

SIDE = 15
RACK = 7
STEPS = 4
"""Frames after something happened, before the next tile is laid."""

QUICK = 6
IDLE_S = 0.5
"""After so many pictures of one view, one in so many seconds."""

LOOK_S = 0.2

PRESS_S = 20.0
PRESS_STEP_S = 0.5
"""How long a press of the box may take before it is pressed again."""

MOST_FRAMES = 15
"""Frames of a still board after which an unread play is a fault."""


@dataclass(frozen=True, slots=True)
class Scenery:
    """What is not the game, and must not matter to it.

    Attributes:
        bump: How far the board has been pushed, in cells.
        warmth: -1..1, light turning from blue to yellow.
    """

    bump: tuple[float, float] = (0.0, 0.0)
    warmth: float = 0.0


HAPPENINGS: Mapping[int, tuple[Said, Scenery]] = MappingProxyType({
    5: (said("Somebody bumps into the board."), Scenery(bump=(0.8, -0.5))),
    8: (said("Somebody switches a lamp on."), Scenery(bump=(0.8, -0.5), warmth=0.8)),
})  # fmt: skip
"""Before these turns something happens to the table; it stays so."""


class Render(Protocol):
    """Takes the picture of a board."""

    def __call__(
        self, cells: list[list[str]], *, frame: int, hand: bool, scenery: Scenery
    ) -> Picture:
        """Return uint8 (H, W, 3) BGR.

        Args:
            cells: 15 x 15 tokens, lower case for a blank.
            frame: Number of the frame; only the noise depends on it.
            hand: Whether a hand reaches over the board.
            scenery: Where the board lies, and its light.
        """


def rendered(tiles: TileSet, *, seed: int) -> Render:
    """Return what takes pictures of a rendered board with these tiles."""
    from companion.synth.scene import render_board

    values = {token: tiles.value_of(token) for token in tiles.letters}

    def render(cells: list[list[str]], *, frame: int, hand: bool, scenery: Scenery) -> Picture:
        scene = render_board(
            cells, values=values, seed=seed, frame=frame, hand=hand,
            bump=scenery.bump, warmth=scenery.warmth,
        )  # fmt: skip
        return scene.image

    return render


@dataclass(frozen=True, slots=True)
class View:
    """What lies before the camera."""

    cells: list[list[str]]
    hand: bool = False
    scenery: Scenery = Scenery()


class Stage:
    """A rendered camera over a board that somebody lays tiles on.

    Every view is given at least once; the newest ever again, and slowly once it is known.
    """

    name = STAGE
    live = False

    def __init__(self, render: Render) -> None:
        self._render = render
        self._changed = threading.Condition()
        self._views = [View([[""] * SIDE for _ in range(SIDE)])]
        self._image: Picture | None = None
        self.frames = 0
        """Pictures taken."""
        self.alike = 0
        """Of the newest view."""

    def show(self, view: View) -> None:
        """Put something before the camera, after what waits to be given."""
        with self._changed:
            self._views.append(view)
            self.alike = 0
            self._changed.notify_all()

    def read(self) -> Frame:
        """Return the next picture."""
        with self._changed:
            if self.alike >= QUICK and len(self._views) == 1:
                self._changed.wait(IDLE_S)
            if len(self._views) > 1:
                del self._views[0]
            view, self.frames = self._views[0], self.frames + 1
            self.alike += len(self._views) == 1
            image = self._image if self.alike > QUICK else None
        if image is None:
            image = self._image = self._render(
                view.cells, frame=self.frames, hand=view.hand, scenery=view.scenery
            )
        return Frame(image, t_s=float(self.frames), seq=self.frames, source=self.name)

    def close(self) -> None:
        """Nothing is held open."""


def placements_of(position: Position, coordinate: str, word: str) -> tuple[Placement, ...]:
    """Return the tiles that a word lays on a position; letters already there are left out."""
    square, direction = parse_coordinate(coordinate)
    laid = []
    for step, letter in enumerate(word):
        where = square.moved(direction, step)
        if where not in position:
            laid.append(Placement(where, Tile(letter.upper(), blank=letter.islower())))
    return tuple(laid)


def boards() -> Iterator[Position]:
    """Yield the board after each play of the game."""
    position = Position()
    for coordinate, word in PLAYS:
        laid = placements_of(position, coordinate, word)
        position = position.with_tiles({p.square: p.tile for p in laid})
        yield position


@dataclass(slots=True)
class DemoGame:
    """Lays tiles before the camera, waits for them to be read, and counts the plays.

    Attributes:
        table: The game; it is watched through the stage.
        stage: The camera.
        stop: Set by others to end the game early.
        pause_s: Seconds to look at a play before it is counted; 0 for none.
        by_hand: Whether people press Done instead of the game itself.
        press: Presses the button of a seat on a button box, which then ends the turns.
    """

    table: Table
    stage: Stage
    stop: threading.Event
    pause_s: float = 4.0
    by_hand: bool = False
    press: Callable[[int], None] | None = None
    scenery: Scenery = Scenery()

    def play(self) -> bool:
        """Play to the end; False if it was stopped or ended by somebody before.

        Raises:
            CameraError: A board was not read.
        """
        before = Position()
        for number, board in enumerate(boards(), 1):
            try:
                if not self._turn(number, before, board):
                    return False
            except RuleViolation as refusal:
                log.warning("the game was taken over by hand: %s", refusal)
                return False
            before = board
        try:
            self._submit(EndGame(tuple(tuple(map(Tile, rack)) for rack in RACKS)))
        except RuleViolation:  # somebody changed the game by hand
            self._submit(EndGame(((),) * len(self.table.setup.players)))
        return True

    def _turn(self, number: int, before: Position, board: Position) -> bool:
        if number in HAPPENINGS and self._happens(*HAPPENINGS[number], before):
            return False
        new = [square for square, _ in board.items() if square not in before]
        self._show(board.without(new[len(new) // 2 :]), hand=True)
        if self.stop.wait(self.pause_s / 4):
            return False
        self._show(board)
        while not self._counted(board):
            if not self._is_read(number, board):
                return False
            if self.stop.wait(self.pause_s if not self.by_hand else min(1.0, self.pause_s)):
                return False
            self._mend(board)
            if not self.by_hand:
                self._accept(board)
        self._correct(board)
        return not self.stop.wait(self.pause_s / 4)

    def _is_read(self, number: int, board: Position) -> bool:
        """Wait until all that lies there is proposed or counts; False if stopped."""
        while not self._counted(board):
            now = self.table.loop.snapshot
            if self._complete(now, board):
                return True
            if self.stop.is_set():
                return False
            if self.stage.alike >= MOST_FRAMES:
                raise CameraError(
                    "The rendered board of turn {number} was not read in {most_frames} "
                    "frames; run `companion doctor` to see what is missing.",
                    number=number,
                    most_frames=MOST_FRAMES,
                )
            self.table.loop.wait(now.version, LOOK_S)
        return True

    def _happens(self, text: Said, scenery: Scenery, board: Position) -> bool:
        """Change what surrounds the game, and say so; True if the game was stopped."""
        self._submit(ShowMessage(text, ACTOR))
        stopped = self.stop.wait(self.pause_s / 2)
        self.scenery = scenery
        self._show(board)
        while self.stage.alike < STEPS and not stopped:
            stopped = self.stop.wait(LOOK_S)
        stopped = stopped or self.stop.wait(self.pause_s / 2)
        if self.table.loop.snapshot.about == ACTOR:
            self._submit(ShowMessage(NOTHING))
        return stopped

    def _show(self, board: Position, *, hand: bool = False) -> None:
        self.stage.show(View(board.cells(), hand, self.scenery))

    def _counted(self, board: Position) -> bool:
        position = self.table.loop.snapshot.position
        return all(square in position for square, _ in board.items())

    def _complete(self, now: Snapshot, board: Position) -> bool:
        """Tell whether the proposal lays exactly the tiles that lie there uncounted."""
        if now.proposal is None:
            return False
        missing = {square for square, _ in board.items() if square not in now.position}
        return {p.square for p in now.proposal.best.placements} == missing

    def _mend(self, board: Position) -> None:
        """Name blanks and correct what was misread, as a player would by a tap."""
        now = self.table.loop.snapshot
        if now.proposal is None or self.by_hand:
            return
        mended: Proposal = now.proposal
        for placement in now.proposal.best.placements:
            truth = board.get(placement.square)
            if truth is not None and truth != placement.tile:
                mended = with_letter(
                    mended,
                    now.position,
                    placement.square,
                    truth,
                    tiles=self.table.tiles,
                    layout=self.table.setup.layout,
                    rack_size=RACK,
                )
        if mended is not now.proposal:
            self._submit(ShowProposal(mended))
            self.stop.wait(self.pause_s / 2)

    def _correct(self, board: Position) -> None:
        """Correct what was counted wrong, unless people look after it themselves."""
        if self.by_hand:
            return
        for square, tile in self.table.loop.snapshot.position.items():
            truth = board.get(square)
            if truth is not None and truth != tile:
                self._submit(CorrectTile(square, truth))

    def _accept(self, board: Position) -> None:
        now = self.table.loop.snapshot
        if not self._complete(now, board):
            return
        if self.press is None:
            self._submit(AcceptProposal())
            return
        self.press(now.scoreboard.on_turn or 0)
        # The press comes over the line in its own time; nothing else ends the turn.
        deadline = PRESS_S
        while not self._counted(board) and deadline > 0:
            seen = self.table.loop.snapshot.version
            self.table.loop.wait(seen, PRESS_STEP_S)
            deadline -= PRESS_STEP_S

    def _submit(self, command: object) -> Snapshot:
        loop = self.table.loop
        return loop.submit(ordered(command, ACTOR, loop.snapshot.seen)).result()
