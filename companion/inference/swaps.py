"""Blanks on the board that may have given way to the tile they stand for.

Some games let a player replace a blank by a tile of its letter. The picture then shows
a letter where a blank was known to lie. A reader may also take a blank for a letter, so a swap
is never more than one explanation beside the other: the players are asked.
"""

from __future__ import annotations

from companion.board.position import Position
from companion.board.reading import BLANK_FACE
from companion.board.square import Square
from companion.board.tiles import Tile
from companion.inference.evidence import Evidence

SWAP_PRICE = 3.0
"""Nats against a swap: it costs $500 and is rare. A misread letter is capped just above it."""

SWAP_LEAD = 2.0
"""Nats by which the letter must be likelier than a blank face."""


def swapped_blanks(position: Position, evidence: Evidence) -> dict[Square, Tile]:
    """Return the squares of known blanks that show their letter now, and the tiles there."""
    found = {}
    for square, tile in position.items():
        seen = evidence.get(square)
        if not tile.blank or not tile.letter or seen is None or not seen.looks_taken:
            continue
        shows = bool(seen.letters) and seen.letters[0][0] == tile.letter
        if shows and seen.against(BLANK_FACE) >= SWAP_LEAD:
            found[square] = Tile(tile.letter)
    return found


def swap_gain(squares: dict[Square, Tile], evidence: Evidence) -> float:
    """Nats for these swaps, against blanks that were misread."""
    return sum(evidence[square].against(BLANK_FACE) - SWAP_PRICE for square in squares)
