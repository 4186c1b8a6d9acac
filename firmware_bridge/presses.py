"""A press of a button as the rest of the program sees it, wherever the button is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from firmware_bridge.messages import Button, Kind

_KEY = re.compile(r"([0-9A-Za-z-]{1,16})/(\d{1,10})/(\d{1,10})")


@dataclass(frozen=True, slots=True, order=True)
class PressKey:
    """What tells one press from all others: the device, its start, and the number in it."""

    uid: str
    boot: int
    event: int

    def __str__(self) -> str:
        """`479dd2cd/3/12`, the form that a journal keeps."""
        return f"{self.uid}/{self.boot}/{self.event}"

    @classmethod
    def parse(cls, text: str) -> PressKey:
        """Read the form that a journal keeps.

        Raises:
            ValueError: It is not one.
        """
        match = _KEY.fullmatch(text)
        if not match:
            raise ValueError(f"{text!r} is not the key of a press")
        return cls(match[1], int(match[2]), int(match[3]))


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed.

    Attributes:
        key: Handed in twice, it is the same press.
        button: Which button.
        kind: Pressed, or held down for long.
        age_s: Seconds since it happened.
        stale: So old that the players may have gone on; ask before acting on it.
    """

    key: PressKey
    button: Button
    kind: Kind = Kind.PRESS
    age_s: float = 0.0
    stale: bool = False
