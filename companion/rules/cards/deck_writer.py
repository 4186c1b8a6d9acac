"""A deck written as the text of its file, so that values typed in can be kept."""

from __future__ import annotations

from dataclasses import asdict

from companion.rules.cards.deck import (
    CHANCE,
    GO,
    HOTEL,
    HOUSES,
    MR_MONOPOLY,
    TOKEN,
    Deck,
    Group,
)
from companion.rules.crossword.tables import write_toml


def write_deck(deck: Deck) -> str:
    """Return the text of a deck file that `parse_deck` reads as this deck."""
    counts = dict(deck.counts)
    kinds = {
        "total": sum(counts.values()),
        "tokens": counts[TOKEN],
        "chance": counts[CHANCE],
        "go": counts[GO],
        "mr_monopoly": counts[MR_MONOPOLY],
        "hotels": counts[HOTEL],
        "houses_by_number": [counts[house] for house in HOUSES],
    }
    values = {"hotel": deck.hotel, "go": deck.go, "mr_monopoly_most": deck.mr_monopoly}
    return write_toml(
        {
            "schema": "monopoly-card/1",
            "edition": "winning-moves-2000",
            "official": deck.official,
            "deck": kinds,
            "values": values,
            "groups": {group.key: _group(group) for group in deck.groups},
            "rules": asdict(deck.rulings),
        }
    )


def _group(group: Group) -> dict[str, object]:
    if len(group.values) == 1:
        return {"size": group.size, "value": group.values[0][1], "houses": group.houses}
    by_count = {str(count): value for count, value in group.values}
    return {"size": group.size, "value_by_count": by_count, "houses": group.houses}
