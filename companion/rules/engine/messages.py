"""What may be asked of a crossword game (commands), and what then happened (events)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from companion.board.placement import Placement
from companion.board.square import Square
from companion.board.tiles import Tile
from companion.rules.crossword.challenges.rules import Judged
from companion.rules.crossword.turns import Turn
from companion.rules.noted import FileNoted, TurnNoted
from companion.text import NOTHING, Said

# --- commands --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayTiles:
    """Lay tiles; `player` is a seat, None for whoever is on turn.

    `words` are verdicts on the words formed; only where words are checked as they are laid do
    they matter.
    """

    placements: tuple[Placement, ...]
    player: int | None = None
    words: tuple[Judged, ...] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing."""

    player: int | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """Swap tiles with the bag: how many, and which if they are known. Of none it is a pass."""

    count: int
    tiles: tuple[Tile, ...] = ()
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take a play off the board again: the last turn, or the one named."""

    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """Doubt words of a play; the asker has looked them up.

    Attributes:
        words: The words doubted, with their verdicts.
        by: Seat of who doubts; None for the next player.
        turn: Number of the play; None for the last one.
        seconds: Since the play was made, where somebody counts them.
    """

    words: tuple[Judged, ...]
    by: int | None = None
    turn: int | None = None
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class DrawStart:
    """Each player has drawn a tile to see who begins: in order of seats."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class AdjustScore:
    """Book points beside the plays: a penalty for time, or a ruling."""

    player: int
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MoveTurn:
    """Turn `number` was taken before its predecessor, or after its successor if `later`."""

    number: int
    later: bool = False


@dataclass(frozen=True, slots=True)
class CorrectTile:
    """The tile on a square is, and always was, another one."""

    square: Square
    tile: Tile


@dataclass(frozen=True, slots=True)
class AmendTurn:
    """Turn `number` was in fact this."""

    number: int
    turn: Turn


@dataclass(frozen=True, slots=True)
class InsertTurn:
    """A turn was missed: it becomes turn `number`, later ones move up."""

    number: int
    turn: Turn


@dataclass(frozen=True, slots=True)
class DeleteTurn:
    """Turn `number` never happened."""

    number: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step, correction or turn."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what was undone last."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """End the game with these tiles left on the racks, one tuple a player.

    An empty one of a player who still holds tiles is not known. It may be told later.
    """

    racks: tuple[tuple[Tile, ...], ...]


Command = (
    PlayTiles | Pass | Exchange | Withdraw | Challenge | DrawStart | AdjustScore | MoveTurn
    | CorrectTile | AmendTurn | InsertTurn | DeleteTurn | Undo | Redo | EndGame
)  # fmt: skip

COMMANDS: tuple[type, ...] = get_args(Command)

# --- events ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TilesPlayed:
    """A player laid tiles."""

    player: int
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A player passed."""

    player: int


@dataclass(frozen=True, slots=True)
class TilesExchanged:
    """A player swapped tiles with the bag."""

    player: int
    count: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class PlayWithdrawn:
    """The play of turn `number` came off the board, its score went back."""

    number: int
    player: int


@dataclass(frozen=True, slots=True)
class PlayChallenged:
    """Words of turn `number` were doubted; the verdicts of that moment decide for ever."""

    number: int
    by: int
    owner: int
    words: tuple[Judged, ...]
    warning: Said = NOTHING
    settled: bool = False
    """Whether the log says which turns are lost by it; not so in version 0.1."""


@dataclass(frozen=True, slots=True)
class StartDrawn:
    """The drawn tiles made a player the first."""

    tiles: tuple[Tile, ...]
    first: int


@dataclass(frozen=True, slots=True)
class ScoreAdjusted:
    """Points were booked beside the plays."""

    player: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class TurnMoved:
    """Turn `number` changed places with turn `to`."""

    number: int
    to: int


@dataclass(frozen=True, slots=True)
class TileCorrected:
    """The tile that turn `number` laid on a square turned out to be another one."""

    number: int
    square: Square
    tile: Tile


@dataclass(frozen=True, slots=True)
class TurnAmended:
    """Turn `number` was replaced."""

    number: int
    turn: Turn


@dataclass(frozen=True, slots=True)
class TurnInserted:
    """A missed turn became turn `number`."""

    number: int
    turn: Turn


@dataclass(frozen=True, slots=True)
class TurnDeleted:
    """Turn `number` was struck."""

    number: int


@dataclass(frozen=True, slots=True)
class StepUndone:
    """The last step was taken back."""


@dataclass(frozen=True, slots=True)
class StepRedone:
    """A step taken back was done again."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended with these tiles left on the racks."""

    racks: tuple[tuple[Tile, ...], ...]
    unknown: tuple[int, ...] = ()
    """Seats whose racks nobody told; the reckoning is open while there is one."""


@dataclass(frozen=True, slots=True)
class TurnTakenOff:
    """The play of turn `number` came off though later turns had been taken."""

    number: int


Taken = (
    TilesPlayed | TurnPassed | TilesExchanged | ScoreAdjusted | PlayWithdrawn | PlayChallenged
)


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A turn was lost by a challenge."""

    player: int


@dataclass(frozen=True, slots=True)
class TurnImpossible:
    """What was ordered could not have been so; it is kept, and counts as nothing."""

    order: Taken | TurnLost
    problem: Said


Event = (
    Taken | TurnLost | TurnImpossible | TileCorrected | StartDrawn | GameEnded
    | FileNoted | TurnNoted
)  # fmt: skip

EVENTS: tuple[type, ...] = get_args(Event)
