"""What a camera sees, before a game and during one, and another one for a game."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing, InputError
from companion.text import said
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.port import Corners, Lookout
from companion.web.requests import schemas
from companion.web.serving.security import Door
from companion.web.views.board import rendered
from companion.web.views.setup import MOST_SOURCE, starter_of


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes of the cameras; all are the host's alone."""
    views = Blueprint("camera", __name__)

    @views.before_request
    def hosts_only() -> Response | None:
        if not door.is_host():
            return refusal(
                403, "viewer", said("You are watching. Only the host sees to the camera.")
            )
        return None

    @views.get("/camera")
    def page() -> Response:
        choices = starter_of(desk).choices()
        more = {"cameras": choices["cameras"], "sight": desk.room.sight()}
        return rendered("camera.html", desk, door, more=more)

    @views.get("/api/sight")
    def sight() -> Response:
        return jsonify(ok=True, sight=desk.room.sight())

    @views.post("/api/sight")
    def see_to() -> Response:
        body = schemas.json_body(request)
        camera = str(body.get("camera") or "")[:MOST_SOURCE]
        given = body.get("corners")
        corners = None if given is None else corners_of(given)
        starter, table = starter_of(desk), desk.table
        order = schemas.parse_name(body)
        desk.once.do(order, lambda: starter.see_to(camera, corners, table))
        return jsonify(ok=True, sight=desk.room.sight())

    _add_looks(views, desk)
    return views


def _add_looks(views: Blueprint, desk: Desk) -> None:
    """Add what shows the picture of a camera and what is made of it."""

    @views.get("/api/setup/camera.jpg")
    def camera() -> Response:
        answer = Response(lookout_of(desk).look(_camera()), mimetype="image/jpeg")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @views.get("/api/setup/board")
    def board() -> Response:
        return jsonify(ok=True, board=lookout_of(desk).find(_camera(), _corners()))

    @views.get("/api/setup/straight.jpg")
    def straight() -> Response:
        data = lookout_of(desk).straighten(_camera(), _corners())
        return Response(data, mimetype="image/jpeg")

    @views.get("/api/setup/reading")
    def reading() -> Response:
        language = request.args.get("language", "english")
        return jsonify(ok=True, reading=lookout_of(desk).read(_camera(), _corners(), language))


def lookout_of(desk: Desk) -> Lookout:
    """Return the cameras. Raises DependencyMissing where there are none to choose."""
    if desk.lookout is None:
        raise DependencyMissing("This page shows one game only; start `companion serve`.")
    return desk.lookout


def _camera() -> str:
    camera = request.args.get("camera", "")
    if not camera or len(camera) > MOST_SOURCE:
        raise InputError("`camera` must be one of those offered.")
    return camera


def _corners() -> Corners | None:
    text = request.args.get("corners", "")
    if not text:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    return corners_of(numbers)


def corners_of(numbers: object) -> Corners:
    """Return four corners from eight numbers.

    Raises:
        InputError: They are not eight numbers from a little below 0 to a little above 1.
    """
    good = isinstance(numbers, list) and len(numbers) == 8
    if not good or not all(
        isinstance(n, int | float) and -0.5 <= n <= 1.5
        for n in numbers  # type: ignore[attr-defined]  # it is a list by now
    ):
        raise InputError("`corners` must be eight numbers: x and y of each corner, 0 to 1.")
    pairs = [float(n) for n in numbers]  # type: ignore[attr-defined]
    return tuple(zip(pairs[::2], pairs[1::2], strict=True))
