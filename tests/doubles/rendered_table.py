"""A rendered board before eyes that follow it, and a whole game behind them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from companion.board.position import Position
from companion.inference.propose import Proposal
from companion.inference.settle import Window
from companion.session.snapshot import Snapshot
from companion.synth.scene import Scene, render_board
from companion.tilesets import load
from companion.vision.reading.read import Reader
from companion.vision.types import Frame
from companion.watching.following.eyes import LiveEyes
from companion.watching.pipeline import Picture, Pipeline
from tests.doubles.fake_loop import FakeLoop

ENGLISH = load("english")
VALUES = {token: ENGLISH.value_of(token) for token in ENGLISH.letters}
SIZE = (800, 600)
FRAME_S = 1 / 30


@lru_cache(maxsize=1)
def reader() -> Reader:
    """The real reader; its networks are loaded once."""
    return Reader(ENGLISH)


def scene_of(position: Position, **look: Any) -> Scene:
    """A picture of a position; see `render_board`."""
    return render_board(position.cells(), values=VALUES, **{"seed": 7, "size": SIZE, **look})


def noisy(image: Picture, seq: int) -> Picture:
    """The same picture as the next frame has it."""
    rng = np.random.default_rng(seq)
    grain = rng.normal(0, 1.5, image.shape[:2])[..., None]
    return np.clip(image + grain, 0, 255).astype(np.uint8)


class RenderedTable:
    """Shows rendered pictures to a pipeline, frame by frame."""

    def __init__(self, *, steady: int = 3, eyes: Any = None) -> None:
        self.loop = FakeLoop()
        self.eyes = eyes or LiveEyes(reader())
        self.pipeline = Pipeline(self.eyes, self.loop, ENGLISH, Window(steady))
        self.seq = 0
        self.t_s = 0.0
        self.messages: list[str] = []
        self.proposals: list[Proposal] = []

    def show(self, image: Picture, frames: int = 1, *, every_s: float = FRAME_S) -> Snapshot:
        """Take a picture so many times; what is said and proposed meanwhile is kept."""
        for _ in range(frames):
            self.seq += 1
            self.t_s += every_s
            frame = Frame(noisy(image, self.seq), self.t_s, self.seq, "test")
            snapshot = self.pipeline.take(frame)
            if snapshot.message and str(snapshot.message) not in self.messages[-1:]:
                self.messages.append(str(snapshot.message))
            if snapshot.proposal is not None:
                self.proposals.append(snapshot.proposal)
        return snapshot

    def lay(self, position: Position, frames: int = 12, **look: Any) -> Snapshot:
        """Show a position until it has lain still."""
        return self.show(scene_of(position, **look).image, frames)

    @property
    def words(self) -> list[str]:
        """What is proposed now."""
        proposal = self.loop.snapshot.proposal
        return [] if proposal is None else [p.main.text for p in proposal.best.plays]
