"""The boards of a game as it goes on: each worked out once, and the places of the last ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from companion.board.position import Position
from companion.rules.api import Scoreboard

KEPT = 64
"""Steps of the game whose boards are remembered, for corrections from pages that lag."""


class Boards:
    """What screens show of a game's states.

    Args:
        scoreboard: Works it out, as the game's rules do.
    """

    def __init__(self, scoreboard: Callable[[Any], Scoreboard]) -> None:
        self._scoreboard = scoreboard
        self._newest: deque[tuple[Any, Scoreboard]] = deque(maxlen=2)
        self.at_step: dict[int, Position] = {}
        """What lay on the board after each of the last steps."""

    def of(self, state: Any) -> Scoreboard:
        """Return what screens show of a state; for those before and after an order, once."""
        for known, board in self._newest:
            if known is state:
                return board
        self._newest.append((state, self._scoreboard(state)))
        return self._newest[-1][1]

    def keep(self, step: int, position: Position) -> None:
        """Remember what lies on the board after a step."""
        self.at_step[step] = position
        self.at_step.pop(step - KEPT, None)
