"""All buttons at one table: the box on its port, keys, gamepads, pins."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from companion.device.box import ButtonBox
from companion.device.desk import Game
from companion.device.local import TableButtons
from companion.device.meaning import Judge
from companion.errors import ConfigError, DependencyMissing, told
from firmware_bridge import BridgeError, PressKey
from firmware_bridge.local import DEFAULT_KEYS, GPIO, KeyMap, check_packages, parse_keys
from firmware_bridge.ports import BLUETOOTH


@dataclass(frozen=True, slots=True)
class Buttons:
    """Which buttons there are.

    Attributes:
        box: Port of the button box, empty to look for it; None for no box.
        more: The same for the tables after the first.
        adapters: Look for it behind general USB adapters too.
        local: `gpio`, and paths of input devices.
        keys: Which key of these is which button.
    """

    box: str | None = None
    adapters: bool = False
    local: tuple[str, ...] = ()
    keys: KeyMap = DEFAULT_KEYS
    more: tuple[str, ...] = ()

    def of(self, table: str) -> Buttons | None:
        """Return those of a table by its number; what is no box is at the first."""
        if table == "1":
            return replace(self, more=())
        at = int(table) - 2
        return Buttons(self.more[at], self.adapters) if at < len(self.more) else None


def of_table(buttons: Buttons | None, table: str) -> Buttons | None:
    """Return the buttons of a table by its number, if it has any."""
    return None if buttons is None else buttons.of(table)


Health = Callable[[], list[dict[str, Any]]]
"""Gives how it stands with each, as JSON values for a screen."""


def buttons_of(
    port: str, *, adapters: bool = False, local: Iterable[str] = (), keys: str = ""
) -> Buttons:
    """Return the buttons that settings ask for.

    Args:
        port: Of the box, `auto` to look for it; empty for no box. Several with commas between
            are one a table.
        adapters: Look for it behind general USB adapters too.
        local: `gpio`, and paths of input devices.
        keys: Such as `KEY_A=player-1, KEY_L=player-2`; empty for the usual ones.

    Raises:
        ConfigError: A source or a key cannot be understood.
        DependencyMissing: What a source needs is not installed.
    """
    names = tuple(dict.fromkeys(local))
    for name in names:
        if name != GPIO and not name.startswith(("/", BLUETOOTH)):
            raise ConfigError(
                "There are no buttons {name!r}; write gpio for the pins of a Raspberry "
                "Pi, or the path of an input device (python -m firmware_bridge ports "
                "lists them).",
                name=name,
            )
    try:
        chosen = parse_keys(keys) if keys else DEFAULT_KEYS
    except BridgeError as fault:
        raise ConfigError(told(fault)) from fault
    try:
        check_packages(*names)
    except BridgeError as fault:
        raise DependencyMissing(told(fault)) from fault
    first, *more = (part.strip() for part in port.split(","))
    if len({first, *more}) <= len(more) or (more and not all((first, *more))):
        raise ConfigError(
            "The boxes {boxes} are not one for each table: name each port once.", boxes=port
        )
    box = {"": None, "auto": ""}.get(first, first)
    others = tuple("" if part == "auto" else part for part in more)
    return Buttons(box, adapters, names, chosen, others)


@contextmanager
def at_table(
    buttons: Buttons,
    game: Game,
    *,
    judge: Judge | None = None,
    known: Iterable[PressKey] = (),
    monotonic_s: Callable[[], float] = time.monotonic,
) -> Iterator[Health]:
    """Join buttons to a game until the block ends; gives how it stands with them.

    Args:
        buttons: Which.
        game: The single writer.
        judge: Looks words up for challenges.
        known: Presses that are in a log already.
        monotonic_s: The clock that the game's clocks count by.
    """
    known = tuple(known)
    joined: list[ButtonBox | TableButtons] = []
    with ExitStack() as stack:
        if buttons.box is not None:
            box = ButtonBox(
                buttons.box,
                game,
                judge=judge,
                known=known,
                adapters=buttons.adapters,
                monotonic_s=monotonic_s,
            )
            joined.append(stack.enter_context(box))
        numbers: dict[bool, int] = {}
        for name in buttons.local:
            number = numbers[name == GPIO] = numbers.get(name == GPIO, 0) + 1
            source = TableButtons(
                name,
                game,
                number=number,
                judge=judge,
                known=known,
                keys=buttons.keys,
                monotonic_s=monotonic_s,
            )
            joined.append(stack.enter_context(source))
        yield lambda: [each.health() for each in joined]
