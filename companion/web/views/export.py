"""The game as a file."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.errors import InputError
from companion.web.port import Desk


def blueprint(desk: Desk) -> Blueprint:
    """Return the download routes."""
    views = Blueprint("export", __name__)

    @views.get("/export/game.<form>")
    def download(form: str) -> Response:
        if form not in desk.exporters:
            raise InputError(
                f"There is no export of that kind; try {', '.join(desk.exporters)}."
            )
        made = desk.exporters[form]()
        answer = Response(made.text.encode("utf-8"), mimetype="text/plain")
        # The name is ours: nothing that a player typed reaches the header.
        answer.headers["Content-Disposition"] = f'attachment; filename="game.{form}"'
        return answer

    return views
