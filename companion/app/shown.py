"""A game as text for a terminal."""

from __future__ import annotations

from dataclasses import replace

from companion.app.typed import usage
from companion.board.layout import Layout
from companion.board.square import Square, column_letter
from companion.export.sheet.score_sheet import WORDS
from companion.rules.api import Action, Panel, Scoreboard, TurnRow
from companion.text import said
from companion.text.languages import Writer

_MARKS = {".": " .", "d": "2l", "t": "3l", "q": "4l", "D": "2w", "T": "3w", "Q": "4w"}


def board_text(board: Scoreboard, layout: Layout) -> str:
    """Return the board, row by row; blanks in lower case."""
    size = layout.size
    lines = ["    " + " ".join(f"{column_letter(c):>2}" for c in range(size))]
    for r in range(size):
        cells = []
        for c in range(size):
            tile = board.position.get(Square(r, c))
            mark = layout.rows[r][c]
            cells.append(f"{tile.text:>2}" if tile else _MARKS.get(mark, " *"))
        lines.append(f"{r + 1:>3} " + " ".join(cells))
    return "\n".join(lines)


def scores_text(board: Scoreboard, write: Writer) -> str:
    """Return totals, who is on turn, and what is left in the bag or pile, in one line."""
    rows = [f"{row.player} {row.total}{' <' if row.on_turn else ''}" for row in board.rows]
    return "   ".join([*rows, write(said("({count} left)", count=board.bag_count))])


def turns_text(board: Scoreboard, write: Writer) -> str:
    """Return the list of turns."""
    lines = [turn_text(turn, write) for turn in board.turns]
    return "\n".join(lines) or write(said("No turn has been taken."))


def turn_text(turn: TurnRow, write: Writer) -> str:
    """Return one turn in one line."""
    what = (
        f"{turn.coordinate} {turn.notation}"
        if turn.notation
        else write(WORDS.get(turn.kind, turn.kind))
    )
    cross = "".join(f", {word.text} {word.points}" for word in turn.words[1:])
    marks = (
        f" [{', '.join(write(WORDS.get(mark, mark)) for mark in turn.marks)}]"
        if turn.marks
        else ""
    )
    tail = " " + write(turn.detail) if turn.detail else ""
    return (
        f"{turn.number:>3}. {turn.player}: {what}{cross} {turn.score:+d} = {turn.total}"
        f"{marks}{tail}"
    )


def panel_text(panel: Panel, write: Writer) -> str:
    """Return a panel: its title, its lines, its table; of a track where somebody stands."""
    if panel.kind == "track":
        panel = replace(panel, rows=tuple(row for row in panel.rows if row[-1]))
    out = ["-- " + write(panel.title), *map(write, panel.lines)]
    rows = [[write(cell) for cell in row] for row in (panel.columns, *panel.rows) if row]
    if panel.rows and rows:
        count = max(len(row) for row in rows)
        widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(count)]
        out += [
            "  ".join(
                cell.ljust(width) for cell, width in zip(row, widths[: len(row)], strict=True)
            ).rstrip()
            for row in rows
        ]
    return "\n".join(out)


def actions_text(actions: tuple[Action, ...], write: Writer) -> str:
    """Return what may be typed now."""
    return "\n".join(f"  {usage(action):<60} " + write(action.label) for action in actions)
