"""Many tables with cameras in one program: is every turn read right, what does a table cost?

The hall is opened and served as `companion serve` does it. At each table a game of its own,
known beforehand, is laid before a rendered camera. Each play is counted once a proposal lies on
exactly the squares that were laid; letters that the program itself doubts are named, as players
do.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.app.hall import Hall, open_hall
from companion.app.lookout import EyesFor
from companion.app.server.serving import served
from companion.app.wiring import Table
from companion.board.position import Position
from companion.board.square import Direction, Square
from companion.board.tiles import Tile, TileSet
from companion.household.table_setup import TableSetup
from companion.lexicon.loading import load as load_words
from companion.rules.engine.messages import CorrectTile
from companion.session.messages import AcceptProposal
from companion.session.order import ordered
from companion.session.snapshot import Snapshot
from companion.synth.scene import render_board
from companion.tilesets import load as load_tiles
from companion.vision.types import Frame, Image

SIZE = (1280, 720)
HANDS_S = 1.0
"""How long hands lie over the board before a play lies still."""

PATIENCE_S = 60.0
"""After so long a play that is not proposed is missed; players lay no other one before."""

FIRST_FRAMES = 8
"""After so many the networks have been loaded and used, which is no table's own memory."""

POLL_S = 0.02
GRAINS = 5
MIDDLE = Square(7, 7)
SIDE = range(15)

Render = Callable[[Position, bool, int], Image]
"""The picture of a position, with a hand over it or not, at a table of this number."""


def plays(seed: int, tiles: TileSet, turns: int) -> Iterator[Position]:
    """Yield the board after each play of a game, fewer than asked for when no word fits."""
    rng = random.Random(seed)
    words = [word for word in load_words("enable") if 3 <= len(word) <= 7]
    bag = Counter({token: tiles.count(Tile(token)) for token in tiles.letters})
    board = Position()
    for _ in range(turns):
        laid = next(filter(None, (_fits(board, rng, words, bag) for _ in range(20_000))), None)
        if laid is None:
            return
        bag.subtract(tile.letter for tile in laid.values())
        board = board.with_tiles(laid)
        yield board


def _fits(
    board: Position, rng: random.Random, words: list[str], bag: Counter[str]
) -> dict[Square, Tile] | None:
    """Return a random word if it crosses one tile and touches no other, else None."""
    word = rng.choice(words).upper()
    across = rng.choice(tuple(Direction))
    at, tile = rng.choice(list(board.items()) or [(MIDDLE, Tile(word[0]))])
    if tile.letter not in word:
        return None
    first = at.moved(across, -word.index(tile.letter))
    squares = [first.moved(across, step) for step in range(len(word))]
    new = {s: Tile(letter) for s, letter in zip(squares, word, strict=True) if s not in board}
    beside = {s.moved(across.other, step) for s in new for step in (-1, 1)}
    ends = {first.moved(across, -1), first.moved(across, len(word))}
    inside = all(s.row in SIDE and s.col in SIDE for s in squares)
    crosses = len(word) - len(new) == (1 if len(board) else 0)
    apart = not any(s in board for s in beside | ends)
    enough = Counter(t.letter for t in new.values()) <= +bag
    return new if inside and crosses and apart and enough else None


def rendered(tiles: TileSet) -> Render:
    """Return what takes pictures of boards, each table's with a look of its own."""
    values = {token: tiles.value_of(token) for token in tiles.letters}

    def render(board: Position, hand: bool, number: int) -> Image:
        return render_board(
            board.cells(), values=values, seed=7 + number, size=SIZE, hand=hand
        ).image

    return render


@lru_cache(maxsize=1)
def grains() -> tuple[NDArray[np.int16], ...]:
    """Noise that all cameras share, so that it does not count as a table's memory."""
    rng = np.random.default_rng(0)
    shape = (SIZE[1], SIZE[0], 3)
    return tuple(rng.normal(0, 1.5, shape).astype(np.int16) for _ in range(GRAINS))


