"""The goal cards and house rulings, read from a file's text; and the colours of the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.board.square import Square, parse_square
from companion.errors import ConfigError, InvalidNotation
from companion.rules.crossword.tables import Table, parse_toml, write_toml
from companion.rules.together.check_text import check_from_toml, write_check
from companion.rules.together.checks import Check
from companion.text import Said, from_file, said

_MOST_CARDS = 300


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal card.

    Attributes:
        key: Its id.
        text: What it asks, in our or the family's own words.
        starter: Whether it bears the starter symbol.
        need: What is checked.
        placeholder: Whether nobody has compared it with a printed card.
    """

    key: str
    text: str
    starter: bool
    need: Check
    placeholder: bool

    @property
    def told(self) -> Said:
        """The text, to be shown."""
        return from_file(self.text)


@dataclass(frozen=True, slots=True)
class Rulings:
    """One switch for each question the rulebook leaves open, with the proposed answer."""

    one_helper_per_turn: bool = True
    blank_is_zero: bool = True
    blank_letter_counts: bool = True
    short_bag_deals_what_it_has: bool = True
    invalid_word_tries_again: bool = True
    """False ends the turn when a play is taken off."""


RULING_NAMES = tuple(Rulings.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Goals:
    """All cards of an edition."""

    official: bool
    vowels: str
    cards: tuple[Goal, ...]
    rulings: Rulings

    def index(self, key: str) -> int | None:
        """Index of the card of that id; None if there is none."""
        return next((i for i, card in enumerate(self.cards) if card.key == key), None)


@lru_cache(maxsize=8)
def parse_goals(text: str) -> Goals:
    """Return the cards that a TOML text describes.

    Raises:
        ConfigError: Something is missing, unknown or impossible; says where.
    """
    top = parse_toml(text, said("The goals file"))
    schema = top.text("schema")
    if schema != "together/1":
        raise ConfigError(
            said("The goals file has schema {schema}, not 'together/1'.", schema=repr(schema))
        )
    official = top.flag("official", default=False)
    rules = top.table("rules")
    rulings = Rulings(
        **{
            name: rules.flag(name, default=True)
            for name in Rulings.__dataclass_fields__
            if name in rules
        }
    )
    rules.close()
    rows = top.rows("card")
    if not 1 <= len(rows) <= _MOST_CARDS:
        raise ConfigError(
            said(
                "The goals file has 1 to {most} cards, not {rows}.",
                most=_MOST_CARDS,
                rows=len(rows),
            )
        )
    cards = tuple(_card(row, official=official) for row in rows)
    keys = [card.key for card in cards]
    for key in keys:
        if keys.count(key) > 1:
            raise ConfigError(said("The goals file has two cards {key}.", key=repr(key)))
    vowels = top.text("vowels", "AEIOU").upper()
    top.close()
    return Goals(official, vowels, cards, rulings)


def _card(row: Table, *, official: bool) -> Goal:
    key = row.text("id")
    card = Goal(
        key=key,
        text=row.text("text"),
        starter=row.flag("starter", default=False),
        need=check_from_toml(row.value("need"), said("card {card}", card=repr(key))),
        placeholder=row.flag("placeholder", default=not official),
    )
    row.close()
    return card


def write_goals(goals: Goals) -> str:
    """Return the text of a goals file that `parse_goals` reads as these goals.

    Raises:
        ConfigError: The id or the text of a card is empty or longer than a line.
    """
    return write_toml(
        {
            "schema": "together/1",
            "official": goals.official,
            "vowels": goals.vowels,
            "rules": {name: getattr(goals.rulings, name) for name in RULING_NAMES},
            "card": [_row(card) for card in goals.cards],
        }
    )


def _row(card: Goal) -> dict[str, object]:
    for value in (card.key, card.text):
        if not value.strip() or any(ord(mark) < 32 for mark in value):
            raise ConfigError(
                said(
                    "A card needs an id and a text of one line each, not {value}.",
                    value=repr(value),
                )
            )
    need = write_check(card.need)
    return {
        "id": card.key, "text": card.text, "need": need,
        "starter": card.starter, "placeholder": card.placeholder,
    }  # fmt: skip


@lru_cache(maxsize=8)
def parse_colors(text: str) -> tuple[tuple[Square, str], ...]:
    """Return the colour of each premium square from a text such as `red = ["1A", "8D"]`.

    Raises:
        ConfigError: It is not such a text, or a square has two colours.
    """
    table = parse_toml(text, said("The board's colours"))
    colors: dict[Square, str] = {}
    for color in table.data:
        for name in table.texts(color):
            try:
                square = parse_square(name)
            except InvalidNotation as error:
                raise ConfigError(
                    said("The board's colours: {error}", error=error.said)
                ) from error
            if square in colors:
                raise ConfigError(
                    said("The board's colours: {name} has two colours.", name=name)
                )
            colors[square] = color.lower()
    return tuple(sorted(colors.items()))
