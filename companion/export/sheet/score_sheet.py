"""The score sheet as values: what its HTML and its PDF form both draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType

from babel.dates import format_date

from companion.board.square import Square, column_letter
from companion.board.tiles import Tile
from companion.export.api import GameFile
from companion.rules.api import Panel, TurnRow
from companion.rules.game import chosen
from companion.rules.registry import game as game_named
from companion.text import Argument, Said, said
from companion.text.languages import Language

MARKS = {"d": "2L", "t": "3L", "q": "4L", "D": "2W", "T": "3W", "Q": "4W", "*": "2W"}
"""What a premium square shows, so that colour is never the only signal."""

WORDS: Mapping[str, Said] = MappingProxyType(
    {
        "play": said("play"),
        "pass": said("pass"),
        "exchange": said("exchange"),
        "challenge": said("challenge failed"),
        "lost": said("turn lost"),
        "time": said("time"),
        "adjusted": said("points"),
        "withdrawn": said("withdrawn"),
        "corrected": said("corrected"),
        "impossible": said("impossible"),
        "over-bag": said("more tiles than the bag held"),
        "recorded": said("as recorded"),
    }
)
"""Kinds and marks of turns, as people call them."""

PLAYER, POINTS, TURNS = said("Player"), said("Points"), said("Turns")
COLUMNS = (
    said("Turn"),
    PLAYER,
    said("At"),
    said("Play"),
    said("Also formed"),
    POINTS,
    said("Total"),
)
TIME = said("Time")
BOARD, CURVES = said("The board"), said("Points turn by turn")


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of the drawn board."""

    mark: str
    """Kind of the square, as in the layout."""

    letter: str = ""
    """Of the tile on it; `?` for a blank without a letter; empty for an empty square."""

    value: int | None = None
    blank: bool = False

    @property
    def label(self) -> str:
        """What the empty square shows."""
        return "" if self.letter else MARKS.get(self.mark, "")


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A game on paper.

    Attributes:
        title: The game's name, or of its rules.
        about: The day, what was played with which word list and house rules, and who has won,
            as far as it is known.
        totals: (player, points, whether a winner), in order of play.
        turns: All turns.
        cells: The final board, rows of squares; empty for a game without one.
        columns: Letters over the columns.
        panels: Further tables, such as the reckoning; nothing that says what to do.
        curves: One list a player: the total after each of the game's turns, from 0.
        has_times: Whether somebody knows how long turns took.
    """

    title: Argument
    about: tuple[Argument, ...]
    totals: tuple[tuple[str, int, bool], ...]
    turns: tuple[TurnRow, ...]
    cells: tuple[tuple[Cell, ...], ...]
    columns: tuple[str, ...]
    panels: tuple[Panel, ...]
    curves: tuple[tuple[int, ...], ...]
    has_times: bool = False


def sheet_of(game: GameFile) -> ScoreSheet:
    """Return a game's score sheet."""
    board, layout = game.board, game.setup.layout
    size = layout.size if len(board.position) else 0
    played = game_named(game.ruleset)
    rules, house = played.title_of(game.setup), chosen(played.choices, game.setup)
    about = (_day(game), game.name and rules, game.lexicon, *house, board.result)
    return ScoreSheet(
        title=game.name or rules,
        about=tuple(part for part in about if part),
        totals=tuple(
            (row.player, row.total, seat in board.winners)
            for seat, row in enumerate(board.rows)
        ),
        turns=board.turns,
        cells=tuple(tuple(_cell(game, Square(r, c)) for c in range(size)) for r in range(size)),
        columns=tuple(column_letter(c) for c in range(size)),
        panels=tuple(_facts(p, ended=board.ended) for p in board.panels if p.rows),
        curves=_curves(game),
        has_times=any(turn.seconds is not None for turn in board.turns),
    )


def day_of(game: GameFile) -> date | None:
    """Return the day on which a game began; None where nobody knows, as of a file taken in."""
    first = game.entries[0] if game.entries else None
    if first is None or first.actor == "import":
        return None
    return first.at.astimezone().date()


def _day(game: GameFile) -> str:
    day = day_of(game)
    return format_date(day, "long", locale=game.speaks.locale) if day else ""


def _facts(panel: Panel, *, ended: bool) -> Panel:
    """A panel without lines that only help those who play."""
    return panel if ended and panel.kind in ("table", "result") else replace(panel, lines=())


def _cell(game: GameFile, square: Square) -> Cell:
    mark = game.setup.layout.rows[square.row][square.col]
    tile: Tile | None = game.board.position.get(square)
    if tile is None:
        return Cell(mark)
    return Cell(mark, tile.letter or "?", game.setup.tiles.value(tile), tile.blank)


def _curves(game: GameFile) -> tuple[tuple[int, ...], ...]:
    seats = len(game.board.rows)
    curves: list[list[int]] = [[0] for _ in range(seats)]
    totals = [0] * seats
    for turn in game.board.turns:
        totals[turn.seat] = turn.total
        for seat in range(seats):
            curves[seat].append(totals[seat])
    if game.board.ended:
        for seat, row in enumerate(game.board.rows):
            curves[seat].append(row.total)
    return tuple(tuple(curve) for curve in curves)


def columns_of(sheet: ScoreSheet) -> tuple[Said, ...]:
    """Return the columns of the list of turns."""
    return (*COLUMNS[:5], *((TIME,) if sheet.has_times else ()), *COLUMNS[5:])


def what(turn: TurnRow, speaks: Language) -> str:
    """Return a turn in a few words, for a column of the list."""
    text = turn.notation or speaks.write(WORDS.get(turn.kind, turn.kind))
    told = [WORDS.get(mark, mark) for mark in turn.marks if mark != "bingo"]
    extra = "; ".join(speaks.write(part) for part in (*told, turn.detail) if part)
    return f"{text} ({extra})" if extra else text


def totals(sheet: ScoreSheet) -> list[tuple[Argument, int]]:
    """Return who has how many points, winners marked."""
    return [
        (said("{player} (winner)", player=name) if won else name, points)
        for name, points, won in sheet.totals
    ]


def time_of(turn: TurnRow) -> str:
    """Return how long a turn took, such as 1:05; nothing where nobody knows."""
    if turn.seconds is None:
        return ""
    return f"{turn.seconds // 60}:{turn.seconds % 60:02}"


def points_of(turn: TurnRow) -> Argument:
    """Return the points of a turn, a bingo marked."""
    points = f"{turn.score:+d}"
    return said("{points} bingo", points=points) if "bingo" in turn.marks else points


def others(turn: TurnRow) -> str:
    """Return the cross words of a turn, each with its points."""
    return ", ".join(f"{word.text} {word.points}" for word in turn.words[1:])


def scale(curves: tuple[tuple[int, ...], ...]) -> tuple[int, int, int]:
    """Return (lowest, highest, step) for the axis of points."""
    values = [value for curve in curves for value in curve] or [0]
    low, high = min(0, *values), max(1, *values)
    step = next((s for s in (10, 20, 50, 100, 200, 500) if (high - low) / s <= 8), 0)
    step = step or 10 ** (len(str(high - low)) - 1)
    return low // step * step, -(-high // step) * step, step
