"""The list of turns as a table for spreadsheets: one row a turn."""

from __future__ import annotations

import csv
import io

from companion.export.api import GameFile, Written
from companion.text import listed, said

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
)


def write_csv(game: GameFile) -> Written:
    """Return the turns as CSV in UTF-8 with a byte-order mark, as spreadsheets want it."""
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
            )
        )
    totals = listed((f"{row.player} {row.total}" for row in game.board.rows), "comma")
    losses = [said("The set-up and corrections that were made are not in the table.")]
    if game.board.ended:
        losses.append(
            said(
                "The reckoning at the end is not in the table; the totals are {totals}. "
                "{result}",
                totals=totals,
                result=game.board.result,
            )
        )
    return Written(b"\xef\xbb\xbf" + out.getvalue().encode("utf-8"), tuple(losses))


def _plain(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    risky = cell[:1] in ("=", "+", "@", "\t", "\r") or (
        cell[:1] == "-" and not cell[1:].isdigit()
    )
    return f"'{cell}" if risky else cell