class Camera:
    """A camera over one table. What lies there is changed by `show`."""

    live = True

    def __init__(self, render: Render, number: int, rate_hz: float, *, grain: bool) -> None:
        self.name = f"soak:{number}"
        self._render, self._number, self._rate_hz = render, number, rate_hz
        self._grain = grains() if grain else ()
        self._view: tuple[Position, bool] = (Position(), False)
        self._shown: tuple[tuple[Position, bool], Image] | None = None
        self._due = 0.0
        self.given = 0
        self.since: float | None = None
        """When the newest view was first given."""
        self.thread = 0

    def show(self, board: Position, *, hand: bool) -> None:
        """Let something else lie before the camera."""
        self._view, self.since = (board, hand), None

    def read(self) -> Frame:
        """Return the next picture, at its time."""
        self.thread = threading.get_native_id()
        view = self._view
        if self._shown is None or self._shown[0] != view:
            self._shown = view, self._render(*view, self._number)
        now = time.monotonic()
        self._due = max(self._due + 1 / self._rate_hz, now)
        time.sleep(self._due - now)
        self.given += 1
        image = self._shown[1]
        if self._grain:
            noise = self._grain[self.given % GRAINS]
            image = np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), np.uint8)
        if view is self._view and self.since is None:
            self.since = time.monotonic()
        return Frame(image, self._due, self.given, self.name)

    def close(self) -> None:
        """Nothing is held open."""


@dataclass(slots=True)
class Seat:
    """One table: its game, what has been laid, and how it was read."""

    table: Table
    camera: Camera
    boards: list[Position]
    every_s: float
    begins: float = 0.0
    ends: float = 0.0
    laid: int = 0
    laid_s: float = 0.0
    still: bool = True
    """Whether the newest play lies without hands, or none has been laid."""

    open: bool = False
    results: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)

    def step(self, now: float) -> None:
        """Lay what is to be laid, count what is proposed."""
        if self.open and self.still and self._proposed():
            return
        if self.open and now >= self.laid_s + PATIENCE_S:
            self.miss()
        due = self.begins + self.laid * self.every_s
        if not self.open and self.laid < len(self.boards) and due <= now < self.ends:
            before = self.boards[self.laid - 1] if self.laid else Position()
            self.laid, self.still, self.open, self.laid_s = self.laid + 1, False, True, now
            self.camera.show(before, hand=True)
        if not self.still and now >= self.laid_s + min(HANDS_S, self.every_s / 4):
            self.still = True
            self.camera.show(self.boards[self.laid - 1], hand=False)

    def miss(self) -> None:
        """Note the play as missed if it is not counted yet."""
        if self.open:
            self.results["missed"] += 1
            self.open = False

    def _proposed(self) -> bool:
        now, since = self.table.loop.snapshot, self.camera.since
        truth = self.boards[self.laid - 1]
        proposal = now.proposal
        if proposal is None or since is None:
            return False
        found = {p.square: p.tile for p in proposal.best.placements}
        if found.keys() != {s for s, _ in truth.items() if s not in now.position}:
            return False
        self.latencies.append(time.monotonic() - since)
        wrong = {s for s, tile in found.items() if truth.get(s) != tile}
        asked = {doubt.square for doubt in proposal.doubts}
        self._order(AcceptProposal())
        for square in wrong:
            self._order(CorrectTile(square, truth.get(square) or found[square]))
        self.results["wrong" if wrong - asked else "mended" if wrong else "right"] += 1
        self.open = False
        return True

    def _order(self, command: object) -> Snapshot:
        loop = self.table.loop
        return loop.submit(ordered(command, "soak", loop.snapshot.seen)).result()

    def over(self, now: float) -> bool:
        """Whether nothing is waited for, and nothing more will be laid."""
        return not self.open and (now >= self.ends or self.laid == len(self.boards))

    @property
    def median_s(self) -> float:
        """From a play lying still to its proposal; 0 without any."""
        return round(statistics.median(self.latencies or [0.0]), 2)

    @property
    def as_known(self) -> bool:
        """Whether the game's board is the one that lies there."""
        laid = self.boards[self.laid - 1] if self.laid else Position()
        return self.table.loop.snapshot.position == laid


