"""One shape for everything that goes wrong: a kind to program by, a sentence to read."""

from __future__ import annotations

import logging
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

from flask import Flask, Response, current_app, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError, http_status
from companion.text import Said, said
from companion.web.language import for_script, for_template, speaking

log = logging.getLogger(__name__)

_SENTENCES = {
    400: said("The request cannot be understood."),
    404: said("There is nothing at this address."),
    405: said("This address does not take that kind of request."),
    413: said("The request is too large."),
    415: said("Send JSON (Content-Type: application/json)."),
}


NO_TABLE = "no-table"
"""Kind of the refusal of an address at a table that is not there."""

SUSPECT = frozenset({400, 403, 404, 405, 413, 415, 421, 429})
"""Statuses that our own pages seldom meet; such refusals are logged."""


def refused(status: int, kind: str, sentence: str) -> dict[str, Any]:
    """Return the error shape."""
    return {"ok": False, "error": {"kind": kind, "sentence": sentence}, "status": status}


def refusal(status: int, kind: str, sentence: Said, **more: object) -> Response:
    """Return the error shape with its HTTP status."""
    if status in SUSPECT:
        visitor = request.remote_addr
        path = request.script_root + request.path
        log.warning("refused %s: %s %r (%s)", visitor, request.method, path, kind)
    if is_opened():
        return page(status, kind, sentence)
    told = speaking(request).write(sentence)
    answer = jsonify({**refused(status, kind, told), **more})
    answer.status_code = status
    return answer


def is_opened() -> bool:
    """Tell whether somebody opens the address of the current request in a browser.

    Scripts and pictures of our pages ask for anything or for a picture, never for a page.
    """
    wanted = request.accept_mimetypes.best_match(("application/json", "text/html"))
    return request.method in ("GET", "HEAD") and wanted == "text/html"


def page(status: int, kind: str, sentence: Said) -> Response:
    """Return a refusal as a page for people, with what they can do about it."""
    speaks = speaking(request)
    text = render_template(
        "error.html", lang=speaks.code, **for_template(speaks), status=status,
        asks_pin=kind == "viewer", sentence=speaks.write(sentence),
        pin_digits=current_app.config["PIN_DIGITS"],
        board="/" if kind == NO_TABLE else f"{request.script_root}/",
        page={"texts": for_script(speaks, "error.html")},
    )  # fmt: skip
    return Response(text, status, {"Cache-Control": "no-store"})


def kind_of(fault: Exception) -> str:
    """Return a fault's name as JSON spells it: RuleViolation -> rule-violation."""
    name = type(fault).__name__
    return "".join(
        f"-{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name)
    )


def install(app: Flask) -> None:
    """Make every fault of an app answer in the one shape."""

    @app.errorhandler(CompanionError)
    def named(fault: CompanionError) -> Response:
        return refusal(http_status(fault), kind_of(fault), fault.said)

    @app.errorhandler(HTTPException)
    def http(fault: HTTPException) -> Response:
        status = fault.code or 500
        sentence = _SENTENCES.get(status, said("Something went wrong."))
        return refusal(status, fault.name.lower().replace(" ", "-"), sentence)

    @app.errorhandler(FutureTimeout)
    def slow(fault: FutureTimeout) -> Response:
        log.warning("the game loop did not answer in time")
        sentence = said("The game did not answer in time. Try again, or restart the companion.")
        return refusal(503, "no-answer", sentence)

    @app.errorhandler(Exception)
    def bug(fault: Exception) -> Response:
        log.error("a request failed", exc_info=fault)
        return refusal(
            500, "bug", said("Something went wrong here; the game itself is untouched.")
        )
