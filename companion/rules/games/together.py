"""Scrabble Together for one to four players, who win or lose as one.

Source: rulebook "Scrabble Together" (facts S1). The goal cards come as the option `goals`, the
text of a goals file (`companion.gamedata.options("together")`); the colours of the board's
squares as the option `colours`, or from the empty board by `ReadColours`. Further options:
`starter` (0), `goal_count` (20), `seed` (0), `first` (0).
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.api import Scoreboard, Setup
from companion.rules.messages import Redo, Undo
from companion.rules.timeline import Timeline, decide_time, evolve_time
from companion.rules.together.decide import decide
from companion.rules.together.evolve import evolve
from companion.rules.together.messages import COMMANDS, EVENTS, Command, Event
from companion.rules.together.scoreboard import scoreboard
from companion.rules.together.state import State, start


@dataclass(frozen=True, slots=True)
class Together:
    """Scrabble Together as a ruleset."""

    name: str = "together"
    title: str = "Scrabble Together"
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
