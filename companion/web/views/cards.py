"""Photos of the board and of hands of cards, and hands reckoned up line by line."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.errors import DependencyMissing, InputError
from companion.web.desk import Desk
from companion.web.port import CardTable
from companion.web.requests import schemas
from companion.web.serving.security import BOARDS, PHOTOS

MOST_CARDS = 60
MOST_KEY = 40


def blueprint(desk: Desk) -> Blueprint:
    """Return the routes of photos and hands; posting is the host's alone."""
    views = Blueprint("cards", __name__)

    @views.post(PHOTOS)
    def photo() -> Response:
        return jsonify(ok=True, hand=_table(desk).read(request.get_data()))

    @views.post(BOARDS)
    def board() -> Response:
        photos = desk.playing.photos
        if photos is None:
            raise DependencyMissing("This game has no board that can be read in a photo.")
        return jsonify(ok=True, photo=photos.read(request.get_data()))

    @views.post("/api/cards/worth")
    def worth() -> Response:
        cards = schemas.json_body(request).get("cards")
        if not isinstance(cards, list) or len(cards) > MOST_CARDS:
            raise InputError(
                "`cards` must be a list of at most {most_cards} cards.", most_cards=MOST_CARDS
            )
        if not all(isinstance(card, str) and len(card) <= MOST_KEY for card in cards):
            raise InputError("`cards` must be cards of the deck.")
        return jsonify(ok=True, worth=_table(desk).worth(cards))

    return views


def _table(desk: Desk) -> CardTable:
    if desk.playing.card_table is None:
        raise DependencyMissing("This game has no hands of cards to read.")
    return desk.playing.card_table
