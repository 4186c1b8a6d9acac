"""Which key is which button, and what their ups and downs mean. Pure.

Anything that Linux sees as a keyboard or a gamepad will do: big USB buttons that send a letter,
foot pedals, quiz buzzers, arcade encoders.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from firmware_bridge.messages import Button
from firmware_bridge.ports import BridgeError

UP, DOWN, REPEAT = 0, 1, 2
"""Values of a key's event in Linux."""


@dataclass(frozen=True, slots=True)
class KeyMap:
    """Names of keys as Linux has them (`KEY_A`, `BTN_SOUTH`) and their buttons."""

    buttons: Mapping[str, Button]

    def meaning(self, key: str, value: int) -> Button | None:
        """Return the button that a key's event presses; None for letting go and repeating."""
        return self.buttons.get(key) if value == DOWN else None


DEFAULT_KEYS = KeyMap(
    MappingProxyType(
        {
            "KEY_1": Button.PLAYER_1,
            "KEY_2": Button.PLAYER_2,
            "KEY_3": Button.PLAYER_3,
            "KEY_4": Button.PLAYER_4,
            "KEY_C": Button.CHALLENGE,
            "KEY_P": Button.PASS,
            "KEY_U": Button.UNDO,
            "KEY_SPACE": Button.PAUSE,
            "BTN_SOUTH": Button.PLAYER_1,
            "BTN_EAST": Button.PLAYER_2,
            "BTN_WEST": Button.PLAYER_3,
            "BTN_NORTH": Button.PLAYER_4,
            "BTN_TR": Button.CHALLENGE,
            "BTN_TL": Button.PASS,
            "BTN_SELECT": Button.UNDO,
            "BTN_START": Button.PAUSE,
        }
    )
)


def parse_keys(text: str) -> KeyMap:
    """Read `KEY_A=player-1, KEY_L=player-2`; what is not named means nothing.

    Raises:
        BridgeError: A part cannot be understood, or a key is named twice.
    """
    buttons: dict[str, Button] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, name = (piece.strip() for piece in part.partition("="))
        if not equals or not key.startswith(("KEY_", "BTN_")):
            raise BridgeError("{part!r} is not of the form KEY_A=player-1.", part=part)
        try:
            button = Button[name.upper().replace("-", "_")]
        except KeyError:
            known = ", ".join(b.name.lower().replace("_", "-") for b in Button)
            raise BridgeError(
                "There is no button {name!r}; there are {known}.", name=name, known=known
            ) from None
        if key in buttons:
            raise BridgeError("The key {key} is named twice.", key=key)
        buttons[key] = button
    if not buttons:
        raise BridgeError("No key is named; write, for example, KEY_A=player-1.")
    return KeyMap(MappingProxyType(buttons))
