"""Who begins: by a tile that each player draws, or by who has begun the fewest games.

Source: rulebooks "Scrabble" and "Scrabble Bookcase Edition", Setup: nearest to A begins, and a
blank beats an A. Facts 4.1, 1: in tournaments of one association fewest starts go first.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.tiles import Tile, TileSet
from companion.errors import ConfigError
from companion.rules.engine.violations import BadDraw, UnknownLetter
from companion.text import listed, said


def with_fewest_starts(starts: str, players: int) -> tuple[int, ...]:
    """Return the seats that have begun the fewest games: of several a tile decides.

    Args:
        starts: Games begun by each seat, as "2,1"; "0" for nobody any.
        players: How many.

    Raises:
        ConfigError: Not one number a player.
    """
    counts = [int(count) for count in starts.split(",")]
    if counts == [0]:
        counts = [0] * players
    if len(counts) != players:
        raise ConfigError(
            said(
                "The option 'starts' has {counts} numbers, and there are {players} players.",
                counts=len(counts),
                players=players,
            )
        )
    return tuple(seat for seat, count in enumerate(counts) if count == min(counts))


def first_by_draw(
    drawn: Sequence[Tile],
    players: Sequence[str],
    tiles: TileSet,
    among: Sequence[int] | None = None,
) -> int:
    """Return the seat that begins.

    Args:
        drawn: One tile a player, in order of seats.
        players: Names.
        tiles: The set; its order of letters is the alphabet.
        among: Seats that may begin; all if None.

    Raises:
        BadDraw: Not one tile a player, or two are equally near to the beginning.
        UnknownLetter: The set has no such letter.
    """
    if len(drawn) != len(players):
        raise BadDraw(
            said(
                "there are {players} players and {drawn} tiles",
                players=len(players),
                drawn=len(drawn),
            )
        )
    order = {letter: at for at, letter in enumerate(tiles.letters)}
    for tile in drawn:
        if not tile.blank and tile.letter not in order:
            raise UnknownLetter(tile.letter, tiles.title)
    places = [-1 if tile.blank else order[tile.letter] for tile in drawn]
    seats = range(len(players)) if among is None else among
    nearest = min(places[seat] for seat in seats)
    best = [seat for seat in seats if places[seat] == nearest]
    if len(best) > 1:
        names = listed(players[seat] for seat in best)
        what = said("a blank") if drawn[best[0]].blank else drawn[best[0]].letter
        raise BadDraw(
            said("{players} both drew {what}, so these draw again", players=names, what=what)
        )
    return best[0]
