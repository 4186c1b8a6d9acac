"""Can the live eyes keep up? A rendered camera of 30 frames a second, for as long as you like.

The demonstration's game is laid before the camera: hands at work, then tiles that lie still, a
push and a lamp on the way. Told at the end, as one JSON object: frames given, taken and
dropped, how old a frame was when everything that follows from it was known, how many readings
that took, the memory, and how busy the machine was besides.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.app import watched, wiring
from companion.app.demo_game import HAPPENINGS, PLAYERS, Scenery, boards
from companion.board.position import Position
from companion.board.square import Square
from companion.camera import LatestFrame
from companion.session.messages import AcceptProposal
from companion.session.order import ordered
from companion.session.snapshot import Snapshot
from companion.synth.scene import render_board
from companion.vision.types import Frame, Image
from companion.watching.following.eyes import LiveEyes
from tools.soak_tables import soak

RATE_HZ = 30.0
SIZE = (1280, 720)
HANDS = ((5.0, 6.0), (7.0, 8.0), (9.0, 7.0))
AT_WORK = 0.25
"""Share of a turn during which hands are over the board."""

GRAINS = 5


class Turn:
    """Pictures of one turn: hands at work, then what lies there."""

    def __init__(
        self, before: Position, board: Position, scenery: Scenery, values: dict[str, int]
    ):
        def picture(position: Position, hand: tuple[float, float] | bool) -> Image:
            return render_board(
                position.cells(), values=values, seed=7, size=SIZE, hand=hand,
                bump=scenery.bump, warmth=scenery.warmth,
            ).image  # fmt: skip

        self.hands = [picture(before, tips) for tips in HANDS]
        self.still = picture(board, hand=False)
        self.board = board

    def at(self, share: float, tick: int) -> Image:
        """The picture after a share of the turn."""
        return self.hands[tick // 3 % len(self.hands)] if share < AT_WORK else self.still


class RenderedCamera:
    """Gives a frame every thirtieth of a second, whoever takes it."""

    name = "soak"
    live = True

    def __init__(self, turns: list[Turn], seconds: float) -> None:
        rng = np.random.default_rng(0)
        shape = (SIZE[1], SIZE[0], 3)
        self._grain = [rng.normal(0, 1.5, shape).astype(np.int16) for _ in range(GRAINS)]
        self._turns, self._seconds = turns, seconds
        self._start = time.monotonic()
        self.given = self.late = 0

    def opened(self) -> RenderedCamera:
        """The same, whose time begins now, as that of who takes its frames does."""
        self._start = time.monotonic()
        return self

    def read(self) -> Frame | None:
        """The next frame, at its time; None when the time is up."""
        tick = self.given + self.late
        due = self._start + tick / RATE_HZ
        now = time.monotonic()
        missed = int(max(0.0, now - due) * RATE_HZ)
        self.late += missed
        tick += missed
        t_s = tick / RATE_HZ
        if t_s >= self._seconds:
            return None
        time.sleep(max(0.0, self._start + t_s - now))
        each = self._seconds / len(self._turns)
        number = min(int(t_s / each), len(self._turns) - 1)
        picture = self._turns[number].at(t_s / each - number, tick)
        grainy = cv2.add(picture, self._grain[tick % GRAINS], dtype=cv2.CV_8U)
        self.given += 1
        return Frame(
            np.asarray(grainy, np.uint8), time.monotonic() - self._start, tick, self.name
        )

    def age_s(self, frame: Frame) -> float:
        """How long ago a frame was given."""
        return time.monotonic() - self._start - frame.t_s

    def close(self) -> None:
        """Nothing is held open."""


def all_turns(values: dict[str, int]) -> Iterator[Turn]:
    """Render the demonstration's game."""
    before, scenery = Position(), Scenery()
    for number, board in enumerate(boards(), 1):
        scenery = HAPPENINGS[number][1] if number in HAPPENINGS else scenery
        yield Turn(before, board, scenery, values)
        print(f"rendered turn {number}", file=sys.stderr)
        before = board


def memory_mb() -> float:
    """Resident memory of this process; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    rows = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
    return int(rows["VmRSS"].split()[0]) / 1024


def missing(turn: Turn, snapshot: Snapshot) -> set[Square]:
    """Squares of a turn's tiles that are not counted yet."""
    return {square for square, _ in turn.board.items() if square not in snapshot.position}


def main() -> int:
    """Run, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--threads", type=int, help="of OpenCV (default: as many as cores)")
    parser.add_argument("--tables", type=int, help="so many in one program, a game at each")
    parser.add_argument("--turns", type=int, default=12, help="at each of the tables")
    parser.add_argument("--rate", type=float, default=15.0, help="frames a second at a table")
    parser.add_argument(
        "--idle", type=float, default=10.0, help="seconds of still boards first"
    )
    args = parser.parse_args()
    seconds = args.seconds
    if args.threads is not None:
        cv2.setNumThreads(args.threads)
    if args.tables:
        load = os.getloadavg()[0]
        told = soak(
            args.tables, seconds, turns=args.turns, rate_hz=args.rate, idle_s=args.idle,
            memory_mb=memory_mb,
        )  # fmt: skip
        loads = {"first": round(load, 1), "last": round(os.getloadavg()[0], 1)}
        print(json.dumps({**told, "load": loads}))
        return 0
    with wiring.open_table(folder=None, players=PLAYERS) as table:
        values = {token: table.tiles.value_of(token) for token in table.tiles.letters}
        turns = list(all_turns(values))
        pipeline = watched.pipeline_for(table, watched.eyes_for(table.tiles))
        camera = RenderedCamera(turns, seconds)
        latest = LatestFrame(camera.opened)
        ages, memory, wrong, load = [], [], 0, os.getloadavg()[0]
        final = turns[-1].board
        while (frame := latest.take(5.0)) is not None:
            snapshot = pipeline.take(frame)
            ages.append(camera.age_s(frame))
            if len(ages) % 100 == 1:
                memory.append(memory_mb())
            proposal = snapshot.proposal
            if proposal is None:
                continue
            laid = {p.square: p.tile for p in proposal.best.placements}
            truth = next((t.board for t in turns if missing(t, snapshot) == set(laid)), None)
            if truth is not None:
                wrong += any(
                    tile.letter != known.letter
                    for square, tile in laid.items()
                    if (known := truth.get(square)) is not None and not known.blank
                )
                table.loop.submit(ordered(AcceptProposal(), "soak")).result()
        latest.close()
        position = table.loop.snapshot.position
        eyes = pipeline.eyes
        if not isinstance(eyes, LiveEyes):
            raise SystemExit("the pipeline does not follow the board")
        print(json.dumps({
            "seconds": seconds,
            "given": camera.given, "late": camera.late, "taken": len(ages),
            "dropped": latest.dropped,
            "dropped_percent": round(100 * latest.dropped / max(1, camera.given), 1),
            "latency_ms": {
                "median": round(1000 * statistics.median(ages), 1),
                "p95": round(1000 * float(np.percentile(ages, 95)), 1),
                "most": round(1000 * max(ages), 1),
            },
            "readings": eyes.full_readings, "moves": eyes.moves,
            "load": {"first": round(load, 1), "last": round(os.getloadavg()[0], 1)},
            "memory_mb": {"first": round(memory[0]), "last": round(memory[-1])},
            "turns": len(table.loop.snapshot.turns), "misread_plays": wrong,
            "all_tiles": {s for s, _ in position.items()} == {s for s, _ in final.items()},
        }))  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
