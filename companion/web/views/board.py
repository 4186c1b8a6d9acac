"""The page itself, and who may use it."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response, jsonify, make_response, render_template, request

from companion.board.square import column_letter
from companion.errors import InputError
from companion.web import language
from companion.web.faults import refusal
from companion.web.port import Desk
from companion.web.schemas import json_body, text_field
from companion.web.security import Door
from companion.web.state import state_json

_YEAR_S = 365 * 24 * 3600


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes of the page."""
    views = Blueprint("board", __name__)

    @views.get("/")
    def page() -> Response:
        chosen = language.chosen(request)
        texts = language.catalogue(chosen)
        answer = make_response(
            render_template(
                "board.html",
                lang=chosen,
                t=texts.__getitem__,
                languages=[
                    (code, language.catalogue(code)["language.name"])
                    for code in language.LANGUAGES
                ],
                layout=desk.layout,
                columns=[column_letter(col) for col in range(desk.layout.size)],
                exports=list(desk.exporters),
                page=_page_data(desk, dict(texts), host=door.is_host()),
            )
        )
        if request.args.get("lang") == chosen:
            answer.set_cookie(
                language.COOKIE, chosen, max_age=_YEAR_S, httponly=True, samesite="Lax"
            )
        return answer

    @views.get("/api/join.svg")
    def join() -> Response:
        if not desk.access.addresses:
            raise InputError("The page is open on this computer only; start with --lan.")
        picture = io.BytesIO()
        code = segno.make(desk.access.addresses[0], error="m", micro=False)
        code.save(picture, kind="svg", scale=8, border=2)
        return Response(picture.getvalue(), mimetype="image/svg+xml")

    @views.post("/api/host")
    def become_host() -> Response:
        pin = text_field(json_body(request), "pin", most=32)
        if door.try_pin(pin):
            return jsonify(ok=True)
        return refusal(403, "wrong-pin", "This PIN is not right, or it was wrong too often.")

    return views


def _page_data(desk: Desk, texts: dict[str, str], *, host: bool) -> dict[str, object]:
    """Return what the page's script starts from."""
    return {
        "texts": texts,
        "host": host,
        "layout": list(desk.layout.rows),
        "letters": [[token, desk.tiles.value_of(token)] for token in desk.tiles.letters],
        "rack": desk.rack_size,
        "addresses": list(desk.access.addresses),
        "state": state_json(desk.port.snapshot),
    }
