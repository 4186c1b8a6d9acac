"""What may be asked of a session besides the commands of its game.

Of these only the clocks and what an accepted proposal stands for are logged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.board.square import Square
from companion.inference.propose import Proposal
from companion.text import Said


@dataclass(frozen=True, slots=True)
class ShowProposal:
    """Put what the camera makes of the board on the screens; it replaces the one before."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class AcceptProposal:
    """Commit what is proposed: its withdrawal and plays, or a pass if nothing changed.

    Attributes:
        choice: 0 the best explanation, 1 and on the alternatives.
        player: Seat of who ends the turn; None for whoever is on turn.
        tiles: Squares and tiles that who accepts saw proposed; None for whatever is proposed.
    """

    choice: int = 0
    player: int | None = None
    tiles: Sequence[Sequence[str]] | None = None


@dataclass(frozen=True, slots=True)
class DropProposal:
    """Take the proposal off the screens."""


@dataclass(frozen=True, slots=True)
class ShowMessage:
    """Put a text on the screens, such as why the board cannot be read.

    Attributes:
        text: What is said; nothing takes the last one off again.
        about: Whom or what it comes from, for programs: a `Reason` of the camera's, "clock",
            "box".
    """

    text: Said
    about: str = "other"


@dataclass(frozen=True, slots=True)
class RaiseDoubt:
    """Mark squares of the known board as doubtful, with what they may hold."""

    squares: tuple[tuple[str, tuple[tuple[str, float], ...]], ...]
    """(square's name, (content, probability) pairs best first)."""


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """Show squares that look taken and belong to no play, while nothing is proposed."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class TilesLifted:
    """The tiles that were to be lifted are off the board."""


@dataclass(frozen=True, slots=True)
class TurnsEnded:
    """So many turns have been ended by their players that the camera has not told yet.

    What it sees next is then likelier so many plays than one; counting starts anew with the
    next turn that counts.
    """

    count: int


@dataclass(frozen=True, slots=True)
class Refresh:
    """Send the screens the game anew: something beside it, such as a clock, has changed."""


@dataclass(frozen=True, slots=True)
class PressClock:
    """Start the clocks, pause them, or let them go on."""


@dataclass(frozen=True, slots=True)
class SetClocks:
    """The host corrects the clocks: seconds left of each player, None to leave one alone."""

    left_s: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class NamePlayers:
    """Call the players this and give them these colours, in the whole game.

    Attributes:
        players: Names, seat by seat.
        colours: One for each, or none to leave them as they are set up.
        before: The names that who asks has seen.
        order: The seat each of them had, where they change seats before the first turn.
    """

    players: tuple[str, ...]
    colours: tuple[str, ...]
    before: tuple[str, ...]
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NameGame:
    """Call the game this; empty for no name."""

    name: str


@dataclass(frozen=True, slots=True)
class SetAside:
    """Delete the game, which keeps all of its log, or bring it back."""

    deleted: bool = True


@dataclass(frozen=True, slots=True)
class KeepTime:
    """Keep in the log how the clocks stand, if one runs: what a crash may cost at most."""


SessionCommand = (
    ShowProposal
    | AcceptProposal
    | DropProposal
    | ShowMessage
    | RaiseDoubt
    | LeaveOut
    | TilesLifted
    | TurnsEnded
    | Refresh
    | PressClock
    | SetClocks
    | NamePlayers
    | NameGame
    | SetAside
    | KeepTime
)
