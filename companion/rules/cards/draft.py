"""What a command causes, collected event by event while the state follows."""

from __future__ import annotations

from companion.rules.cards.state import Phase, State, evolve
from companion.rules.cards.violations import OutOfOrder
from companion.rules.engine.draft import Drafting
from companion.rules.violations import GameOver


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


def sentence_due(state: State) -> str:
    """Return what is to be done now, without a full stop."""
    name = state.names[state.on_turn]
    match state.phase:
        case Phase.ACT:
            draws = "draws, " if state.may_draw else ""
            return f"{name} {draws}trades or goes out"
        case Phase.DISCARD:
            more = max(0, len(state.hands[state.on_turn]) - state.hand_size)
            return f"{name} lays down {more} card{'s' if more != 1 else ''} and ends the turn"
        case Phase.PASS:
            return "everybody gives one card to the left"
        case Phase.TABLE:
            return "the hand is played at the table and then laid down here"
        case Phase.OVER:
            return "the hand is over; the next one is dealt"
        case Phase.ENDED:
            return "the game has ended"
