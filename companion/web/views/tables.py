"""The tables there are: a list of them, and one more or one less."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.web.desk import Desk
from companion.web.port import FIRST_TABLE, Room
from companion.web.requests.schemas import json_body, parse_name, text_field
from companion.web.serving.security import Door
from companion.web.views.board import rendered
from companion.web.views.setup import starter_of


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes of the list; everybody may look, the host opens and closes."""
    views = Blueprint("tables", __name__)

    def all_tables() -> list[dict[str, Any]]:
        return [_table(name, room) for name, room in desk.tables.rooms.items()]

    @views.get("/t/")
    def page() -> AnyResponse:
        if request.script_root:
            return redirect("/t/")  # it is about all tables, whichever one the link was on
        return rendered("tables.html", desk, door, tables=all_tables(), host=door.is_host())

    @views.get("/api/tables")
    def listed() -> Response:
        return jsonify(ok=True, tables=all_tables())

    @views.post("/api/tables")
    def one_more() -> Response:
        name = parse_name(json_body(request))
        return jsonify(ok=True, table=desk.once.do(name, starter_of(desk).open))

    @views.post("/api/tables/close")
    def one_less() -> Response:
        starter_of(desk).shut(text_field(json_body(request), "table", most=20))
        return jsonify(ok=True)

    return views


def _table(name: str, room: Room) -> dict[str, Any]:
    """Return what everybody may know of a table."""
    snapshot = room.playing.port.snapshot
    board = snapshot.scoreboard
    return {
        "table": name,
        "first": name == FIRST_TABLE,
        "waiting": room.waiting,
        "number": room.playing.number,
        "game": snapshot.game,
        "players": [{"name": row.player, "total": row.total} for row in board.rows],
        "on_turn": board.on_turn,
        "turns": len(board.turns),
        "over": board.ended,
    }
