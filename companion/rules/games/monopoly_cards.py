"""Monopoly: The Card Game for two to six players.

Source: rulebook "Monopoly: The Card Game" (facts S2), put in order in facts 3.4; five and six
players facts 3.5. The deck and its values come as the option `deck`, the text of a deck file
(`companion.gamedata.options("monopoly-cards")`). Further options: `deal` "app" (the cards are
known here) or "table" (only the hands laid down at the end of each hand are), `seed` (0),
`dealer` (the last seat).
"""

from __future__ import annotations

from companion.rules.cards.decide import decide
from companion.rules.cards.messages import COMMANDS, EVENTS
from companion.rules.cards.scoreboard import scoreboard
from companion.rules.cards.state import State, evolve, start
from companion.rules.turn_game import TurnGame

MONOPOLY_CARDS: TurnGame[State] = TurnGame(
    name="monopoly-cards",
    title="Monopoly: The Card Game",
    events=EVENTS,
    commands=COMMANDS,
    begin=start,
    decide_now=decide,
    evolve_now=evolve,
    board=scoreboard,
)
