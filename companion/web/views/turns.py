"""Requests that take a turn: a play, what the camera proposes, a pass, a correction."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from companion.inference.propose import SURE, Explanation, Proposal
from companion.rules.crossword.scoring import score_play
from companion.session.messages import DropProposal, ShowProposal
from companion.session.order import Meant
from companion.session.snapshot import Snapshot
from companion.web.desk import Desk
from companion.web.language import speaking
from companion.web.requests import amend, schemas
from companion.web.requests.history import placements_of
from companion.web.state import draft_json
from companion.web.views.submit import submitter


def blueprint(desk: Desk) -> Blueprint:
    """Return the routes that change the game."""
    views = Blueprint("turns", __name__)

    submit = submitter(desk)

    @views.post("/api/turns")
    def take_turn() -> Response:
        return submit(schemas.parse_turn(schemas.json_body(request)))

    @views.post("/api/proposals")
    def accept() -> Response:
        return submit(schemas.parse_acceptance(schemas.json_body(request)))

    @views.post("/api/drafts")
    def draft() -> Response:
        body, playing = schemas.json_body(request), desk.playing

        def laid(now: Snapshot) -> ShowProposal:
            tiles = placements_of(body, now.position, playing.tiles)
            play = score_play(
                now.position, tiles, playing.layout, playing.tiles, rack_size=playing.rack_size
            )
            return ShowProposal(Proposal(Explanation((play,), (), 0.0), (), SURE, (), ()))

        return submit(Meant(laid))

    @views.post("/api/drafts/preview")
    def preview() -> Response:
        laid = schemas.parse_tiles(schemas.json_body(request).get("tiles"))
        told = draft_json(laid, desk.playing, speaking(request))
        return jsonify(ok=True, preview=told)

    @views.post("/api/proposals/drop")
    def drop() -> Response:
        return submit(DropProposal())

    @views.post("/api/corrections")
    def correct() -> Response:
        command, playing = schemas.parse_correction(schemas.json_body(request)), desk.playing

        def corrected(now: Snapshot) -> object:
            amended = amend.amended(now, command.square, command.tile, playing)
            return command if amended is None else ShowProposal(amended)

        return submit(Meant(corrected))

    return views
