"""Overlays for broadcasts: scenes, a page for each field, the same as text; and the wall."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from companion.errors import InputError
from companion.text import said, said_n
from companion.web import language
from companion.web.desk import Desk
from companion.web.on_air import FIELDS, MOST_DELAY_S, Fields, Recorder, fields_of
from companion.web.port import Playing
from companion.web.scenes import SCENES, Moment, Scene, letters_of, moment_of, scene_of

DELAYS = (1, 2, 5, 15)
"""Minutes that the help page offers."""

MARKS = {"d": "2L", "t": "3L", "q": "4L", "D": "2W", "T": "3W", "Q": "4W"}
"""Words on premium squares; pages of boards say them, too."""


def blueprint(desk: Desk) -> Blueprint:
    """Return the routes of the overlays; anybody who may watch may open them."""
    views = Blueprint("air", __name__)
    studio = _Studio(desk)
    _add_fields(views, studio)
    _add_scenes(views, studio)
    return views


class _Studio:
    """Knows how each table stood a while ago."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._recorders: dict[str, Recorder[Moment]] = {}

    def _seen(self) -> Moment | None:
        """Return how it stood so long ago as is asked for."""
        now = moment_of(self.desk.playing, assigned=not self.desk.room.waiting)
        return self._recorders.setdefault(self.desk.table, Recorder()).at(now, _delay_s())

    def fields(self) -> Fields:
        return fields_of(self._seen(), _nothing())

    def scene(self) -> Scene:
        return scene_of(self._seen(), language.speaking(request), _nothing())


def _add_fields(views: Blueprint, studio: _Studio) -> None:
    @views.get("/api/air")
    def fields() -> Response:
        return jsonify(ok=True, fields=dict(studio.fields()))

    @views.get("/air")
    def whole() -> Response:
        return _page("whole")

    @views.get("/air/<field>.txt")
    def text(field: str) -> Response:
        _known(field)
        told = language.speaking(request).write(studio.fields()[field]) + "\n"
        answer = Response(told, content_type="text/plain; charset=utf-8")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @views.get("/air/<field>")
    def overlay(field: str) -> Response:
        if field == "help":
            return _help(studio.desk.playing, studio.scene())
        _known(field)
        return _page(field)


def _add_scenes(views: Blueprint, studio: _Studio) -> None:
    @views.get("/api/air/scene")
    def now() -> Response:
        return jsonify(ok=True, scene=studio.scene())

    @views.get("/air/scene/<name>")
    def scene(name: str) -> Response:
        if name not in SCENES:
            raise InputError("There is no scene {name!r}; see /air/help.", name=name[:40])
        return _drawn("air_scene.html", {"scene": name})

    @views.get("/wall")
    def wall() -> Response:
        return _drawn("wall.html", {"scene": "wall"})

    @views.get("/score")
    def score() -> Response:
        return _drawn("wall.html", {"scene": "score"})


def _page(field: str) -> Response:
    return _drawn("air.html", {"field": field})


def _help(playing: Playing, now: Scene) -> Response:
    speaks = language.speaking(request)
    page = {
        "now": now,
        "scenes": {name: speaks.write(title) for name, title in SCENES.items()},
        "delays": [
            (60 * n, speaks.write(said_n("{n} minute", "{n} minutes", n))) for n in DELAYS
        ],
        "layout": list(playing.layout.rows),
        "letters": letters_of(playing),
        "texts": language.for_script(speaks, "air_help.html"),
    }
    return _drawn("air_help.html", page, fields=FIELDS)


def _drawn(template: str, page: dict[str, Any], **more: object) -> Response:
    _delay_s()  # a wrong one is told at once
    speaks = language.speaking(request)
    says = language.for_template(speaks)
    page["marks"] = {mark: says["t"](text) for mark, text in MARKS.items()}
    return make_response(render_template(template, lang=speaks.code, page=page, **says, **more))


def _nothing() -> str:
    nothing = language.speaking(request).write(said("No game yet"))
    return request.args.get("empty", nothing)[:80]


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
