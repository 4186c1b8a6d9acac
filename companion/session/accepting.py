"""What an accepted explanation of the board asks of the game. Pure."""

from __future__ import annotations

from collections.abc import Callable

from companion.board.placement import Placement
from companion.board.square import Square
from companion.inference.propose import Explanation
from companion.rules.engine.messages import Pass, PlayTiles, Withdraw


def commands_of(
    explanation: Explanation,
    player: int | None = None,
    swap_blank: Callable[[Square], object] | None = None,
) -> tuple[object, ...]:
    """Return the game's commands that an explanation stands for, in order.

    The player is who ends the turn; of several plays that is who laid the last one.
    """
    commands: list[object] = [Withdraw()] if explanation.withdrawn else []
    if swap_blank is not None:
        commands += [swap_blank(square) for square in explanation.swapped]
    for play in explanation.plays:
        placements: tuple[Placement, ...] = play.placements
        commands.append(PlayTiles(placements))
    if not commands:
        return (Pass(player),)
    if len(explanation.plays) == 1:
        commands[-1] = PlayTiles(explanation.plays[0].placements, player)
    return tuple(commands)
