"""What lies on the board. Immutable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from companion.board.square import Square
from companion.board.tiles import Tile


class Position:
    """An immutable map from squares to tiles."""

    __slots__ = ("_ordered", "_tiles", "size")

    def __init__(self, tiles: Mapping[Square, Tile] | None = None, *, size: int = 15) -> None:
        self.size = size
        self._tiles: Mapping[Square, Tile] = MappingProxyType(dict(tiles or {}))
        self._ordered: tuple[tuple[Square, Tile], ...] | None = None

    def cells(self) -> list[list[str]]:
        """The board as the command line writes it."""
        return [
            [
                self._tiles[Square(r, c)].text if Square(r, c) in self._tiles else ""
                for c in range(self.size)
            ]
            for r in range(self.size)
        ]

    def get(self, square: Square) -> Tile | None:
        """The tile on a square, or None."""
        return self._tiles.get(square)

    def with_tiles(self, tiles: Mapping[Square, Tile]) -> Position:
        """A position with these tiles laid (or replaced)."""
        return Position({**self._tiles, **tiles}, size=self.size)

    def without(self, squares: Iterable[Square]) -> Position:
        """A position with these squares cleared."""
        gone = set(squares)
        return Position({s: t for s, t in self._tiles.items() if s not in gone}, size=self.size)

    def items(self) -> Iterator[tuple[Square, Tile]]:
        """All (square, tile) pairs in reading order."""
        if self._ordered is None:  # asked for again and again, of a board that stays
            self._ordered = tuple(sorted(self._tiles.items(), key=_reading_order))
        return iter(self._ordered)

    def __contains__(self, square: object) -> bool:
        return square in self._tiles

    def __len__(self) -> int:
        return len(self._tiles)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.size == other.size
            and dict(self._tiles) == dict(other._tiles)
        )

    def __hash__(self) -> int:
        return hash((self.size, frozenset(self._tiles.items())))

    def __repr__(self) -> str:
        return f"Position({len(self._tiles)} tiles)"


def _reading_order(pair: tuple[Square, Tile]) -> tuple[int, int]:
    return pair[0].row, pair[0].col