@dataclass(slots=True)
class Soak:
    """The tables, and what is measured of them all."""

    hall: Hall
    seats: list[Seat]
    idle: dict[str, float] = field(default_factory=dict)

    def play(self, seconds: float) -> None:
        """Play at all tables, at times a little apart; what lies there is waited for."""
        begin = time.monotonic()
        for number, seat in enumerate(self.seats):
            seat.begins = begin + seat.every_s * number / len(self.seats) / 2
            seat.ends = begin + seconds
        while not all(seat.over(now := time.monotonic()) for seat in self.seats):
            for seat in self.seats:
                seat.step(now)
            time.sleep(POLL_S)

    def dropped(self) -> list[int]:
        """Frames of each table's camera that were not looked at."""
        return [self.hall.lookout.camera(seat.camera.name).dropped for seat in self.seats]

    def as_json(self) -> dict[str, Any]:
        """What came out."""
        results = Counter[str]()
        for seat in self.seats:
            results += seat.results
        times = [t for seat in self.seats for t in seat.latencies] or [0.0]
        given, dropped = [seat.camera.given for seat in self.seats], self.dropped()
        taken = [g - d for g, d in zip(given, dropped, strict=True)]
        return {
            "tables": len(self.seats),
            "turns": {
                "laid": sum(seat.laid for seat in self.seats),
                **{key: results[key] for key in ("right", "mended", "wrong", "missed")},
            },
            "boards_right": sum(seat.as_known for seat in self.seats),
            "proposal_s": {
                "median": round(statistics.median(times), 2),
                "p95": round(float(np.percentile(times, 95)), 2),
                "most": round(max(times), 2),
                "medians": [s.median_s for s in self.seats],
            },
            "frames": {
                "given": sum(given), "dropped": sum(dropped),
                "taken_least": min(taken), "taken_most": max(taken),
            },
            "threads": threading.active_count(),
            "idle": self.idle,
        }  # fmt: skip


def busy_s(cameras: list[Camera]) -> float:
    """Processor time so far, of all but the rendering cameras."""
    ticks = 0
    for camera in cameras:
        stat = Path(f"/proc/self/task/{camera.thread}/stat")
        if camera.thread and stat.exists():
            rest = stat.read_text().rpartition(")")[2].split()
            ticks += int(rest[11]) + int(rest[12])
    return time.process_time() - ticks / 100


def soak(
    count: int, seconds: float, *, turns: int, rate_hz: float, idle_s: float,
    memory_mb: Callable[[], float], folder: Path | None = None, eyes: EyesFor | None = None,
    render: Render | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Play at so many tables at once, and return what is told of it.

    Args:
        count: Of tables.
        seconds: How long.
        turns: Plays at each.
        rate_hz: Frames of a camera.
        idle_s: How long the boards lie still before the first play, to measure what that costs.
        memory_mb: Tells the memory in use.
        folder: The data folder; None keeps nothing.
        eyes: Others than the program's own.
        render: Takes the pictures for them.
    """
    tiles = load_tiles("english")
    take = render or rendered(tiles)
    cameras = [Camera(take, n, rate_hz, grain=render is None) for n in range(count)]
    games = [list(plays(n, tiles, turns)) for n in range(count)]
    memory = [memory_mb()]
    with ExitStack() as stack:
        sources = {c.name: (lambda c=c: c) for c in cameras}
        hall = stack.enter_context(open_hall(folder, sources=sources, eyes=eyes))
        stack.enter_context(served(hall, port=0, lan=False, pin=None))
        seats = []
        for number, camera in enumerate(cameras):
            name = hall.open() if number else "1"
            hall.seat(TableSetup(("Ada", "Grace"), camera=camera.name), table=name)
            place = hall.rooms[name]
            seats.append(Seat(place.table, camera, games[number], seconds / (turns + 1)))
            _wait_for(hall, camera, 2 if number else FIRST_FRAMES)
            memory.append(memory_mb())
        run = Soak(hall, seats)
        if idle_s:
            before, begin = busy_s(cameras), time.monotonic()
            time.sleep(idle_s)
            cores = (busy_s(cameras) - before) / (time.monotonic() - begin)
            run.idle = {"cores": round(cores, 3), "a_table": round(cores / count, 3)}
        memory.append(memory_mb())
        before, begin = busy_s(cameras), time.monotonic()
        run.play(seconds)
        cores = (busy_s(cameras) - before) / (time.monotonic() - begin)
        told = run.as_json()
        memory.append(memory_mb())
    return {
        "seconds": seconds, **told, "cores": round(cores, 2),
        "memory_mb": {
            "before": round(memory[0]), "one_table": round(memory[1]),
            "all_tables": round(memory[-2]), "end": round(memory[-1]),
            "a_table": round((memory[-1] - memory[1]) / max(1, count - 1), 1),
        },
    }  # fmt: skip


def _wait_for(hall: Hall, camera: Camera, frames: int) -> None:
    """Let a table see its board before the next one comes."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if camera.given - hall.lookout.camera(camera.name).dropped > frames:
            return
        time.sleep(POLL_S)
