"""What is printed on boards and cards, as editable data: one TOML file a game.

No rule reads a file: a game's data travels as text in its set-up's options, so that a log
explains itself. `options` gives those of the bundled file or of a user's own.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

from companion.errors import ConfigError

LIMIT_BYTES = 200_000

_FILES = MappingProxyType(
    {
        "monopoly-scrabble": ("board", "monopoly_scrabble.toml"),
        "together": ("goals", "together.toml"),
        "monopoly-cards": ("deck", "monopoly_cards.toml"),
    }
)
"""Game -> (the option its data goes into, the bundled file)."""


def games() -> tuple[str, ...]:
    """Return the games that need data."""
    return tuple(_FILES)


def options(game: str, path: str | Path | None = None) -> tuple[tuple[str, str], ...]:
    """Return the set-up options that carry a game's data; none for a game that needs none.

    Args:
        game: A game's name.
        path: A user's own file instead of the bundled one.

    Raises:
        ConfigError: The file cannot be read, is too large or is not UTF-8.
    """
    if game not in _FILES:
        return ()
    name, bundled = _FILES[game]
    source: Traversable = (
        resources.files(__name__) / bundled if path is None else Path(path).expanduser()
    )
    return ((name, _text(source)),)


def _text(source: Traversable) -> str:
    try:
        with source.open("rb") as stream:
            raw = stream.read(LIMIT_BYTES + 1)
    except OSError as error:
        reason = error.strerror or error
        raise ConfigError(f"The game file {source} cannot be read: {reason}.") from error
    if len(raw) > LIMIT_BYTES:
        raise ConfigError(f"The game file {source} is larger than {LIMIT_BYTES} bytes.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"The game file {source} is not UTF-8: {error}.") from error
