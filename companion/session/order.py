"""An order: who asks for what, looking at which state, and a name of its own.

Everything that changes a game comes as one: buttons of pages, keys, the box, the camera, typed
lines, the program's own doings. The name makes it count once however often it arrives; what was
seen refuses it when what it meant is no longer so. The session alone judges both.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.board.position import Position
from companion.errors import RuleViolation
from companion.rules.engine.messages import CorrectTile
from companion.session.messages import DropProposal, NameGame, NamePlayers, PressClock, SetAside
from companion.text import said

if TYPE_CHECKING:
    from companion.session.snapshot import Snapshot


class GameWentOn(RuleViolation):
    """What an order meant is no longer so."""

    def __init__(self) -> None:
        super().__init__(said("The game has gone on; look again."))


@dataclass(frozen=True, slots=True)
class Seen:
    """The state that somebody had before their eyes.

    Attributes:
        game: Number of the game.
        seq: Steps of the game in its log. What the camera shows and what the clocks count is
            none, so that neither makes a tap too late.
        seat: Who was on turn; None after the end.
        stood: Whether the clocks stood still.
    """

    game: int
    seq: int
    seat: int | None
    stood: bool = True


@dataclass(frozen=True, slots=True)
class Meant:
    """A command that is worked out from the game when its turn comes, such as a filled-in form.

    Worked out earlier it could be made from a state that another order is about to change.
    """

    of: Callable[[Snapshot], object]
    """May raise RuleViolation or InputError."""


@dataclass(frozen=True, slots=True)
class Order:
    """One order.

    Attributes:
        id: Handed in twice, it is the same order.
        actor: Who asks; it is logged.
        seen: What they looked at; None for what holds in any state, such as a sentence for the
            screens.
        command: One of the game's, of `companion.session.messages`, or `Meant`.
        age_s: Seconds since it was given: what it has waited in a box, on a line, in a queue.
            Clocks and log take the moment it was given.
    """

    id: str
    actor: str
    seen: Seen | None
    command: object
    age_s: float = 0.0


def ordered(command: object, actor: str, seen: Seen | None = None) -> Order:
    """Return an order with a new name."""
    return Order(uuid.uuid4().hex, actor, seen, command)


def is_still_meant(
    command: object, seen: Seen, now: Snapshot, boards: Mapping[int, Position]
) -> bool:
    """Tell whether a command means now what it meant to who gave it.

    Most mean whoever is on turn, the last turn, or the number of a turn: one step of the game
    makes them mean something else. A letter is corrected as long as the same tile lies there;
    clocks are pressed as long as they still stand, or still run; players are named as long as
    they are called the same.

    Args:
        command: What is asked.
        seen: What the asker looked at.
        now: The game as it is.
        boards: The board after some of the last steps, by their number.
    """
    latest = now.seen
    if seen.game != latest.game:
        return False
    if isinstance(command, NameGame | SetAside):
        return True
    if isinstance(command, NamePlayers) and not command.order:
        return tuple(command.before) == now.players
    if isinstance(command, PressClock):
        return seen.stood == latest.stood
    if (seen.seq, seen.seat) == (latest.seq, latest.seat) or isinstance(command, DropProposal):
        return True
    if isinstance(command, CorrectTile) and seen.seq in boards:
        tile = boards[seen.seq].get(command.square)
        return tile is not None and tile == now.position.get(command.square)
    return False
