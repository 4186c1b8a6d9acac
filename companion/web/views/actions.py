"""What a game offers beyond plays and turns: the page sends the form that it drew."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing
from companion.session.messages import PressClock
from companion.session.order import Meant
from companion.web.desk import Desk
from companion.web.language import speaking
from companion.web.requests import forms, schemas
from companion.web.requests.history import foresight_json
from companion.web.views.submit import submitter


def blueprint(desk: Desk) -> Blueprint:
    """Return the routes of a game's own actions, and of the clocks."""
    views = Blueprint("actions", __name__)
    submit = submitter(desk)

    @views.post("/api/actions")
    def act() -> Response:
        body = schemas.json_body(request)
        playing = desk.playing
        return submit(Meant(lambda now: forms.read_form(body, now.actions, playing)))

    @views.post("/api/actions/preview")
    def foresee() -> Response:
        body = schemas.json_body(request)
        playing = desk.playing
        command = forms.read_form(body, playing.port.snapshot.actions, playing)
        foresight = foresight_json(playing.port.foresee(command), playing, speaking(request))
        return jsonify(ok=True, preview=foresight)

    @views.post("/api/colours")
    def colours() -> Response:
        see = desk.playing.see_colours
        if see is None:
            raise DependencyMissing("No camera looks, or this game needs no colours.")
        return submit(see())

    @views.post("/api/clock")
    def clock() -> Response:
        return submit(PressClock())

    @views.post("/api/clock/left")
    def correct_clocks() -> Response:
        return submit(schemas.parse_left(schemas.json_body(request)))

    @views.post("/api/labels")
    def label() -> Response:
        return submit(schemas.parse_label(schemas.json_body(request)))

    return views
