"""Takes connections, encrypts them, and hands them to the server's protocol, within limits.

A connection counts from the moment it is taken: one that says nothing, or never finishes a
request's head, is let go in time, and makes room before that where somebody else needs it.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import socket
import ssl
from asyncio import sslproto
from functools import partial
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.web.serving.asgi import Program, is_own
from companion.web.serving.limits import Limits

log = logging.getLogger(__name__)

# For each encrypted connection asyncio holds a buffer of a quarter of a megabyte; requests are
# small, and a thousand open pages must not cost that much.
sslproto.SSLProtocol.max_size = 16 * 1024

TLS_HELLO = b"\x16"
"""First byte of whoever wants encryption; no request begins with it."""

BACKLOG = 1024
"""Connections that wait to be taken."""

SELECTABLE = 1024
"""Files with lower numbers can be waited for by `select`."""

REST_S = 0.1
"""After a connection could not be taken, for want of files."""


class Line:
    """One connection, from its first moment to its last."""

    def __init__(self, client: str, sock: socket.socket) -> None:
        self.client = client
        self.sock = sock
        self.task: asyncio.Task[None] | None = None
        self.protocol: Protocol | None = None
        self.handed_on = False
        """Whether the event loop has the socket, and closes it."""

    @property
    def waiting(self) -> bool:
        """Whether nothing is being answered on it."""
        return self.protocol is None or self.protocol.waiting

    def drop(self) -> None:
        """Cut it."""
        if self.protocol is not None:
            self.protocol.transport.abort()
        elif self.task is not None:
            self.task.cancel()


class Lines:
    """All connections; knows how many each address has."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of: dict[str, dict[Line, None]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Any:
        return iter([line for lines in self._of.values() for line in lines])

    def add(self, line: Line, *, own: bool) -> bool:
        """Count one more; False where there is no room and none can be made."""
        limits = self._limits
        theirs = self._of.get(line.client, {})
        each = limits.connections_own if own else limits.connections_each
        if len(theirs) >= each and not self._make_room(theirs):
            return False
        if self._count >= limits.connections and not self._make_room(
            max(self._of.values(), key=len)
        ):
            return False
        self._of.setdefault(line.client, {})[line] = None
        self._count += 1
        return True

    def remove(self, line: Line) -> None:
        """Count one less."""
        theirs = self._of.get(line.client, {})
        if line in theirs:
            del theirs[line]
            self._count -= 1
            if not theirs:
                del self._of[line.client]

    def _make_room(self, crowd: dict[Line, None]) -> bool:
        idle = next((line for line in crowd if line.waiting), None)
        if idle is None:
            return False
        self.remove(idle)
        idle.drop()
        return True


class Protocol(H11Protocol):
    """The server's protocol, with an end to what takes too long."""

    def __init__(
        self, line: Line, lines: Lines, limits: Limits, config: Config, state: ServerState
    ) -> None:
        super().__init__(config, state, {})
        self._line, self._lines, self._limits = line, lines, limits
        self._head: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> bool:
        """Whether no request is being answered."""
        cycle: object = self.cycle  # None before the first request
        return cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(self._limits.send_bytes)
        self._line.protocol = self
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take bytes; a head must come whole, however often a byte of it comes."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._await_head()
        else:
            _stop(self._head)
            self._head = None

    def pause_writing(self) -> None:
        """Wait for a slow reader, but not for ever."""
        super().pause_writing()
        self._stuck = self.loop.call_later(self._limits.stuck_s, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        _stop(self._stuck)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        _stop(self._head)
        _stop(self._stuck)
        self._lines.remove(self._line)
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if self._head is None:
            self._head = self.loop.call_later(self._limits.head_s, self.transport.abort)


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


class Server:
    """Serves a program on a bound socket. Lives in one event loop.

    Args:
        program: What answers.
        listener: Bound.
        limits: What is granted.
        encryption: For HTTPS; what comes in clear all the same is answered in clear.
    """

    def __init__(
        self,
        program: Program,
        listener: socket.socket,
        limits: Limits,
        encryption: ssl.SSLContext | None = None,
    ) -> None:
        listener.setblocking(False)
        listener.listen(BACKLOG)
        self._program = program
        self._listener = listener
        self._limits = limits
        self._encryption = encryption
        self._lines = Lines(limits)
        self._state = ServerState()
        self._config = Config(
            program, log_config=None, access_log=False, proxy_headers=False, ws="none",
            lifespan="off", timeout_keep_alive=limits.idle_s,
            h11_max_incomplete_event_size=limits.head_bytes,
        )  # fmt: skip
        self._config.load()

    async def run(self, until: asyncio.Event) -> None:
        """Serve until told to stop."""
        taking = asyncio.create_task(self._take())
        await until.wait()
        taking.cancel()
        self._listener.close()
        await self._end()

    async def _end(self) -> None:
        self._program.close()
        for line in self._lines:
            if line.protocol is None:
                line.drop()
            else:
                line.protocol.shutdown()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._limits.close_s):
                while len(self._lines):
                    await asyncio.sleep(0.01)
        for line in self._lines:
            line.drop()
        await asyncio.sleep(0)

    async def _take(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, peer = await loop.sock_accept(self._listener)
            except OSError as error:
                log.warning("a connection could not be taken: %s", error)
                await asyncio.sleep(REST_S)
                continue
            sock = _aside(sock)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._limits.send_bytes)
            line = Line(peer[0], sock)
            if not self._lines.add(line, own=is_own(peer[0], sock.getsockname()[0])):
                sock.close()
                continue
            line.task = loop.create_task(self._open(line))
            line.task.add_done_callback(partial(self._tidy, line))

    def _tidy(self, line: Line, _: object) -> None:
        """Close what was never handed on; a task that is cut at once has not even begun."""
        if not line.handed_on:
            self._lines.remove(line)
            line.sock.close()

    async def _open(self, line: Line) -> None:
        """Find out whether a connection is encrypted, and hand it to the protocol."""
        loop = asyncio.get_running_loop()
        context, more = self._encryption, {}
        try:
            if context is not None:
                async with asyncio.timeout(self._limits.handshake_s):
                    await _readable(line.sock)
                if line.sock.recv(1, socket.MSG_PEEK) != TLS_HELLO:
                    context = None
                else:
                    more = {
                        "ssl_handshake_timeout": self._limits.handshake_s,
                        "ssl_shutdown_timeout": self._limits.close_s,
                    }
            line.handed_on = True
            await loop.connect_accepted_socket(
                lambda: Protocol(line, self._lines, self._limits, self._config, self._state),
                line.sock,
                ssl=context,
                **more,
            )
        except (OSError, TimeoutError, asyncio.CancelledError):
            self._lines.remove(line)


def _aside(sock: socket.socket) -> socket.socket:
    """Return a connection under a high number, where the process may open so many files.

    What waits by `select`, such as serial ports, can only wait for files with low ones.
    """
    try:
        number = fcntl.fcntl(sock, fcntl.F_DUPFD_CLOEXEC, SELECTABLE)
    except OSError:  # there are no high numbers, or none is left
        return sock
    with sock:
        return socket.socket(fileno=number)


async def _readable(sock: socket.socket) -> None:
    """Wait until there is something to read."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(sock, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(sock)
