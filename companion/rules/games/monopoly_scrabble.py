"""Monopoly Scrabble for two to four players.

Source: rulebook "Monopoly Scrabble" (facts S0). What is printed on board and cards, and the
switches for what the rulebook leaves open, come as the option `board`, the text of a board file
(`companion.gamedata.options("monopoly-scrabble")`). Further options: `seed` (order of the
decks), `first` (the seat that begins), `exchange_min_bag` (7).
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.api import Scoreboard, Setup
from companion.rules.messages import Redo, Undo
from companion.rules.monopoly.decide import decide
from companion.rules.monopoly.evolve import evolve
from companion.rules.monopoly.messages import COMMANDS, EVENTS, Command, Event
from companion.rules.monopoly.scoreboard import scoreboard
from companion.rules.monopoly.state import State, start
from companion.rules.timeline import Timeline, decide_time, evolve_time


@dataclass(frozen=True, slots=True)
class MonopolyScrabble:
    """Monopoly Scrabble as a ruleset."""

    name: str = "monopoly-scrabble"
    title: str = "Monopoly Scrabble"
    events: tuple[type, ...] = EVENTS
    commands: tuple[type, ...] = COMMANDS

    def start(self, setup: Setup) -> Timeline[State]:
        """Return the state before the first turn."""
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
