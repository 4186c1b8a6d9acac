"""How it stands with the buttons at the table: asked for while somebody looks."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from companion.text import said
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.serving.security import Door


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the route of the devices' health."""
    views = Blueprint("devices", __name__)

    @views.get("/api/devices")
    def devices() -> Response:
        if not door.is_host():
            return refusal(
                403, "viewer", said("You are watching. Only the host can change the game.")
            )
        told = desk.playing.devices
        return jsonify(ok=True, devices=told() if told is not None else [])

    return views
