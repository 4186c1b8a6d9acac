"""Which cards may lie before the camera: from a game's data to a list for the card reader."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from companion import gamedata
from companion.errors import ConfigError
from companion.rules.cards.deck import Deck, parse_deck
from companion.rules.monopoly.board_file import parse_board
from companion.rules.tables import Table, parse_toml
from companion.rules.together.goals_file import parse_goals
from companion.vision.card_types import Bgr, KnownCard

_SCHEMAS = {
    "monopoly-card/1": "monopoly-cards",
    "together/1": "together",
    "monopoly-scrabble/1": "monopoly-scrabble",
}
_HEX = re.compile(r"#([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})\Z")
_TITLES = "card_titles.toml"


@dataclass(frozen=True, slots=True)
class CardList:
    """The cards of a game.

    Attributes:
        game: `monopoly-cards`, `together` or `monopoly-scrabble`.
        cards: One for each kind.
        deck: Of the card game, to reckon hands with.
    """

    game: str
    cards: tuple[KnownCard, ...]
    deck: Deck | None = None


def load_card_list(name: str, titles: str | Path | None = None) -> CardList:
    """Return the cards of a game or of a user's own data file.

    Args:
        name: A game's name, or the path of a deck, goals or board file.
        titles: A file of titles and colours instead of the bundled one; card game only.

    Raises:
        ConfigError: A file cannot be read or is wrong, or is of no game with cards.
    """
    if name in gamedata.games():
        game, text = name, gamedata.options(name)[0][1]
    else:
        if not Path(name).expanduser().exists():
            known = ", ".join(gamedata.games())
            raise ConfigError(f"There is no deck {name!r}: one of {known}, or a file's path.")
        # A file of any of the games is read in the same guarded way.
        text = gamedata.options("monopoly-cards", name)[0][1]
        game = _game_of(text, name)
    if game == "together":
        goals = parse_goals(text)
        return CardList(game, tuple(KnownCard(c.key, c.text, (c.text,)) for c in goals.cards))
    if game == "monopoly-scrabble":
        deeds = parse_board(text).deeds
        cards = (KnownCard(d.key, d.name, (d.name,), _bgr(d.color)) for d in deeds)
        return CardList(game, tuple(cards))
    deck = parse_deck(text)
    return CardList(game, _of_deck(deck, titles), deck)


def cards_of_deck(deck: Deck, titles: Path | None = None) -> tuple[KnownCard, ...]:
    """Return the cards of a deck.

    Args:
        deck: The deck.
        titles: A file of titles and colours; None for the bundled one.

    Raises:
        ConfigError: It cannot be read or is wrong.
    """
    return _of_deck(deck, titles)


def titles_text(titles: Path | None = None) -> str:
    """Return the text of a file of titles; None for the bundled one. Raises ConfigError."""
    if titles is None:
        return (resources.files(gamedata) / _TITLES).read_text(encoding="utf-8")
    return gamedata.options("monopoly-cards", titles)[0][1]


def _game_of(text: str, name: str) -> str:
    schema = parse_toml(text, f"The file {name}").text("schema", "")
    if schema not in _SCHEMAS:
        raise ConfigError(
            f"The file {name} has schema {schema!r}; one of {', '.join(_SCHEMAS)} is needed."
        )
    return _SCHEMAS[schema]


def _of_deck(deck: Deck, titles: str | Path | None) -> tuple[KnownCard, ...]:
    top = parse_toml(titles_text(None if titles is None else Path(titles)), "The titles file")
    schema = top.text("schema", "")
    if schema != "card-titles/1":
        raise ConfigError(f"The titles file has schema {schema!r}, not 'card-titles/1'.")
    printed, colours = top.table("titles"), top.table("colors")
    top.close()
    return tuple(_known(deck, card, count, printed, colours) for card, count in deck.counts)


def _known(deck: Deck, card: str, count: int, printed: Table, colours: Table) -> KnownCard:
    name = deck.title(card)
    titles = tuple(printed.texts(card)) if card in printed else (name,)
    if not titles or not all(any(c.isalnum() for c in title) for title in titles):
        raise printed.bad(card, "at least one title with letters")
    colour = None
    if card in colours:
        colour = _bgr(colours.text(card))
        if colour is None:
            raise colours.bad(card, 'a colour such as "#ED1B24"')
    return KnownCard(card, name, titles, colour, count)


def _bgr(text: str) -> Bgr | None:
    match = _HEX.match(text)
    if not match:
        return None
    red, green, blue = (int(part, 16) for part in match.groups())
    return blue, green, red
