"""Which cards may lie before the camera: from a game's data to a list for the card reader."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from companion import gamedata
from companion.errors import ConfigError
from companion.rules.crossword.tables import Table, parse_toml
from companion.rules.game import Card, Game
from companion.rules.registry import GAMES
from companion.text import listed, said
from companion.vision.cards.types import Bgr, KnownCard

_HEX = re.compile(r"#([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})\Z")
_SCHEMA = "card-titles/1"


@dataclass(frozen=True, slots=True)
class CardList:
    """The cards of a game.

    Attributes:
        game: Which.
        cards: One for each kind.
        text: Of the file that tells of them.
    """

    game: Game
    cards: tuple[KnownCard, ...]
    text: str


def load_card_list(name: str, titles: str | Path | None = None) -> CardList:
    """Return the cards of a game or of a user's own data file.

    Args:
        name: A game's key, or the path of a file of one.
        titles: A file of titles and colours instead of the bundled one, for a game with such.

    Raises:
        ConfigError: A file cannot be read or is wrong, or is of no game with cards.
    """
    known = ", ".join(gamedata.games())
    if name in gamedata.games():
        game, text = GAMES[name], gamedata.options(name)[0][1]
    elif not Path(name).expanduser().exists():
        raise ConfigError(
            "There is no deck {name!r}: one of {known}, or a file's path.",
            name=name,
            known=known,
        )
    else:
        text = gamedata.read(Path(name))
        game = _game_of(text, name)
    return CardList(game, cards_in(game, text, None if titles is None else Path(titles)), text)


def cards_in(game: Game, text: str, titles: Path | None = None) -> tuple[KnownCard, ...]:
    """Return the cards that the text of a game's file tells of.

    Args:
        game: Which.
        text: Of its file.
        titles: A file of titles and colours; None for the bundled one.

    Raises:
        ConfigError: One of the two cannot be read or is wrong.
    """
    if game.printed is None:
        return ()
    cards = game.printed.cards(text)
    if not game.printed.titles:
        return tuple(_card(card, (str(card.name),), card.colour) for card in cards)
    top = parse_toml(titles_text(game, titles), said("The titles file"))
    schema = top.text("schema", "")
    if schema != _SCHEMA:
        raise ConfigError(
            "The titles file has schema {schema}, not 'card-titles/1'.", schema=repr(schema)
        )
    printed, colours = top.table("titles"), top.table("colors")
    top.close()
    return tuple(_known(card, printed, colours) for card in cards)


def titles_text(game: Game, titles: Path | None = None) -> str:
    """Return the text of a file of titles; None for the bundled one. Raises ConfigError."""
    if game.printed is None or not game.printed.titles:
        raise ConfigError("{game} has no cards with titles.", game=game.title)
    return gamedata.text_of(game.printed, game.printed.titles, titles)


def _game_of(text: str, name: str) -> Game:
    schema = parse_toml(text, said("The file {file}", file=name)).text("schema", "")
    known = {game.printed.schema: game for game in GAMES.values() if game.printed}
    if schema not in known:
        raise ConfigError(
            "The file {file} has schema {schema}; one of {known} is needed.",
            file=name,
            schema=repr(schema),
            known=listed(known, "comma"),
        )
    return known[schema]


def _known(card: Card, printed: Table, colours: Table) -> KnownCard:
    titles = tuple(printed.texts(card.key)) if card.key in printed else (str(card.name),)
    if not titles or not all(any(c.isalnum() for c in title) for title in titles):
        raise printed.bad(card.key, said("at least one title with letters"))
    colour = colours.text(card.key) if card.key in colours else ""
    if card.key in colours and _bgr(colour) is None:
        raise colours.bad(card.key, said('a colour such as "#ED1B24"'))
    return _card(card, titles, colour)


def _card(card: Card, titles: tuple[str, ...], colour: str) -> KnownCard:
    return KnownCard(card.key, str(card.name), titles, _bgr(colour), card.count)


def _bgr(text: str) -> Bgr | None:
    match = _HEX.match(text)
    if not match:
        return None
    red, green, blue = (int(part, 16) for part in match.groups())
    return blue, green, red
