"""Between the computer and a microcontroller with buttons, a small display and lights.

`Link` keeps in touch with a box and hands over its presses, each exactly once. What goes over
the wire is described in `protocol.toml`; `virtual://?seed=3` is a box without hardware.
"""

from __future__ import annotations

from firmware_bridge.link import Link
from firmware_bridge.messages import Button, Clocks, Kind, Light, Lights, Scores, Text
from firmware_bridge.ports import BridgeError, Port, list_ports
from firmware_bridge.presses import Press, PressKey
from firmware_bridge.status import LinkStatus, Phase

__version__ = "0.1.0"

__all__ = [
    "BridgeError",
    "Button",
    "Clocks",
    "Kind",
    "Light",
    "Lights",
    "Link",
    "LinkStatus",
    "Phase",
    "Port",
    "Press",
    "PressKey",
    "Scores",
    "Text",
    "__version__",
    "list_ports",
]
