"""A game that pictures told, written into a session turn by turn."""

from __future__ import annotations

from companion.app.replay import Retold
from companion.rules.crossword.turns import Laid
from companion.rules.engine.messages import AmendTurn, Pass, PlayTiles, Withdraw
from companion.session.order import ordered
from companion.session.session import Session


def keep(retold: Retold, session: Session, *, actor: str = "replay") -> None:
    """Write a retold game into a session, turn by turn.

    Raises:
        RuleViolation: A turn cannot be written, such as one that builds on tiles that no turn
            explains; those before it are kept.
        StoreError: The store refuses.
    """
    line_of_play: list[int] = []
    for number, turn in enumerate(retold.turns, 1):
        for earlier, tiles in turn.moved:
            seat = session.snapshot.turns[earlier - 1].seat
            session.handle(ordered(AmendTurn(earlier, Laid(seat, tiles)), actor))
        if turn.kind == "withdrawn":
            session.handle(ordered(Withdraw(line_of_play.pop()), actor))
        elif turn.play is not None:
            session.handle(ordered(PlayTiles(turn.play.placements), actor))
            line_of_play.append(number)
        else:
            session.handle(ordered(Pass(), actor))
