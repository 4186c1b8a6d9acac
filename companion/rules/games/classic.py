"""The classic crossword game for two to four players.

Source: rulebook "Scrabble" (facts S4). House rules are options; `companion.rules.options` lists
them with their defaults. An edition is the same game with other defaults.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import crossword, deciding
from companion.rules.api import Option, Scoreboard, Setup
from companion.rules.crossword import CrosswordState
from companion.rules.messages import COMMANDS, EVENTS, Command, Event
from companion.rules.scoreboard import scoreboard


@dataclass(frozen=True, slots=True)
class Classic:
    """The classic game as a ruleset."""

    name: str = "classic"
    title: str = "Classic crossword game"
    rules: tuple[tuple[str, Option], ...] = ()
    """House rules that differ from the defaults."""

    events: tuple[type, ...] = EVENTS
    commands: tuple[type, ...] = COMMANDS

    def start(self, setup: Setup) -> CrosswordState:
        """Return the state before the first turn."""
        return crossword.start(setup, self.rules)

    def decide(self, state: CrosswordState, command: Command) -> tuple[Event, ...]:
        """Return what the command causes, or refuse it with a sentence."""
        return deciding.decide(state, command)

    def evolve(self, state: CrosswordState, event: Event) -> CrosswordState:
        """Return the state after an event."""
        return crossword.evolve(state, event)

    def scoreboard(self, state: CrosswordState) -> Scoreboard:
        """Return what a screen shows."""
        return scoreboard(state, game=self.name)
