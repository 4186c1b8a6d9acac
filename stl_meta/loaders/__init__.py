"""Readers of mesh files: bytes in, plain arrays out, nothing trusted."""

from __future__ import annotations
