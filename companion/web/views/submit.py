"""How a command of a screen reaches the game and what comes back."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, jsonify, request

from companion.web.desk import Desk
from companion.web.language import speaking
from companion.web.state import state_json

ACTOR = "tablet"


def submitter(desk: Desk) -> Callable[..., Response]:
    """Return a function that submits a command and answers with the state after it."""

    def submit(command: object, **more: object) -> Response:
        playing = desk.playing
        snapshot = playing.port.submit(command, ACTOR).result(timeout=desk.answer_s)
        state = state_json(snapshot, playing, speaks=speaking(request))
        return jsonify(ok=True, version=snapshot.version, state=state, **more)

    return submit
