"""What a file said of a game beside what happened in it, kept to be written again.

Texts are as a GCG file has them. What is noted of a turn belongs to that turn: it goes with it
when turns change places, and stays when the turn is corrected.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.text import Said


@dataclass(frozen=True, slots=True)
class FileNoted:
    """What a file says of the game as a whole.

    Attributes:
        players: Nick and name of each seat.
        lines: Lines about the game, in order.
        lost: What of the file could not be kept.
        tail: Lines behind the end of the game.
    """

    players: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] = ()
    lost: tuple[Said, ...] = ()
    tail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnNoted:
    """What a file says of the turn just told.

    Attributes:
        rack: What its player held before it, all or a part.
        move: Its own words for what the game could not take: `8H XAG`, `--`, `(QI)`.
        total: Its running total, where its own scores add up to another.
        trailing: What stands behind the total.
        lines: Lines that follow: notes, and what was not understood.
        held: Lines on what is held after it, which hold until the next turn.
        at: The coordinate of the word that it names, where a single tile forms two.
    """

    rack: str = ""
    move: str = ""
    total: int | None = None
    trailing: str = ""
    lines: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    at: str = ""


NOTED = (FileNoted, TurnNoted)
