"""How an order of a page reaches the game and what comes back."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, jsonify, request

from companion.errors import RuleViolation, http_status
from companion.web.desk import Desk
from companion.web.faults import kind_of, refusal
from companion.web.language import speaking
from companion.web.requests import schemas
from companion.web.state import state_json


def submitter(desk: Desk) -> Callable[..., Response]:
    """Return a function that orders a command and answers with the state after it.

    What the game refuses is answered with the newest state, so that the page shows what is.
    """

    def submit(command: object, **more: object) -> Response:
        playing, speaks = desk.playing, speaking(request)
        role = "page" if desk.access.host_pin is None else "host"
        order = schemas.parse_order(schemas.json_body(request), command, role)
        try:
            snapshot = playing.port.submit(order).result(timeout=desk.answer_s)
        except RuleViolation as fault:
            state = state_json(playing.port.snapshot, playing, speaks=speaks)
            return refusal(http_status(fault), kind_of(fault), fault.said, state=state)
        state = state_json(snapshot, playing, speaks=speaks)
        return jsonify(ok=True, version=snapshot.version, state=state, **more)

    return submit
