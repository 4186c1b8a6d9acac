"""Tiles as tokens, and the sets they come in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

UNKNOWN_LETTER = ""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile: a letter token and whether it is a blank.

    A token is one or more characters ("A", "Ä", "CH", "L·L"). Being a blank is a flag, never
    letter case: upper and lower case are not pairs in every alphabet.

    Attributes:
        letter: Upper-case token; empty for a blank whose letter is not known.
        blank: True for a blank tile.
    """

    letter: str
    blank: bool = False

    def __post_init__(self) -> None:
        if not self.letter and not self.blank:
            raise ValueError("a tile without a letter must be a blank")

    @property
    def text(self) -> str:
        """As the command line writes it: `A` a tile, `a` a blank, `?` a blank not yet named."""
        if not self.letter:
            return "?"
        return self.letter.lower() if self.blank else self.letter


BLANK = Tile(UNKNOWN_LETTER, blank=True)
"""A blank whose letter is not known."""


@dataclass(frozen=True, slots=True)
class TileKind:
    """One kind of tile in a set."""

    token: str
    """Upper-case letter token; "?" for the blank."""

    count: int
    """How many the bag holds; 0 for letters only a blank can be."""

    value: int
    """Points printed on it."""


class TileSet:
    """A bag's contents: counts and values by token. Immutable."""

    __slots__ = ("_blank", "_kinds", "name", "title")

    def __init__(self, name: str, kinds: tuple[TileKind, ...], *, title: str = "") -> None:
        self.name = name
        self.title = title or name.title()
        self._kinds: Mapping[str, TileKind] = MappingProxyType(
            {k.token: k for k in kinds if k.token != "?"}
        )
        self._blank = next((k for k in kinds if k.token == "?"), TileKind("?", 0, 0))

    @property
    def letters(self) -> tuple[str, ...]:
        """All tokens a letter tile or a blank may show, in the set's order."""
        return tuple(self._kinds)

    @property
    def kinds(self) -> tuple[TileKind, ...]:
        """All kinds in the set's order, the blank last."""
        return (*self._kinds.values(), self._blank)

    @property
    def blanks(self) -> int:
        """How many blanks the bag holds."""
        return self._blank.count

    @property
    def total(self) -> int:
        """Tiles in the full bag, blanks included."""
        return self._blank.count + sum(k.count for k in self._kinds.values())

    def count(self, tile: Tile) -> int:
        """How many of this tile the full bag holds (all blanks are one kind)."""
        if tile.blank:
            return self._blank.count
        kind = self._kinds.get(tile.letter)
        return kind.count if kind else 0

    def value(self, tile: Tile) -> int:
        """Points of a tile: 0 for any blank.

        Raises:
            KeyError: The set has no such letter.
        """
        return self._blank.value if tile.blank else self._kinds[tile.letter].value

    def value_of(self, token: str) -> int:
        """Points printed on a letter token's tile."""
        return self._kinds[token].value

    def __contains__(self, token: object) -> bool:
        return token in self._kinds

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TileSet) and (self.name, self.title, self.kinds) == (
            other.name,
            other.title,
            other.kinds,
        )

    def __hash__(self) -> int:
        return hash((self.name, self.kinds))

    def __repr__(self) -> str:
        return f"TileSet({self.name!r}, {self.total} tiles)"
