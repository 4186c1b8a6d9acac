"""The dashboard: pages, a live stream, and requests that become commands.

Views hold no game. They read snapshots from a port, hand commands to it, and never compute a
score.
"""

from __future__ import annotations

from companion.web.app import Dashboard, create_app
from companion.web.port import (
    Access,
    Export,
    Exported,
    OneGame,
    Playing,
    SessionPort,
)

__all__ = [
    "Access",
    "Dashboard",
    "Export",
    "Exported",
    "OneGame",
    "Playing",
    "SessionPort",
    "create_app",
]
