"""Which key is which button, and what their ups and downs mean. Pure.

Anything that Linux sees as a keyboard or a gamepad will do: big USB buttons that send a letter,
foot pedals, quiz buzzers, arcade encoders, remote shutters, page turners.
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


_ALL = tuple(Button)
_TWO = _ALL[:2]

FAMILIES: Mapping[str, tuple[tuple[str, ...], tuple[Button, ...]]] = MappingProxyType(
    {
        "keyboard": (
            ("KEY_1", "KEY_2", "KEY_3", "KEY_4", "KEY_C", "KEY_P", "KEY_U", "KEY_SPACE"),
            _ALL,
        ),
        "number pad": (
            ("KEY_KP1", "KEY_KP2", "KEY_KP3", "KEY_KP4", "KEY_KPSLASH", "KEY_KPASTERISK",
             "KEY_KPMINUS", "KEY_KPENTER"),
            _ALL,
        ),
        "gamepad": (
            ("BTN_SOUTH", "BTN_EAST", "BTN_WEST", "BTN_NORTH", "BTN_TR", "BTN_TL",
             "BTN_SELECT", "BTN_START"),
            _ALL,
        ),
        "arcade encoder as a joystick": (
            ("BTN_TRIGGER", "BTN_THUMB", "BTN_THUMB2", "BTN_TOP", "BTN_TOP2", "BTN_PINKIE",
             "BTN_BASE", "BTN_BASE2"),
            _ALL,
        ),
        "arcade encoder with many buttons": (
            tuple(f"BTN_TRIGGER_HAPPY{n}" for n in range(1, 9)), _ALL,
        ),
        "foot pedal": (("KEY_A", "KEY_B"), _TWO),
        "page turner": (("KEY_PAGEUP", "KEY_PAGEDOWN"), _TWO),
        "page turner with arrows": (("KEY_LEFT", "KEY_RIGHT"), _TWO),
        "remote shutter": (("KEY_VOLUMEUP", "KEY_VOLUMEDOWN"), _TWO),
        "remote shutter for Android": (("KEY_ENTER",), _ALL[:1]),
        "media buttons": (
            ("KEY_PREVIOUSSONG", "KEY_NEXTSONG", "KEY_PLAYPAUSE"), (*_TWO, Button.PAUSE),
        ),
        "mouse": (("BTN_LEFT", "BTN_RIGHT", "BTN_MIDDLE"), (*_TWO, Button.PAUSE)),
    }
)  # fmt: skip
"""What the keys of usual devices mean: family -> (keys, buttons)."""

DEFAULT_KEYS = KeyMap(
    MappingProxyType(
        {
            key: button
            for keys, buttons in FAMILIES.values()
            for key, button in zip(keys, buttons, strict=True)
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
