"""Requests that change the game: turns, corrections, undo and redo, the end."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.rules.messages import Command, Redo, Undo, Withdraw
from companion.web import schemas
from companion.web.port import Desk
from companion.web.state import state_json

ACTOR = "tablet"


def blueprint(desk: Desk) -> Blueprint:
    """Return the routes that change the game."""
    views = Blueprint("turns", __name__)

    def submit(command: Command) -> Response:
        snapshot = desk.port.submit(command, ACTOR).result(timeout=desk.answer_s)
        return jsonify(ok=True, version=snapshot.version, state=state_json(snapshot))

    @views.post("/api/turns")
    def take_turn() -> Response:
        return submit(schemas.parse_turn(schemas.json_body(request)))

    @views.post("/api/corrections")
    def correct() -> Response:
        return submit(schemas.parse_correction(schemas.json_body(request)))

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
