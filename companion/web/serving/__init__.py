"""The dashboard on a server: connections, streams, limits, and who is let in."""

from __future__ import annotations
