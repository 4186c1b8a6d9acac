"""A button box without hardware: its buttons are pressed by the program."""

from __future__ import annotations

import time

from firmware_bridge.messages import Button
from firmware_bridge.simulator import virtual_box


class RehearsalBox:
    """A virtual box on a port of its own.

    What it presses takes the whole way of a real press: queued, framed, sent over the line,
    kept in the game's log, acknowledged.

    Args:
        name: Of the port; boxes of one name are the same box.
        players: How many players' buttons it has.
    """

    def __init__(self, name: str = "rehearsal", *, players: int = 2) -> None:
        self.port = f"virtual://{name}"
        self._box = virtual_box(name, seed=3, players=players)
        self._box.start(int(time.monotonic() * 1000))

    def end_turn(self, seat: int) -> None:
        """Press the button of a player, from 0."""
        self._box.press(Button(seat))
