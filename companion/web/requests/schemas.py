"""Requests as JSON into commands. What is refused here never reaches the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Request

from companion.board.placement import Placement
from companion.board.square import Square, parse_square
from companion.board.tiles import BLANK, Tile
from companion.errors import InputError
from companion.rules.engine.messages import (
    Command,
    CorrectTile,
    EndGame,
    Exchange,
    Pass,
    PlayTiles,
)
from companion.session.messages import (
    AcceptProposal,
    NameGame,
    NamePlayers,
    SetAside,
    SetClocks,
)
from companion.session.order import Order, Seen

_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
LATE_S = 30.0
"""A page says of no tap that it was longer ago."""

_CLIENT = re.compile(r"[0-9A-Za-z]{1,16}")

MAX_TILES = 225
"""More tiles than any board of ours has squares are not looked at."""

MAX_TOKEN = 4
"""Longest letter token believed; the longest in any set has three characters."""

MAX_TITLE = 200
MAX_SEATS = 10
MAX_LEFT_S = 100_000

Body = Mapping[str, Any]


def json_body(request: Request) -> Body:
    """Return a request's JSON object.

    Raises:
        InputError: It is not JSON, or not an object.
    """
    try:
        body = request.get_json(silent=True)
    except RecursionError:  # brackets in brackets, as no page of ours sends them
        body = None
    if not isinstance(body, dict):
        raise InputError("The request is not a JSON object.")
    return body


def text_field(body: Body, name: str, *, most: int) -> str:
    """Return a field that must be a text of at most so many characters."""
    value = body.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise InputError(
            "`{name}` must be a text of 1 to {most} characters.", name=name, most=most
        )
    return value.strip()


def number_field(body: Body, name: str, *, least: int, most: int) -> int:
    """Return a field that must be a whole number within bounds."""
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(
            "`{name}` must be a whole number from {least} to {most}.",
            name=name,
            least=least,
            most=most,
        )
    return value


def parse_name(body: Body) -> str:
    """Return the name of a request, by which it counts once.

    Raises:
        InputError: It has none.
    """
    name = body.get("id")
    if not isinstance(name, str) or not _ID.fullmatch(name):
        raise InputError("An order needs an `id` of its own; load the page anew.")
    return name


def parse_order(body: Body, command: object, role: str) -> Order:
    """Return the order of a page: `id`, `client`, and `seen` as the state gave it.

    Args:
        body: What the page sent; `ago_ms` says how long ago the finger was there.
        command: What it asks for.
        role: As what, for the log.

    Raises:
        InputError: It has no id, or does not say what was seen.
    """
    name, client, seen = parse_name(body), body.get("client", ""), body.get("seen")
    if not isinstance(client, str) or not _CLIENT.fullmatch(client or "unnamed"):
        raise InputError("`client` must be up to 16 letters and digits.")
    if not isinstance(seen, dict):
        raise InputError("An order must say in `seen` what it looked at; load the page anew.")
    seat, stood = seen.get("seat"), seen.get("stood", True)
    looked_at = Seen(
        number_field(seen, "game", least=0, most=10**9),
        number_field(seen, "seq", least=0, most=10**9),
        None if seat is None else number_field(seen, "seat", least=0, most=9),
        stood=stood is not False,
    )
    ago_ms = number_field(body, "ago_ms", least=0, most=10**9) if "ago_ms" in body else 0
    age_s = min(ago_ms / 1000, LATE_S)
    return Order(name, f"{role} {client}".strip(), looked_at, command, age_s)


def parse_turn(body: Body) -> Command:
    """Return the command of a turn: a play with its tiles, a pass, or an exchange.

    Raises:
        InputError: The body is none of these.
    """
    match body.get("kind"):
        case "play":
            return PlayTiles(parse_tiles(body.get("tiles")))
        case "pass":
            return Pass()
        case "exchange":
            return Exchange(number_field(body, "count", least=1, most=MAX_TILES))
        case _:
            raise InputError("`kind` must be play, pass or exchange.")


def parse_acceptance(body: Body) -> AcceptProposal:
    """Return which explanation of a proposal is accepted, with the tiles its page showed.

    Raises:
        InputError: A field is missing or is not what it should be.
    """
    choice = number_field(body, "choice", least=0, most=20)
    tiles = body.get("tiles")
    if not isinstance(tiles, list) or len(tiles) > MAX_TILES:
        raise InputError('`tiles` must be a list such as [["8H", "A"]].')
    return AcceptProposal(choice, tiles=tiles)


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


def parse_label(body: Body) -> NamePlayers | NameGame | SetAside:
    """Return what a game or its players are to be called, or whether it is deleted.

    Raises:
        InputError: A field is missing or is not what it should be.
    """
    if "players" in body:
        return NamePlayers(
            _texts(body, "players"),
            _texts(body, "colours"),
            _texts(body, "before"),
            tuple(_numbers(body, "order")),
        )
    if "deleted" in body:
        return SetAside(deleted=body["deleted"] is True)
    name = body.get("name")
    if not isinstance(name, str) or len(name) > MAX_TITLE:
        raise InputError("`name` must be a text of up to {most} characters.", most=MAX_TITLE)
    return NameGame(name)


def parse_left(body: Body) -> SetClocks:
    """Return the seconds that the clocks are to show: `left_s`, null where one is right."""
    return SetClocks(tuple(_numbers(body, "left_s", nothing=True)))


def _texts(body: Body, name: str) -> tuple[str, ...]:
    values = body.get(name, [])
    if not isinstance(values, list) or not all(
        isinstance(value, str) and len(value) <= MAX_TITLE for value in values[:MAX_SEATS]
    ):
        raise InputError("`{name}` must be a list of texts.", name=name)
    return tuple(values[:MAX_SEATS])


def _numbers(body: Body, name: str, *, nothing: bool = False) -> list[Any]:
    values = body.get(name, [])
    if not isinstance(values, list) or not all(
        (value is None and nothing)
        or (isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_LEFT_S)
        for value in values[:MAX_SEATS]
    ):
        raise InputError("`{name}` must be a list of whole numbers.", name=name)
    return values[:MAX_SEATS]


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


def parse_tiles(value: object) -> tuple[Placement, ...]:
    """Return tiles that are laid, from pairs such as ["8H", "A"].

    Raises:
        InputError: They are none.
    """
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
