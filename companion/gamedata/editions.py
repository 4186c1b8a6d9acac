"""Editions: which game, which tiles, which board, which house rules.

The games bring some; a user's own is a TOML file:

    title = "Ours"
    game = "classic"
    tiles = "german"            # a name, or the path of a tile-set file beside this one
    board = "super"             # a name, or: rows = ["T..d...", ...], one text a row
    [options]
    bingo = 35
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.board.layout import LAYOUTS, Layout
from companion.board.tiles import TileSet
from companion.errors import ConfigError
from companion.files import toml_in
from companion.rules.registry import FIRST, GAMES
from companion.text import Said, listed, said, verbatim
from companion.tilesets import load as load_tiles

LIMIT_BYTES = 100_000
LARGEST_BOARD = 26
"""Squares along a side; a column has one letter."""

_KEYS = {"title", "source", "game", "tiles", "board", "rows", "options"}


@dataclass(frozen=True, slots=True)
class Edition:
    """What a game is set up with."""

    name: str
    title: Said
    game: str
    """The game's key."""

    tiles: TileSet
    layout: Layout
    options: tuple[tuple[str, int | str | bool], ...] = ()


def edition_names() -> tuple[str, ...]:
    """Return the names of the editions that the games bring, in menu order."""
    return tuple(name for game in GAMES.values() for name in game.editions)


def load_edition(name_or_path: str) -> Edition:
    """Return an edition by its name, or the one in a user's TOML file.

    Raises:
        ConfigError: There is no such edition, or the file is not one; says what to do.
    """
    text = name_or_path.strip()
    for key, game in GAMES.items():
        if text.lower() in game.editions:
            chosen = game.editions[text.lower()]
            board, tiles = LAYOUTS[chosen.board], load_tiles(chosen.tiles)
            return Edition(chosen.key, chosen.title, key, tiles, board, chosen.options)
    path = Path(text).expanduser()
    if not text or (path.suffix != ".toml" and path.name == text):
        raise ConfigError(
            "There is no edition {name_or_path!r}; choose one of {names}, or "
            "give the path of an edition's file.",
            name_or_path=name_or_path,
            names=listed(edition_names(), "comma"),
        )
    return _read(path)


def _read(source: Path) -> Edition:
    data = toml_in(source, said("The edition's file {source}", source=str(source)), LIMIT_BYTES)
    return _edition(data, source)


def _edition(data: dict[str, object], source: Path) -> Edition:
    name, where = source.stem, str(source)
    unknown = set(data) - _KEYS
    if unknown:
        raise ConfigError(
            "{where}: unknown key {unknown!r}; known are {keys}.",
            where=where,
            unknown=min(unknown),
            keys=listed(sorted(_KEYS), "comma"),
        )
    texts = {key: data.get(key, "") for key in ("title", "game", "tiles", "board")}
    for key, value in texts.items():
        if not isinstance(value, str):
            raise ConfigError("{where}: {key} is a text.", where=where, key=key)
    options = data.get("options", {})
    if not isinstance(options, dict) or not all(
        isinstance(value, int | str) for value in options.values()
    ):
        raise ConfigError(
            "{where}: [options] holds names with whole numbers or texts.", where=where
        )
    return Edition(
        name=name,
        title=verbatim(str(texts["title"] or name)),
        game=str(texts["game"] or FIRST),
        tiles=_tiles(str(texts["tiles"] or "english"), source.parent),
        layout=_layout(data, name, where),
        options=tuple(options.items()),
    )


def _tiles(name: str, beside: Path) -> TileSet:
    if name.endswith(".toml"):
        return load_tiles(str(beside / name))
    return load_tiles(name)


def _layout(data: dict[str, object], name: str, where: str) -> Layout:
    board, rows = data.get("board"), data.get("rows")
    if rows is None:
        chosen = str(board or "standard")
        if chosen not in LAYOUTS:
            raise ConfigError(
                "{where}: there is no board {chosen!r}; choose one of {layouts}, or give "
                "its rows.",
                where=where,
                chosen=chosen,
                layouts=listed(LAYOUTS, "comma"),
            )
        return LAYOUTS[chosen]
    if board is not None:
        raise ConfigError("{where}: give either board or rows.", where=where)
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ConfigError("{where}: rows is a list of texts.", where=where)
    if len(rows) > LARGEST_BOARD:
        raise ConfigError(
            "{where}: a board has at most {largest_board} rows.",
            where=where,
            largest_board=LARGEST_BOARD,
        )
    try:
        return Layout(name, tuple(rows))
    except ValueError as error:
        raise ConfigError(f"{where}: {error}.") from error
