"""What is printed on a family's boards and cards: shown, typed in, compared part by part."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing, InputError
from companion.text import said
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.language import speaking
from companion.web.port import GameFiles
from companion.web.requests import schemas
from companion.web.serving.security import Door
from companion.web.views.board import rendered

MOST_PARTS = 20


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes of the editors; all are the host's alone."""
    views = Blueprint("files", __name__)

    @views.before_request
    def hosts_only() -> Response | None:
        if not door.is_host():
            return refusal(
                403, "viewer", said("You are watching. Only the host sets up games.")
            )
        return None

    @views.get("/setup/files/<game>")
    def page(game: str) -> Response:
        return rendered("editor.html", desk, door, more=_files(desk).as_json(game[:40]))

    @views.post("/api/files/<game>")
    def save(game: str) -> Response:
        body = schemas.json_body(request)
        data, checked = body.get("data"), body.get("checked")
        if not isinstance(data, dict):
            raise InputError("`data` must be an object.")
        if not isinstance(checked, list) or len(checked) > MOST_PARTS:
            raise InputError("`checked` must be a list of parts.")
        _files(desk).save(game[:40], data, [part for part in checked if isinstance(part, str)])
        return jsonify(ok=True, file=_told(desk, game))

    @views.post("/api/files/<game>/reset")
    def reset(game: str) -> Response:
        schemas.json_body(request)
        _files(desk).reset(game[:40])
        return jsonify(ok=True, file=_told(desk, game))

    return views


def _told(desk: Desk, game: str) -> object:
    return speaking(request).write_all(_files(desk).as_json(game[:40]))


def _files(desk: Desk) -> GameFiles:
    if desk.files is None:
        raise DependencyMissing("This page shows one game only; start `companion serve`.")
    return desk.files
