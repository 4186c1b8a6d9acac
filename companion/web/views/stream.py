"""The live state: server-sent events, and plain polling for where they do not get through."""

from __future__ import annotations

import json
from collections.abc import Callable

from flask import Blueprint, Response, jsonify, request

from companion.errors import InputError
from companion.session.snapshot import Snapshot
from companion.text.languages import Language
from companion.web.desk import Desk
from companion.web.language import speaking
from companion.web.port import Playing
from companion.web.serving.security import Door
from companion.web.serving.streams import HELLO, TICKETS, Ticket, Viewer
from companion.web.state import state_json


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes of the live state."""
    views = Blueprint("stream", __name__)

    @views.get("/api/stream")
    def stream() -> Response:
        seen = request.headers.get("Last-Event-ID", "")
        host, speaks = door.is_host(), speaking(request)
        ticket = Ticket(
            desk.room,
            Viewer(host, speaks.code),
            writer(host=host, speaks=speaks),
            int(seen) if seen.isdecimal() and len(seen) < 19 else None,
            desk.keepalive_s,
            kept=host and door.guarded,
        )
        # A server that knows no tickets sends the newest state; browsers come back for more.
        granted = request.environ.get(TICKETS)
        if granted is not None:
            granted.append(ticket)
        playing = desk.playing
        state = "" if granted is not None else ticket.write(playing.port.snapshot, playing)
        first = HELLO.decode() + state
        answer = Response(first, mimetype="text/event-stream")
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


def writer(*, host: bool, speaks: Language) -> Callable[[Snapshot, Playing], str]:
    """Return what writes a state as an event, for the table or for viewers, in a language."""

    def write(snapshot: Snapshot, playing: Playing) -> str:
        state = state_json(snapshot, playing, host=host, speaks=speaks)
        data = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
        return f"id: {snapshot.version}\nevent: state\ndata: {data}\n\n"

    return write
