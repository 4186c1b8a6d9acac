"""The deck of Monopoly: The Card Game, and what its cards are worth, read from a file's text.

A card is written as its kind: the key of a colour group ("red"), "house-1" to "house-4",
"hotel", "token", "chance", "go", "mr-monopoly". Which street a property shows is no matter.
Source: rulebook "Monopoly: The Card Game" (facts S2) and facts 3.1, 3.2; the groups' values are
printed on the cards only, so those of the bundled file are placeholders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from companion.board.money import Dollars
from companion.errors import ConfigError
from companion.rules.crossword.tables import Table, parse_toml
from companion.text import Said, said, verbatim

HOTEL, TOKEN, CHANCE, GO, MR_MONOPOLY = "hotel", "token", "chance", "go", "mr-monopoly"
HOUSES = ("house-1", "house-2", "house-3", "house-4")
BONUS = (TOKEN, CHANCE, GO, MR_MONOPOLY)
TITLES = MappingProxyType(
    {
        GO: said("GO"),
        MR_MONOPOLY: said("Mr. Monopoly"),
        CHANCE: said("Chance"),
        TOKEN: said("Token"),
        HOTEL: said("Hotel"),
        **{f"house-{n}": said("House {number}", number=n) for n in range(1, 5)},
        "brown": said("Brown"),
        "light_blue": said("Light blue"),
        "pink": said("Pink"),
        "orange": said("Orange"),
        "red": said("Red"),
        "yellow": said("Yellow"),
        "green": said("Green"),
        "dark_blue": said("Dark blue"),
        "purple": said("Purple"),
        "magenta": said("Magenta"),
        "railroads": said("Railroads"),
        "utilities": said("Utilities"),
    }
)
"""Of the cards that the bundled files and the usual boxes have; the key tells of another."""


@dataclass(frozen=True, slots=True)
class Group:
    """A colour group, the railroads or the utilities.

    Attributes:
        key: How its cards are written.
        size: How many cards it has.
        values: (cards held, value): what a set of so many is worth.
        houses: Whether houses can be built on it.
    """

    key: str
    size: int
    values: tuple[tuple[int, Dollars], ...]
    houses: bool

    def value(self, held: int) -> Dollars | None:
        """What so many of its cards are worth; None if they make no set."""
        return dict(self.values).get(min(held, self.size))

    @property
    def least(self) -> int:
        """The fewest cards that make a set."""
        return min(count for count, _ in self.values)


@dataclass(frozen=True, slots=True)
class CardRulings:
    """The numbers of the game, and one switch for each question the sources leave open."""

    hand: int = 10
    reward_cards: int = 5
    target: int = 10_000
    five_six_target: int = 7_000
    five_six_no_draw: bool = True
    five_six_pass_left: bool = True
    five_hand: int = 11
    six_hand: int = 9
    go_out_after_trade: bool = False
    """With two to four players."""

    five_six_go_out_after_trade: bool = True
    trade_discards: str = "any"
    """How many cards may be discarded before a trade, to have as many to give; or "one"."""

    tokens: str = "add"
    """Several on one set add; "different_sets" lets a set have one only."""

    hotel_must_be_matched: bool = True
    """Whether a hotel without its four houses keeps a player from going out."""

    mr_monopoly_tie: str = "nobody"
    """Or "each", or "shared"."""

    zero_hand_may_win_mr_monopoly: bool = False
    draw_pile_empty: str = "hand_ends_no_reward"
    """Or "trade_on"."""


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards and their values.

    Attributes:
        official: Whether somebody has compared the values with the printed cards.
        groups: In the file's order.
        counts: (card, how many), properties included.
    """

    official: bool
    groups: tuple[Group, ...]
    counts: tuple[tuple[str, int], ...]
    hotel: Dollars
    go: Dollars
    mr_monopoly: Dollars
    rulings: CardRulings

    @property
    def cards(self) -> tuple[str, ...]:
        """Every single card."""
        return tuple(card for card, count in self.counts for _ in range(count))

    def group(self, key: str) -> Group | None:
        """The group of that key."""
        return next((g for g in self.groups if g.key == key), None)

    def title(self, card: str) -> Said:
        """A card's name for people."""
        known = TITLES.get(card)
        return known or verbatim(card.replace("_", " ").replace("-", " ").capitalize())

    def excess(self, cards: Iterable[str]) -> str | None:
        """The first card of which there are more than the deck holds, or which is unknown."""
        held: Mapping[str, int] = dict(self.counts)
        for card, count in Counter(cards).items():
            if count > held.get(card, 0):
                return card
        return None


