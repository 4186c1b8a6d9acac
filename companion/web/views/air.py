"""Overlays for broadcasts: a page for each field and for the whole, and the same as text."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from companion.errors import InputError
from companion.text import said
from companion.web import language
from companion.web.desk import Desk
from companion.web.on_air import FIELDS, MOST_DELAY_S, Fields, Recorder, fields_of


def blueprint(desk: Desk) -> Blueprint:
    """Return the routes of the overlays; anybody who may watch may open them."""
    views = Blueprint("air", __name__)
    recorders: dict[str, Recorder] = {}

    def shown() -> Fields:
        nothing = language.speaking(request).write(said("No game yet"))
        nothing = request.args.get("empty", nothing)[:80]
        playing = desk.playing
        assigned = not desk.room.waiting
        now = fields_of(playing.port.snapshot, playing, assigned=assigned, nothing="")
        recorder = recorders.setdefault(desk.table, Recorder())
        past = recorder.at(now, _delay_s()) or dict.fromkeys(FIELDS, "")
        return {name: text or nothing for name, text in past.items()}

    @views.get("/api/air")
    def fields() -> Response:
        return jsonify(ok=True, fields=dict(shown()))

    @views.get("/air")
    def whole() -> Response:
        return _page("whole")

    @views.get("/air/<field>.txt")
    def text(field: str) -> Response:
        _known(field)
        answer = Response(
            language.speaking(request).write(shown()[field]) + "\n",
            content_type="text/plain; charset=utf-8",
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @views.get("/air/<field>")
    def overlay(field: str) -> Response:
        if field == "help":
            return _help()
        _known(field)
        return _page(field)

    return views


def _page(field: str) -> Response:
    page = {"field": field, "delay": _delay_s()}
    return make_response(render_template("air.html", page=page))


def _help() -> Response:
    speaks = language.speaking(request)
    return make_response(
        render_template(
            "air_help.html", lang=speaks.code, fields=FIELDS, **language.for_template(speaks)
        )
    )


def _known(field: str) -> None:
    if field not in FIELDS:
        raise InputError("There is no field {field!r}; see /air/help.", field=field[:40])


def _delay_s() -> int:
    text = request.args.get("delay", "0")
    if not text.isdecimal() or int(text[:6]) > MOST_DELAY_S:
        raise InputError(
            "`delay` is a number of seconds from 0 to {most_delay_s}.",
            most_delay_s=MOST_DELAY_S,
        )
    return int(text)
