"""The game as a file, in every form there is."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, jsonify, request

from companion.errors import InputError
from companion.text import listed, said
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.language import speaking
from companion.web.port import Export, Exported
from companion.web.serving.security import Door

_FOR_THE_HOST = said("You are watching. This file is for the host.")


def blueprint(desk: Desk, door: Door) -> Blueprint:
    """Return the download routes."""
    views = Blueprint("export", __name__)

    @views.get("/export/game.<form>")
    def download(form: str) -> Response:
        return as_file(desk.playing.exports, form, "game", host=door.is_host())

    @views.get("/api/export/<form>")
    def lost(form: str) -> Response:
        return as_losses(desk.playing.exports, form, host=door.is_host())

    return views


def as_file(exports: Mapping[str, Export], form: str, name: str, *, host: bool) -> Response:
    """Return a game as a download.

    Who only watches gets a form that tells no more than the scoreboard, of a game whose
    scoreboard is open to everybody, and no other.

    Args:
        exports: The forms there are.
        form: The one that is asked for.
        name: Of the file, ours: nothing that a player typed reaches the header.
        host: Whether it goes to the host.

    Raises:
        InputError: There is no such form, or the game cannot be said in it.
    """
    made = _made(exports, form, host=host)
    if made is None:
        return refusal(403, "viewer", _FOR_THE_HOST)
    answer = Response(made.data, content_type=exports[form].media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def as_losses(exports: Mapping[str, Export], form: str, *, host: bool) -> Response:
    """Return what a game's file in a form does not hold, to whoever may have the file."""
    made = _made(exports, form, host=host)
    if made is None:
        return refusal(403, "viewer", _FOR_THE_HOST)
    return jsonify(ok=True, losses=list(made.losses))


def _made(exports: Mapping[str, Export], form: str, *, host: bool) -> Exported | None:
    """The file; None for who may not have it."""
    if form not in exports:
        raise InputError(
            "There is no export of that kind; try {exports}.", exports=listed(exports, "comma")
        )
    made = exports[form].write(speaking(request)) if host or exports[form].open else None
    return made if made is not None and (host or made.open) else None
