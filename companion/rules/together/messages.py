"""Commands and events of Scrabble Together beside those it shares with the crossword games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from companion.board.square import Square
from companion.board.tiles import Tile
from companion.rules.engine import messages as shared
from companion.text import Said, said

Helper = Literal[
    "complete-goal",
    "exchange-tiles",
    "extra-tile",
    "make-blank",
    "refresh-goals",
    "trade-tiles",
]
HELPERS: tuple[Helper, ...] = get_args(Helper)
TITLES: Mapping[Helper, Said] = MappingProxyType(
    {
        "complete-goal": said("Complete a goal"),
        "exchange-tiles": said("Exchange tiles"),
        "extra-tile": said("An extra tile for everybody"),
        "make-blank": said("Make a blank"),
        "refresh-goals": said("Refresh the goals"),
        "trade-tiles": said("Trade tiles"),
    }
)
"""The helpers for people."""

# --- commands --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseFirst:
    """The players have seen the goals and this one begins."""

    player: int


@dataclass(frozen=True, slots=True)
class JudgeGoals:
    """Say which goals that only people can judge the play meets, by their ids."""

    met: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CompleteGoal:
    """Helper: an open goal, by its id, counts as completed."""

    goal: str


@dataclass(frozen=True, slots=True)
class ExchangeTiles:
    """Helper: so many tiles of one's rack are swapped with the bag."""

    count: int


@dataclass(frozen=True, slots=True)
class ExtraTile:
    """Helper: every player draws an eighth tile."""


@dataclass(frozen=True, slots=True)
class MakeBlank:
    """Helper: a tile of one's rack is turned over and is a blank from now on.

    Which tile it was need not be said: players may not tell what they hold.
    """

    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class RefreshGoals:
    """Helper: the open goals go under the pile and new ones are turned up."""


@dataclass(frozen=True, slots=True)
class TradeTiles:
    """Helper: so many tiles of one's rack are swapped with those of other players."""

    count: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """No open goal can be completed and no helper is left: the game is lost."""


@dataclass(frozen=True, slots=True)
class ColourSquare:
    """A square's colour is this; empty for a plain square."""

    square: Square
    color: str = ""


@dataclass(frozen=True, slots=True)
class Coloured:
    """A square and its colour."""

    square: Square
    color: str


@dataclass(frozen=True, slots=True)
class ReadColours:
    """These are the colours of the empty board."""

    squares: tuple[Coloured, ...]


@dataclass(frozen=True, slots=True)
class ShowGoals:
    """These goals, by their ids, in fact lie open at the table."""

    goals: tuple[str, ...]


Command = (
    shared.PlayTiles | shared.Pass | shared.Withdraw | shared.CorrectTile | shared.Undo
    | shared.Redo | ChooseFirst | JudgeGoals | CompleteGoal | ExchangeTiles | ExtraTile
    | MakeBlank | RefreshGoals | TradeTiles | GiveUp | ColourSquare | ReadColours | ShowGoals
    | shared.AmendTurn | shared.InsertTurn | shared.DeleteTurn | shared.MoveTurn
)  # fmt: skip

COMMANDS: tuple[type, ...] = get_args(Command)

# --- events ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GoalsCompleted:
    """Open goals, by their index in the file, were completed."""

    player: int
    goals: tuple[int, ...]
    by_helper: bool = False


@dataclass(frozen=True, slots=True)
class GoalsTurned:
    """So many goals were turned up from the pile."""

    count: int


@dataclass(frozen=True, slots=True)
class GoalsPutUnder:
    """The open goals went to the bottom of the pile."""


@dataclass(frozen=True, slots=True)
class GoalsShown:
    """These goals lie open; what lay there changed places with them."""

    goals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HelperUsed:
    """A helper was used and is out of play."""

    player: int
    helper: Helper
    count: int = 0
    """Of tiles exchanged or traded."""


@dataclass(frozen=True, slots=True)
class TileTurned:
    """A tile on a rack is a blank from now on; None if nobody said which it was."""

    player: int
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class TilesDrawn:
    """So many tiles went from the bag to a rack; negative to the bag."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class ColoursRead:
    """These are the colours of the board."""

    squares: tuple[Coloured, ...]


@dataclass(frozen=True, slots=True)
class JudgementAsked:
    """The players must say which of these goals the play meets; these others it does meet."""

    asked: tuple[int, ...]
    met: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FirstChosen:
    """This player begins."""

    player: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The next player's turn begins."""

    player: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """All goals are completed: everybody wins."""


@dataclass(frozen=True, slots=True)
class GameLost:
    """No goal can be completed and no helper is left: everybody loses."""


Event = (
    shared.TilesPlayed | shared.TurnPassed | shared.PlayWithdrawn | shared.TileCorrected
    | GoalsCompleted | GoalsTurned | GoalsPutUnder | GoalsShown | HelperUsed | TileTurned
    | TilesDrawn | ColoursRead | JudgementAsked | FirstChosen | TurnEnded | GameWon | GameLost
)  # fmt: skip

EVENTS: tuple[type, ...] = get_args(Event)
