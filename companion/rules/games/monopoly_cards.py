"""Monopoly: The Card Game for two to six players.

Source: rulebook "Monopoly: The Card Game" (facts S2), put in order in facts 3.4; five and six
players facts 3.5. The deck and its values come as the option `deck`, the text of a deck file
(`companion.gamedata.options("monopoly-cards")`). Further options: `deal` "app" (the cards are
known here) or "table" (only the hands laid down at the end of each hand are), `seed` (0),
`dealer` (the last seat).
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.api import Scoreboard, Setup
from companion.rules.cards.decide import decide
from companion.rules.cards.messages import COMMANDS, EVENTS, Command, Event
from companion.rules.cards.scoreboard import scoreboard
from companion.rules.cards.state import State, evolve, start
from companion.rules.messages import Redo, Undo
from companion.rules.timeline import Timeline, decide_time, evolve_time


@dataclass(frozen=True, slots=True)
class MonopolyCards:
    """The card game as a ruleset."""

    name: str = "monopoly-cards"
    title: str = "Monopoly: The Card Game"
    events: tuple[type, ...] = EVENTS
    commands: tuple[type, ...] = COMMANDS

    def start(self, setup: Setup) -> Timeline[State]:
        """Return the state after the first deal."""
        return Timeline(start(setup))

    def decide(self, state: Timeline[State], command: Command) -> tuple[Event, ...]:
        """Return what the command causes, or refuse it with a sentence."""
        if isinstance(command, Undo | Redo):
            return decide_time(state, command)
        return decide(state.now, command)

    def evolve(self, state: Timeline[State], event: Event) -> Timeline[State]:
        """Return the state after an event."""
        return evolve_time(state, event, evolve)

    def scoreboard(self, state: Timeline[State]) -> Scoreboard:
        """Return what a screen shows."""
        return scoreboard(state, game=self.name)
