"""Many at a dashboard's door, from a process of their own.

    python tests/doubles/crowd.py PORT [--streams N] [--half N] [--idle N] [--slow N] [--tls 1]

Opens event streams, connections with half a request, and ones that say nothing; prints
`ready` when every stream has its first state. At the end of its input, which may be a version
that all streams are to get before, it prints, as JSON, the
last version that each stream got, how many got each version there was, and how many of the
other connections the server has closed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import resource
import socket
import ssl
import sys

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
READ_BYTES = 1 << 18
LONGEST_S = 20.0


class Listener:
    """One event stream; counts what it gets and keeps no text."""

    def __init__(self) -> None:
        self.ids: list[int] = []
        self.first = asyncio.Event()
        self.refused = False

    async def follow(self, port: int, context: ssl.SSLContext | None) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
        writer.write(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        self.refused = b" 200 " not in head.split(b"\r\n")[0]
        rest = b""
        while block := await reader.read(READ_BYTES):
            *lines, rest = (rest + block).split(b"\n")
            rest = rest[-40:]
            self.ids += [int(line[4:]) for line in lines if line.startswith(b"id: ")]
            if self.ids or self.refused:
                self.first.set()
        self.first.set()


async def hold(port: int, said: bytes, context: ssl.SSLContext | None) -> bool:
    """Say something unfinished and wait; True when the server has closed it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    writer.write(said)
    with contextlib.suppress(OSError):
        while await reader.read(READ_BYTES):
            pass
    return True


def stuffed(port: int) -> socket.socket:
    """Return a stream that is never read."""
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", port))
    slow.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    return slow


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    for name in ("--streams", "--half", "--idle", "--slow"):
        parser.add_argument(name, type=int, default=0)
    parser.add_argument("--tls", type=int, default=0, choices=(0, 1))
    args = parser.parse_args()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    context = None
    if args.tls:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    held = [asyncio.create_task(hold(args.port, HALF, context)) for _ in range(args.half)]
    held += [asyncio.create_task(hold(args.port, b"", None)) for _ in range(args.idle)]
    slow = [stuffed(args.port) for _ in range(args.slow)]
    listeners = [Listener() for _ in range(args.streams)]
    tasks = []
    for number, listener in enumerate(listeners, 1):
        tasks.append(asyncio.create_task(listener.follow(args.port, context)))
        if number % 50 == 0:
            await listener.first.wait()
    for listener in listeners:
        await listener.first.wait()
    print("ready", flush=True)
    wanted = await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_S if wanted else 0):
            while not all(x.refused or x.ids[-1:] >= [int(wanted)] for x in listeners):
                await asyncio.sleep(0.05)
    lasts = [listener.ids[-1] if listener.ids else None for listener in listeners]
    whole = sum(x.ids == list(range(x.ids[0], x.ids[-1] + 1)) for x in listeners if x.ids)
    told = {
        "last": lasts,
        "whole": whole,
        "refused": sum(listener.refused for listener in listeners),
        "closed": sum(task.done() for task in held),
    }
    print(json.dumps(told), flush=True)
    for one in slow:
        one.close()
    for task in (*tasks, *held):
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main())
