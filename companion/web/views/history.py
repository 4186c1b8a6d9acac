"""Requests that go back: withdrawals, undo, redo, changes of past turns; and the end."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import InputError
from companion.rules.engine.messages import Redo, Undo, Withdraw
from companion.session.order import Meant
from companion.text import said
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.language import speaking
from companion.web.requests import schemas
from companion.web.requests.history import foresight_json, parse_change
from companion.web.serving.security import Door
from companion.web.views.submit import submitter


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes that go back, and the one that ends the game."""
    views = Blueprint("history", __name__)
    submit = submitter(desk)

    @views.post("/api/withdrawals")
    def withdraw() -> Response:
        return submit(Withdraw())

    @views.post("/api/undo")
    def undo() -> Response:
        return submit(Undo())

    @views.post("/api/redo")
    def redo() -> Response:
        return submit(Redo())

    @views.post("/api/end")
    def end() -> Response:
        players = len(desk.port.snapshot.players)
        return submit(schemas.parse_end(schemas.json_body(request), players=players))

    _add_changes(views, desk, door)
    return views


def _add_changes(views: Blueprint, desk: Desk, door: Door) -> None:
    """Add what changes past turns, and their pictures."""
    submit = submitter(desk)

    @views.post("/api/history/preview")
    def foresee() -> Response:
        port, tiles = desk.port, desk.playing.tiles
        change = parse_change(schemas.json_body(request), port.snapshot, tiles)
        foresight = port.foresee(change)
        preview = foresight_json(foresight, desk.playing, speaking(request))
        return jsonify(ok=True, preview=preview)

    @views.post("/api/history")
    def rewrite() -> Response:
        # The loop works it out, which knows no request and so no table of it.
        body, tiles = schemas.json_body(request), desk.playing.tiles
        return submit(Meant(lambda now: parse_change(body, now, tiles)))

    @views.get("/api/turns/<int:number>/picture.jpg")
    def picture(number: int) -> Response:
        if not door.is_host():
            return refusal(403, "viewer", said("You are watching. Pictures are for the table."))
        pictures = desk.playing.pictures
        row = next((t for t in desk.port.snapshot.turns if t.number == number), None)
        data = pictures.of(row) if pictures is not None and row is not None else None
        if data is None:
            raise InputError("There is no picture of this turn.")
        return Response(data, mimetype="image/jpeg")
