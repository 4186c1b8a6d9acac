"""Sentences said aloud by the host's computer, where the tablet itself has no voice."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing
from companion.web.desk import Desk
from companion.web.requests import schemas

MOST = 300


def blueprint(desk: Desk) -> Blueprint:
    """Return the route of speech; it is the host's alone."""
    views = Blueprint("speech", __name__)

    @views.post("/api/speech")
    def say() -> Response:
        body = schemas.json_body(request)
        sentence = schemas.text_field(body, "sentence", most=MOST)
        language = schemas.text_field(body, "language", most=5)
        if desk.voice is None:
            raise DependencyMissing("This computer says nothing aloud; let the tablet speak.")
        desk.voice.say(sentence, language)
        return jsonify(ok=True)

    return views
