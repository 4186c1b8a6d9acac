"""Requests that take a turn: a play, what the camera proposes, a pass, a correction."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.errors import RuleViolation
from companion.session.messages import AcceptProposal, ShowProposal
from companion.session.snapshot import tile_pairs
from companion.web import amend, schemas
from companion.web.port import Desk
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
        choice, seen = schemas.parse_acceptance(schemas.json_body(request))
        if seen not in _on_offer(desk, choice):
            # What counts is what the player saw and meant, not what arrived since.
            raise RuleViolation("The board has changed since; look at the play again.")
        return submit(AcceptProposal(choice))

    @views.post("/api/corrections")
    def correct() -> Response:
        command = schemas.parse_correction(schemas.json_body(request))
        now = desk.port.snapshot
        if now.proposal is None or not amend.proposes(now.proposal, command.square):
            return submit(command)
        amended = amend.with_letter(
            now.proposal,
            now.position,
            command.square,
            command.tile,
            tiles=desk.playing.tiles,
            layout=desk.playing.layout,
            rack_size=desk.playing.rack_size,
        )
        return submit(ShowProposal(amended))

    return views


def _on_offer(desk: Desk, choice: int) -> list[list[list[str]]]:
    """Return the tiles of the proposal's explanation of that number, or nothing."""
    proposal = desk.port.snapshot.proposal
    if proposal is None:
        return []
    choices = (proposal.best, *proposal.alternatives)
    return [tile_pairs(e.placements) for e in choices[choice : choice + 1]]
