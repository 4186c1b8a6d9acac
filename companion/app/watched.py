"""A table and its camera joined: eyes made, frames pumped to the game until it ends."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.app.wiring import Table
from companion.board.tiles import TileSet
from companion.inference.settle import STEADY_FRAMES, WINDOW_FRAMES, Window
from companion.rules.registry import game as ruleset_named
from companion.session.messages import Refresh
from companion.session.order import ordered
from companion.session.snapshot import Snapshot
from companion.watching.feed import SharedCamera
from companion.watching.pipeline import Eyes, Pipeline
from companion.watching.pump import Watcher, pump
from companion.watching.spectator import Spectator, Told

if TYPE_CHECKING:
    from companion.vision.known import Known
    from companion.watching.following.trace import LiveTrace

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table is watched.

    Attributes:
        steady: Pictures in a row that must agree before a board counts as still.
        window: Pictures that are put together at most.
        patience_s: After how long a sure play counts by itself; None for never.
        asks: Whether somebody is there to be asked, so that doubtful plays wait for a tap.
        tell: Takes what is told of a board whose plays count by themselves.
        trace: Writes down what the eyes see and do.
    """

    steady: int = STEADY_FRAMES
    window: int = WINDOW_FRAMES
    patience_s: float | None = None
    asks: bool = True
    tell: Callable[[Told], None] = lambda told: log.debug("%s", told)
    trace: LiveTrace | None = None


USUAL = Manner()


@dataclass(frozen=True, slots=True)
class Watch:
    """A table that is being watched."""

    camera: SharedCamera
    pipeline: Pipeline
    thread: threading.Thread


@contextmanager
def watched(
    table: Table,
    camera: SharedCamera,
    eyes: Eyes,
    manner: Manner,
    *,
    alone: AbstractContextManager[object] | None = None,
) -> Iterator[Watch]:
    """Feed a table from a camera until the block ends, or the pictures do.

    Args:
        table: The game.
        camera: Gives the pictures.
        eyes: Reads them; a reader of single pictures is made to follow the board.
        manner: How.
        alone: Held while a picture is handled.
    """
    pipeline = pipeline_for(table, eyes, manner)
    watcher: Watcher = pipeline
    if manner.patience_s is not None:
        watcher = Spectator(
            pipeline, table.loop, manner.tell, patience_s=manner.patience_s, asks=manner.asks
        )
    stop = threading.Event()
    thread = threading.Thread(
        target=pump, name="companion-eyes", daemon=True, args=(camera, watcher, stop),
        kwargs={"alone": alone},
    )  # fmt: skip
    thread.start()
    try:
        yield Watch(camera, pipeline, thread)
    finally:
        stop.set()
        thread.join(timeout=10)


def eyes_for(tiles: TileSet, *, dot: str = "", known: Known | None = None) -> Eyes:
    """Return the reader of a tile set.

    Args:
        tiles: The set.
        dot: Colour of the dots on its blanks, as RRGGBB; empty where they are bare.
        known: What is known of the camera and the set.

    Raises:
        ConfigError: That is no colour.
        DependencyMissing: The networks are not installed.
    """
    from companion.vision.reading.read import Reader
    from companion.vision.recognisers.marked import MarkedBlanks, colour_of
    from companion.vision.recognisers.registry import open_recogniser

    if not dot:
        return Reader(tiles, known=known)
    colour = colour_of(dot)
    return Reader(tiles, letters=MarkedBlanks(open_recogniser(), colour), known=known)


def knowing(eyes: Eyes, known: Known | None) -> Eyes:
    """Return eyes that know of the camera and the set; others than our reader as they are."""
    from companion.vision.reading.read import Reader

    if known is None or not isinstance(eyes, Reader):
        return eyes
    return eyes.knowing(known)


def watching(eyes: Eyes, trace: LiveTrace | None = None) -> Eyes:
    """Return eyes that stay on one board, made from a reader of single pictures.

    Eyes that are no such reader are taken as they are.

    Args:
        eyes: Read single pictures; what they know of the lens and the board's place is used.
        trace: Writes down what they see and do.
    """
    from companion.vision.reading.read import Reader
    from companion.watching.following.eyes import LiveEyes
    from companion.watching.following.lens import CalibratedLens
    from companion.watching.sight import Cornered

    if isinstance(eyes, Cornered):
        return eyes.around(lambda inner: watching(inner, trace))
    if not isinstance(eyes, Reader):
        return eyes
    known, stages = eyes.known, None if trace is None else trace.stages
    if known is None or known.calibration is None:
        watched = LiveEyes(eyes, eyes.finder(), trace=stages)
    else:
        lens = CalibratedLens(known.calibration.lens)
        straight = eyes.knowing(known.straight())
        watched = LiveEyes(
            straight, eyes.finder(), lens=lens, posed=known.corners_px, trace=stages
        )
    return watched if trace is None else trace.around(watched)


def pipeline_for(
    table: Table,
    eyes: Eyes,
    manner: Manner = USUAL,
) -> Pipeline:
    """Return the way from frames to a table's screens.

    Args:
        table: The game.
        eyes: Reads frames; a reader of single pictures is made to follow the board.
        manner: How it is watched.
    """
    game = ruleset_named(table.ruleset)
    pipeline = Pipeline(
        watching(eyes, manner.trace),
        table.loop,
        table.tiles,
        Window(manner.steady, manner.window),
        layout=table.setup.layout,
        rack_size=game.most_tiles(table.setup),
        blank_swaps=game.swap_blank is not None,
    )
    if table.pictures is not None:
        follow = table.pictures.follow(lambda: pipeline.seen)

        def keep(snapshot: Snapshot) -> None:
            if follow(snapshot):
                # The screens show that there is one.
                table.loop.submit(ordered(Refresh(), "camera"))

        table.loop.subscribe(keep)
    return pipeline
