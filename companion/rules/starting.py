"""Who begins, by a tile that each player draws.

Source: rulebooks "Scrabble" and "Scrabble Bookcase Edition", Setup: nearest to A begins, and a
blank beats an A.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.tiles import Tile, TileSet
from companion.rules.violations import BadDraw, UnknownLetter


def first_by_draw(drawn: Sequence[Tile], players: Sequence[str], tiles: TileSet) -> int:
    """Return the seat that begins.

    Args:
        drawn: One tile a player, in order of seats.
        players: Names.
        tiles: The set; its order of letters is the alphabet.

    Raises:
        BadDraw: Not one tile a player, or two are equally near to the beginning.
        UnknownLetter: The set has no such letter.
    """
    if len(drawn) != len(players):
        raise BadDraw(f"there are {len(players)} players and {len(drawn)} tiles")
    order = {letter: at for at, letter in enumerate(tiles.letters)}
    for tile in drawn:
        if not tile.blank and tile.letter not in order:
            raise UnknownLetter(tile.letter, tiles.title)
    places = [-1 if tile.blank else order[tile.letter] for tile in drawn]
    best = [seat for seat, place in enumerate(places) if place == min(places)]
    if len(best) > 1:
        names = " and ".join(players[seat] for seat in best)
        what = "a blank" if drawn[best[0]].blank else drawn[best[0]].letter
        raise BadDraw(f"{names} both drew {what}, so these draw again")
    return best[0]
