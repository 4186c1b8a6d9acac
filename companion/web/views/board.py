"""The page itself, and who may use it."""

from __future__ import annotations

import io
import math

import segno
from flask import (
    Blueprint,
    Response,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.board.square import column_letter
from companion.errors import InputError
from companion.session.labels import COLOURS
from companion.text import said
from companion.text.languages import Language
from companion.web import language
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.requests.schemas import json_body, text_field
from companion.web.serving.security import Door
from companion.web.state import state_json

_YEAR_S = 365 * 24 * 3600


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes of the page."""
    views = Blueprint("board", __name__)

    @views.get("/")
    def page() -> AnyResponse:
        if desk.room.waiting and desk.starter is not None and door.is_host():
            return redirect(url_for("setup.page"))
        playing = desk.playing
        columns = [column_letter(col) for col in range(playing.layout.size)]
        return rendered(
            "board.html",
            desk,
            door,
            layout=playing.layout,
            columns=columns,
            state=state_json(
                playing.port.snapshot,
                playing,
                host=door.is_host(),
                speaks=language.speaking(request),
            ),
        )

    @views.get("/api/join.svg")
    def join() -> Response:
        picture = io.BytesIO()
        code = segno.make(_told(desk), error="m", micro=False)
        code.save(picture, kind="svg", scale=8, border=2)
        return Response(picture.getvalue(), mimetype="image/svg+xml")

    @views.get("/authority.crt")
    def authority() -> Response:
        if not desk.access.authority:
            raise InputError("This page has no certificate of its own; start with --https.")
        return Response(desk.access.authority, mimetype="application/x-x509-ca-cert")

    @views.post("/api/host")
    def become_host() -> Response:
        pin = text_field(json_body(request), "pin", most=64)
        if door.try_pin(pin):
            return jsonify(ok=True)
        if wait_s := door.wait_s():
            return refusal(403, "wrong-pin", said(
                "Wrong PINs were entered too often here. Try again in {minutes} min; other "
                "devices need not wait.", minutes=math.ceil(wait_s / 60)
            ))  # fmt: skip
        return refusal(403, "wrong-pin", said("This PIN is not right."))

    return views


def _told(desk: Desk) -> str:
    """Return the address that a request asks a code of: the first, or one by its number."""
    if not desk.access.addresses:
        raise InputError("The page is open on this computer only; start with --lan.")
    which = request.args.get("of", 0, type=int)
    if not 0 <= which < len(desk.addresses):
        raise InputError("`of` is the number of an address, from 0.")
    return desk.addresses[which]


def rendered(template: str, desk: Desk, door: Door, **values: object) -> Response:
    """Return a page in the visitor's language, with what its script starts from.

    Args:
        template: Its name.
        desk: What the page is about.
        door: Tells whether the visitor may change the game.
        values: For the template; `state` and `more` go to the script.
    """
    speaks = language.speaking(request)
    data = _page_data(desk, speaks, host=door.is_host())
    data["texts"] = language.for_script(speaks, template)
    for key in ("state", "more"):
        if key in values:
            data[key] = speaks.write_all(values.pop(key))
    answer = make_response(
        render_template(
            template,
            lang=speaks.code,
            languages=language.names(),
            **language.for_template(speaks),
            page=data,
            desk=desk,
            **values,
        )
    )
    if request.args.get("lang") == speaks.code:
        answer.set_cookie(
            language.COOKIE, speaks.code, max_age=_YEAR_S, httponly=True, samesite="Lax"
        )
    return answer


def _page_data(desk: Desk, speaks: Language, *, host: bool) -> dict[str, object]:
    playing = desk.playing
    return {
        "host": host,
        "pin_digits": current_app.config["PIN_DIGITS"],
        "table": playing.number,
        "layout": list(playing.layout.rows),
        "letters": [[token, playing.tiles.value_of(token)] for token in playing.tiles.letters],
        "exports": [
            [name, e.title]
            for name, e in playing.exports.items()
            if e.offered and (host or (e.open and playing.port.snapshot.scoreboard.open))
        ],
        "setup": desk.starter is not None,
        "archive": desk.archive is not None,
        "voice": desk.voice is not None,
        "files": desk.files is not None,
        "languages": language.names(),
        "rack": playing.rack_size,
        "palette": list(COLOURS),
        "colouring": playing.see_colours is not None,
        "devices": playing.devices is not None,
        "cards": [list(card) for card in playing.cards],
        "photos": playing.photos is not None,
        "card_photos": playing.card_table is not None,
        "https": bool(desk.access.authority),
        "house": playing.house is not None,
        "addresses": desk.addresses,
    }
