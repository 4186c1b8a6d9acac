"""The dashboard as a program for an ASGI server: pages in threads, streams without.

Pages are Flask's. A body is read whole before a thread is taken for it, and an answer is sent
after the thread is free again, so that slow lines hold up nobody.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from typing import Any, TypeVar

from a2wsgi.wsgi import build_environ
from flask import Flask, Request, request
from werkzeug.wrappers import Response

from companion.text import Said, said
from companion.web.faults import refused
from companion.web.language import speaking
from companion.web.serving.limits import Limits
from companion.web.serving.streams import TICKETS, Stream, Streams, Ticket

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Environ = dict[str, Any]
_T = TypeVar("_T")


class _Refused(Exception):
    """A body that is not taken: its status, kind and sentence."""


class _Gone(Exception):
    """The visitor went before the request was whole."""


class Program:
    """What the server runs."""

    def __init__(self, app: Flask, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._pool = ThreadPoolExecutor(limits.workers, thread_name_prefix="companion-page")
        self._turns: dict[str, tuple[asyncio.Semaphore, list[None]]] = {}
        self._files = asyncio.Semaphore(limits.files_at_once)
        self.streams = Streams(limits)

    def close(self) -> None:
        """End all streams and take no more requests."""
        self.streams.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request."""
        environ: Environ = build_environ(scope, None)  # type: ignore[arg-type, assignment]
        tickets: list[Ticket] = []
        environ |= {"wsgi.input": io.BytesIO(), TICKETS: tickets}
        try:
            answer = await self._answer(environ, receive)
        except _Gone:
            return
        except _Refused as refusal:
            answer = _short(environ, *refusal.args)
        if tickets and environ["REQUEST_METHOD"] == "GET" and answer.status_code == 200:
            stream = self.streams.join(tickets[0], _client(environ), own=_own(scope))
            if stream is not None:
                await self._stream(stream, answer, receive, send)
                return
            answer = _short(environ, 503, "full", said("Too many pages are open; close some."))
        await _send_head(send, answer)
        await send({"type": "http.response.body", "body": answer.get_data()})

    async def _answer(self, environ: Environ, receive: Receive) -> Response:
        length = int(environ.get("CONTENT_LENGTH") or 0)  # the server lets only digits through
        if length <= self._limits.whole_bytes:
            await self._read(environ, receive, length or self._limits.whole_bytes)
            return await self._ask(environ, self._respond)
        if not await self._ask(environ, self._admits):
            # The page refuses it by its size or its sender, without having seen it.
            answer = await self._ask(environ, self._respond)
            answer.headers["Connection"] = "close"
            return answer
        async with self._files:
            await self._read(environ, receive, length)
            return await self._ask(environ, self._respond)

    async def _ask(self, environ: Environ, what: Callable[[Environ], _T]) -> _T:
        """Do something in a thread, when it is the visitor's turn."""
        async with self._turn(_client(environ)):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, what, environ)

    def _respond(self, environ: Environ) -> Response:
        return Response.from_app(self._app, environ, buffered=True)

    def _admits(self, environ: Environ) -> bool:
        """Tell whether the checks before a page let a request through, and its size."""
        with self._app.request_context(environ):
            answer = self._app.preprocess_request()
            most, length = request.max_content_length, request.content_length
            return answer is None and (most is None or (length or 0) <= most)

    async def _read(self, environ: Environ, receive: Receive, most: int) -> None:
        """Read a body whole."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.body_s + most / self._limits.bytes_per_s):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _Gone
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > most:
                        raise _Refused(413, "too-large", said("The request is too large."))
        except TimeoutError:
            raise _Refused(408, "too-slow", said("The request came too slowly.")) from None
        environ["CONTENT_LENGTH"] = str(len(body))
        environ["wsgi.input"] = io.BytesIO(body)

    @asynccontextmanager
    async def _turn(self, client: str) -> AsyncIterator[None]:
        """Wait until an address may have one more request answered."""
        turn, here = self._turns.setdefault(
            client, (asyncio.Semaphore(self._limits.workers_each), [])
        )
        here.append(None)
        try:
            async with turn:
                yield
        finally:
            here.pop()
            if not here:
                self._turns.pop(client, None)

    async def _stream(
        self, stream: Stream, answer: Response, receive: Receive, send: Send
    ) -> None:
        gone = asyncio.create_task(_until_gone(receive, stream))
        try:
            answer.headers.pop("Content-Length", None)
            await _send_head(send, answer)
            async with aclosing(stream.blocks()) as blocks:
                async for block in blocks:
                    await send({"type": "http.response.body", "body": block, "more_body": True})
            await send({"type": "http.response.body"})
        finally:
            gone.cancel()
            self.streams.leave(stream)


async def _until_gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


async def _send_head(send: Send, answer: Response) -> None:
    headers = [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in answer.headers
    ]
    await send(
        {"type": "http.response.start", "status": answer.status_code, "headers": headers}
    )


def _short(environ: Environ, status: int, kind: str, sentence: Said) -> Response:
    """Return a refusal that is not the page's own; the connection ends with it."""
    told = speaking(Request(environ)).write(sentence)
    data = json.dumps(refused(status, kind, told))
    return Response(data, status, {"Connection": "close"}, mimetype="application/json")


def _client(environ: Environ) -> str:
    return str(environ.get("REMOTE_ADDR", ""))


def _own(scope: Any) -> bool:
    return is_own(scope["client"][0], scope["server"][0])


def is_own(client: str, server: str) -> bool:
    """Tell whether a connection comes from this computer, by the addresses of both ends."""
    return client == server or client.startswith("127.")
