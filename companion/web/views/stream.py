"""The live state: server-sent events, and plain polling for where they do not get through."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, jsonify, request

from companion.errors import InputError
from companion.session.snapshot import Snapshot
from companion.text.languages import Language
from companion.web.desk import Desk
from companion.web.language import speaking
from companion.web.security import Door
from companion.web.state import state_json

RETRY_MS = 2000
"""How soon a browser comes back after a cut stream."""


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes of the live state."""
    views = Blueprint("stream", __name__)

    @views.get("/api/stream")
    def stream() -> Response:
        seen = request.headers.get("Last-Event-ID", "")
        after = int(seen) if seen.isdecimal() and len(seen) < 19 else None
        tell = teller(desk, host=door.is_host(), speaks=speaking(request))
        answer = Response(events(desk, after, tell), mimetype="text/event-stream")
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    @views.get("/api/snapshot")
    def snapshot() -> Response:
        since = request.args.get("since")
        if since is not None and not (since.isdecimal() and len(since) < 19):
            raise InputError("`since` is the number of a version.")
        newest = desk.port.snapshot
        # An unequal version is news, also a lower one: the companion was started anew.
        fresh = since is None or int(since) != newest.version
        return jsonify(
            ok=True,
            version=newest.version,
            state=state_json(
                newest, desk.playing, host=door.is_host(), speaks=speaking(request)
            )
            if fresh
            else None,
        )

    return views


Tell = Callable[[Snapshot], str]


def teller(desk: Desk, *, host: bool, speaks: Language) -> Tell:
    """Return what writes a state as an event, for the table or for viewers, in a language."""

    def tell(snapshot: Snapshot) -> str:
        state = desk.screens.state(snapshot, desk.playing, host=host, speaks=speaks)
        data = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
        return f"id: {snapshot.version}\nevent: state\ndata: {data}\n\n"

    return tell


def events(desk: Desk, after: int | None, tell: Tell) -> Iterator[str]:
    """Yield the stream: at once what was missed and the newest state, then every new one.

    Args:
        desk: Where the states come from.
        after: Version the listener had before its link broke, None for a new listener.
        tell: Writes a state as an event.
    """
    yield f"retry: {RETRY_MS}\n\n"
    newest = desk.port.snapshot
    if after is not None and after < newest.version:
        missed = desk.port.wait(after, 0.0)
        yield from (tell(state) for state in missed if state.version < newest.version)
    yield tell(newest)
    version = newest.version
    while True:
        news = desk.port.wait(version, desk.keepalive_s)
        if not news:
            # The comment keeps proxies from cutting the line; the event tells the page, which
            # cannot see comments, that the line still lives.
            yield ": keepalive\n\nevent: alive\ndata: 1\n\n"
        for state in news:
            version = state.version
            yield tell(state)
