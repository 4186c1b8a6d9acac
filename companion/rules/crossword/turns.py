"""Turns as they were taken. A turn holds only what happened; what follows is in `sheet`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.board.placement import Placement
from companion.board.tiles import Tile
from companion.rules.crossword.challenges.rules import Judged, all_known
from companion.text import NOTHING, Said


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles were laid."""

    player: int
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """Nothing was done."""

    player: int


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Tiles were swapped with the bag."""

    player: int
    count: int
    tiles: tuple[Tile, ...] = ()
    """Which, where known."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The play just before was taken off again; its score goes back."""

    player: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """Words of a play were looked up; a bad one takes it off, good ones may cost something."""

    player: int
    """Who challenged."""

    owner: int
    """Whose play it was."""

    words: tuple[Judged, ...]
    warning: Said = NOTHING
    """Why it was late, if it was."""

    @property
    def good(self) -> bool:
        """Whether the play stands."""
        return all_known(self.words)


@dataclass(frozen=True, slots=True)
class Lost:
    """A turn was lost by a challenge. It is never written down but follows from one."""

    player: int


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points were booked beside the plays, such as a penalty for time."""

    player: int
    points: int
    reason: str = ""
    """"time", "challenge", "recorded" (a file's own figure), or words for people."""


Turn = Laid | Passed | Exchanged | Withdrawn | Challenged | Lost | Adjusted


def beside_the_turns(turn: Turn) -> bool:
    """Whether nobody's turn is used up by it, so that the play before is still the last."""
    return isinstance(turn, Lost | Adjusted) or (isinstance(turn, Challenged) and turn.good)
