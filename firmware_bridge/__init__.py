"""Between the computer and a microcontroller with buttons, a small display and lights.

So far it lists the serial ports of the machine (`firmware_bridge.ports`); the wire protocol
is not written yet.
"""

from __future__ import annotations

from firmware_bridge.ports import BridgeError, Port, list_ports

__version__ = "0.1.0"

__all__ = ["BridgeError", "Port", "__version__", "list_ports"]
