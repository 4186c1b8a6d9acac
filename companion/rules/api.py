"""What every game works with: a set-up, and a scoreboard with all that a screen shows.

A game starts from a `Setup`; `decide` turns a command into events or refuses it with a
sentence; `evolve` folds an event into the state. Everything shown is drawn from `scoreboard`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.board.layout import STANDARD, Layout
from companion.board.placement import Placement, WordFormed
from companion.board.position import Position
from companion.board.square import Square
from companion.board.tiles import Tile, TileSet
from companion.errors import ConfigError
from companion.rules.noted import FileNoted, TurnNoted
from companion.text import NOTHING, Argument, Said, listed, said

Option = int | str | bool


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from.

    Attributes:
        players: Names in the order of play; a player's number (seat) is the index here.
        tiles: The tile set in use.
        layout: The board.
        options: House rules by name, as (name, value) pairs; a game says which it knows.
    """

    players: tuple[str, ...]
    tiles: TileSet
    layout: Layout = STANDARD
    options: tuple[tuple[str, Option], ...] = ()

    def option(self, name: str, default: int) -> int:
        """A whole-number option, or its default."""
        value = dict(self.options).get(name, default)
        if not isinstance(value, int):
            raise ConfigError(
                said(
                    "The option {name} takes a whole number, not {value}.",
                    name=repr(name),
                    value=repr(value),
                )
            )
        return int(value)

    def text_option(self, name: str, default: str) -> str:
        """An option of words, or its default."""
        return str(dict(self.options).get(name, default))


@dataclass(frozen=True, slots=True)
class Row:
    """One player on the scoreboard."""

    player: str
    total: int
    on_turn: bool = False


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One line of the list of turns."""

    number: int
    """From 1, in order of play; what the correcting commands name."""

    seat: int
    """The player's index."""

    player: str
    kind: str
    """"play", "pass", "exchange", "withdrawn", "challenge" (the play stood), "lost" (a turn, by
    a challenge), "time" or "adjusted" (points beside the plays)."""

    coordinate: str
    """Of the main word, `8D` across or `D8` down; empty if no play."""

    word: str
    """The main word with its through tiles; an unnamed blank shows as `?`."""

    notation: str
    """The same with through tiles in parentheses and blanks in lower case: `(AB)OuT`."""

    words: tuple[WordFormed, ...]
    """Main word first, then the cross words."""

    placements: tuple[Placement, ...]
    count: int
    """Tiles laid or exchanged."""

    tiles: tuple[Tile, ...]
    """Tiles laid or exchanged, where known."""

    score: int
    total: int
    """Of this player, after the turn."""

    marks: tuple[str, ...] = ()
    """Any of "bingo", "withdrawn", "corrected", "impossible", "over-bag", "recorded" (a score
    that is as a file had it)."""

    detail: Said = NOTHING
    """A sentence on the marks or the kind; empty if there is nothing to say."""

    seconds: int | None = dataclasses.field(default=None, compare=False)
    """How long the turn took, where somebody knows: its session tells, not the rules, which
    find two turns the same however long they took."""

    @property
    def stands(self) -> bool:
        """Whether it is a play that was not taken off the board."""
        return self.kind == "play" and "withdrawn" not in self.marks


