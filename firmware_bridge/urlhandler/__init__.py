"""Ports that pyserial opens by URL: the module `protocol_NAME` serves `NAME://`."""

from __future__ import annotations
