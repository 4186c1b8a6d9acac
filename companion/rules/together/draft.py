"""What a command causes, collected event by event while the state follows."""

from __future__ import annotations

from companion.rules.engine.draft import Drafting
from companion.rules.engine.violations import GameOver
from companion.rules.together.evolve import evolve
from companion.rules.together.messages import GameWon, GoalsTurned
from companion.rules.together.state import OPEN, State
from companion.rules.together.violations import JudgeFirst


class Draft(Drafting[State]):
    """The events of one command. Lives only while it is decided."""

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)


def check_open_turn(state: State) -> None:
    """Refuse a turn's command after the end or while goals are to be judged."""
    if state.ended:
        raise GameOver
    if state.judging:
        raise JudgeFirst


def won(draft: Draft) -> bool:
    """Whether all goals are completed; the game is then won."""
    if len(draft.state.done) < draft.state.to_win:
        return False
    draft.add(GameWon())
    return True


def turn_up(draft: Draft) -> None:
    """Turn goals up until three lie open or the pile is empty."""
    count = min(OPEN - len(draft.state.open), len(draft.state.pile))
    if count > 0:
        draft.add(GoalsTurned(count))
