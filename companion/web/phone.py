"""A phone as the camera: a code from the host, a claim, and its pictures."""

from __future__ import annotations

from typing import Protocol

import segno
from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing, InputError
from companion.text import said
from companion.web.desk import Desk
from companion.web.faults import refusal
from companion.web.requests.schemas import json_body, text_field
from companion.web.serving.security import PHONE_CLAIM, PHONE_PICTURES, Door
from companion.web.views.board import rendered

COOKIE = "companion_phone"
_YEAR_S = 365 * 24 * 3600


class Claimed(Protocol):
    """The phone that is the camera."""

    def word(self) -> str:
        """Return a word to claim it with, once."""

    def claim(self, word: str) -> str:
        """Return the key of who knows the word. Raises InputError."""

    def knows(self, key: str) -> bool:
        """Tell whether a key is that of the phone."""

    def put(self, picture: bytes) -> float:
        """Take a picture; return after how many seconds the next one is wanted."""


def blueprint(desk: Desk, door: Door, phone: Claimed | None) -> Blueprint:
    """Return the routes of the phone. Codes are the host's, pictures the claimer's alone."""
    views = Blueprint("phone", __name__)

    @views.get("/phone")
    def page() -> Response:
        claimed = phone is not None and phone.knows(request.cookies.get(COOKIE, ""))
        more = {"encrypted": desk.access.encrypted, "claimed": claimed}
        answer = rendered("phone.html", desk, door, more=more)
        answer.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=()"
        return answer

    @views.post("/api/phone/code")
    def code() -> Response:
        if not desk.access.encrypted:
            raise InputError(
                "Phones give their camera to encrypted pages only; start with --https."
            )
        if not desk.access.addresses:
            raise InputError("The page is open on this computer only; start with --lan.")
        address = f"{desk.access.addresses[0]}phone#{_there(phone).word()}"
        picture = segno.make(address, error="m", micro=False)
        return jsonify(
            ok=True, address=address, picture=picture.svg_data_uri(scale=6, border=2)
        )

    @views.post(PHONE_CLAIM)
    def claim() -> Response:
        key = _there(phone).claim(text_field(json_body(request), "word", most=40))
        answer = jsonify(ok=True)
        answer.set_cookie(
            COOKIE, key, max_age=_YEAR_S, httponly=True, samesite="Strict",
            secure=desk.access.encrypted,
        )  # fmt: skip
        return answer

    @views.post(PHONE_PICTURES)
    def picture() -> Response:
        held = _there(phone)
        if not held.knows(request.cookies.get(COOKIE, "")):
            return refusal(403, "not-the-phone", said(
                "This phone is not the camera, or another one is now. Scan a new code to take "
                "its place."
            ))  # fmt: skip
        return jsonify(ok=True, again_s=held.put(request.get_data()))

    return views


def _there(phone: Claimed | None) -> Claimed:
    if phone is None:
        raise DependencyMissing("This page shows one game only; start `companion serve`.")
    return phone
