"""Monopoly: The Card Game for two to six players.

Source: rulebook "Monopoly: The Card Game" (facts S2), put in order in facts 3.4; five and six
players facts 3.5. The deck and its values come as the option `deck`, the text of a deck file
(`companion.gamedata.options("monopoly-cards")`). Further options: `deal` "app" (the cards are
known here) or "table" (only the hands laid down at the end of each hand are), `seed` (0),
`dealer` (the last seat).
"""

from __future__ import annotations

from companion.rules.cards.decide import decide
from companion.rules.cards.deck import parse_deck
from companion.rules.cards.deck_writer import write_deck
from companion.rules.cards.messages import COMMANDS, EVENTS, CorrectBalance, LayDown
from companion.rules.cards.rewriting import QUIET, again, change_of
from companion.rules.cards.scoreboard import scoreboard
from companion.rules.cards.state import State, evolve, start
from companion.rules.cards.worth import worth
from companion.rules.engine.book import Book
from companion.rules.engine.game import TurnGame
from companion.rules.game import Card, Choice, Game, Hands, Printed
from companion.text import said

KEY = "monopoly-cards"

_TURNS: TurnGame[State] = TurnGame(
    name=KEY,
    facts=EVENTS,
    commands=COMMANDS,
    begin=start,
    board=scoreboard,
    book=Book(
        decide=decide,
        evolve=evolve,
        taken=lambda state: len(state.results),
        takes=(LayDown,),
        beside=(CorrectBalance,),
        quiet=QUIET,
        again=again,
    ),
    asks=change_of,
)


def _cards(text: str) -> tuple[Card, ...]:
    deck = parse_deck(text)
    return tuple(Card(key, deck.title(key), count=count) for key, count in deck.counts)


_DEAL = Choice(
    "deal",
    said("Who deals"),
    (
        ("app", said("The tablet deals the cards")),
        ("table", said("Real cards are dealt at the table")),
    ),
    "app",
)

GAME = Game(
    key=KEY,
    title=said("Monopoly: The Card Game"),
    seats=(2, 6),
    events=_TURNS.events,
    commands=COMMANDS,
    start=_TURNS.start,
    decide=_TURNS.decide,
    evolve=_TURNS.evolve,
    scoreboard=_TURNS.scoreboard,
    choices=(_DEAL,),
    printed=Printed(
        option="deck",
        schema="monopoly-card/1",
        file="monopoly_cards.toml",
        parts=(
            ("groups", said("Groups and what they are worth")),
            ("values", said("Other values")),
            ("counts", said("How many cards of each kind")),
            ("titles", said("What your cards have printed")),
        ),
        canonical=lambda text: write_deck(parse_deck(text)),
        cards=_cards,
        form="deck",
        titles="card_titles.toml",
    ),
    hands=Hands(lambda text: tuple((card.key, card.name) for card in _cards(text)), worth),
    has_board=False,
    is_shuffled=True,
)
