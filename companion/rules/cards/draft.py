"""What a command causes, collected event by event while the state follows."""

from __future__ import annotations

from companion.rules.cards.state import Phase, State, evolve
from companion.rules.cards.violations import OutOfOrder
from companion.rules.engine.draft import Drafting
from companion.rules.engine.violations import GameOver
from companion.text import Said, said, said_n


class Draft(Drafting[State]):
    """The events of one command. Lives only while it is decided."""

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)


def expect(state: State, phase: Phase) -> None:
    """Refuse a command that is out of order.

    Raises:
        GameOver: The game has ended.
        OutOfOrder: Something else is due; says what.
    """
    if state.phase is Phase.ENDED:
        raise GameOver
    if state.phase is not phase:
        raise OutOfOrder(sentence_due(state))


def sentence_due(state: State) -> Said:
    """Return what is to be done now, as a sentence."""
    name = state.names[state.on_turn]
    match state.phase:
        case Phase.ACT:
            if state.may_draw:
                return said("{player} draws, trades or goes out.", player=name)
            return said("{player} trades or goes out.", player=name)
        case Phase.DISCARD:
            more = max(0, len(state.hands[state.on_turn]) - state.hand_size)
            return said_n(
                "{player} lays down {n} card and ends the turn.",
                "{player} lays down {n} cards and ends the turn.",
                more,
                player=name,
            )
        case Phase.PASS:
            return said("Everybody gives one card to the left.")
        case Phase.TABLE:
            return said("The hand is played at the table and then laid down here.")
        case Phase.OVER:
            return said("The hand is over; the next one is dealt.")
        case Phase.ENDED:
            return said("The game has ended.")
