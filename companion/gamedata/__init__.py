"""What is printed on boards and cards, as editable data: one TOML file a game.

No rule reads a file: a game's data travels as text in its set-up's options, so that a log
explains itself. `options` gives those of the bundled file or of a user's own.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.files import text_in
from companion.rules.game import Printed
from companion.rules.registry import GAMES
from companion.text import said

LIMIT_BYTES = 200_000


def games() -> tuple[str, ...]:
    """Return the games that need data."""
    return tuple(key for key, game in GAMES.items() if game.printed)


def options(game: str, path: str | Path | None = None) -> tuple[tuple[str, str], ...]:
    """Return the set-up options that carry a game's data; none for a game that needs none.

    Args:
        game: A game's key.
        path: A user's own file instead of the bundled one.

    Raises:
        ConfigError: The file cannot be read, is too large or is not UTF-8.
    """
    printed = GAMES[game].printed if game in GAMES else None
    if printed is None:
        return ()
    return ((printed.option, text_of(printed, printed.file, path)),)


def text_of(printed: Printed, file: str, path: str | Path | None = None) -> str:
    """Return the text of a bundled file of a game, or of a user's own in its place.

    Raises:
        ConfigError: It cannot be read, is too large or is not UTF-8.
    """
    return read(resources.files(printed.package) / file if path is None else Path(path))


def read(source: Traversable | Path) -> str:
    """Return the text of a game's file.

    Raises:
        ConfigError: It cannot be read, is too large or is not UTF-8.
    """
    return text_in(source, said("The game file {source}", source=str(source)), LIMIT_BYTES)
