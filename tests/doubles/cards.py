"""Monopoly: The Card Game at a table, and a random player, for tests."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from companion import gamedata
from companion.rules.api import Setup
from companion.rules.cards.deck import Deck, parse_deck
from companion.rules.cards.game import GAME as MONOPOLY_CARDS
from companion.rules.cards.messages import (
    COMMANDS,
    AmendHand,
    CorrectBalance,
    DeleteHand,
    Discard,
    GoOut,
    InsertHand,
    LayDown,
    MoveHand,
    PassCards,
    Trade,
)
from companion.rules.cards.state import less
from companion.rules.cards.value import best_out
from companion.rules.engine.codec import kebab
from companion.tilesets import load
from tests.doubles.at_table import AtTable

TEXT = gamedata.options("monopoly-cards")[0][1]
DECK: Deck = parse_deck(TEXT)

SHORT = {
    "P": "purple", "L": "light_blue", "M": "magenta", "O": "orange", "R": "red",
    "Y": "yellow", "G": "green", "D": "dark_blue", "T": "railroads", "U": "utilities",
    "1": "house-1", "2": "house-2", "3": "house-3", "4": "house-4", "h": "hotel",
    "t": "token", "?": "chance", "g": "go", "m": "mr-monopoly",
}  # fmt: skip
"""One letter a card, for tests."""


def hand(text: str) -> tuple[str, ...]:
    """Cards from one letter each: RRR12t."""
    return tuple(SHORT[mark] for mark in text if mark != " ")


def ruled(**rules: str) -> str:
    """The bundled deck with other rulings."""
    lines = TEXT.splitlines()
    rules_at = lines.index("[rules]")
    for name, value in rules.items():
        at = next(i for i in range(rules_at, len(lines)) if lines[i].startswith(f"{name} = "))
        lines[at] = f"{name} = {value}"
    return "\n".join(lines)


def cards(players: int = 4, text: str = TEXT, **options: int | str) -> AtTable:
    names = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus")[:players]
    given = (("deck", text), *options.items())
    return AtTable(MONOPOLY_CARDS, Setup(names, load("english"), options=given))


def holding(table: AtTable, seat: int, text: str) -> AtTable:
    """Put a hand into a seat, whatever the deal gave (the deck is then no whole one)."""
    state = table.now
    hands = tuple(hand(text) if i == seat else h for i, h in enumerate(state.hands))
    return table.having(hands=hands)


def command_for(  # noqa: C901  # one case a command
    name: str, table: Any, rng: random.Random
) -> object | None:
    """A command of the offered kind that should be accepted; None if none comes to mind."""
    state = table.now
    seat = state.on_turn
    match name:
        case "trade":
            return _trade(state, rng)
        case "discard":
            held = state.hands[seat]
            return Discard(tuple(_worst(held, len(held) - state.hand_size, rng)))
        case "pass-cards":
            return PassCards(tuple(rng.choice(held) for held in state.hands))
        case "go-out":
            held = state.hands[seat]
            excess = max(0, len(held) - state.hand_size)
            for given in list(combinations(held, excess))[:50]:
                if best_out(less(held, given), state.deck) is not None:
                    return GoOut(given)
            return None
        case "lay-down":
            return _lay_down(state, rng)
        case "amend-hand" | "insert-hand":
            laid, number = _lay_down(state, rng), rng.randint(1, len(state.results))
            kind = AmendHand if name == "amend-hand" else InsertHand
            return kind(number, laid.hands)
        case "delete-hand":
            return DeleteHand(rng.randint(1, len(state.results)))
        case "move-hand":
            return MoveHand(rng.randint(1, len(state.results) - 1), later=True)
        case "correct-balance":
            return CorrectBalance(rng.randrange(len(state.names)), rng.randrange(0, 3000, 50))
        case _:
            return {kebab(k): k for k in COMMANDS}[name]()


def _worst(held: tuple[str, ...], count: int, rng: random.Random) -> list[str]:
    """Cards of the groups held least, so that a random game gets somewhere."""
    order = sorted(held, key=lambda card: (_keep(card, held), rng.random()))
    return order[: max(0, count)]


def _keep(card: str, held: tuple[str, ...]) -> float:
    group = DECK.group(card)
    if group is not None:
        return held.count(card) / group.size
    return 0.4 if card.startswith(("house", "hotel")) else 0.9


def _trade(state: Any, rng: random.Random) -> object | None:
    seat = state.on_turn
    others = [s for s in range(len(state.names)) if s != seat and state.piles[s]]
    partner = rng.choice(others)
    put = "" if state.piles[seat] and rng.random() < 0.5 else rng.choice(state.hands[seat])
    mine = len(state.piles[seat]) + bool(put)
    return Trade(partner, rng.randint(1, min(mine, len(state.piles[partner]), 2)), put)


def _lay_down(state: Any, rng: random.Random) -> LayDown:
    deck = list(state.deck.cards)
    rng.shuffle(deck)
    size = state.hand_size
    hands = tuple(tuple(deck[i * size : (i + 1) * size]) for i in range(len(state.names)))
    return LayDown(hands)
