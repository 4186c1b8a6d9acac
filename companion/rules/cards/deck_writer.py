"""A deck written as the text of its file, so that values typed in can be kept."""

from __future__ import annotations

from companion.rules.cards.deck import (
    CHANCE,
    GO,
    HOTEL,
    HOUSES,
    MR_MONOPOLY,
    TOKEN,
    CardRulings,
    Deck,
    Group,
)
from companion.rules.tables import toml_lines


def write_deck(deck: Deck) -> str:
    """Return the text of a deck file that `parse_deck` reads as this deck."""
    counts = dict(deck.counts)
    head = {"schema": "monopoly-card/1", "edition": "winning-moves-2000"}
    kinds: dict[str, object] = {
        "total": sum(counts.values()),
        "tokens": counts[TOKEN],
        "chance": counts[CHANCE],
        "go": counts[GO],
        "mr_monopoly": counts[MR_MONOPOLY],
        "hotels": counts[HOTEL],
        "houses_by_number": [counts[house] for house in HOUSES],
    }
    values: dict[str, object] = {
        "hotel": deck.hotel,
        "go": deck.go,
        "mr_monopoly_most": deck.mr_monopoly,
    }
    rules: dict[str, object] = {
        name: getattr(deck.rulings, name) for name in CardRulings.__dataclass_fields__
    }
    groups: dict[str, object] = {group.key: _group(group) for group in deck.groups}
    tables: dict[str, dict[str, object]] = {
        "deck": kinds,
        "values": values,
        "groups": groups,
        "rules": rules,
    }
    body = (f"[{name}]\n{toml_lines(table)}" for name, table in tables.items())
    return "\n".join((toml_lines({**head, "official": deck.official}), *body))


def _group(group: Group) -> dict[str, object]:
    if len(group.values) == 1:
        return {"size": group.size, "value": group.values[0][1], "houses": group.houses}
    by_count = {str(count): value for count, value in group.values}
    return {"size": group.size, "value_by_count": by_count, "houses": group.houses}