@dataclass(frozen=True, slots=True)
class Panel:
    """One block on the dashboard, drawn by its kind."""

    kind: str
    """How it is drawn: "text", "now" (what is due), "table", "balances", "goals", "result"
    (how it ended: who has won, then what else, and player by player), "track" (a ring of
    spaces), "squares" (of the board, and their colours), "estates" (what lies on squares: id,
    name, value, holder, squares, colour), "held" (the cards in the hand of who is on turn:
    card, title; hidden from who only watches) or "hand" (one reckoned up)."""

    title: Said
    lines: tuple[Said, ...] = ()
    columns: tuple[Said, ...] = ()
    rows: tuple[tuple[Argument, ...], ...] = ()
    """Names, words and ids are plain strings; all else is `Said`."""

    progress: tuple[int, int] | None = None
    """How far players who win as one have come: so much of so much."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing an action asks for."""

    name: str
    """Of the command's field."""

    kind: str
    """"placements", "tiles", "racks", "square", "blank" (a square where one lies), "tile",
    "turn" (its number), "turn-taken", "number", "numbers", "player", "text", "texts", "card",
    "cards", "flag", "hands" (cards, one list a player) or "verdicts" (words of a play, which
    the asker looks up)."""

    optional: bool = False
    of: str = ""
    """Of a text: the kind of the panel whose rows can be named, by their first cell."""

    choices: tuple[str, ...] = ()
    """Of a text: what it may be, where that is known."""

    step: int = 1
    """Of a number: by how much it is usually changed."""

    label: Argument = NOTHING
    """What it is called, where its name has no common wording."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something that may be done now."""

    label: Said
    command: str
    """The command's name as the codec writes it, such as `play-tiles`."""

    fields: tuple[Field, ...] = ()
    aside: bool = False
    """Whether it is seldom needed: a correction, or what comes once a game."""

    own: bool = False
    """Whether it is a button of its own though pages have one for its command: it is called
    otherwise here."""

    foreseen: bool = False
    """Whether what would change is shown before it is done."""


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """All that a screen shows of a game."""

    game: str
    rows: tuple[Row, ...]
    turns: tuple[TurnRow, ...]
    position: Position
    unseen: tuple[tuple[str, int], ...]
    """How many of each kind of tile do not lie on the board; `?` is the blank."""

    unseen_count: int
    bag_count: int
    """Tiles in the bag if every rack is full."""

    on_turn: int | None
    """Seat of the player to play; None when the game has ended."""

    ended: bool
    racks: tuple[tuple[Tile, ...], ...] = ()
    """What each player held at the end; empty while the game goes on."""

    panels: tuple[Panel, ...] = ()
    actions: tuple[Action, ...] = ()
    to_lift: tuple[Square, ...] = ()
    """Squares of a play that was challenged or taken off: the game goes on when no tile lies
    there any more."""

    end_offer: Said = NOTHING
    """Why the game may end now, a sentence; empty if it may not."""

    likely_racks: tuple[tuple[Tile, ...], ...] = ()
    """What each player must hold, where the bag is empty and only one still has tiles; else
    empty, and the players have to be asked."""

    winners: tuple[int, ...] = ()
    """Seats of who has won, more than one for a tie that stands; empty before the end. Of a
    team all seats or, if it has lost, none."""

    ranks: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """Who stands how at the end by the game's own rules, best first: at each place the sides
    that share it, of each side its seats (more than one for partners). Empty before the end,
    while the end is open, and for a team of all."""

    out_of_time: tuple[int, ...] = ()
    """Seats of who has lost by the clock, whatever the points; its session tells, no rules."""

    team: bool = False
    """Whether the players win or lose as one."""

    open: bool = False
    """Whether everybody may see all of it; a game has to say so."""

    ends_turn: object = None
    """The command for whoever is on turn and presses the own button without having laid tiles;
    None where a turn is nothing but its tiles."""

    noted: tuple[TurnNoted | None, ...] = ()
    """What a file said of each turn besides; never on a screen, for racks are secret."""

    filed: FileNoted | None = None
    """What a file said of the whole game."""

    display: str = ""
    """What a line of sixteen characters shows beside the totals; the last turn if empty."""

    @property
    def result(self) -> Said:
        """Who has won, as a sentence, the same wherever it is told; nothing before the end."""
        if not self.ended:
            return NOTHING
        if self.team:
            return said("The team has won.") if self.winners else said("The team has lost.")
        if not self.winners:
            return said("The reckoning is open.")
        won = [self.rows[seat] for seat in self.winners]
        points, names = sum(row.total for row in won), listed(row.player for row in won)
        if len(won) == 1:
            return said("{player} wins with {points}.", player=won[0].player, points=points)
        if len(self._sides_that_won()) == 1:
            return said("{players} win together with {points}.", players=names, points=points)
        return said("{players} share the win.", players=names)

    @property
    def outcome(self) -> str:
        """How the game ended, for programs.

        "won", "tied" (some share the win), "drawn" (all do), "team-won", "team-lost", or
        "open" while the tiles of somebody are not known; empty before the end.
        """
        if not self.ended:
            return ""
        if self.team:
            return "team-won" if self.winners else "team-lost"
        sides = len(self._sides_that_won())
        if sides > 1:
            return "drawn" if len(self.winners) == len(self.rows) else "tied"
        return "won" if sides else "open"

    def outcome_of(self, seat: int) -> str:
        """How the game ended for a player: "won", "tied", "lost" or "open"; empty before."""
        outcome = self.outcome
        if seat in self.out_of_time and seat not in self.winners:
            return "lost"
        if outcome in ("", "open"):
            return outcome
        if seat not in self.winners:
            return "lost"
        return "tied" if outcome in ("tied", "drawn") else "won"

    def _sides_that_won(self) -> tuple[tuple[int, ...], ...]:
        """More than one if a tie stands; partners are one."""
        sides = (side for place in self.ranks for side in place)
        won = tuple(side for side in sides if {*side} <= {*self.winners})
        return won or tuple((seat,) for seat in self.winners)


def ranked(
    held: Mapping[tuple[int, ...], tuple[int, ...]],
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return sides by what decides between them, as `Scoreboard.ranks` has it.

    Args:
        held: What each side has: first what counts, then what decides between equals.
    """
    return tuple(
        tuple(side for side, has in held.items() if has == one)
        for one in sorted(set(held.values()), reverse=True)
    )


@dataclass(frozen=True, slots=True)
class DoubtCost:
    """What a challenge costs who is wrong, by the rule in use."""

    good: str = "turn"
    """What follows for the challenger if the words are good: "nothing", "turn" or "points"."""

    points: int = 0
    per: str = "play"
    """The points are for each "word" or for the "play"."""

    books: str = "player"
    """The points go to the "player", or are lost by the "challenger"."""

    checked: bool = False
    """Nobody challenges: words are looked up when they are laid."""


def to_json(value: object) -> Any:
    """Return a scoreboard or any part of it as plain JSON values.

    Squares become `8H`, tiles the command line's `A`, `a` or `?`, positions lists of rows,
    words the fields a screen draws.
    """
    match value:
        case Said():
            return str(value)
        case Square():
            return value.name
        case Tile():
            return value.text
        case Position():
            return value.cells()
        case Enum():
            return value.value
        case WordFormed():
            return {
                "text": value.text,
                "coordinate": value.coordinate,
                "start": value.start.name,
                "direction": value.direction.value,
                "tiles": [t.text for t in value.tiles],
                "new": list(value.new),
                "points": value.points,
            }
        case Mapping():
            return {str(k): to_json(v) for k, v in value.items()}
        case tuple() | list():
            return [to_json(v) for v in value]
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return {f.name: to_json(getattr(value, f.name)) for f in dataclasses.fields(value)}
        case _:
            return value
