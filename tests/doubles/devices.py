"""Buttons at a table as their health tells of them, without any."""

from __future__ import annotations

from typing import Any

from companion.errors import told
from firmware_bridge import LinkStatus, Phase
from firmware_bridge.faults import PortGone
from firmware_bridge.host import Host
from firmware_bridge.local import SourceStatus
from firmware_bridge.messages import Feature, Hello, Pulse
from firmware_bridge.status import vitals

PORT = "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"


def health(*, is_ready: bool = True) -> list[dict[str, Any]]:
    """Return what a box with some presses behind it, and pins beside it, would tell."""
    hello = Hello(2, 0, 200, "479dd2cd", 12, 0, 2, 255, 1 << Feature.LIGHTS)
    host = Host()
    host.start(0)
    host.pulse = Pulse(0, 3725, 2, 0, 3, 0, 0)
    host.counters.garbled, host.counters.repeated_commands = 4, 1
    ready = LinkStatus(Phase.READY, PORT, hello=hello, queued=2)
    status = ready if is_ready else LinkStatus(Phase.SEARCHING, PORT, PortGone(PORT))
    last = {"button": "player_1", "came": "counted", "ago_s": 12.4}
    pins = {
        "kind": "pins", "phase": "ready", "port": "gpio", "presses": 3, "queued": 0,
        "sentence": told(SourceStatus("gpio", is_ready=True).told), "last_press": None,
    }  # fmt: skip
    box = vitals(status, host, 900) | {"sentence": told(status.told)}
    return [{"kind": "box", **box, "last_press": last}, pins]
