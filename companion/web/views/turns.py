"""Requests that take a turn: a play, what the camera proposes, a pass, a correction."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.board.placement import WordFormed
from companion.errors import RuleViolation
from companion.inference.propose import SURE, Explanation, Proposal
from companion.rules.messages import PlayTiles
from companion.rules.scoring import score_play
from companion.rules.violations import WordsUnknown
from companion.session.messages import AcceptProposal, ShowProposal
from companion.session.snapshot import tile_pairs
from companion.web import amend, schemas
from companion.web.desk import Desk
from companion.web.history import placements_of
from companion.web.port import Playing
from companion.web.views.submit import submitter


def blueprint(desk: Desk) -> Blueprint:
    """Return the routes that change the game."""
    views = Blueprint("turns", __name__)

    submit = submitter(desk)

    @views.post("/api/turns")
    def take_turn() -> Response:
        command = schemas.parse_turn(schemas.json_body(request))
        playing = desk.playing
        if isinstance(command, PlayTiles) and playing.doubt.checked:
            foresight = playing.port.foresee(command)
            check_words(foresight.after.turns[-1].words, playing)
        return submit(command)

    @views.post("/api/proposals")
    def accept() -> Response:
        choice, seen = schemas.parse_acceptance(schemas.json_body(request))
        if seen not in _on_offer(desk, choice):
            # What counts is what the player saw and meant, not what arrived since.
            raise RuleViolation("The board has changed since; look at the play again.")
        proposal = desk.port.snapshot.proposal
        if proposal is not None:
            for play in (proposal.best, *proposal.alternatives)[choice].plays:
                check_words(play.words, desk.playing)
        return submit(AcceptProposal(choice))

    @views.post("/api/drafts")
    def draft() -> Response:
        playing, now = desk.playing, desk.port.snapshot
        laid = placements_of(schemas.json_body(request), now.position, playing.tiles)
        play = score_play(
            now.position, laid, playing.layout, playing.tiles, rack_size=playing.rack_size
        )
        return submit(ShowProposal(Proposal(Explanation((play,), (), 0.0), (), SURE, (), ())))

    @views.post("/api/corrections")
    def correct() -> Response:
        command = schemas.parse_correction(schemas.json_body(request))
        now = desk.port.snapshot
        amended = amend.amended(now, command.square, command.tile, desk.playing)
        return submit(command if amended is None else ShowProposal(amended))

    return views


def _on_offer(desk: Desk, choice: int) -> list[list[list[str]]]:
    """Return the tiles of the proposal's explanation of that number, or nothing."""
    proposal = desk.port.snapshot.proposal
    if proposal is None:
        return []
    choices = (proposal.best, *proposal.alternatives)
    return [tile_pairs(e.placements) for e in choices[choice : choice + 1]]


def check_words(words: tuple[WordFormed, ...], playing: Playing) -> None:
    """Refuse unknown words where they are looked up as they are laid.

    Raises:
        WordsUnknown: Names them.
    """
    if not playing.doubt.checked or playing.lexicon is None:
        return
    unknown = [word.text for word in words if word.text not in playing.lexicon]
    if unknown:
        raise WordsUnknown(unknown, playing.lexicon.title)
