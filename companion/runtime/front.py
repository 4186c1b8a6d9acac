"""HTTPS in front of the server: takes encrypted connections and hands them on in clear, inside.

One thread for all connections; the server behind listens on this computer only.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.runtime.certificate import Certificate

BLOCK_BYTES = 64 * 1024
HANDSHAKE_S = 10.0
MOST = 200
"""Connections at a time; more are closed at once."""


@contextmanager
def encrypted(listener: socket.socket, behind: int, held: Certificate) -> Iterator[None]:
    """Serve HTTPS on a bound socket until the block ends.

    Args:
        listener: Bound, not yet listening.
        behind: Port of the server in clear on this computer.
        held: The certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(held.chain, held.key)
    front = _Front(behind)
    loop = asyncio.new_event_loop()
    ready = threading.Event()

    async def run() -> None:
        server = await asyncio.start_server(
            front.serve, sock=listener, ssl=context, ssl_handshake_timeout=HANDSHAKE_S
        )
        ready.set()
        with contextlib.suppress(asyncio.CancelledError):
            await front.until_stopped()
        server.close()

    thread = threading.Thread(
        target=lambda: loop.run_until_complete(run()), name="companion-https", daemon=True
    )
    thread.start()
    ready.wait(10)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(front.stop)
        thread.join(timeout=5)
        if not loop.is_running():
            loop.close()


class _Front:
    """Hands connections on; lives in the event loop's thread."""

    def __init__(self, behind: int) -> None:
        self._behind = behind
        self._stopped = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def until_stopped(self) -> None:
        """Wait until `stop`, then end what is open."""
        await self._stopped.wait()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def stop(self) -> None:
        """End all."""
        self._stopped.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand one connection on until either side ends it."""
        task = asyncio.current_task()
        if task is None or len(self._tasks) >= MOST:
            writer.close()
            return
        self._tasks.add(task)
        try:
            inner, outer = await asyncio.open_connection("127.0.0.1", self._behind)
            pumps = [
                asyncio.create_task(_pump(reader, outer)),
                asyncio.create_task(_pump(inner, writer)),
            ]
            _, left = await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in left:
                pump.cancel()
            outer.close()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, ssl.SSLError):
        while block := await source.read(BLOCK_BYTES):
            target.write(block)
            await target.drain()
