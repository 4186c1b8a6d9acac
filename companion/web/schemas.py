"""Requests as JSON into commands. What is refused here never reaches the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Request

from companion.board.placement import Placement
from companion.board.square import Square, parse_square
from companion.board.tiles import BLANK, Tile
from companion.errors import InputError
from companion.rules.messages import Command, CorrectTile, EndGame, Exchange, Pass, PlayTiles

MAX_TILES = 225
"""More tiles than any board of ours has squares are not looked at."""

MAX_TOKEN = 4
"""Longest letter token believed; the longest in any set has three characters."""

Body = Mapping[str, Any]


def json_body(request: Request) -> Body:
    """Return a request's JSON object.

    Raises:
        InputError: It is not JSON, or not an object.
    """
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        raise InputError("The request is not a JSON object.")
    return body


def text_field(body: Body, name: str, *, most: int) -> str:
    """Return a field that must be a text of at most so many characters."""
    value = body.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise InputError(f"`{name}` must be a text of 1 to {most} characters.")
    return value.strip()


def number_field(body: Body, name: str, *, least: int, most: int) -> int:
    """Return a field that must be a whole number within bounds."""
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"`{name}` must be a whole number from {least} to {most}.")
    return value


def parse_turn(body: Body) -> Command:
    """Return the command of a turn: a play with its tiles, a pass, or an exchange.

    Raises:
        InputError: The body is none of these.
    """
    match body.get("kind"):
        case "play":
            return PlayTiles(_placements(body.get("tiles")))
        case "pass":
            return Pass()
        case "exchange":
            return Exchange(number_field(body, "count", least=1, most=MAX_TILES))
        case _:
            raise InputError("`kind` must be play, pass or exchange.")


def parse_acceptance(body: Body) -> tuple[int, list[list[str]]]:
    """Return which explanation of a proposal is accepted, and the tiles its page showed.

    Raises:
        InputError: A field is missing or is not what it should be.
    """
    choice = number_field(body, "choice", least=0, most=20)
    tiles = body.get("tiles")
    if not isinstance(tiles, list) or len(tiles) > MAX_TILES:
        raise InputError('`tiles` must be a list such as [["8H", "A"]].')
    return choice, tiles


def parse_correction(body: Body) -> CorrectTile:
    """Return the command that gives a square another letter.

    Raises:
        InputError: A field is missing or is not what it should be.
    """
    blank = body.get("blank", False)
    if not isinstance(blank, bool):
        raise InputError("`blank` must be true or false.")
    letter = text_field(body, "letter", most=MAX_TOKEN)
    tile = BLANK if letter == "?" else Tile(letter.upper(), blank=blank)
    return CorrectTile(_square(body.get("square")), tile)


def parse_end(body: Body, *, players: int) -> EndGame:
    """Return the command that ends the game with the racks named, or with none.

    Raises:
        InputError: The racks are not one list of tiles a player.
    """
    racks = body.get("racks")
    if racks is None:
        return EndGame(((),) * players)
    if not isinstance(racks, list) or not all(isinstance(rack, list) for rack in racks):
        raise InputError("`racks` must be one list of tiles for each player.")
    if sum(len(rack) for rack in racks) > MAX_TILES:
        raise InputError("These are more tiles than a set has.")
    return EndGame(tuple(tuple(tile_of(text) for text in rack) for rack in racks))


def _placements(value: object) -> tuple[Placement, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_TILES:
        raise InputError('`tiles` must be a list such as [["8H", "A"]].')
    return tuple(placement_of(pair) for pair in value)


def placement_of(pair: object) -> Placement:
    """Read a square and its tile, such as ["8H", "A"].

    Raises:
        InputError: It is none.
    """
    if not isinstance(pair, list) or len(pair) != 2:
        raise InputError('Each of `tiles` must be a pair such as ["8H", "A"].')
    return Placement(_square(pair[0]), tile_of(pair[1]))


def _square(value: object) -> Square:
    if not isinstance(value, str) or len(value) > MAX_TOKEN:
        raise InputError("A square is written like 8H.")
    return parse_square(value)


def tile_of(value: object) -> Tile:
    """Read a tile as the command line writes it: `A`, `a` for a blank, `?` for any blank."""
    if not isinstance(value, str) or not 1 <= len(value) <= MAX_TOKEN:
        raise InputError("A tile is written like A, like a for a blank, or ?.")
    if value == "?":
        return BLANK
    if value == value.lower() and value != value.upper():
        return Tile(value.upper(), blank=True)
    return Tile(value)
