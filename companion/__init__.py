"""Tabletop Companion: reads a word game from a real board, and keeps the score.

The nouns are re-exported here; everything else is imported from its own module.
"""

from __future__ import annotations

from companion.board.reading import BoardReading, Unreadable
from companion.board.square import Square
from companion.errors import CompanionError

__version__ = "0.1.0"

__all__ = ["BoardReading", "CompanionError", "Square", "Unreadable", "__version__"]
