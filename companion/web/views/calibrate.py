"""The calibration page: a camera's lens view by view, then where the board lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing
from companion.text import said
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.requests import schemas
from companion.web.serving.security import Door
from companion.web.views.board import rendered

MOST_NAME = 200


class Calibrates(Protocol):
    """Measures cameras; every answer but pictures is what the page shows, as JSON values."""

    def begin(self, camera: str, paper: str) -> dict[str, Any]:
        """Begin anew with a camera and a calibration board of some paper's size."""

    def state(self, camera: str) -> dict[str, Any]:
        """Return how far it has come."""

    def picture(self, camera: str) -> bytes:
        """Return what the camera sees and what of it was covered, JPEG."""

    def sheet(self, paper: str) -> bytes:
        """Return the calibration board as PNG."""

    def offer(self, camera: str) -> dict[str, Any]:
        """Take the picture that the camera sees now, if it is of use."""

    def finish(self, camera: str) -> dict[str, Any]:
        """Fit the lens and keep it."""

    def pose(self, camera: str) -> dict[str, Any]:
        """Measure where the empty board lies, and keep that."""


def blueprint(desk: Desk, door: Door, calibrates: Calibrates | None) -> Blueprint:
    """Return the routes of the page; all are the host's alone."""
    views = Blueprint("calibrate", __name__)

    def there() -> Calibrates:
        if calibrates is None:
            raise DependencyMissing("This page has no camera; start `companion serve`.")
        return calibrates

    @views.before_request
    def hosts_only() -> Response | None:
        if not door.is_host():
            return refusal(
                403, "viewer", said("You are watching. Only the host measures cameras.")
            )
        return None

    @views.get("/calibrate")
    def page() -> Response:
        there()
        more = {} if desk.starter is None else desk.starter.choices()
        cameras = more.get("cameras", [])
        return rendered("calibrate.html", desk, door, more={"cameras": cameras})

    @views.get("/calibrate/sheet-<paper>.png")
    def sheet(paper: str) -> Response:
        return Response(there().sheet(paper[:20]), mimetype="image/png")

    _add_steps(views, there)
    return views


def _add_steps(views: Blueprint, there: Callable[[], Calibrates]) -> None:
    """Add what the page asks for while it measures."""

    @views.get("/api/calibrate/picture.jpg")
    def picture() -> Response:
        return Response(there().picture(_camera()), mimetype="image/jpeg")

    @views.get("/api/calibrate")
    def state() -> Response:
        return jsonify(ok=True, state=there().state(_camera()))

    @views.post("/api/calibrate/<step>")
    def take(step: str) -> Response:
        body = schemas.json_body(request)
        camera = str(body.get("camera", ""))[:MOST_NAME]
        steps = {"offer": there().offer, "finish": there().finish, "pose": there().pose}
        if step == "begin":
            return jsonify(ok=True, state=there().begin(camera, str(body.get("paper", "a4"))))
        if step not in steps:
            return refusal(404, "not-found", said("There is no such step of the calibration."))
        return jsonify(ok=True, state=steps[step](camera))


def _camera() -> str:
    return request.args.get("camera", "")[:MOST_NAME]