@lru_cache(maxsize=8)
def parse_deck(text: str) -> Deck:
    """Return the deck that a TOML text describes.

    Raises:
        ConfigError: Something is missing, unknown or impossible; says where.
    """
    top = parse_toml(text, said("The deck file"))
    schema = top.text("schema")
    if schema != "monopoly-card/1":
        raise ConfigError(
            said(
                "The deck file has schema {schema}, not 'monopoly-card/1'.", schema=repr(schema)
            )
        )
    edition = top.text("edition")
    if edition != "winning-moves-2000":
        raise ConfigError(
            said(
                "The edition {edition} is another game of the same name; only "
                "'winning-moves-2000' is known.",
                edition=repr(edition),
            )
        )
    values, groups = top.table("values"), _groups(top.table("groups"))
    deck = Deck(
        official=top.flag("official", default=False),
        groups=groups,
        counts=_counts(top.table("deck"), groups),
        hotel=_dollars(values, "hotel", 500),
        go=_dollars(values, "go", 200),
        mr_monopoly=_dollars(values, "mr_monopoly_most", 1000),
        rulings=_rulings(top.table("rules")),
    )
    values.close()
    top.close()
    return deck


def _dollars(table: Table, name: str, default: int | None = None) -> Dollars:
    amount = table.whole(name, default)
    if amount < 0 or amount % 50:
        raise table.bad(name, said("a multiple of 50, the smallest bill"))
    return Dollars(amount)


def _groups(table: Table) -> tuple[Group, ...]:
    groups = []
    for key in table.data:
        row = table.table(key)
        size = row.whole("size")
        if not 2 <= size <= 6 or key in (HOTEL, *BONUS, *HOUSES):
            raise row.bad(
                "size", said("a number from 2 to 6, of a group with a name of its own")
            )
        if "value_by_count" in row:
            by_count = row.table("value_by_count")
            counts = sorted(int(n) for n in by_count.data if n.isdecimal())
            pairs = tuple((n, _dollars(by_count, str(n))) for n in counts)
            by_count.close()
            if not pairs or pairs[-1][0] != size or pairs[0][0] < 2:
                raise row.bad("value_by_count", said("values for 2 to {size} cards", size=size))
        else:
            pairs = ((size, _dollars(row, "value")),)
        groups.append(Group(key, size, pairs, row.flag("houses", default=True)))
        row.close()
    if not groups:
        raise ConfigError(said("The deck file names no groups."))
    return tuple(groups)


def _counts(table: Table, groups: tuple[Group, ...]) -> tuple[tuple[str, int], ...]:
    houses = table.wholes("houses_by_number")
    if len(houses) != len(HOUSES) or min(houses) < 0:
        raise table.bad("houses_by_number", said("four numbers"))
    counts = [(group.key, group.size) for group in groups]
    counts += list(zip(HOUSES, houses, strict=True))
    named = ((HOTEL, "hotels"), (TOKEN, "tokens"), (CHANCE, "chance"), (GO, "go"))
    for card, name in (*named, (MR_MONOPOLY, "mr_monopoly")):
        count = table.whole(name)
        if not 0 <= count <= 20:
            raise table.bad(name, said("a number from 0 to 20"))
        counts.append((card, count))
    total = table.whole("total", 60)
    if sum(count for _, count in counts) != total:
        found = sum(count for _, count in counts)
        raise ConfigError(
            said(
                "The deck file says {total} cards, but lists {found}.", total=total, found=found
            )
        )
    table.close()
    return tuple(counts)


_CHOICES = {
    "trade_discards": ("any", "one"),
    "tokens": ("add", "different_sets"),
    "mr_monopoly_tie": ("nobody", "each", "shared"),
    "draw_pile_empty": ("hand_ends_no_reward", "trade_on"),
}


def _rulings(rules: Table) -> CardRulings:
    values: dict[str, int | str] = {}
    for name, slot in CardRulings.__dataclass_fields__.items():
        if name not in rules:
            continue
        if name in _CHOICES:
            values[name] = rules.choice(name, _CHOICES[name])
        elif isinstance(slot.default, bool):
            values[name] = rules.flag(name, default=slot.default)
        else:
            number = rules.whole(name)
            if number < 1:
                raise rules.bad(name, said("a number above 0"))
            values[name] = number
    rules.close()
    return CardRulings(**values)  # type: ignore[arg-type]  # each was checked by its name
