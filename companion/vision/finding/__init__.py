"""Finds the board: corners, grid, lens and the planes of board and tiles, in any picture."""

from __future__ import annotations
