"""Words and racks as people write them, cut into tiles and spelled again.

Every typed word comes by here: of pages, of the command line, of files. `CH` is one tile where
the set has it; `[C][H]` or `C[H]` are two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.board.position import Position
from companion.board.square import Direction, Square
from companion.board.tiles import BLANK, Tile, TileSet
from companion.errors import InvalidNotation

DIGITS = {"1": "CH", "2": "LL", "3": "RR"}
"""What Spanish files of older programs write for tiles of two letters."""

_THROUGH = "."


@dataclass(frozen=True, slots=True)
class Letters:
    """How to cut a text into tiles of one set.

    A token of several letters may be written plain (`CH`) or in square brackets (`[CH]`).
    """

    tiles: TileSet
    upper: dict[str, str]
    lower: dict[str, str]
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, tiles: TileSet, *, digits: bool = False) -> Letters:
        """The cutter of a tile set.

        Args:
            tiles: The set.
            digits: Whether digits may stand for its tiles of two letters, as old files have it.
        """
        upper = {token: token for token in tiles.letters}
        if digits and set(DIGITS.values()) <= set(upper):
            upper |= DIGITS
        lower = {
            token.lower(): token
            for token in tiles.letters
            if token.lower() != token and token.lower() not in upper
        }
        known = sorted((*upper, *lower), key=len, reverse=True)
        pattern = re.compile("|".join(map(re.escape, known)))
        return cls(tiles, upper, lower, pattern)

    def tile(self, text: str) -> Tile | None:
        """The tile of a token: upper case a letter, lower case a blank, `?` any blank."""
        if text in self.upper:
            return Tile(self.upper[text])
        if text in self.lower:
            return Tile(self.lower[text], blank=True)
        return BLANK if text in ("?", "_") else None

    def cut(self, text: str) -> list[str]:
        """Cut a word or rack into tokens; `.` and `?` are tokens of their own.

        Raises:
            InvalidNotation: A character is no letter of the set.
        """
        out: list[str] = []
        at = 0
        while at < len(text):
            if text[at] == "[" and (end := text.find("]", at)) > 0:
                token, step = text[at + 1 : end], end + 1 - at
                if self.tile(token) is None:
                    raise self._refusal(token)
            elif match := self.pattern.match(text, at):
                token, step = match[0], len(match[0])
            elif text[at] in ".?_":
                token, step = text[at], 1
            else:
                raise self._refusal(text[at])
            out.append(token)
            at += step
        return out

    def _refusal(self, token: str) -> InvalidNotation:
        return InvalidNotation(
            "{token!r} is no letter of the {tiles} tile set.",
            token=token,
            tiles=self.tiles.title,
        )

    def rack(self, text: str) -> tuple[Tile, ...]:
        """The tiles of a rack. Raises InvalidNotation."""
        found = [self.tile(token) for token in self.cut(text)]
        if None in found:
            raise InvalidNotation(
                "The rack {text!r} holds something that is no tile.", text=text
            )
        return tuple(tile for tile in found if tile is not None)


def written(tile_list: Iterable[Tile], tiles: TileSet) -> str:
    """Return tiles as a rack: in the set's order, blanks first; `CH` as `[CH]`."""
    order = {token: i for i, token in enumerate(tiles.letters)}
    ordered = sorted(tile_list, key=lambda t: -1 if t.blank else order.get(t.letter, 0))
    return spelled(["?" if tile.blank else tile.letter for tile in ordered], tiles)


def _token(text: str) -> str:
    return f"[{text}]" if len(text) > 1 else text


def spelled(tokens: Sequence[str], tiles: TileSet) -> str:
    """Tokens as one text that is cut into the same again: C beside H is no CH."""
    text = "".join(map(_token, tokens))
    if Letters.of(tiles).cut(text) == list(tokens):
        return text
    return "".join(token if token in ".?" else f"[{token}]" for token in tokens)


def laid_tiles(
    word: str, start: Square, direction: Direction, position: Position, letters: Letters
) -> dict[Square, Tile]:
    """Return the tiles a written word newly lays.

    Tiles already there may be written as `.`, in parentheses, or as their own letters.

    Raises:
        InvalidNotation: The word does not fit what lies on the board.
    """
    laid: dict[Square, Tile] = {}
    square = start
    for token, through in _parts(word, letters):
        if not (square.row < position.size and square.col < position.size):
            raise InvalidNotation("The word would run off the board.")
        held = position.get(square)
        if held is None:
            tile = letters.tile(token)
            if token == _THROUGH or through:
                raise InvalidNotation(
                    "The word runs through {square}, which is empty.", square=square.name
                )
            if tile is None:
                raise InvalidNotation("{token!r} is no tile.", token=token)
            laid[square] = tile
        elif token != _THROUGH:
            written = letters.tile(token)
            if written is None or (held.letter and written.letter not in (held.letter, "")):
                raise InvalidNotation(
                    "{square} holds {letter}, but the word has {token} there.",
                    square=square.name,
                    letter=held.letter,
                    token=token,
                )
        square = square.moved(direction)
    if not laid:
        raise InvalidNotation("The play lays no tile that is not there already.")
    return laid


def _parts(word: str, letters: Letters) -> list[tuple[str, bool]]:
    """Tokens of a word, and whether each stands in parentheses."""
    out: list[tuple[str, bool]] = []
    for i, part in enumerate(re.split(r"\(([^()]*)\)", word)):
        out += [(token, i % 2 == 1) for token in letters.cut(part)]
    return out
