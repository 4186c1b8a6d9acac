"""Counting tiles: what is unseen, and whether the bag can hold what lies on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.board.position import Position
from companion.board.tiles import Tile, TileSet
from companion.rules.engine.violations import BagExceeded

BLANK_TOKEN = "?"


def token(tile: Tile) -> str:
    """The kind of tile in the bag: its letter, or `?` for any blank."""
    return BLANK_TOKEN if tile.blank else tile.letter


def unseen(position: Position, tiles: TileSet) -> dict[str, int]:
    """Return how many of each kind do not lie on the board; `?` is the blank.

    Kinds the bag has none of are left out; a kind laid more often than the set holds counts 0.
    """
    on_board = Counter(token(tile) for _, tile in position.items())
    return {
        kind.token: max(0, kind.count - on_board[kind.token])
        for kind in tiles.kinds
        if kind.count
    }


def unseen_count(position: Position, tiles: TileSet) -> int:
    """Return how many tiles do not lie on the board."""
    return sum(unseen(position, tiles).values())


def bag_count(position: Position, tiles: TileSet, *, players: int, rack_size: int = 7) -> int:
    """Return how many tiles the bag holds when every player has drawn up to a full rack."""
    return max(0, unseen_count(position, tiles) - players * rack_size)


@dataclass(frozen=True, slots=True)
class Excess:
    """A kind of tile that lies on the board more often than the set holds."""

    token: str
    held: int
    laid: int


def excess(on_board: Iterable[Tile], tiles: TileSet) -> tuple[Excess, ...]:
    """Return the kinds that lie on the board more often than the set holds, in its order."""
    counts: Mapping[str, int] = Counter(token(tile) for tile in on_board)
    held = {kind.token: kind.count for kind in tiles.kinds}
    order = [*held, *(t for t in counts if t not in held)]
    return tuple(
        Excess(t, held.get(t, 0), counts[t]) for t in order if counts.get(t, 0) > held.get(t, 0)
    )


def check_bag(
    on_board: Iterable[Tile], tiles: TileSet, *, laying: Iterable[Tile] | None = None
) -> None:
    """Refuse more tiles on the board than the set holds.

    Args:
        on_board: All that lies there, with what is being laid.
        tiles: The set.
        laying: Look at these kinds only: a board misread earlier shall not stop the game.

    Raises:
        BagExceeded: For the first kind that is exceeded.
    """
    kinds = None if laying is None else {token(tile) for tile in laying}
    for over in excess(on_board, tiles):
        if kinds is not None and over.token not in kinds:
            continue
        raise BagExceeded(over.token, over.held, over.laid)
