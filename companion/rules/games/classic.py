"""The classic crossword game for two to four players.

Source: rulebook "Scrabble" (facts S4). Options, with their defaults:

* `rack_size` 7: tiles of a full rack
* `bingo` 50: points for laying a full rack in one play
* `exchange_min_bag` 7: tiles the bag must hold for an exchange
* `bag_check` 1: refuse a play with more of a tile than the set holds; 0: mark it
* `end_bonus` "sum": who goes out gains the others' tiles and they lose them; "double" with two
  players: who goes out gains the other's tiles twice
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import crossword
from companion.rules.api import Scoreboard, Setup
from companion.rules.crossword import CrosswordState
from companion.rules.messages import COMMANDS, EVENTS, Command, Event
from companion.rules.scoreboard import scoreboard


@dataclass(frozen=True, slots=True)
class Classic:
    """The classic game as a ruleset."""

    name: str = "classic"
    title: str = "Classic crossword game"
    events: tuple[type, ...] = EVENTS
    commands: tuple[type, ...] = COMMANDS

    def start(self, setup: Setup) -> CrosswordState:
        """Return the state before the first turn."""
        return crossword.start(setup)

    def decide(self, state: CrosswordState, command: Command) -> tuple[Event, ...]:
        """Return what the command causes, or refuse it with a sentence."""
        return crossword.decide(state, command)

    def evolve(self, state: CrosswordState, event: Event) -> CrosswordState:
        """Return the state after an event."""
        return crossword.evolve(state, event)

    def scoreboard(self, state: CrosswordState) -> Scoreboard:
        """Return what a screen shows."""
        return scoreboard(state, game=self.name)
