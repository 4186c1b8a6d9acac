"""The set-up: which camera, where the board is, which game, who plays."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing
from companion.text import said
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.port import Starter
from companion.web.requests import schemas
from companion.web.serving.security import FILES, LISTS, Door
from companion.web.views.board import rendered

MOST_SOURCE = 200


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes of the set-up; all are the host's alone."""
    views = Blueprint("setup", __name__)

    @views.before_request
    def hosts_only() -> Response | None:
        if not door.is_host():
            return refusal(
                403, "viewer", said("You are watching. Only the host sets up games.")
            )
        return None

    @views.get("/setup")
    def page() -> Response:
        choices = starter_of(desk).choices()
        if desk.lookout is not None:
            desk.lookout.warm()
        return rendered("setup.html", desk, door, more=choices)

    @views.get("/setup/markers-<paper>.pdf")
    def markers(paper: str) -> Response:
        answer = Response(starter_of(desk).markers(paper[:20]), mimetype="application/pdf")
        answer.headers["Content-Disposition"] = 'attachment; filename="markers.pdf"'
        return answer

    _add_starts(views, desk)
    return views


def _add_starts(views: Blueprint, desk: Desk) -> None:
    """Add what puts a game on the table, or into the store."""

    @views.post("/api/setup")
    def start() -> Response:
        body, table = schemas.json_body(request), desk.table
        starter = starter_of(desk)
        desk.once.do(schemas.parse_name(body), lambda: starter.start(body, table))
        return jsonify(ok=True, table=desk.playing.number)

    @views.post("/api/setup/resume")
    def resume() -> Response:
        body = schemas.json_body(request)
        number = schemas.number_field(body, "number", least=1, most=10**9)
        starter, table = starter_of(desk), desk.table
        desk.once.do(schemas.parse_name(body), lambda: starter.resume(number, table))
        return jsonify(ok=True, table=desk.playing.number)

    @views.post("/api/setup/again")
    def again() -> Response:
        body = schemas.json_body(request)
        number = schemas.number_field(body, "number", least=1, most=10**9)
        starter, table = starter_of(desk), desk.table
        desk.once.do(schemas.parse_name(body), lambda: starter.again(number, table))
        return jsonify(ok=True, table=desk.playing.number)

    @views.post(LISTS)
    def bring_list() -> Response:
        name = request.args.get("name", "")[:MOST_SOURCE]
        return jsonify(ok=True, list=starter_of(desk).keep_list(name, request.get_data()))

    @views.post(FILES)
    def take_in() -> Response:
        number, remarks = starter_of(desk).take_in(request.get_data())
        return jsonify(ok=True, number=number, remarks=list(remarks))


def starter_of(desk: Desk) -> Starter:
    """Return what sets games up. Raises DependencyMissing where nothing does."""
    if desk.starter is None:
        raise DependencyMissing("This page shows one game only; start `companion serve`.")
    return desk.starter
