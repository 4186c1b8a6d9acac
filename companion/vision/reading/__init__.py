"""Reads a board that was found: which squares bear a tile, and which letters."""

from __future__ import annotations
