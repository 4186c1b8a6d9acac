"""The list of turns as a table for spreadsheets: one row a turn, and how it ended."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from companion.export.api import GameFile, Written
from companion.text import said

COLUMNS = (
    "number",
    "player",
    "kind",
    "coordinate",
    "word",
    "notation",
    "words",
    "tiles",
    "score",
    "total",
    "seconds",
    "marks",
    "detail",
    "outcome",
)


def write_csv(game: GameFile) -> Written:
    """Return the turns as CSV in UTF-8 with a byte-order mark, as spreadsheets want it.

    Behind the turns of a game that is over stands a row of kind `end` for each player: the
    tiles still held, what they changed, the final total, as `outcome` won, tied, lost or open,
    and the mark `out-of-time` of who has lost by the clock. Behind them one of kind `result`:
    the outcome of the game (see `Scoreboard.outcome`), and the same as a sentence.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for turn in game.board.turns:
        words = " ".join(f"{word.text}={word.points}" for word in turn.words)
        tiles = " ".join(tile.text for tile in turn.tiles)
        table.writerow(
            _plain(cell)
            for cell in (
                str(turn.number),
                turn.player,
                turn.kind,
                turn.coordinate,
                turn.word,
                turn.notation,
                words,
                tiles,
                str(turn.score),
                str(turn.total),
                "" if turn.seconds is None else str(turn.seconds),
                " ".join(turn.marks),
                game.speaks.write(turn.detail),
                "",
            )
        )
    for row in _ends(game):
        table.writerow(_plain(row.get(column, "")) for column in COLUMNS)
    losses = (said("The set-up and corrections that were made are not in the table."),)
    return Written(b"\xef\xbb\xbf" + out.getvalue().encode("utf-8"), losses)


def _ends(game: GameFile) -> Iterator[dict[str, str]]:
    board = game.board
    if not board.ended:
        return
    before = {turn.player: turn.total for turn in board.turns}
    for seat, row in enumerate(board.rows):
        told = {"player": row.player, "kind": "end", "total": str(row.total)}
        if board.racks:
            told["tiles"] = " ".join(tile.text for tile in board.racks[seat])
            told["score"] = str(row.total - before.get(row.player, 0))
        late = "out-of-time" if seat in board.out_of_time else ""
        yield told | {"marks": late, "outcome": board.outcome_of(seat)}
    result = game.speaks.write(board.result)
    yield {"kind": "result", "outcome": board.outcome, "detail": result}


def _plain(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    risky = cell[:1] in ("=", "+", "@", "\t", "\r") or (
        cell[:1] == "-" and not cell[1:].isdigit()
    )
    return f"'{cell}" if risky else cell
