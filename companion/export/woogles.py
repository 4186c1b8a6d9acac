"""A link that hands a game over to the Woogles site, which takes a GCG file in its address."""

from __future__ import annotations

from urllib.parse import quote

from companion.export.api import GameFile, GameFileError
from companion.export.gcg.game import check_begins_empty, export_gcg
from companion.text import Argument

ADDRESS = "https://woogles.io/scrabblecam/callback"
"""Source: needs 1 and 7; it is what the site's own editor asks photo tools to call."""

LIMIT_CHARACTERS = 16_000
"""Longer addresses are cut by servers on the way."""


def woogles_link(game: GameFile) -> tuple[str, tuple[Argument, ...]]:
    """Return the address that opens a game there, and what it could not say.

    Nothing is sent: whoever opens the link hands the game over, names included.

    Raises:
        GameFileError: Not two players, or too long for an address.
        GcgError: The game is no crossword game.
    """
    if len(game.board.rows) != 2:
        raise GameFileError(
            "Woogles takes games of two players, not {rows}.", rows=len(game.board.rows)
        )
    check_begins_empty(game)
    text, losses = export_gcg(game.board, game.setup.tiles, title=game.name)
    link = f"{ADDRESS}?gcg={quote(text, safe='')}"
    if len(link) > LIMIT_CHARACTERS:
        raise GameFileError("The game is too long for a link; upload the GCG file instead.")
    return link, losses
