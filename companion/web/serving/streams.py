"""Event streams: a state is written once and told to all who follow, without a thread each.

All of it but the writing lives in one event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from companion.session.snapshot import Snapshot
from companion.web.port import Playing, Room
from companion.web.serving.limits import Limits

log = logging.getLogger(__name__)

TICKETS = "companion.tickets"
"""The list in the environment of a request to which a view adds a `Ticket`."""

RETRY_MS = 2000
"""How soon a browser comes back after a cut stream."""

FRESH_S = 1.0
"""A state with running clocks is written anew for a newcomer when it is older."""

LEAD_S = 0.01
"""The answer to whoever made the change goes out before all are told."""

HELLO = f"retry: {RETRY_MS}\n\n".encode()
ALIVE = b": keepalive\n\nevent: alive\ndata: 1\n\n"
"""The comment keeps proxies from cutting the line; the event tells the page, which cannot see
comments, that the line still lives."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """What a written state depends on besides the game."""

    host: bool
    language: str


@dataclass(frozen=True, slots=True)
class Ticket:
    """A stream that was asked for and granted.

    Attributes:
        room: Whose states.
        viewer: For whom they are written.
        write: Writes a state as an event.
        after: Version the listener had before its link broke, None for a new listener.
        keepalive_s: Silence after which it is told that the line lives.
        kept: It is not displaced when there are too many.
    """

    room: Room
    viewer: Viewer
    write: Callable[[Snapshot, Playing], str]
    after: int | None = None
    keepalive_s: float = 15.0
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A written state."""

    version: int
    data: bytes
    at_s: float


class Stream:
    """One listener. What it does not take in time is given up for the newest."""

    def __init__(self, ticket: Ticket, client: str, channel: _Channel, most: int) -> None:
        self.ticket = ticket
        self.client = client
        self.channel = channel
        self._most = most
        self._waiting: deque[Frame | None] = deque()
        self._news = asyncio.Event()
        self._version = -1
        self._over = False

    def tell(self, frame: Frame | None) -> None:
        """Give it a state; None says that the line lives."""
        if len(self._waiting) >= self._most:
            self._waiting.clear()
        self._waiting.append(frame)
        self._news.set()

    def end(self) -> None:
        """Let it end."""
        self._over = True
        self._news.set()

    async def blocks(self) -> AsyncGenerator[bytes, None]:
        """Yield what is to be sent, until the end."""
        yield HELLO
        for frame in await self.channel.first(self.ticket.after):
            self._version = frame.version
            yield frame.data
        while not self._over:
            await self._news.wait()
            self._news.clear()
            while self._waiting and not self._over:
                next_frame = self._waiting.popleft()
                if next_frame is None:
                    yield ALIVE
                elif next_frame.version > self._version:
                    self._version = next_frame.version
                    yield next_frame.data


