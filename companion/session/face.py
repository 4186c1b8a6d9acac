"""What screens show beyond the game's own state. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.board.square import Square, parse_square
from companion.inference.diff import Doubt
from companion.inference.propose import Proposal
from companion.session.messages import (
    DropProposal,
    LeaveOut,
    RaiseDoubt,
    SessionCommand,
    ShowMessage,
    ShowProposal,
    TilesLifted,
    TurnsEnded,
)
from companion.text import NOTHING, Said


@dataclass(frozen=True, slots=True)
class Face:
    """What screens show beyond the game's own state."""

    doubts: Mapping[Square, Doubt]
    proposal: Proposal | None = None
    message: Said = NOTHING
    about: str = ""
    lifted: tuple[Square, ...] = ()
    """Squares of a play taken off by the rules that are empty on the board too."""
    left_out: tuple[Square, ...] = ()
    """Squares that look taken and belong to no play, while nothing is proposed."""
    ended: int = 0
    """Turns that their players have ended and the camera has not told yet."""


def noticed(face: Face, text: Said, about: str) -> Face:
    """Return the face with a sentence; nothing takes the last one off."""
    return replace(face, message=text, about=about if text else "")


def shown(face: Face, command: SessionCommand, to_lift: tuple[Square, ...]) -> Face:
    """Return the face with what a camera, a player or the program wants to be shown."""
    match command:
        case ShowProposal(proposal=proposal):
            return replace(face, proposal=proposal, left_out=())
        case DropProposal():
            return replace(face, proposal=None)
        case LeaveOut(squares=squares):
            return replace(face, left_out=squares)
        case ShowMessage(text=text, about=about):
            return noticed(face, text, about)
        case RaiseDoubt(squares=named):
            added = {
                square: Doubt(square, rows)
                for square, rows in ((parse_square(name), rows) for name, rows in named)
            }
            return replace(face, doubts={**face.doubts, **added})
        case TilesLifted():
            return replace(face, lifted=to_lift)
        case TurnsEnded(count=count):
            return replace(face, ended=count)
        case _:
            return face
