"""All games, in menu order."""

from __future__ import annotations

from types import MappingProxyType

from companion.errors import ConfigError
from companion.rules.api import AnyRuleset, Setup
from companion.rules.games.bookcase import BOOKCASE
from companion.rules.games.classic import Classic
from companion.rules.games.monopoly_cards import MONOPOLY_CARDS
from companion.rules.games.monopoly_scrabble import MONOPOLY_SCRABBLE
from companion.rules.games.together import TOGETHER

_GAMES: tuple[AnyRuleset, ...] = (
    Classic(),
    BOOKCASE,
    MONOPOLY_SCRABBLE,
    TOGETHER,
    MONOPOLY_CARDS,
)

GAMES = MappingProxyType({game.name: game for game in _GAMES})
"""Games by the name that logs store."""


_MOST_TILES = MappingProxyType({"monopoly-scrabble": 15, "together": 8})
"""Bank tiles are laid beside one's own, up to a whole line; a helper gives an eighth."""


def most_tiles(name: str, setup: Setup) -> int:
    """Return how many tiles one play of a game may lay."""
    return _MOST_TILES.get(name, setup.option("rack_size", 7))


def game(name: str) -> AnyRuleset:
    """Return a game by name.

    Raises:
        ConfigError: There is none of that name.
    """
    if name not in GAMES:
        raise ConfigError(f"There is no game {name!r}; the games are {', '.join(GAMES)}.")
    return GAMES[name]
