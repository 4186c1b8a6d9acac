"""What stands at the table: buttons and the camera, asked for while somebody looks."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from companion.errors import CameraError
from companion.text import said
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.port import Eye
from companion.web.serving.security import Door


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes of what stands at the table; only hosts see any of it."""
    views = Blueprint("devices", __name__)

    @views.before_request
    def only_hosts() -> Response | None:
        if door.is_host():
            return None
        return refusal(
            403, "viewer", said("You are watching. Only the host can change the game.")
        )

    @views.get("/api/devices")
    def devices() -> Response:
        told = desk.playing.devices
        return jsonify(ok=True, devices=told() if told is not None else [])

    @views.get("/api/camera")
    def camera() -> Response:
        return jsonify(ok=True, camera=_eye(desk).checks())

    @views.get("/api/camera.jpg")
    def picture() -> Response:
        return _picture(_eye(desk).picture())

    @views.get("/api/squares/<square>.jpg")
    def crop(square: str) -> Response:
        return _picture(_eye(desk).crop(square))

    return views


def _eye(desk: Desk) -> Eye:
    if desk.playing.eye is None:
        raise CameraError(said("No camera looks at this table."))
    return desk.playing.eye


def _picture(jpeg: bytes) -> Response:
    answer = Response(jpeg, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "no-store"
    return answer
