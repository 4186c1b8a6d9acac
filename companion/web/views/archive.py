"""Games that were played: the list, what they say together, and each as a file."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing
from companion.session.order import Order
from companion.text import said
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.port import Archive
from companion.web.requests import schemas
from companion.web.serving.security import Door
from companion.web.views.board import rendered
from companion.web.views.export import as_file, as_losses
from companion.web.views.setup import starter_of


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the routes of the archive; all are the host's alone."""
    views = Blueprint("archive", __name__)

    @views.before_request
    def hosts_only() -> Response | None:
        if not door.is_host():
            return refusal(
                403, "viewer", said("You are watching. Only the host sees past games.")
            )
        return None

    @views.get("/games")
    def page() -> Response:
        kept = _archive(desk)
        more = {
            "games": kept.games(),
            "statistics": kept.statistics(),
            "damaged": kept.damaged(),
        }
        return rendered("games.html", desk, door, more=more)

    @views.get("/games/<int:number>/game.<form>")
    def download(number: int, form: str) -> Response:
        kept = _archive(desk).exports(number)
        return as_file(kept, form, f"game-{number}", host=door.is_host())

    @views.get("/api/games/<int:number>/export/<form>")
    def lost(number: int, form: str) -> Response:
        return as_losses(_archive(desk).exports(number), form, host=door.is_host())

    @views.post("/api/games/<int:number>/labels")
    def label(number: int) -> Response:
        body = schemas.json_body(request)
        role = "page" if desk.access.host_pin is None else "host"
        command = schemas.parse_label(body)
        order = Order(schemas.parse_name(body), f"{role} archive", None, command)
        starter_of(desk).alter(number, order)
        return jsonify(ok=True)

    @views.post("/api/games/<int:number>/rescue")
    def rescue(number: int) -> Response:
        new, lost = desk.once.do(
            schemas.parse_name(schemas.json_body(request)),
            lambda: starter_of(desk).rescue(number),
        )
        return jsonify(ok=True, number=new, lost=lost)

    _add_game(views, desk, door)
    return views


def _add_game(views: Blueprint, desk: Desk, door: Door) -> None:
    """Add the page of one game, and what is drawn of it."""

    @views.get("/games/<int:number>")
    def one(number: int) -> Response:
        return rendered("game.html", desk, door, more=_archive(desk).game(number))

    @views.get("/api/games/<int:number>/board")
    def board(number: int) -> Response:
        return jsonify(ok=True, board=_archive(desk).board(number))

    @views.get("/api/games/<int:number>/turns/<int:turn>.jpg")
    def picture(number: int, turn: int) -> Response:
        data = _archive(desk).picture(number, turn)
        return Response(data, mimetype="image/jpeg")


def _archive(desk: Desk) -> Archive:
    if desk.archive is None:
        raise DependencyMissing("No games are kept here; start `companion serve`.")
    return desk.archive
