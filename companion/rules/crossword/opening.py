"""A crossword game that begins in its middle: tiles on the board, points and racks so far.

It comes as options of the set-up, so that a log explains itself: `position` is a text such as
`8D=H 8E=O 8F=U*` (the star marks a blank, `*` alone one without a letter), `totals` and `held`
are one number a player, `scoreless` the turns in a row that scored nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.board.layout import Layout
from companion.board.position import Position
from companion.board.square import parse_square
from companion.board.tiles import Tile, TileSet
from companion.errors import ConfigError, InvalidNotation
from companion.rules.api import Setup
from companion.text import said

OPTIONS = ("position", "totals", "held", "scoreless")
"""The options that are no house rules but say where the game begins."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game begins."""

    position: Position
    totals: tuple[int, ...]
    held: tuple[int, ...]
    """Tiles on each rack."""

    scoreless: int = 0
    """Turns in a row before the first one that scored nothing."""


def opening(setup: Setup, rack_size: int) -> Opening:
    """Return where a game begins: an empty board and full racks, if nothing else is said.

    Raises:
        ConfigError: An option cannot be read, or does not fit the players or the tiles.
    """
    seats = max(1, len(setup.players))
    position = _position(setup.text_option("position", ""), setup.layout, setup.tiles)
    unseen = max(0, setup.tiles.total - len(position))
    full = (min(rack_size, unseen // seats),) * seats
    held = _numbers(setup, "held", full)
    if any(not 0 <= count <= rack_size for count in held) or sum(held) > unseen:
        raise ConfigError(
            said(
                "The option 'held' does not fit: {unseen} tiles are not on the board.",
                unseen=unseen,
            )
        )
    totals = _numbers(setup, "totals", (0,) * seats)
    return Opening(position, totals, held, max(0, setup.option("scoreless", 0)))


def position_text(position: Position) -> str:
    """Return a position as the option has it."""
    return " ".join(
        f"{square.name}={tile.letter}{'*' if tile.blank else ''}"
        for square, tile in sorted(position.items(), key=lambda item: item[0])
    )


def _position(text: str, layout: Layout, tiles: TileSet) -> Position:
    laid = {}
    for part in text.split():
        name, _, letter = part.partition("=")
        try:
            square = parse_square(name)
        except InvalidNotation as error:
            raise ConfigError(
                said("The option 'position' cannot be read: {error}", error=error.said)
            ) from error
        tile = Tile(letter.rstrip("*"), blank=letter.endswith("*")) if letter else None
        known = tile is not None and (tile.letter in tiles or (tile.blank and not tile.letter))
        if tile is None or square not in layout or not known:
            raise ConfigError(
                said("The option 'position' cannot have {part}.", part=repr(part[:20]))
            )
        laid[square] = tile
    return Position(laid, size=layout.size)


def _numbers(setup: Setup, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    text = setup.text_option(name, "")
    if not text:
        return default
    try:
        numbers = tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise ConfigError(
            said(
                "The option {name} is numbers, such as 2,1; not {text}.",
                name=repr(name),
                text=repr(text),
            )
        ) from error
    if len(numbers) != len(setup.players):
        raise ConfigError(
            said(
                "The option {name} has {numbers} numbers for {players} players.",
                name=repr(name),
                numbers=len(numbers),
                players=len(setup.players),
            )
        )
    return numbers
