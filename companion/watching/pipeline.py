"""From frames to proposals: read, wait for a still board, infer, hand to the loop.

One frame at a time; what arrives meanwhile is the source's to drop. The pipeline never commits
anything: it shows what the board says, people count it.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.board.layout import STANDARD, Layout
from companion.board.placement import Placement
from companion.board.position import Position
from companion.board.reading import BLANK_FACE, BoardReading, CellReading, Reason, Unreadable
from companion.board.square import Square
from companion.board.tiles import Tile, TileSet
from companion.inference.propose import Kind, Proposal, rank
from companion.inference.settle import Window
from companion.rules.crossword.scoring import score_play
from companion.session.messages import (
    DropProposal,
    LeaveOut,
    RaiseDoubt,
    ShowMessage,
    ShowProposal,
    TilesLifted,
)
from companion.session.notices import CAMERA
from companion.session.order import GameWentOn, Order, ordered
from companion.session.snapshot import Snapshot, squares_of
from companion.text import NOTHING, Said
from companion.vision.types import Frame
from companion.watching.remarks import Remarks

ACTOR = "camera"

Picture = NDArray[np.uint8]


class Eyes(Protocol):
    """Reads a board from a picture."""

    def read(
        self,
        image: Picture,
        *,
        corners_px: NDArray[np.float64] | None = None,
        previous: Position | None = None,
        seq: int = 0,
        t_s: float = 0.0,
        source: str = "",
    ) -> BoardReading | Unreadable:
        """Return what the board shows, or why that cannot be said."""


class Port(Protocol):
    """The loop, as the pipeline sees it."""

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""

    def submit(self, order: Order) -> Future[Snapshot]:
        """Hand in an order."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A picture of the board without a hand over it.

    Attributes:
        image: uint8 (H, W, 3) BGR.
        corners_px: Outer corners of the grid, from the top left as read.
    """

    image: Picture
    corners_px: tuple[tuple[float, float], ...]


@dataclass(slots=True)
class Pipeline:
    """Turns frames into proposals on the screens. Belongs to one thread.

    Attributes:
        eyes: Reads frames.
        port: Where proposals go.
        tiles: The tile set in play.
        window: Decides when the board is still.
        layout: The board.
        rack_size: Most tiles that one play may lay.
        blank_swaps: Whether a blank may give way to the tile it stands for.
    """

    eyes: Eyes
    port: Port
    tiles: TileSet
    window: Window
    layout: Layout = STANDARD
    rack_size: int = 7
    blank_swaps: bool = False
    remarks: Remarks = field(default_factory=Remarks)
    """What is said of pictures that can be read."""

    sees: bool = False
    """Whether the newest picture could be read."""

    seen: Seen | None = None
    """The newest picture that could be read."""

    _published: Proposal | None = None
    _position: Position | None = None
    _about: str = ""
    """What our own complaint is about; empty for none."""
    _decided: set[Square] = field(default_factory=set)
    _picked: dict[Square, Tile] = field(default_factory=dict)

    def take(self, frame: Frame) -> Snapshot:
        """Read one frame and show what follows from it; return the state after it."""
        now = self.port.snapshot
        reading = looked(self.eyes, frame, previous=now.position)
        trouble = trouble_of(reading)
        if trouble is not None or isinstance(reading, Unreadable):
            self.window = self.window.emptied()
            if trouble is None:
                return self.complain(NOTHING, "")
            return self.complain(CAMERA[trouble], trouble.value)
        self._complain(*self.remarks.after(reading))
        self.sees = True
        self.seen = Seen(frame.image, reading.corners_px)
        self.window = self.window.step(reading)
        settled = self.window.settled
        return self.port.snapshot if settled is None else self._show(settled)

    def complain(self, text: Said, about: str) -> Snapshot:
        """Say why the board cannot be read.

        Args:
            text: What is wrong.
            about: A key for it.
        """
        self.sees = False
        return self._complain(text, about)

    def _complain(self, text: Said, about: str) -> Snapshot:
        """Say something of the board, or take our own complaint back."""
        now = self.port.snapshot
        ours = bool(self._about) and now.about == self._about
        if (about == now.about and text == now.message) or not (text or ours):
            return now
        self._about = about
        return self.port.submit(ordered(ShowMessage(text, about), ACTOR)).result()

    def propose(self, frame: Frame, reading: BoardReading) -> Snapshot:
        """Show what follows from the reading of a single picture of a still board."""
        self.seen = Seen(frame.image, reading.corners_px)
        return self._show(reading)

    def _show(self, reading: BoardReading) -> Snapshot:
        now = self.port.snapshot
        self._heed(now)
        reading = self._lifted(reading, now)
        now = self.port.snapshot
        proposal = rank(
            now.position,
            picked_into(reading, self._picked),
            tiles=self.tiles,
            layout=self.layout,
            last_play=squares_of(now.last_play),
            missed=max(0, now.ended - 1),
            rack_size=self.rack_size,
            blank_swaps=self.blank_swaps,
        )
        proposal = self._undecided(self._named(now.position, proposal))
        if proposal.kind is Kind.UNCHANGED:
            now = self._doubt(proposal, now)
            now = self._left_out(proposal, now)
        if same(proposal, now.proposal):
            return now
        if proposal.kind is Kind.UNCHANGED:
            return now if now.proposal is None else self._publish(DropProposal(), None, now)
        return self._publish(ShowProposal(proposal), proposal, now)

    def _lifted(self, reading: BoardReading, now: Snapshot) -> BoardReading:
        """Leave tiles that are to be lifted out of the reading until all of them are off.

        Else a play that was challenged off would be proposed again at once.
        """
        if not now.lift:
            return reading
        off = set(now.lift) - {square for square, _ in now.position.items()}
        if not any(reading.cell(square).occupied > 0.5 for square in off):
            self._tell(TilesLifted(), now)
            return reading
        cells = tuple(
            CellReading(cell.square, 0.0) if cell.square in off else cell
            for cell in reading.cells
        )
        return replace(reading, cells=cells)

    def _publish(self, command: object, published: Proposal | None, now: Snapshot) -> Snapshot:
        self._published = published
        return self._tell(command, now)

    def _tell(self, command: object, now: Snapshot) -> Snapshot:
        """Say what follows from a board; nothing if the game has gone on from it meanwhile."""
        try:
            return self.port.submit(ordered(command, ACTOR, now.seen)).result()
        except GameWentOn:
            return self.port.snapshot

    def _heed(self, now: Snapshot) -> None:
        """Remember letters that people picked in the proposal, until the board moves on."""
        if now.position != self._position:
            self._settle(self._position, now.position)
            self._position = now.position
            self._picked.clear()
            self._published = None
        if now.proposal is None or self._published is None:
            return
        ours = {p.square: p.tile for p in self._published.best.placements}
        for placement in now.proposal.best.placements:
            if placement.square in ours and ours[placement.square] != placement.tile:
                self._picked[placement.square] = placement.tile

    def _settle(self, before: Position | None, after: Position) -> None:
        """Remember squares that people decided: what is read there is no doubt any more."""
        if before is not None:
            self._decided |= {
                square
                for square, tile in after.items()
                if (old := before.get(square)) is not None and old != tile
            }
        self._decided |= set(self._picked)
        self._decided &= {square for square, _ in after.items()}

    def _undecided(self, proposal: Proposal) -> Proposal:
        open_ = tuple(d for d in proposal.doubts if d.square not in self._decided)
        return replace(proposal, doubts=open_)

    def _doubt(self, proposal: Proposal, now: Snapshot) -> Snapshot:
        """Mark known squares on which the board now shows something else."""
        marked = {doubt.square for doubt in now.doubtful}
        new = [
            d for d in proposal.doubts if d.square in now.position and d.square not in marked
        ]
        if not new:
            return now
        rows = tuple((doubt.square.name, doubt.candidates) for doubt in new)
        return self._tell(RaiseDoubt(rows), now)

    def _left_out(self, proposal: Proposal, now: Snapshot) -> Snapshot:
        """Show squares that look taken though no play was laid."""
        if now.proposal is not None or now.left_out == proposal.quarantined:
            return now
        return self._tell(LeaveOut(proposal.quarantined), now)

    def _named(self, position: Position, proposal: Proposal) -> Proposal:
        """Return the proposal with the letters that people gave to blanks."""
        if not any(tile.blank for tile in self._picked.values()):
            return proposal
        best = proposal.best
        if not best.plays:
            return proposal
        before, plays = position.without(best.withdrawn), []
        for play in best.plays:
            laid = tuple(self._as_picked(p) for p in play.placements)
            plays.append(
                score_play(before, laid, self.layout, self.tiles, rack_size=self.rack_size)
            )
            before = before.with_tiles({p.square: p.tile for p in laid})
        named = replace(best, plays=tuple(plays))
        return replace(proposal, best=named)

    def _as_picked(self, placement: Placement) -> Placement:
        return replace(placement, tile=self._picked.get(placement.square, placement.tile))


def looked(
    eyes: Eyes,
    frame: Frame,
    *,
    previous: Position | None = None,
    corners_px: NDArray[np.float64] | None = None,
) -> BoardReading | Unreadable:
    """Return what eyes make of a frame; what is no picture is a refusal like others."""
    if frame.fault:
        reason = Reason.NOT_A_PICTURE
        return Unreadable(reason, frame.fault, frame.t_s, frame.seq, frame.source)
    return eyes.read(
        frame.image,
        corners_px=corners_px,
        previous=previous,
        seq=frame.seq,
        t_s=frame.t_s,
        source=frame.source,
    )


def trouble_of(reading: BoardReading | Unreadable) -> Reason | None:
    """Return why nothing follows from a reading; None if something may."""
    if isinstance(reading, Unreadable):
        return reading.reason
    return Reason.HAND_OVER_BOARD if any(cell.hidden for cell in reading.cells) else None


def picked_into(reading: BoardReading, picked: Mapping[Square, Tile]) -> BoardReading:
    """Return a reading in which the squares that people picked a letter for are certain."""
    if not picked:
        return reading

    def certain(cell: CellReading) -> CellReading:
        tile = picked.get(cell.square)
        if tile is None or cell.occupied < 0.5:
            return cell
        token = BLANK_FACE if tile.blank else tile.letter
        return CellReading(cell.square, 1.0, ((token, 1.0),))

    return replace(reading, cells=tuple(certain(cell) for cell in reading.cells))


def same(one: Proposal, other: Proposal | None) -> bool:
    """Tell whether two proposals show the same; chances that moved a little do not count."""
    if other is None:
        return one.kind is Kind.UNCHANGED
    if one.kind is Kind.UNCHANGED:
        return False
    return (
        one.best.placements == other.best.placements
        and one.best.withdrawn == other.best.withdrawn
        and [d.square for d in one.doubts] == [d.square for d in other.doubts]
        and one.quarantined == other.quarantined
    )
