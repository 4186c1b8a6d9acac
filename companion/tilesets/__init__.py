"""Tile sets as data: one TOML file a language, or a user's own file by path."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.board.tiles import TileKind, TileSet
from companion.errors import ConfigError
from companion.files import toml_in
from companion.text import listed, said

_LIMIT_BYTES = 100_000


def names() -> tuple[str, ...]:
    """Return the names of the bundled tile sets, in alphabetical order."""
    here = resources.files(__name__)
    return tuple(
        sorted(f.name.removesuffix(".toml") for f in here.iterdir() if f.name.endswith(".toml"))
    )


def load(name_or_path: str) -> TileSet:
    """Return a bundled tile set by name, or the one in a user's TOML file.

    Args:
        name_or_path: A name from `names`, in any case, or a path that ends in `.toml` or holds
            a separator.

    Raises:
        ConfigError: There is no such set, or the file is not one; says what to do.
    """
    text = name_or_path.strip()
    if text.lower() in names():
        return _bundled(text.lower())
    path = Path(text).expanduser()
    if not text or (path.suffix != ".toml" and path.name == text):
        raise ConfigError(
            "There is no tile set {name_or_path!r}; choose one of {names}, or give "
            "the path of a tile-set file.",
            name_or_path=name_or_path,
            names=listed(names(), "comma"),
        )
    return _read(path, path.stem)


@cache
def _bundled(name: str) -> TileSet:
    return _read(resources.files(__name__) / f"{name}.toml", name)


def _read(source: Traversable, name: str) -> TileSet:
    what = said("The tile-set file {source}", source=str(source))
    data = toml_in(source, what, _LIMIT_BYTES)
    return _tile_set(data, name, str(source))


def _tile_set(data: dict[str, object], name: str, where: str) -> TileSet:
    unknown = set(data) - {"title", "source", "blanks", "tiles"}
    if unknown:
        raise ConfigError(
            "{where}: unknown key {unknown!r}.", where=where, unknown=min(unknown)
        )
    title, blanks, tiles = data.get("title", name), data.get("blanks", 0), data.get("tiles")
    if not isinstance(title, str) or not _is_number(blanks):
        raise ConfigError(
            "{where}: title is a text and blanks a number from 0 to 999.", where=where
        )
    if not isinstance(tiles, dict) or not tiles:
        raise ConfigError(
            "{where}: a table [tiles] with token = [count, points] is needed.", where=where
        )
    kinds = [_kind(token, pair, where) for token, pair in tiles.items()]
    kinds.append(TileKind("?", int(str(blanks)), 0))
    return TileSet(name, tuple(kinds), title=title)


def _kind(token: str, pair: object, where: str) -> TileKind:
    if not token.strip() or len(token) > 4 or token != token.upper() or token == "?":
        raise ConfigError(
            "{where}: {token!r} is no upper-case token of 1 to 4 characters.",
            where=where,
            token=token,
        )
    if not isinstance(pair, list) or len(pair) != 2 or not all(map(_is_number, pair)):
        raise ConfigError(
            "{where}: {token} needs [count, points], two numbers from 0 to 999.",
            where=where,
            token=token,
        )
    return TileKind(token, pair[0], pair[1])


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 999
