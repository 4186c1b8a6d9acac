"""Follows a board without a dashboard: tells what it sees, and counts plays by itself.

Nobody presses Done here, so a play counts once it has lain there unchanged for a while.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.errors import RuleViolation
from companion.inference.propose import Proposal
from companion.rules.api import TurnRow
from companion.session.messages import AcceptProposal
from companion.session.order import GameWentOn, ordered
from companion.session.snapshot import Snapshot, tile_pairs
from companion.text import NOTHING, Said
from companion.vision.types import Frame
from companion.watching.pipeline import ACTOR, Pipeline, Port, same

LONGEST_STEP_S = 2.0
"""What counts at most between two frames: what nobody saw may have been a hand."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """A sentence: why nothing is seen, or why a play does not count."""

    t_s: float
    text: Said


@dataclass(frozen=True, slots=True)
class Settled:
    """The board is still and shows something new."""

    t_s: float
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Counted:
    """Turns that count now, and the totals after them."""

    t_s: float
    turns: tuple[TurnRow, ...]
    totals: tuple[tuple[str, int], ...]


Told = Noticed | Settled | Counted


@dataclass(slots=True)
class Spectator:
    """Takes frames and tells what follows from them. Belongs to one thread.

    Attributes:
        pipeline: From frames to proposals.
        port: The game that the pipeline proposes to.
        tell: Takes what is to be told, in order.
        patience_s: How long a play must be seen to lie there, in the time of the frames.
        asks: Whether somebody is there to be asked, so that doubtful plays wait for a tap.
    """

    pipeline: Pipeline
    port: Port
    tell: Callable[[Told], None]
    patience_s: float = 4.0
    asks: bool = False

    _pending: Proposal | None = None
    _lain_s: float = 0.0
    _seen_s: float = 0.0
    _message: Said = NOTHING
    _refused: set[Said] = field(default_factory=set)

    def take(self, frame: Frame) -> Snapshot:
        """Take one frame; return the state after it."""
        self.pipeline.take(frame)
        passed_s, self._seen_s = frame.t_s - self._seen_s, frame.t_s
        self._lain_s += min(max(passed_s, 0.0), LONGEST_STEP_S)
        self._follow(frame.t_s)
        return self.port.snapshot

    def complain(self, text: Said, about: str) -> Snapshot:
        """Say why there are no frames, or take our own complaint back."""
        snapshot = self.pipeline.complain(text, about)
        self._notice(snapshot, self._seen_s)
        return snapshot

    def _follow(self, t_s: float) -> None:
        now = self.port.snapshot
        self._notice(now, t_s)
        proposal = now.proposal
        if proposal is None:
            self._pending = None
        elif not same(proposal, self._pending):
            self._pending, self._lain_s = proposal, 0.0
            self.tell(Settled(t_s, proposal))
        elif not self.pipeline.sees or self._waits(proposal):
            self._lain_s = 0.0  # what lies under a hand is not lying still
        elif self._lain_s >= self.patience_s:
            self._count(proposal, now, t_s)

    def _waits(self, proposal: Proposal) -> bool:
        """Whether a play is not to count by itself, however long it has lain there."""
        return proposal.half_laid or (self.asks and bool(proposal.doubts))

    def _count(self, proposal: Proposal, before: Snapshot, t_s: float) -> None:
        self._lain_s = 0.0
        try:
            accepting = AcceptProposal(tiles=tile_pairs(proposal.best.placements))
            after = self.port.submit(ordered(accepting, ACTOR, before.seen)).result()
        except GameWentOn:
            return  # what is there now will be looked at anew
        except RuleViolation as fault:
            if fault.said not in self._refused:
                self._refused.add(fault.said)
                self.tell(Noticed(t_s, fault.said))
            return
        self._pending = None
        self._message = after.message
        self._refused.clear()
        self.tell(Counted(t_s, after.turns[len(before.turns) :], after.totals))

    def _notice(self, now: Snapshot, t_s: float) -> None:
        message = now.trouble or now.message
        if message != self._message:
            self._message = message
            if message:
                self.tell(Noticed(t_s, message))
