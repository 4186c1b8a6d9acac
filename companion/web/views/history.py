"""Requests that go back: withdrawals, undo and redo, and the end of the game."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.rules.messages import Redo, Undo, Withdraw
from companion.web import schemas
from companion.web.port import Desk
from companion.web.views.submit import submitter


def blueprint(desk: Desk) -> Blueprint:
    """Return the routes that go back, and the one that ends the game."""
    views = Blueprint("history", __name__)
    submit = submitter(desk)

    @views.post("/api/withdrawals")
    def withdraw() -> Response:
        schemas.json_body(request)
        return submit(Withdraw())

    @views.post("/api/undo")
    def undo() -> Response:
        schemas.json_body(request)
        return submit(Undo())

    @views.post("/api/redo")
    def redo() -> Response:
        schemas.json_body(request)
        return submit(Redo())

    @views.post("/api/end")
    def end() -> Response:
        players = len(desk.port.snapshot.players)
        return submit(schemas.parse_end(schemas.json_body(request), players=players))

    return views
