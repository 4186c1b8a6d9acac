"""All games, in menu order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType

from companion.errors import ConfigError
from companion.rules.cards.game import GAME as CARDS
from companion.rules.crossword.game import GAME as CLASSIC
from companion.rules.game import Game
from companion.rules.monopoly.game import GAME as MONOPOLY
from companion.rules.together.game import GAME as TOGETHER
from companion.text import listed, said

_games = {game.key: game for game in (CLASSIC, MONOPOLY, TOGETHER, CARDS)}

GAMES = MappingProxyType(_games)
"""The games by their key."""

FIRST = CLASSIC.key
"""The game, and its edition, where nothing is chosen; that of files of other programs, too."""


def game(name: str) -> Game:
    """Return a game by its key, or under the name of one of its variants.

    Raises:
        ConfigError: There is none of that name.
    """
    if name in _games:
        return _games[name]
    found = next((each for each in _games.values() if name in each.editions), None)
    if found is None:
        raise ConfigError(
            said(
                "There is no game {name}; the games are {known}.",
                name=repr(name),
                known=listed(_games, "comma"),
            )
        )
    return found.under(name)


@contextmanager
def registered(more: Game) -> Iterator[Game]:
    """Add a game until the block ends."""
    _games[more.key] = more
    try:
        yield more
    finally:
        del _games[more.key]