class _Channel:
    """All streams that show the same, and what they are told."""

    def __init__(self, ticket: Ticket, limits: Limits, writers: ThreadPoolExecutor) -> None:
        self.streams: dict[Stream, None] = {}
        self._room, self._write = ticket.room, ticket.write
        self._keepalive_s = ticket.keepalive_s
        self._limits = limits
        self._writers = writers
        self._lock = asyncio.Lock()
        self._written: OrderedDict[int, Frame] = OrderedDict()
        self._told = ticket.room.playing.port.snapshot.version
        self._news = asyncio.Event()
        loop = asyncio.get_running_loop()

        def changed() -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._news.set)

        self._end = ticket.room.subscribe(changed)
        self._pump = loop.create_task(self._run())

    def close(self) -> None:
        """Tell nothing more."""
        self._end()
        self._pump.cancel()

    async def first(self, after: int | None) -> list[Frame]:
        """Return what a newcomer is told: what was missed, and the newest."""
        async with self._lock:
            newest = self._newest()
            if after is None and newest is not None:
                return [newest]
            return await self._frames(after, fresh=newest is None)

    def _newest(self) -> Frame | None:
        playing = self._room.playing
        frame = self._written.get(playing.port.snapshot.version)
        if frame is None or playing.timer is None:
            return frame
        return frame if time.monotonic() - frame.at_s < FRESH_S else None

    async def _run(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self._news.wait(), self._keepalive_s)
            except TimeoutError:
                await self._tell(None)
                continue
            self._news.clear()
            if self._room.closed:
                self.end_all()
                return
            await asyncio.sleep(LEAD_S)
            try:
                async with self._lock:
                    frames = await self._frames(self._told, fresh=False)
            except Exception:  # the other states must be told all the same
                log.exception("a state could not be written")
                continue
            for frame in frames:
                if frame.version > self._told:
                    self._told = frame.version
                    await self._tell(frame)

    def end_all(self) -> None:
        """Let all end."""
        for stream in self.streams:
            stream.end()

    async def _tell(self, frame: Frame | None) -> None:
        for number, stream in enumerate(tuple(self.streams), 1):
            stream.tell(frame)
            if number % self._limits.batch == 0:
                await asyncio.sleep(0)

    async def _frames(self, after: int | None, *, fresh: bool) -> list[Frame]:
        loop = asyncio.get_running_loop()
        frames = await loop.run_in_executor(self._writers, self._make, after, fresh)
        for frame in frames:
            self._written[frame.version] = frame
        while len(self._written) > self._limits.missed:
            self._written.popitem(last=False)
        return frames

    def _make(self, after: int | None, fresh: bool) -> list[Frame]:
        """Write the states after a version, and the newest in any case; in another thread."""
        playing = self._room.playing
        newest = playing.port.snapshot
        missed = [] if after is None else playing.port.wait(after, 0.0)
        states = [s for s in missed if s.version < newest.version][-self._limits.missed + 1 :]
        frames = [self._frame(state, playing) for state in states]
        if fresh:
            self._written.pop(newest.version, None)
        return [*frames, self._frame(newest, playing)]

    def _frame(self, state: Snapshot, playing: Playing) -> Frame:
        known = self._written.get(state.version)
        if known is not None:
            return known
        data = self._write(state, playing).encode()
        return Frame(state.version, data, time.monotonic())


class Streams:
    """All event streams of a server."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._channels: dict[tuple[int, Viewer], _Channel] = {}
        self._open: dict[str, dict[Stream, None]] = {}
        self._writers = ThreadPoolExecutor(2, thread_name_prefix="companion-stream")
        self._closed = False

    def __len__(self) -> int:
        return sum(map(len, self._open.values()))

    def join(self, ticket: Ticket, client: str, *, own: bool) -> Stream | None:
        """Take one more in; None where its address has enough, or all places are taken.

        Args:
            ticket: What it may follow.
            client: Its address.
            own: It comes from this computer.
        """
        each = self._limits.streams_own if own else self._limits.streams_each
        theirs = self._open.get(client, {})
        if self._closed or (len(theirs) >= each and not ticket.kept):
            return None
        if len(self) >= self._limits.streams and not self._displace(len(theirs)):
            return None
        stream = Stream(ticket, client, self._channel(ticket), self._limits.waiting)
        self._open.setdefault(client, {})[stream] = None
        stream.channel.streams[stream] = None
        return stream

    def leave(self, stream: Stream) -> None:
        """Let one go, once: one that was displaced has gone when its connection ends."""
        theirs = self._open.get(stream.client, {})
        if stream not in theirs:
            return
        del theirs[stream]
        if not theirs:
            self._open.pop(stream.client, None)
        del stream.channel.streams[stream]
        if not stream.channel.streams:
            del self._channels[id(stream.ticket.room), stream.ticket.viewer]
            stream.channel.close()

    def close(self) -> None:
        """End all."""
        self._closed = True
        for channel in self._channels.values():
            channel.end_all()
        self._writers.shutdown(wait=False, cancel_futures=True)

    def _channel(self, ticket: Ticket) -> _Channel:
        key = (id(ticket.room), ticket.viewer)
        if key not in self._channels:
            self._channels[key] = _Channel(ticket, self._limits, self._writers)
        return self._channels[key]

    def _displace(self, fewer: int) -> bool:
        """End the oldest stream of whoever has most; False where nobody has more than that."""
        most = max(self._open.values(), key=len)
        oldest = next((s for s in most if not s.ticket.kept), None)
        if oldest is None or len(most) <= fewer + 1:
            return False
        oldest.end()
        self.leave(oldest)
        return True
