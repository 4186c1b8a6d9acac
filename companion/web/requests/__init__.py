"""What pages ask for, read back into commands."""

from __future__ import annotations
