"""A game that plays itself before a rendered camera, through the same eyes as a real one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.square import parse_coordinate
from companion.board.tiles import Tile
from companion.errors import CameraError, RuleViolation
from companion.inference.propose import Proposal
from companion.rules.messages import CorrectTile, EndGame
from companion.runtime.wiring import Table
from companion.session.messages import AcceptProposal, ShowMessage, ShowProposal
from companion.session.snapshot import Snapshot
from companion.vision.types import Frame
from companion.watching.pipeline import Picture, Pipeline
from companion.web.amend import with_letter

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

STEPS = 2
"""Frames after something happened, before the next tile is laid."""

PRESS_S = 20.0
PRESS_STEP_S = 0.5
"""How long a press of the box may take before it is pressed again."""

MOST_FRAMES = 12
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


HAPPENINGS: Mapping[int, tuple[str, Scenery]] = MappingProxyType({
    5: ("Somebody bumps into the board.", Scenery(bump=(0.8, -0.5))),
    8: ("Somebody switches a lamp on.", Scenery(bump=(0.8, -0.5), warmth=0.8)),
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


def rendered(table: Table, *, seed: int) -> Render:
    """Return a camera over a rendered board with a table's tiles."""
    from companion.synth.scene import render_board

    values = {token: table.tiles.value_of(token) for token in table.tiles.letters}

    def render(cells: list[list[str]], *, frame: int, hand: bool, scenery: Scenery) -> Picture:
        scene = render_board(
            cells, values=values, seed=seed, frame=frame, hand=hand,
            bump=scenery.bump, warmth=scenery.warmth,
        )  # fmt: skip
        return scene.image

    return render


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
        table: The game.
        pipeline: From frames to proposals.
        render: The camera.
        stop: Set by others to end the game early.
        pause_s: Seconds to look at a play before it is counted; 0 for none.
        by_hand: Whether people press Done instead of the game itself.
        press: Presses the button of a seat on a button box, which then ends the turns.
    """

    table: Table
    pipeline: Pipeline
    render: Render
    stop: threading.Event
    pause_s: float = 4.0
    by_hand: bool = False
    press: Callable[[int], None] | None = None
    frames: int = 0
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
        self._submit(EndGame(((),) * len(self.table.setup.players)))
        return True

    def _turn(self, number: int, before: Position, board: Position) -> bool:
        if number in HAPPENINGS and self._happens(*HAPPENINGS[number], before):
            return False
        new = [square for square, _ in board.items() if square not in before]
        half = board.without(new[len(new) // 2 :])
        self._look(half, hand=True)
        if self.stop.wait(self.pause_s / 4):
            return False
        unread = 0
        while not self._counted(board):
            if self.stop.is_set():
                return False
            now = self._look(board)
            if not self._complete(now, board):
                unread += 1
                if unread >= MOST_FRAMES:
                    raise CameraError(
                        f"The rendered board of turn {number} was not read in {unread} frames; "
                        "run `companion doctor` to see what is missing."
                    )
                continue
            if self.stop.wait(self.pause_s if not self.by_hand else min(1.0, self.pause_s)):
                return False
            self._mend(board)
            if not self.by_hand:
                self._accept(board)
        self._correct(board)
        return not self.stop.wait(self.pause_s / 4)

    def _happens(self, text: str, scenery: Scenery, board: Position) -> bool:
        """Change what surrounds the game, and say so; True if the game was stopped."""
        self._submit(ShowMessage(text))
        stopped = self.stop.wait(self.pause_s / 2)
        self.scenery = scenery
        for _ in range(STEPS):
            self._look(board)
            stopped = stopped or self.stop.wait(self.pause_s / 4)
        if self.table.loop.snapshot.message == text:
            self._submit(ShowMessage(""))
        return stopped

    def _look(self, board: Position, *, hand: bool = False) -> Snapshot:
        image = self.render(board.cells(), frame=self.frames, hand=hand, scenery=self.scenery)
        frame = Frame(image, seq=self.frames, t_s=float(self.frames), source="demo")
        self.frames += 1
        return self.pipeline.take(frame)

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
                    rack_size=self.pipeline.rack_size,
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
        return self.table.loop.submit(command, ACTOR).result()
