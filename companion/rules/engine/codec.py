"""Events, commands and setups as JSON values, and back.

Every dataclass carries its kebab-case name under "type"; squares are `8H`, tiles
`{"letter": "A"}` with `"blank": true` for a blank, texts as `companion.text.codec` writes them.
The kinds that may be read are passed in, so
that a log needs no other knowledge than its game's `events`.
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.board.layout import Layout
from companion.board.square import Square, parse_square
from companion.board.tiles import Tile, TileKind, TileSet
from companion.errors import InvalidNotation
from companion.rules.api import Setup
from companion.text import Said, listed, said
from companion.text import codec as texts

Json = dict[str, Any]

MOST_KINDS = 200
MOST_TILES = 999
"""Of one kind, and points on one."""

MOST_NAMED = 12
"""Kinds that a refusal names."""

LARGEST_BOARD = 26
"""Squares along a side: a column has one letter."""


def kebab(kind: type) -> str:
    """Return a dataclass's name as the codec writes it: TilesPlayed -> tiles-played."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def to_json(event: object) -> Json:
    """Return an event or command as JSON values."""
    written = _write(event)
    if not isinstance(written, dict) or "type" not in written:
        raise TypeError(f"{type(event).__name__} is no event or command")
    return written


def from_json(data: object, kinds: tuple[type, ...]) -> Any:
    """Return the event or command that JSON values stand for.

    Args:
        data: What `to_json` gave.
        kinds: The dataclasses it may be.

    Raises:
        InvalidNotation: Unknown kind, missing, surplus or ill-formed field; says which.
    """
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise InvalidNotation(said('Expected an object with a "type".'))
    by_name = _names(kinds)
    return _read_named(data, by_name, data["type"], kinds)


def _read_named(
    data: Json, by_name: dict[str, type], path: str, kinds: tuple[type, ...]
) -> Any:
    kind = by_name.get(str(data["type"]))
    if kind is None:
        known = sorted(by_name)
        more = ("...",) if len(known) > MOST_NAMED else ()
        raise InvalidNotation(
            said(
                "There is no {data} here; known are {known}.",
                data=repr(data["type"]),
                known=listed((*known[:MOST_NAMED], *more), "comma"),
            )
        )
    return _read_dataclass(data, kind, path, kinds)


@cache
def _names(kinds: tuple[type, ...]) -> dict[str, type]:
    return {kebab(kind): kind for kind in kinds}


def setup_to_json(setup: Setup) -> Json:
    """Return a setup whole, tile counts and layout included, so that a log explains itself."""
    return {
        "players": list(setup.players),
        "tiles": {
            "name": setup.tiles.name,
            "title": setup.tiles.title,
            "kinds": [[k.token, k.count, k.value] for k in setup.tiles.kinds],
        },
        "layout": {"name": setup.layout.name, "rows": list(setup.layout.rows)},
        "options": dict(setup.options),
    }


def setup_from_json(data: object) -> Setup:
    """Return the setup that JSON values stand for.

    Raises:
        InvalidNotation: Something is missing or ill-formed.
    """
    try:
        if not isinstance(data, dict):
            raise TypeError("not an object")
        tiles, layout = data["tiles"], data["layout"]
        _check_size(tiles["kinds"], layout["rows"])
        return Setup(
            players=tuple(str(name) for name in data["players"]),
            tiles=TileSet(
                str(tiles["name"]),
                tuple(TileKind(str(t), int(n), int(v)) for t, n, v in tiles["kinds"]),
                title=str(tiles["title"]),
            ),
            layout=Layout(str(layout["name"]), tuple(str(row) for row in layout["rows"])),
            options=tuple((str(k), v) for k, v in data.get("options", {}).items()),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidNotation(
            said("The game's setup cannot be read: {error}.", error=repr(error))
        ) from error


def _check_size(kinds: list[Any], rows: list[Any]) -> None:
    """Refuse a bag or a board that no game has, before anything counts its tiles."""
    if len(kinds) > MOST_KINDS or any(
        not 0 <= number <= MOST_TILES for _, *numbers in kinds for number in numbers
    ):
        raise ValueError("more tiles than any set has")
    if len(rows) > LARGEST_BOARD:
        raise ValueError("a larger board than there is")


def _write(value: object) -> Any:
    match value:
        case Said():
            return texts.to_json(value)
        case Square():
            return value.name
        case Tile(letter=letter, blank=blank):
            return {"letter": letter, "blank": True} if blank else {"letter": letter}
        case Enum():
            return value.value
        case tuple() | list():
            return [_write(v) for v in value]
        case None | bool() | int() | float() | str():
            return value
        case _:
            pass
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: _write(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {"type": kebab(type(value)), **fields}
    raise TypeError(f"{type(value).__name__} has no JSON form")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read_dataclass(
    data: dict[str, Any], kind: type, path: str, kinds: tuple[type, ...]
) -> Any:
    hints, values = _hints(kind), {}
    for f in dataclasses.fields(kind):
        if f.name in data:
            values[f.name] = _read(data[f.name], hints[f.name], f"{path}.{f.name}", kinds)
        elif f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING:
            raise InvalidNotation(said("{path} lacks {f}.", path=path, f=repr(f.name)))
    surplus = set(data) - set(hints) - {"type"}
    if surplus:
        raise InvalidNotation(
            said("{path} has no field {surplus}.", path=path, surplus=repr(min(surplus)))
        )
    try:
        return kind(**values)
    except ValueError as error:
        raise InvalidNotation(said("{path}: {error}.", path=path, error=str(error))) from error


def _read(data: object, hint: Any, path: str, kinds: tuple[type, ...]) -> Any:  # noqa: C901
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _read_union(data, get_args(hint), path, kinds)
    if origin is tuple:
        return _read_tuple(data, get_args(hint), path, kinds)
    if origin is typing.Literal:
        if data in get_args(hint):
            return data
        raise InvalidNotation(said("{path} cannot be {data}.", path=path, data=repr(data)))
    if hint is Said:
        return _read_text(data, path)
    if hint is Square:
        if isinstance(data, str):
            return parse_square(data)
    elif hint is object:  # any kind that may be read here
        return None if data is None else from_json(data, kinds)
    elif hint is Tile:
        return _read_tile(data, path)
    elif isinstance(hint, type) and issubclass(hint, Enum):
        try:
            return hint(data)
        except ValueError as error:
            raise InvalidNotation(
                said("{path} cannot be {data}.", path=path, data=repr(data))
            ) from error
    elif dataclasses.is_dataclass(hint):
        if isinstance(data, dict):
            return _read_dataclass(data, typing.cast("type", hint), path, kinds)
    elif hint is float and isinstance(data, int | float) and not isinstance(data, bool):
        return float(data)
    elif hint in (bool, int, str) and type(data) is hint:
        return data
    raise InvalidNotation(said("{path} cannot be {data}.", path=path, data=repr(data)))


def _read_union(
    data: object, members: tuple[Any, ...], path: str, kinds: tuple[type, ...]
) -> Any:
    if data is None and type(None) in members:
        return None
    named = _named(members)
    if named and isinstance(data, dict) and "type" in data:
        return _read_named(data, _names(named), path, kinds)
    for member in members:
        if member is type(None) or member in named:
            continue
        try:
            return _read(data, member, path, kinds)
        except InvalidNotation:
            continue
    raise InvalidNotation(said("{path} cannot be {data}.", path=path, data=repr(data)))


@cache
def _named(members: tuple[Any, ...]) -> tuple[type, ...]:
    """Those of a union that carry their name."""
    plain = (Square, Tile, Said)
    found = (m for m in members if isinstance(m, type) and dataclasses.is_dataclass(m))
    return tuple(kind for kind in found if kind not in plain)


def _read_tuple(
    data: object, args: tuple[Any, ...], path: str, kinds: tuple[type, ...]
) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise InvalidNotation(said("{path} is a list, not {data}.", path=path, data=repr(data)))
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_read(v, args[0], f"{path}[{i}]", kinds) for i, v in enumerate(data))
    if len(data) != len(args):
        raise InvalidNotation(
            said(
                "{path} holds {args} values, not {data}.",
                path=path,
                args=len(args),
                data=len(data),
            )
        )
    return tuple(
        _read(v, a, f"{path}[{i}]", kinds)
        for i, (v, a) in enumerate(zip(data, args, strict=True))
    )


def _read_text(data: object, path: str) -> Said:
    try:
        return texts.from_json(data)
    except ValueError as error:
        raise InvalidNotation(
            said("{path} cannot be {data}.", path=path, data=repr(data))
        ) from error


def _read_tile(data: object, path: str) -> Tile:
    if not isinstance(data, dict) or set(data) - {"letter", "blank"}:
        raise InvalidNotation(
            said(
                '{path} is a tile such as {{"letter": "A"}}, not {data}.',
                path=path,
                data=repr(data),
            )
        )
    letter, blank = data.get("letter", ""), data.get("blank", False)
    if not isinstance(letter, str) or not isinstance(blank, bool) or not (letter or blank):
        raise InvalidNotation(
            said("{path} cannot be the tile {data}.", path=path, data=repr(data))
        )
    return Tile(letter, blank)
